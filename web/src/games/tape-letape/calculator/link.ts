/** A race in the fragment of a link: the text of its file, packed. Nothing is sent to the server. */
import { FACTS, refusal } from "./facts";
import { readRace, writeRace } from "./file";
import type { Race } from "./race";

const MARK = "#race=";
/** Before the letters: packed, or where a browser can't pack, plain. */
const PACKED = "z";
const PLAIN = "p";

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** All that comes out of a stream, but no more than a race can be long. */
async function gathered(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw refusal("file-long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return source.pipeThrough(change as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
}

/** The fragment that holds a race. */
export async function pack(race: Race): Promise<string> {
  const bytes = new TextEncoder().encode(writeRace(race)) as Uint8Array<ArrayBuffer>;
  if (typeof CompressionStream === "undefined") return `${MARK}${PLAIN}${toText(bytes)}`;
  return `${MARK}${PACKED}${toText(await gathered(through(bytes, new CompressionStream("deflate-raw")), Infinity))}`;
}

/** Is there a race in this fragment? */
export const holdsRace = (fragment: string): boolean => fragment.startsWith(MARK);

/** The race in a fragment; refuses what is no race, with words. */
export async function unpack(fragment: string): Promise<Race> {
  const kind = fragment.charAt(MARK.length);
  let text: string;
  try {
    const bytes = toBytes(fragment.slice(MARK.length + 1));
    const most = 4 * FACTS.limits.file;
    const whole = kind === PACKED ? await gathered(through(bytes, new DecompressionStream("deflate-raw")), most) : bytes;
    text = new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    throw refusal("file-start", { expected: FACTS.file.first, text: "…" });
  }
  return readRace(text);
}
