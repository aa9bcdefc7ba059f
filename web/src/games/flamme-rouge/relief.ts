/** The height profile of a stage: one step up on a climb, one down on a descent. */
import type { Terrain } from "./model";
import { stretches } from "./track";

export const FILL: Record<string, string> = {
  flat: "var(--land3)",
  ascent: "var(--montee)",
  descent: "var(--descente)",
  cobbles: "var(--pave)",
  supply: "var(--zone)",
  wet: "var(--bleu)",
};

/** The climbs, each from its first square to the one after its last. */
export const climbsOf = (terrain: readonly Terrain[]): { from: number; to: number }[] =>
  stretches(terrain, (one) => one).filter((run) => run.kind === "ascent");

/** The stones at every tenth square before the finish, behind a square of the road: how far it is from each. */
export const tensOf = (finish: number, behind: number): number[] =>
  Array.from({ length: Math.floor(finish / 10) + 1 }, (_, i) => i * 10).filter((left) => finish - left > behind);

/** How high the road is after so many squares. */
export function heightsOf(terrain: readonly Terrain[]): number[] {
  const found = [0];
  for (const one of terrain) found.push(found.at(-1)! + (one === "ascent" ? 1 : one === "descent" ? -1 : 0));
  return found;
}

export interface Relief {
  heights: number[];
  x: (square: number) => number;
  y: (height: number) => number;
  /** What lies below the road, by what the road is made of. */
  areas: { from: number; kind: string; path: string }[];
  /** The road itself. */
  ridge: string;
}

/** A profile between two heights of a drawing, as wide as that. */
export function reliefOf(terrain: readonly Terrain[], room: { width: number; top: number; floor: number; step: number }): Relief {
  const { width, top, floor } = room;
  const n = Math.max(1, terrain.length);
  const heights = heightsOf(terrain);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const step = Math.min(room.step, (floor - top - 10) / Math.max(1, high - low));
  const x = (square: number): number => (square / n) * width;
  const y = (height: number): number => floor - 8 - (height - low) * step;
  const area = (from: number, to: number): string => {
    const edge = Array.from({ length: to - from + 1 }, (_, i) => `${x(from + i)} ${y(heights[from + i] ?? 0)}`);
    return `M${x(from)} ${floor}L${edge.join("L")}L${x(to)} ${floor}Z`;
  };
  return {
    heights,
    x,
    y,
    areas: stretches(terrain, (one) => one).map(({ from, to, kind }) => ({ from, kind, path: area(from, to) })),
    ridge: `M${heights.map((h, i) => `${x(i)} ${y(h)}`).join("L")}`,
  };
}
