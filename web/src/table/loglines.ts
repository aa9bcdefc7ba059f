/** The log in sentences: one entry for each thing that happened. */
import type { Sentences } from "../words/en";
import type { Lang } from "../lib/i18n.svelte";
import { sentence, type Words } from "../lib/words";
import type { Event, LogItem, Phrase } from "../protocol";

type Tell = typeof sentence;

export interface Line {
  seq: number;
  seat: number | null;
  /** The number of the position after a move. */
  number: number | null;
  sentences: string[];
  events: Event[];
  /** The line in short, which unfolds to the sentences. */
  summary?: string;
}

/** What events are together; see `GamePage.summary`. */
type Summary = (events: Event[], names: readonly string[], words: Words, lang: Lang) => string | null;

export function lines(
  items: readonly LogItem[],
  names: readonly string[],
  words: Words,
  t: Sentences,
  lang: Lang,
  tell: Tell = sentence,
  summarize: Summary = () => null,
): Line[] {
  const out: Line[] = [];
  for (const item of items) {
    const line = one(item, names, words, t, lang, tell);
    if (!line) continue;
    const summary = item.kind === "move" ? summarize(item.events, names, words, lang) : null;
    if (summary === "") continue;
    if (summary !== null) out.push({ ...line, summary });
    else if (line.sentences.length > 0) out.push(line);
  }
  return out;
}

function one(
  item: LogItem,
  names: readonly string[],
  words: Words,
  t: Sentences,
  lang: Lang,
  tell: Tell,
): Line | null {
  const name = (seat: number): string => names[seat] ?? "?";
  const line = (text: string, seat: number | null = null): Line => ({
    seq: item.seq,
    seat,
    number: null,
    sentences: [text],
    events: [],
  });
  switch (item.kind) {
    case "move":
      return {
        seq: item.seq,
        seat: item.seat,
        number: item.number,
        sentences: item.events.map((event) => tell(event, names, words, lang)).filter(Boolean),
        events: item.events,
      };
    case "started":
      return line(t.started);
    case "undo":
      return line(t.logUndo(name(item.seat)), item.seat);
    case "undo-asked":
      return line(t.logUndoAsked(name(item.seat)), item.seat);
    case "undo-answered":
      return line((item.agree ? t.logAgreed : t.logRefused)(name(item.seat)), item.seat);
    case "hint":
      return line(t.logHint(name(item.seat)), item.seat);
    case "paused":
      return line(t.logPaused(name(item.seat)), item.seat);
    case "resumed":
      return line(t.logResumed(name(item.seat)), item.seat);
    case "resigned":
      return line(t.logResigned(name(item.seat)), item.seat);
    case "stand-in":
      return line(t.logStandIn(name(item.seat)), item.seat);
    case "returned":
      return line(t.logReturned(name(item.seat)), item.seat);
    case "ended":
      return line((item.end.words as Phrase)[lang]);
    case "rematch":
      return line(t.logRematch);
    default:
      return null;
  }
}

/** A sentence split around the name it begins with, so that the name can stand out. */
export function lead(text: string, names: readonly string[]): [string, string] {
  const name = names.find((one) => one && text.startsWith(`${one} `));
  return name ? [name, text.slice(name.length)] : ["", text];
}
