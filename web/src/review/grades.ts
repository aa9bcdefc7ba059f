/** The marked moves of a review: their signs and order, and what an answer to one is worth. */
import type { ReviewedMove } from "../protocol";

export type Grade = "slip" | "mistake" | "blunder";

export const gradeOf = ({ grade }: ReviewedMove): Grade => (grade in SIGNS ? (grade as Grade) : "slip");

/** As chess players write them. */
export const SIGNS: Record<Grade, string> = { slip: "?!", mistake: "?", blunder: "??" };

/** Road signs, so that colours never stand alone: round, a triangle, eight corners; 24 × 24 about 0. */
export const SHAPES: Record<Grade, string> = {
  slip: "M0 -11A11 11 0 0 1 0 11A11 11 0 0 1 0 -11Z",
  mistake: "M0 -11.500 12 10H-12Z",
  blunder: "M-4.800 -11.500H4.800L11.500 -4.800V4.800L4.800 11.500H-4.800L-11.500 4.800V-4.800Z",
};

/** So many moments make a lesson. */
export const LESSON = 3;
/** Chances that differ by less are worth the same. */
export const CLOSE = 0.03;
const PLACES = 100;

export const inOrder = (moments: readonly ReviewedMove[]): ReviewedMove[] =>
  [...moments].sort((a, b) => a.number - b.number || a.seat - b.seat);

export const worstFirst = (moments: readonly ReviewedMove[]): ReviewedMove[] =>
  inOrder(moments).sort((a, b) => b.loss - a.loss);

/** The worst moments, in the order of the game; to wait is nothing that could be answered. */
export const lessonOf = (moments: readonly ReviewedMove[]): ReviewedMove[] =>
  inOrder(worstFirst(moments.filter((one) => one.best !== null)).slice(0, LESSON));

/** A loss of chances in whole points: what is marked lost at least one. */
export const points = (loss: number): number => Math.max(1, Math.round(PLACES * loss));

/** The mark of a moment, before or after its move; where there are two, of the move that comes. */
export const markAt = (moments: readonly ReviewedMove[], number: number): ReviewedMove | null =>
  moments.find((one) => one.number === number) ?? moments.find((one) => one.number + 1 === number) ?? null;

/** The next mark from an entry on, forwards or backwards; null: there is none. */
export function nextMark(moments: readonly ReviewedMove[], number: number, direction: 1 | -1): ReviewedMove | null {
  const sorted = inOrder(moments);
  if (direction > 0) return sorted.find((one) => one.number > number) ?? null;
  return sorted.findLast((one) => one.number < number) ?? null;
}

/** What somebody answers at a moment: the best move, one as good, or one that costs chances. */
export interface Judged {
  kind: "best" | "close" | "played" | "worse";
  /** In chances; null: the bots did not weigh that move. */
  loss: number | null;
}

export function judge(moment: ReviewedMove, text: string): Judged {
  if (text === moment.best) return { kind: "best", loss: 0 };
  const wins = (move: string | null): number | undefined => moment.choices.find((one) => one.text === move)?.wins;
  const best = wins(moment.best) ?? Math.max(0, ...moment.choices.map((one) => one.wins));
  const chance = wins(text);
  if (text === moment.played) return { kind: "played", loss: moment.loss };
  if (chance === undefined) return { kind: "worse", loss: null };
  const loss = Math.max(0, best - chance);
  // A hair's breadth is left for what gets lost in rounding.
  return { kind: loss <= CLOSE + 1e-9 ? "close" : "worse", loss };
}

export const isRight = ({ kind }: Judged): boolean => kind === "best" || kind === "close";
