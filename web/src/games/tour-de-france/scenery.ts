/** The country around the road: fields, trees, houses and people, placed by rule for any window. */
import type { Road } from "./geometry";

export interface Field {
  d: string;
  kind: "meadow" | "vine" | "sunflower" | "lavender" | "earth" | "wood";
}
export interface Thing {
  x: number;
  y: number;
  size: number;
  turn: number;
}
export interface Country {
  fields: Field[];
  trees: Thing[];
  houses: Thing[];
  crowd: (Thing & { shirt: number })[];
}

const KINDS: Field["kind"][] = ["meadow", "vine", "meadow", "sunflower", "earth", "meadow", "lavender", "wood", "vine"];
const CELL = 96;

/** Numbers from 0 to 1 that are the same in every window of the same size. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function country(road: Road): Country {
  const roll = dice(Math.round(road.width) * 31 + Math.round(road.height));
  return { fields: fields(road, roll), ...growth(road, roll), crowd: crowd(road, roll) };
}

/** A patchwork: the corners of a grid, moved about; hedges stay between the patches. */
function fields(road: Road, roll: () => number): Field[] {
  const [columns, lines] = [Math.ceil(road.width / CELL) + 1, Math.ceil(road.height / CELL) + 1];
  const corner = Array.from({ length: lines + 1 }, (_, j) =>
    Array.from({ length: columns + 1 }, (_, i) => ({
      x: (i - 0.6 + (roll() - 0.5) * 0.62 + (j % 2) * 0.4) * CELL,
      y: (j - 0.6 + (roll() - 0.5) * 0.62) * CELL,
    })),
  );
  const out: Field[] = [];
  for (let j = 0; j < lines; j++)
    for (let i = 0; i < columns; i++) {
      const box = [corner[j]![i]!, corner[j]![i + 1]!, corner[j + 1]![i + 1]!, corner[j + 1]![i]!];
      const [mx, my] = [box.reduce((s, p) => s + p.x, 0) / 4, box.reduce((s, p) => s + p.y, 0) / 4];
      const points = box.map((p) => `${(mx + (p.x - mx) * 0.95).toFixed(1)} ${(my + (p.y - my) * 0.95).toFixed(1)}`);
      out.push({ d: `M${points.join("L")}Z`, kind: KINDS[Math.floor(roll() * KINDS.length)]! });
    }
  return out;
}

/** Groves and hamlets where the road is not. */
function growth(road: Road, roll: () => number): Pick<Country, "trees" | "houses"> {
  const trees: Thing[] = [];
  const houses: Thing[] = [];
  const groves = Math.round((road.width * road.height) / 9000);
  for (let grove = 0; grove < groves; grove++) {
    const [x, y] = [roll() * road.width, roll() * road.height];
    const village = roll() < 0.22;
    for (let one = 0; one < 3 + roll() * 7; one++) {
      const thing = { x: x + (roll() - 0.5) * 62, y: y + (roll() - 0.5) * 46, size: 0.75 + roll() * 0.6, turn: roll() * 50 - 25 };
      if (road.covers(thing.x, thing.y, 13) || inside(road, thing)) continue;
      (village && one < 3 ? houses : trees).push(thing);
    }
  }
  return { trees: trees.sort((a, b) => a.y - b.y), houses };
}

function inside(road: Road, { x, y }: { x: number; y: number }): boolean {
  const box = road.infield;
  return x > box.x - 14 && x < box.x + box.width + 14 && y > box.y - 14 && y < box.y + box.height + 14;
}

/** People stand at the finish, and some at every bend. */
function crowd(road: Road, roll: () => number): Country["crowd"] {
  const out: Country["crowd"] = [];
  const gather = (row: number, count: number, spread: number): void => {
    for (let one = 0; one < count; one++) {
      const where = road.verge(row + (roll() - 0.5) * spread, 6 + roll() * 5);
      out.push({ x: where.x, y: where.y, size: 1, turn: 0, shirt: Math.floor(roll() * 5) });
    }
  };
  gather(road.rows - 0.5, 34, 4);
  gather(road.rows * 0.5, 16, 2.4);
  gather(road.rows * 0.24, 9, 1.6);
  return out;
}
