/** Which part of the road to look at, so that a finger can choose a square of it. */
import { around, type Box } from "../../lib/boxes";
import type { Circuit } from "./geometry";

export type Square = readonly [lane: number, row: number];

/** A square under a finger is at least so wide and so high, in pixels. */
export const FINGER = 32;
const INSET = 1.4; // squares are drawn that much smaller than they are
const MARGIN = 0.75; // around what must be in sight, in lanes

/** How many times larger the road must be for a finger to choose among these squares. */
export function needed(road: Circuit, squares: readonly Square[]): number {
  const least = Math.min(...squares.map(([lane, row]) => road.side(lane, row)));
  return Number.isFinite(least) ? (FINGER + 0.5) / Math.max(4, least - INSET) : 1;
}

/**
 * The part of the road in which the squares that can be chosen are large enough. All of them are in
 * it as far as the window allows, and so are `others`, one after the other, where there is room.
 */
export function follow(road: Circuit, chosen: readonly Square[], others: readonly Square[] = []): Box | null {
  const scale = needed(road, chosen);
  if (scale <= 1.08) return null;
  const [width, height] = [road.width / scale, road.height / scale];
  const room = MARGIN * road.lane;
  const fits = (squares: readonly Square[]): Box | null => {
    const box = around(squares.map(([lane, row]) => road.spot(lane, Math.min(row, road.rows + 1))));
    return box && box.width + 2 * room <= width && box.height + 2 * room <= height ? box : null;
  };
  const kept = [...chosen];
  for (const other of others) if (fits([...kept, other])) kept.push(other);
  const box = around(kept.map(([lane, row]) => road.spot(lane, Math.min(row, road.rows + 1))))!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** The part of the road around some squares, as near as they all fit, but no nearer than needed. */
export function closeUp(road: Circuit, squares: readonly Square[]): Box | null {
  const box = around(squares.map(([lane, row]) => road.spot(lane, Math.min(row, road.rows + 1))));
  if (!box) return null;
  const room = 1.5 * road.lane;
  const fitting = Math.min(road.width / (box.width + 2 * room), road.height / (box.height + 2 * room));
  const scale = Math.min(needed(road, squares), fitting);
  if (scale <= 1.3) return null;
  const [width, height] = [road.width / scale, road.height / scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
