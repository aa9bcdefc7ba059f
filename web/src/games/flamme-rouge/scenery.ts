/**
 * The country around a road, placed by rule: fields, groves, hamlets, a crowd where it is worth
 * standing, water in the emptiest corner, and room for the name of the stage. Every choice is a hash
 * of where it is made, so the same stage always lies in the same country.
 */
import type { Terrain } from "./model";
import { LANE, stretches, UNIT as U, type Box, type Point, type Track } from "./track";

export interface Country {
  fields: { kind: string; path: string }[];
  trees: { radius: number; path: string; shade: string; light: string }[];
  houses: (Point & { angle: number; warm: boolean })[];
  hills: { path: string; width: number }[];
  crowd: { colour: string; path: string }[];
  water: { path: string; boats: Point[] } | null;
  title: (Point & { size: number; angle: number }) | null;
  flyer: Point | null;
  stones: (Point & { left: number })[];
}

const r1 = (n: number): number => Math.round(n * 10) / 10;

/** A number from 0 to 1 for a place and a purpose. */
export function chance(...keys: number[]): number {
  let h = 2166136261;
  for (const key of keys) {
    h = Math.imul(h ^ (key | 0), 16777619);
    h = Math.imul(h ^ (h >>> 13), 1540483477);
  }
  h ^= h >>> 15;
  return (Math.imul(h, 2246822519) >>> 0) / 4294967296;
}

/** How far any point is from the road. */
export class Nearness {
  private readonly points: Point[];
  constructor(track: Track) {
    const steps = Math.ceil(track.length * 3);
    this.points = Array.from({ length: steps + 1 }, (_, i) => track.point((track.length * i) / steps));
  }
  of(p: Point): number {
    let best = Infinity;
    for (const one of this.points) best = Math.min(best, (one.x - p.x) ** 2 + (one.y - p.y) ** 2);
    return Math.sqrt(best);
  }
  /** Is a turned rectangle clear of the road by a margin? */
  clear(middle: Point, width: number, height: number, angle: number, margin: number): boolean {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return this.points.every((p) => {
      const [dx, dy] = [p.x - middle.x, p.y - middle.y];
      const along = Math.abs(dx * cos + dy * sin) - width / 2;
      const across = Math.abs(dy * cos - dx * sin) - height / 2;
      return Math.hypot(Math.max(0, along), Math.max(0, across)) > margin;
    });
  }
}

const FIELD = 3.4 * U;
const KINDS = ["land2", "land3", "ble", "vigne", "terre", "land2", "bles", "land3"];

function fields(world: Box, seed: number): Country["fields"] {
  const corner = (i: number, j: number): Point => ({
    x: (i + 0.56 * (chance(seed, i, j, 1) - 0.5)) * FIELD,
    y: (j + 0.56 * (chance(seed, i, j, 2) - 0.5)) * FIELD,
  });
  const paths = new Map<string, string[]>();
  for (let i = Math.floor(world.x / FIELD) - 1; i * FIELD < world.x + world.width + FIELD; i++)
    for (let j = Math.floor(world.y / FIELD) - 1; j * FIELD < world.y + world.height + FIELD; j++) {
      const pick = chance(seed, i, j, 3);
      if (pick > 0.8) continue;
      const kind = KINDS[Math.floor(pick * 10) % KINDS.length]!;
      const corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      const [mx, my] = [corners.reduce((n, p) => n + p.x / 4, 0), corners.reduce((n, p) => n + p.y / 4, 0)];
      const drawn = corners.map((p) => `${r1(mx + (p.x - mx) * 0.86)} ${r1(my + (p.y - my) * 0.86)}`);
      paths.set(kind, [...(paths.get(kind) ?? []), `M${drawn.join("L")}Z`]);
    }
  return [...paths].map(([kind, all]) => ({ kind, path: all.join("") }));
}

