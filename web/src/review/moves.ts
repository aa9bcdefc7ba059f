/** A marked moment and its moves in words. */
import type { GamePage } from "../games/types";
import { speech } from "../lib/i18n.svelte";
import type { Words } from "../lib/words";
import type { Phrase, ReviewedMove, View } from "../protocol";
import type { Player } from "../replay/player.svelte";
import { reviewWords } from "../words/review";

/** What it takes to say a move. */
export interface Teller {
  page: GamePage | null;
  words: Words;
  names: readonly string[];
}

const AHEAD = 3;

/** A moment as the seat that moved saw it; null: it has not been fetched yet. */
export function seenAt(player: Player, { number, seat }: { number: number; seat: number }): View | null {
  return player.reel.get(number, seat)?.view ?? player.reel.get(number, null)?.own(seat) ?? null;
}

/** A move in words; null is to wait. */
export function moveText(move: string | null, view: View | null, { page, words, names }: Teller): string {
  if (move === null) return reviewWords(speech.lang).waited;
  return (view && page?.describe(move, view, words, speech.lang, names)) || move;
}

/** How the better move could go on. */
export const lineText = (moment: ReviewedMove, view: View | null, teller: Teller): string =>
  moment.line
    .slice(1, 1 + AHEAD)
    .map((move) => moveText(move, view, teller))
    .join(" → ");

/** A reason, which may go on a sentence, as a line of its own. */
export const reasonText = (reason: Phrase): string => {
  const text = speech.of(reason);
  return text.charAt(0).toLocaleUpperCase(speech.lang) + text.slice(1);
};
