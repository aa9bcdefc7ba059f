/** Names and titles in their one way of writing, as the file holds them. */
import { CalculatorError, FACTS, refusal, say } from "./facts";

const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const HIDDEN = /[\p{C}\p{Z}]/u;
const SEPARATORS = ",:;";

export const words = (text: string): string[] => text.replace(BLANKS, " ").trim().split(" ").filter(Boolean);
export const strip = (text: string): string => {
  const inner = new RegExp(`^(?:${BLANKS.source})|(?:${BLANKS.source})$`, "g");
  return text.replace(inner, "");
};

/** Composed letters, single spaces. */
export const tidy = (text: string): string => words(text.normalize("NFC")).join(" ");

const length = (text: string): number => [...text].length;
const shown = (sign: string): boolean => sign === " " || !HIDDEN.test(sign);

/** A text that can be shown in a sentence, whatever it holds: cut where it is long. */
export const printable = (text: string): string => {
  const signs = [...text];
  const cut = signs.length > 60 ? [...signs.slice(0, 59), "…"] : signs;
  return cut.map((sign) => (shown(sign) ? sign : "·")).join("");
};

/** Without case: ß and SS are alike. */
export const caseless = (text: string): string => text.toUpperCase().toLowerCase();

/** Without case, accents and punctuation. */
export const fold = (text: string): string =>
  [...caseless(text).normalize("NFKD")].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).join("");

export function checkNames(names: string[]): string[] {
  const found: string[] = [];
  for (const name of names.map(tidy)) {
    if (!name) throw refusal("empty-name");
    if (length(name) > FACTS.limits.name) throw refusal("long-name", { name: printable(name), most: FACTS.limits.name });
    const writable = [...name].every((sign) => shown(sign) && !SEPARATORS.includes(sign));
    if (!/^[\p{L}\p{N}]/u.test(name) || !writable) throw refusal("bad-name", { name: printable(name) });
    if (found.some((one) => caseless(one) === caseless(name))) throw refusal("duplicate-name", { name });
    found.push(name);
  }
  const [fewest, most] = FACTS.players;
  if (found.length < fewest || found.length > most) {
    const facts = { game: FACTS.words.en.game, fewest, most, players: found.length };
    throw new CalculatorError("bad-players", say(["bad-players"], facts));
  }
  return found;
}

export function checkTitle(text: string): string {
  const title = tidy(text);
  if (length(title) > FACTS.limits.title || ![...title].every(shown))
    throw refusal("bad-title", { most: FACTS.limits.title });
  return title;
}