const circle = (x: number, y: number, r: number): string =>
  `M${r1(x - r)} ${r1(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

type Free = (p: Point, room: number) => boolean;

function trees(world: Box, seed: number, free: Free): Country["trees"] {
  const sizes = [4, 6, 7.6];
  const found = sizes.map((radius) => ({ radius, path: "", shade: "", light: "" }));
  const step = 2.6 * U;
  for (let i = Math.floor(world.x / step); i * step < world.x + world.width; i++)
    for (let j = Math.floor(world.y / step); j * step < world.y + world.height; j++) {
      const grove = chance(seed, i, j, 10);
      const count = grove < 0.26 ? 4 + Math.floor(chance(seed, i, j, 11) * 7) : grove < 0.5 ? 1 : 0;
      for (let k = 0; k < count; k++) {
        const size = Math.floor(chance(seed, i, j, 20 + k) * 3);
        const angle = chance(seed, i, j, 40 + k) * 2 * Math.PI;
        const far = Math.sqrt(chance(seed, i, j, 60 + k)) * 0.95 * U;
        const p = { x: (i + 0.5) * step + far * Math.cos(angle) * 1.3, y: (j + 0.5) * step + far * Math.sin(angle) };
        if (!free(p, 0.28 * U)) continue;
        const tree = found[size]!;
        const r = tree.radius;
        tree.path += circle(p.x, p.y, r);
        tree.shade += circle(p.x + r * 0.35, p.y + r * 0.5, r);
        tree.light += `M${r1(p.x - 0.7 * r)} ${r1(p.y - 0.1 * r)}A${r1(0.7 * r)} ${r1(0.7 * r)} 0 0 1 ${r1(p.x + 0.1 * r)} ${r1(p.y - 0.7 * r)}`;
      }
    }
  return found;
}

function houses(world: Box, seed: number, free: Free): Country["houses"] {
  const found: Country["houses"] = [];
  const step = 4.6 * U;
  for (let i = Math.floor(world.x / step); i * step < world.x + world.width; i++)
    for (let j = Math.floor(world.y / step); j * step < world.y + world.height; j++) {
      if (chance(seed, i, j, 80) > 0.3) continue;
      const turn = chance(seed, i, j, 81) * 90;
      for (let k = 0; k < 5; k++) {
        const p = {
          x: (i + 0.5) * step + (chance(seed, i, j, 90 + k) - 0.5) * 1.9 * U,
          y: (j + 0.5) * step + (chance(seed, i, j, 100 + k) - 0.5) * 1.6 * U,
        };
        const apart = found.every((one) => Math.hypot(one.x - p.x, one.y - p.y) > 22);
        if (apart && free(p, 0.45 * U))
          found.push({ ...p, angle: turn + (k % 2) * 90, warm: chance(seed, i, j, 110 + k) < 0.6 });
      }
    }
  return found;
}

const CROWD = ["rouge", "bleu", "jaune", "vert", "cream", "night"];

function crowd(track: Track, terrain: readonly Terrain[], finish: number, near: Nearness): Country["crowd"] {
  const paths = CROWD.map(() => "");
  const stand = (square: number): boolean => terrain[square] === "ascent" || Math.abs(square - finish) < 5;
  for (let square = 0; square < track.length; square++) {
    if (!stand(square)) continue;
    const dense = Math.abs(square - finish) < 5 ? 16 : 7;
    for (let k = 0; k < dense; k++) {
      const side = k % 2 ? 1 : -1;
      const s = square + chance(square, k, 5);
      const out = track.half(square + 1) + 9 + chance(square, k, 6) * 9;
      const p = track.point(s, side * out);
      if (near.of(p) < track.half(square + 1) + 6) continue;
      paths[Math.floor(chance(square, k, 7) * CROWD.length)] += `M${r1(p.x)} ${r1(p.y)}h0`;
    }
  }
  return CROWD.map((colour, i) => ({ colour, path: paths[i]! }));
}

/** Water in the corner that is furthest from the road, if that is far enough. */
function water(world: Box, near: Nearness): Country["water"] {
  const corners = [
    { x: world.x + world.width, y: world.y + world.height, a: Math.PI },
    { x: world.x, y: world.y + world.height, a: Math.PI * 1.5 },
    { x: world.x + world.width, y: world.y, a: Math.PI / 2 },
    { x: world.x, y: world.y, a: 0 },
  ];
  const best = corners.map((c) => ({ ...c, far: near.of(c) })).reduce((a, b) => (b.far > a.far + 1 ? b : a));
  if (best.far < 4.2 * U) return null;
  const coast = Array.from({ length: 19 }, (_, i) => {
    const angle = best.a + (i / 18) * (Math.PI / 2);
    const wish = Math.max(world.width, world.height) * 0.62;
    let out = wish;
    for (; out > U; out -= 12) {
      const p = { x: best.x + out * Math.cos(angle), y: best.y + out * Math.sin(angle) };
      if (near.of(p) > 2.3 * U + 14 * Math.sin(i * 1.7)) break;
    }
    return { angle, out };
  });
  // The coast keeps its distance all along each ray, and runs smoothly.
  const smooth = coast.map((_, i) => {
    const around = coast.slice(Math.max(0, i - 2), i + 3);
    return { angle: coast[i]!.angle, out: Math.min(...around.map((one) => one.out)) };
  });
  const limit = best.far * 1.5;
  const points = smooth.map(({ angle, out }) => {
    const reach = Math.min(out, limit);
    return { x: best.x + reach * Math.cos(angle), y: best.y + reach * Math.sin(angle) };
  });
  let path = `M${r1(best.x)} ${r1(best.y)}L${r1(points[0]!.x)} ${r1(points[0]!.y)}`;
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1]!, points[i]!];
    path += `Q${r1(p.x)} ${r1(p.y)} ${r1((p.x + q.x) / 2)} ${r1((p.y + q.y) / 2)}`;
  }
  const last = points.at(-1)!;
  const inside = (angle: number, part: number): Point => ({
    x: best.x + best.far * part * Math.cos(best.a + angle),
    y: best.y + best.far * part * Math.sin(best.a + angle),
  });
  return { path: `${path}L${r1(last.x)} ${r1(last.y)}Z`, boats: [inside(0.5, 0.55), inside(1.1, 0.4), inside(0.8, 0.75)] };
}

/** The largest room for a line of so many letters, near the middle. */
function roomFor(letters: number, box: Box, near: Nearness): Country["title"] {
  for (const size of [66, 56, 48, 40, 34, 28]) {
    const [width, height] = [letters * size * 0.5, size * 1.5];
    let best: (Point & { far: number; angle: number }) | null = null;
    for (const angle of [-0.2, 0, 0.2])
      for (let x = box.x + width / 2; x <= box.x + box.width - width / 2; x += U)
        for (let y = box.y + height; y <= box.y + box.height - height; y += 0.8 * U) {
          const far = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
          if ((!best || far < best.far) && near.clear({ x, y }, width, height, angle, 0.85 * U)) best = { x, y, far, angle };
        }
    if (best) return { x: best.x, y: best.y, size, angle: (best.angle * 180) / Math.PI };
  }
  return null;
}

const rectangle = (p: Point, title: NonNullable<Country["title"]>, letters: number): boolean => {
  const angle = (title.angle * Math.PI) / 180;
  const [dx, dy] = [p.x - title.x, p.y - title.y];
  const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
  const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
  return along < (letters * title.size) / 4 + 14 && across < title.size * 0.8;
};

export interface Land {
  track: Track;
  terrain: readonly Terrain[];
  finish: number;
  world: Box;
  letters: number;
}

export function country({ track, terrain, finish, world, letters }: Land): Country {
  const near = new Nearness(track);
  const seed = terrain.length * 31 + letters * 7 + terrain.filter((one) => one === "ascent").length;
  const lake = water(world, near);
  const title = letters > 0 ? roomFor(letters, track.box(0.5 * U), near) : null;
  const wet = (p: Point): boolean => lake !== null && inside(p, lake.path);
  const edge = 0.75 * U;
  const free: Free = (p, room) =>
    near.of(p) > edge + room && !wet(p) && !(title && rectangle(p, title, letters));
  const hills = stretches(terrain, (one) => one)
    .filter((one) => one.kind === "ascent")
    .flatMap(({ from, to }) => [5.4, 4, 2.8].map((width) => ({ path: track.line(from + 0.4, to - 0.4), width: width * U * Math.min(1.25, 0.6 + (to - from) / 10) })));
  const stones: Country["stones"] = [];
  for (let left = 10; finish - left > 4; left += 10) {
    const s = finish - left;
    const sides = [1, -1].map((side) => {
      const p = track.point(s, side * (track.half(s + 1) + 0.42 * U));
      return { p, far: near.of(p) + near.of(track.point(s, side * 2.4 * U)) };
    });
    stones.push({ x: r1(sides[0]!.p.x), y: r1(sides[0]!.p.y), left });
    if (sides[1]!.far > sides[0]!.far + 1) stones[stones.length - 1] = { x: r1(sides[1]!.p.x), y: r1(sides[1]!.p.y), left };
  }
  const flyer = roomFor(3, track.box(-U), near);
  const over = flyer && title && Math.hypot(flyer.x - title.x, flyer.y - title.y) < title.size * letters * 0.3 + 40;
  return {
    fields: fields(world, seed),
    trees: trees(world, seed, free),
    houses: houses(world, seed, free),
    hills,
    crowd: crowd(track, terrain, finish, near),
    water: lake,
    title,
    flyer: over ? null : flyer,
    stones,
  };
}

/** Is a point inside a closed path of M, L and Q corners (its corners are close enough together)? */
function inside(p: Point, path: string): boolean {
  const numbers = path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  let odd = false;
  const n = Math.floor(numbers.length / 2);
  for (let i = 0, j = n - 1; i < n; j = i++) {
    const [xi, yi, xj, yj] = [numbers[2 * i]!, numbers[2 * i + 1]!, numbers[2 * j]!, numbers[2 * j + 1]!];
    if (yi > p.y !== yj > p.y && p.x < ((xj - xi) * (p.y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** The width of the road's bed on a stretch, verge included. */
export const bed = (lanes: number): number => Math.max(2, lanes) * LANE * U;
