/**
 * What cards left in hand cost, to explain the seconds that the server has counted.
 *
 * The figures are for display only: where an explanation does not add up to the server's seconds,
 * the bare seconds are shown.
 */
import { readCards } from "./model";

const SMALL = 10;
const BIG = 30;
const LAST_SMALL = 6;

export interface Left {
  small: number;
  big: number;
  smallSeconds: number;
  bigSeconds: number;
  seconds: number;
}

export function countLeft(cards: readonly string[]): Left {
  const values = readCards(cards).map((card) => card.value);
  const small = values.filter((value) => value <= LAST_SMALL).length;
  const big = values.length - small;
  return { small, big, smallSeconds: small * SMALL, bigSeconds: big * BIG, seconds: small * SMALL + big * BIG };
}
