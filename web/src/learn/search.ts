/** Looking words up in the rules: accents, case and kinds of apostrophes don't matter. */
import type { Chapter, Phrase } from "../protocol";

/** One character as it is looked for. */
function plain(character: string): string {
  if (character === "’" || character === "ʼ") return "'";
  if (character === "œ" || character === "Œ") return "oe";
  if (character === "æ" || character === "Æ") return "ae";
  return character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A text folded, and for each of its characters the place it came from. */
function fold(text: string): { folded: string; from: number[] } {
  let folded = "";
  const from: number[] = [];
  for (let i = 0; i < text.length; i++) {
    for (const character of plain(text[i]!)) {
      folded += character;
      from.push(i);
    }
  }
  return { folded, from };
}

export const terms = (query: string): string[] => fold(query.trim()).folded.split(/\s+/).filter(Boolean);

export interface Piece {
  text: string;
  hit: boolean;
}

/** A text cut into what was looked for and what lies between. */
export function marked(text: string, wanted: string[]): Piece[] {
  if (wanted.length === 0) return [{ text, hit: false }];
  const { folded, from } = fold(text);
  const hit = new Array<boolean>(text.length).fill(false);
  for (const term of wanted)
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      for (let i = at; i < at + term.length; i++) hit[from[i]!] = true;
  const pieces: Piece[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = pieces.at(-1);
    if (last && last.hit === hit[i]) last.text += text[i];
    else pieces.push({ text: text[i]!, hit: hit[i]! });
  }
  return pieces;
}

/** Does an article hold every term somewhere: in its title, text, rulings or captions? */
export function holds(article: Chapter, wanted: string[], of: (phrase: Phrase) => string): boolean {
  const all = [
    article.id,
    of(article.title),
    of(article.text),
    ...article.rulings.flatMap((one) => [one.id, of(one.words)]),
    ...article.pictures.map((one) => of(one.caption)),
  ];
  const { folded } = fold(all.join("\n"));
  return wanted.every((term) => folded.includes(term));
}

/** What an article belongs to: 4 for 4d, 1.2 for 1.2a, P for P1; null if it stands by itself. */
export function parent(id: string): string | null {
  const above = id.replace(/([a-z]|(?<=\D)\d+|(?<=[A-Z])\d+)$/, "").replace(/\.$/, "");
  return above && above !== id ? above : null;
}
