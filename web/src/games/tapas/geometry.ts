/** The plate in units of its drawing: squares of 64, the middle at 0, 0. */
import type { TapasView } from "../../protocol";

export type Side = "N" | "E" | "S" | "W";
export interface Point {
  x: number;
  y: number;
}

export const CELL = 64;
const RIM = 218; // where the arrows stand
const EDGE = 3.5 * CELL; // the first place outside the squares

export const SIDES: readonly Side[] = ["N", "E", "S", "W"];
export const ENTRIES: readonly string[] = SIDES.flatMap((side) => [2, 3, 4, 5].map((line) => side + line));

const INWARD: Record<Side, Point> = {
  N: { x: 0, y: 1 },
  E: { x: -1, y: 0 },
  S: { x: 0, y: -1 },
  W: { x: 1, y: 0 },
};

export const sideOf = (entry: string): Side => entry[0] as Side;
export const lineOf = (entry: string): number => Number(entry[1]);
export const inward = (entry: string): Point => INWARD[sideOf(entry)];

/** The middle of square `index` (row by row from the top left). */
export const centre = (index: number): Point => ({
  x: ((index % 6) - 2.5) * CELL,
  y: (Math.floor(index / 6) - 2.5) * CELL,
});

/** Which way an arrow points, in degrees. */
export const heading = (entry: string): number => ({ N: 90, E: 180, S: -90, W: 0 })[sideOf(entry)];

/** Where the arrow of an entry stands. */
export const arrow = (entry: string): Point => at(entry, 2.5 - RIM / CELL);

/** The `k`-th place of a line seen from its entry; 0–5 are squares, others lie outside. */
export function at(entry: string, k: number): Point {
  const { x, y } = inward(entry);
  const across = (lineOf(entry) - 3.5) * CELL;
  const along = (k - 2.5) * CELL;
  return x === 0 ? { x: across, y: along * y } : { x: along * x, y: across };
}

/** The square (0–35) of the `k`-th place of a line. */
export function square(entry: string, k: number): number {
  const { x, y } = at(entry, k);
  return Math.round(y / CELL + 2.5) * 6 + Math.round(x / CELL + 2.5);
}

/** Is this corner of the six by six missing? */
export const isCorner = (index: number): boolean => [0, 5, 30, 35].includes(index);

export const squares: readonly number[] = Array.from({ length: 36 }, (_, i) => i).filter((i) => !isCorner(i));

/** How far the plate is turned so that a side lies at the bottom. */
export const turnOf = (side: Side | null): number =>
  side === null ? 0 : { S: 0, E: 90, N: 180, W: 270 }[side];

/** The turn nearest to `from` that shows `side` at the bottom: the plate never spins back. */
export function nearest(from: number, side: Side | null): number {
  const wanted = turnOf(side);
  return wanted + 360 * Math.round((from - wanted) / 360);
}

export function rotate({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  return { x: x * c - y * s, y: x * s + y * c };
}

/** The entry to go to from `entry` by an arrow key, as the plate lies now. */
export function towards(entry: string, key: string, turn: number): string {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return entry;
  const [dx = 0, dy = 0] = step;
  const here = rotate(arrow(entry), turn);
  let best = entry;
  let least = Infinity;
  for (const other of ENTRIES) {
    const there = rotate(arrow(other), turn);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along < 8) continue;
    const cost = along + 2.2 * across;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}

const CHIP_Y = 284; // on the rim, where neither arrows nor squares are
const CHIP_X = 279; // the edge of the drawing on a phone

/** Where the chip of a preview stands, by where its push ends: never over an arrow. */
export function chipAt(end: Point, width: number): Point {
  const sideways = Math.abs(end.y) < 180;
  const x = sideways ? Math.sign(end.x) * 70 : end.x + (end.x > 0 ? -1 : 1) * (width / 2 + 40);
  const most = CHIP_X - width / 2;
  return { x: Math.max(-most, Math.min(most, x)), y: (end.y < 0 ? -1 : 1) * CHIP_Y };
}

export interface Travel {
  name: string;
  /** Place on the line before; null for the tapas that comes in. */
  from: number | null;
  /** Place on the line after; 6 and more have fallen. */
  to: number;
  fallen: boolean;
}

/** Where each piece of a push goes, with places for those that fall beyond the edge. */
export function travels(moved: [string, number | null, number | null][], value: number): Travel[] {
  const first = moved[1]?.[1] ?? 0;
  let last = first - 1 + value - 1;
  return moved.map(([name, from, to]) => {
    last = to ?? Math.max(6, last + 1);
    return { name, from, to: last, fallen: to === null };
  });
}

/** Beyond the edge: over the rim, then off the plate. */
export const overRim = (entry: string, to: number): Point => at(entry, EDGE / CELL + 2.5 + (to - 6) * 0.62);

export const pieces = (table: TapasView): { index: number; name: string }[] =>
  table.board.flatMap((row, y) =>
    row.flatMap((name, x) => (name === null ? [] : [{ index: 6 * y + x, name }])),
  );
