/** Words of the field for an option that takes a text of the game's own. */
import type { Lang } from "../lib/i18n.svelte";
import { typeset } from "../lib/typeset";

const EN = {
  own: "your own…",
  file: "Choose a file",
  text: (label: string) => `${label}: the text`,
  paste: "Paste the text here, or choose a file.",
  good: "This can be played.",
  large: (most: number) => `The file is too large: at most ${most} characters.`,
  at: (line: number) => `Line ${line}`,
};
const FR: typeof EN = {
  own: "à votre façon…",
  file: "Choisir un fichier",
  text: (label) => `${label} : le texte`,
  paste: "Collez le texte ici, ou choisissez un fichier.",
  good: "On peut jouer avec.",
  large: (most) => `Le fichier est trop grand : ${most} caractères au plus.`,
  at: (line) => `Ligne ${line}`,
};
const TABLES: Record<Lang, typeof EN> = { en: EN, fr: typeset(FR) };
export const own = (lang: Lang): typeof EN => TABLES[lang];

/** What the server takes for one option. */
export const LONGEST = 20_000;

/** Where a line of a text begins and ends; lines count from 1. */
export function lineSpan(text: string, line: number): [number, number] {
  let from = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", from);
    if (next < 0) return [from, text.length];
    from = next + 1;
  }
  const end = text.indexOf("\n", from);
  return [from, end < 0 ? text.length : end];
}
