/**
 * French as it is printed and as it is spoken: every sentence goes through here (`echappee/french.py`
 * does the same for the terminal).
 *
 * Typographic apostrophes; a space that never breaks before ; : ! ? % and inside guillemets. A name
 * that begins with a vowel takes d’ and qu’ (« au tour d’Équipier 3 »). Before an h nothing is left
 * out: « de Hugo » is right as often as « d’Hugo », and nobody stumbles over it. A single letter is
 * no name, but that of a piece. A title such as *Tour de France* takes its article: « au Tour de
 * France », « du Tour de France ».
 */

const NBSP = "\u00a0";
const VOWEL = "(?:[aàâäeéèêëiîïoôöœuùûüæ]|y(?![aàâeéèêiïoôuùû]))\\p{L}";
const ELIDED = new RegExp(`(?<!\\p{L})(d|qu|jusqu|lorsqu|puisqu)e (?=${VOWEL})`, "giu");
const TITLE = "(?:Tour|Grand Tour|Grand Prix|Critérium|Circuit) ";
const CONTRACTED = new RegExp(`(?<!\\p{L})(de|De|à|À) (?=${TITLE}\\p{L})`, "gu");
const WITH_ARTICLE: Record<string, string> = { de: "du", De: "Du", à: "au", À: "Au" };
const TITLED = new RegExp(`^${TITLE}`, "u");

/** One sentence with its names and titles as they are spoken; what somebody wrote stays as it is. */
export const spoken = (text: string): string =>
  text.replace(ELIDED, "$1’").replace(CONTRACTED, (_, word: string) => `${WITH_ARTICLE[word]} `);

/** One sentence, with its names and titles in it, as it is printed. */
export const french = (text: string): string =>
  spoken(text)
    .replace(/(?<=\p{L})'/gu, "’")
    .replace(/ (?=[;:!?%»])/g, NBSP)
    .replace(/« /g, `«${NBSP}`);

/** A title as the object of a sentence: « le Tour de France », « Tapas ». */
export const theTitle = (title: string): string => (TITLED.test(title) ? `le ${title}` : title);

/** A label and what it labels: « Places : 3 » in French, "Seats: 3" in English. */
export const labelled = (label: string, text: string | number, lang: "en" | "fr"): string =>
  lang === "fr" ? french(`${label} : ${text}`) : `${label}: ${text}`;

/** A whole table of words: strings, functions that make them, and tables in it. */
export function typeset<T>(words: T): T {
  return set(words) as T;
}

function set(value: unknown): unknown {
  if (typeof value === "string") return french(value);
  if (typeof value === "function") return (...given: unknown[]) => set((value as (...all: unknown[]) => unknown)(...given));
  if (Array.isArray(value)) return value.map(set);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, set(one)]));
  return value;
}
