/** What can be given to whom, chosen with as few taps as the offered moves allow. */
import { readGift, type Gift } from "./model";

export function giftsOf(moves: readonly string[]): Gift[] {
  return moves.flatMap((move) => readGift(move) ?? []);
}

/**
 * The offered gift nearest to what is wanted: what was touched last weighs most, then the number,
 * then the rider; else the largest number, and the rider who comes first in `order`.
 */
export function nearest(
  gifts: readonly Gift[],
  wanted: Partial<Gift>,
  order: readonly number[],
  latest: keyof Gift | null = null,
): Gift | null {
  const worth = (gift: Gift): number =>
    (latest !== null && gift[latest] === wanted[latest] ? 10_000 : 0) +
    (gift.number === wanted.number ? 2_000 : 0) +
    (gift.rider === wanted.rider ? 1_000 : 0) +
    (gift.extra === (wanted.extra ?? false) ? 500 : 0) +
    gift.number * 20 +
    (order.length - order.indexOf(gift.rider));
  let best: Gift | null = null;
  for (const gift of gifts) if (best === null || worth(gift) > worth(best)) best = gift;
  return best;
}

export const same = (a: Gift | null, b: Gift | null): boolean =>
  a?.number === b?.number && a?.extra === b?.extra && a?.rider === b?.rider;

/** The squares of a path, from a square on. */
export function trail(from: [number, number], path: string): [number, number][] {
  let [lane, row] = from;
  return [...path].map((step) => {
    lane += step === "<" ? -1 : step === ">" ? 1 : 0;
    row += 1;
    return [lane, row];
  });
}
