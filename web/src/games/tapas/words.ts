/** The board's own words; the game's table of words has the rest. */
import type { Lang } from "../../lib/i18n.svelte";
import { typeset } from "../../lib/typeset";
import { lineOf, sideOf } from "./geometry";

/** Points as people read them: 2½, and ½ alone. */
export const halves = (n: number): string => {
  const whole = Math.trunc(n);
  return n === whole ? String(n) : `${whole || (n < 0 ? "−" : "")}½`;
};
/** The number behind it. */
export const numberOf = (text: string): number =>
  text.endsWith("½") ? Number(text.slice(0, -1) || 0) + 0.5 : Number(text);

const EN = {
  push: "Push",
  pass: "Pass",
  taken: "taken",
  hand: "Your tapas",
  left: (n: number) => `×${n}`,
  plate: "The plate",
  entries: "Entries around the plate",
  value: (n: number, count: number) => `Tapas of ${n} (${count} left)`,
  choose: "Choose a tapas and an arrow.",
  again: "Tap the arrow again to push.",
  side: "You push from the side in front of you.",
  keys: "Keys: 1–4 tapas, arrows for the entry, Enter twice to push.",
  drag: "Or drag a tapas onto an arrow.",
  column: (n: number) => `column ${n}`,
  row: (n: number) => `row ${n}`,
  from: { N: "from the top", E: "from the right", S: "from the bottom", W: "from the left" },
  move: (value: string, entry: string) => `a ${value} into ${entry}`,
  pushes: (name: string, value: string, entry: string) => `${name} pushes a ${value}: ${entry}.`,
  closed: "closed",
  open: "open",
  pointsChip: (n: number) => `+${n} ${n === 1 ? "point" : "points"}`,
  rivalChip: (n: number, name: string) => `+${n} ${name}`,
  nothing: "nothing falls",
  extras: "Extras",
  extrasFor: "to whoever pushes them off",
  prompt: (value: number) => `A ${value}: through which arrow?`,
  points: (n: number) => (n === 1 ? "pt" : "pts"),
  redMojo: (n: number) => `Red Mojo, ${n} Extras`,
  burning: "Burning Head",
  plain: "A duel on a plate",
  handicap: (n: number) => `${halves(n)} handicap`,
  handicapChip: (n: number) => `+${halves(n)}`,
  handicapPoints: (n: number) => (n === 0 ? "none" : `${halves(n)} ${n === 1 ? "point" : "points"}`),
  fair: (level: string, n: number) => `Fair at this strength (${level}): ${EN.handicapPoints(n)}`,
  swapping: "Swap sides",
  sides: "Which side do you play?",
  swapPrompt: "Take the other side, or keep yours?",
  swap: (colour: string) => `Take ${colour}`,
  keep: (colour: string) => `Keep ${colour}`,
  takeSide: "take the other side",
  keepSide: "keep your side",
  sauces: "Sauces",
  sauceHelp: (one: number, two: number) => `one ${one} pts, two ${two}, all three win`,
  toastHelp: (points: number) => `${points} pts at the end`,
  EXTRA: {
    SE: "play again",
    AD: "what falls with it counts for nobody",
  } as Record<string, string>,
};

const FR: typeof EN = {
  push: "Pousser",
  pass: "Passer",
  taken: "prises",
  hand: "Vos tapas",
  left: (n) => `×${n}`,
  plate: "L'assiette",
  entries: "Entrées autour de l'assiette",
  value: (n, count) => `Tapas de ${n} (reste ${count})`,
  choose: "Choisissez un tapas et une flèche.",
  again: "Touchez la flèche à nouveau pour pousser.",
  side: "Vous poussez du côté qui vous fait face.",
  keys: "Clavier : 1–4 le tapas, flèches pour l'entrée, Entrée deux fois pour pousser.",
  drag: "Ou glissez un tapas sur une flèche.",
  column: (n) => `colonne ${n}`,
  row: (n) => `ligne ${n}`,
  from: { N: "par le haut", E: "par la droite", S: "par le bas", W: "par la gauche" },
  move: (value, entry) => `un ${value}, ${entry}`,
  pushes: (name, value, entry) => `${name} pousse un ${value} : ${entry}.`,
  closed: "fermée",
  open: "ouverte",
  pointsChip: (n) => `+${n} ${n <= 1 ? "point" : "points"}`,
  rivalChip: (n, name) => `+${n} ${name}`,
  nothing: "rien ne tombe",
  extras: "Extras",
  extrasFor: "à qui les fait sortir",
  prompt: (value) => `Un ${value} : par quelle flèche ?`,
  points: (n) => (Math.abs(n) < 2 ? "pt" : "pts"),
  plain: "Un duel dans l'assiette",
  handicap: (n) => `${halves(n)} de handicap`,
  handicapChip: (n) => `+${halves(n)}`,
  handicapPoints: (n) => (n === 0 ? "aucun" : `${halves(n)} ${n < 2 ? "point" : "points"}`),
  fair: (level, n) => `Équitable à cette force (${level}) : ${FR.handicapPoints(n)}`,
  swapping: "Échange des camps",
  sides: "Quel camp jouez-vous ?",
  swapPrompt: "Prendre l'autre camp, ou garder le vôtre ?",
  swap: (colour) => `Prendre ${colour}`,
  keep: (colour) => `Garder ${colour}`,
  takeSide: "prendre l'autre camp",
  keepSide: "garder votre camp",
  redMojo: (n) => `Red Mojo, ${n} Extras`,
  burning: "Burning Head",
  sauces: "Sauces",
  sauceHelp: (one, two) => `une ${one} pts, deux ${two}, les trois gagnent`,
  toastHelp: (points) => `${points} pts à la fin`,
  EXTRA: {
    SE: "rejouez",
    AD: "ce qui tombe avec elle ne compte pour personne",
  },
};

const TABLES: Record<Lang, typeof EN> = { en: EN, fr: typeset(FR) };

export const own = (lang: Lang): typeof EN => TABLES[lang];

/** An entry in words: "column 3, from the top". */
export function entryWords(entry: string, lang: Lang): string {
  const t = own(lang);
  const side = sideOf(entry);
  const line = side === "N" || side === "S" ? t.column(lineOf(entry)) : t.row(lineOf(entry));
  return `${line}, ${t.from[side]}`;
}
