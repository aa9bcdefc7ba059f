/** Where roads, cards, milestones and riders stand. One unit is one CSS pixel of the scene. */

export type Profile = "flat" | "mountain" | "downhill" | "time-trial" | "broom-wagon";

export interface Scene {
  width: number;
  height: number;
  /** Null while the stage is being chosen: the roads lie flat. */
  profile: Profile | null;
  low: number;
  high: number;
  roads: number;
  /** How far down the title of the stage reaches in its corner. */
  title: number;
  /** How much of the top is covered from side to side. */
  cover: number;
}

export interface Place {
  /** The foot of a card: the middle of its lower edge, on the road. */
  x: number;
  y: number;
  /** The slope of the road in degrees, positive downwards. */
  slope: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Layout {
  width: number;
  height: number;
  profile: Profile | null;
  values: number[];
  pitch: number;
  card: { width: number; height: number };
  spacing: number;
  thickness: number;
  /** Is there too little room for a rider beside his milestone? Then it stands on a post. */
  narrow: boolean;
  flag: { x: number; height: number };
  /** The title stands where the road is low. */
  titleSide: "left" | "right";
  place(road: number, value: number): Place;
  /** The y of a road at any x. */
  line(road: number, x: number): number;
  path(road: number): string;
  ground(road: number): string;
  box(road: number, value: number): Box;
}

/** How high a road is at a share of its way, from 0 to 1; each profile has its own shape. */
const SHAPES: Record<Profile, (t: number) => number> = {
  mountain: (t) => smooth(t) * 0.62 + t * 0.38 + 0.018 * Math.sin(t * 19),
  downhill: (t) => 1 - (0.68 * Math.sin((Math.min(1, t * 1.04) * Math.PI) / 2) + 0.32 * t) + 0.014 * Math.sin(t * 17),
  flat: (t) => 0.5 + 0.3 * Math.sin(t * 5.2 + 0.4),
  "time-trial": (t) => 0.5 + 0.42 * Math.sin(t * 8.2 - 0.9),
  "broom-wagon": (t) => 0.82 - 0.7 * Math.sin(t * Math.PI) + 0.05 * Math.sin(t * 14),
};

/** The part of the scene's height that the road goes up or down. */
const RELIEF: Record<Profile, number> = {
  mountain: 0.27,
  downhill: 0.27,
  flat: 0.022,
  "time-trial": 0.05,
  "broom-wagon": 0.055,
};

/** Height of a card by its width. */
const RATIO = 1.2;
const LARGEST_CARD = 112;

function smooth(t: number): number {
  const u = Math.max(0, Math.min(1, t));
  return u * u * (3 - 2 * u);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Values in the order in which they stand along the road, from left to right. */
export function alongTheRoad(profile: Profile | null, low: number, high: number): number[] {
  const values = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return profile === "downhill" ? values.reverse() : values;
}

export function layOut(scene: Scene): Layout {
  const { width, height, profile, roads } = scene;
  const values = alongTheRoad(profile, scene.low, scene.high);
  const left = clamp(width * 0.085, 30, 72);
  const right = clamp(width * 0.035, 8, 44);
  const pitch = (width - left - right) / values.length;
  const steep = profile === "mountain" || profile === "downhill";
  const leastRelief = profile ? RELIEF[profile] * (height - scene.cover) : 0;
  const shape = profile ? SHAPES[profile] : () => 0;
  const top = Math.max(scene.cover, steep ? 0 : scene.title) + (steep ? clamp(height * 0.035, 8, 26) : clamp(height * 0.03, 8, 22));
  const bottom = clamp(height * 0.055, 14, 44);
  const room = Math.max(60, height - top - bottom - leastRelief);
  const gap = 0.19;
  const cardHeight = Math.min(room / (roads + gap * (roads - 1)), pitch * 0.82 * RATIO, LARGEST_CARD * RATIO);
  const card = { width: cardHeight / RATIO, height: cardHeight };
  const spacing = roads > 1 ? clamp((room - cardHeight) / (roads - 1), cardHeight * (1 + gap), cardHeight * 2.05) : 0;
  const stack = cardHeight + spacing * (roads - 1);
  const over = Math.max(0, room - stack);
  const relief = leastRelief + (steep ? Math.min(over * 0.55, height * 0.12) : 0);
  const spare = over - (relief - leastRelief);
  const first = top + spare * 0.62 + cardHeight + relief;
  const thickness = clamp(card.height * 0.115, 5, 11);

  const line = (road: number, x: number): number => first + spacing * road - relief * shape(x / width);
  const centre = (value: number): number => left + pitch * (values.indexOf(value) + 0.5);
  const place = (road: number, value: number): Place => {
    const x = centre(value);
    const step = pitch * 0.45;
    const fall = line(road, x + step) - line(road, x - step);
    return { x, y: line(road, x), slope: (Math.atan2(fall, 2 * step) * 180) / Math.PI };
  };
  return {
    width,
    height,
    profile,
    values,
    pitch,
    card,
    spacing,
    thickness,
    narrow: pitch < 38,
    flag: { x: clamp(left * 0.24, 6, 17), height: clamp(cardHeight * 0.86, 30, 70) },
    titleSide: profile === "downhill" ? "right" : "left",
    place,
    line,
    path: (road) => curve(sample(width, (x) => line(road, x))),
    ground: (road) => `${curve(sample(width, (x) => line(road, x)))}V${height + 20}H-12Z`,
    box: (road, value) => {
      const { x, y } = place(road, value);
      return { left: x - card.width / 2, right: x + card.width / 2, top: y - card.height, bottom: y };
    },
  };
}

type Point = [number, number];

function sample(width: number, y: (x: number) => number): Point[] {
  const steps = 16;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const x = -12 + ((width + 24) * i) / steps;
    return [x, y(x)];
  });
}

/** A smooth path through points (Catmull–Rom as cubic curves). */
export function curve(points: Point[]): string {
  const at = (i: number): Point => points[clamp(i, 0, points.length - 1)] as Point;
  const n = (v: number): string => v.toFixed(1);
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (d[0] - b[0]) / 6)} ${n(c[1] - (d[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return path;
}

/** The fan of the hand: where each card lies, in units of a card's width. */
export interface Fanned {
  /** From the middle of the hand to the middle of the card, in pixels. */
  x: number;
  /** How much lower than the middle one. */
  y: number;
  turn: number;
}

export function fan(count: number, width: number, card: number): Fanned[] {
  const widest = card * 0.86;
  const step = count > 1 ? Math.min(widest, (width - card - 8) / (count - 1)) : 0;
  const turn = Math.min(2.6, 15 / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, i) => {
    const k = i - (count - 1) / 2;
    return { x: k * step, y: k * k * (card / 112) * (count > 6 ? 1.5 : 2.2), turn: k * turn };
  });
}
