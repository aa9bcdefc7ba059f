/**
 * Drawing by list: shapes with colours by token, so that one drawing serves the page (with its
 * theme), an SVG file and a canvas. Stage cards and jerseys are those of the house.
 */

/** A token of the house, or a share of one in another: "jaune/30/cream". */
export type Colour = string;

export type Shape =
  | { d: string; fill?: Colour; stroke?: Colour; width?: number; dash?: number[]; at?: Spot }
  | { text: string; x: number; y: number; size: number; fill: Colour; anchor?: "start" | "middle" | "end"; soft?: boolean };

/** Where a drawing of its own box is put, and how large. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
}

export const SEATS = ["bleu", "rouge", "vert", "orange", "ambre", "asphalte"];
/** Lines differ by more than colour. */
export const DASHES = [[], [], [], [9, 4], [9, 4], [2.5, 4]];

const round = (value: number): number => Math.round(value * 10) / 10;

export const circle = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const box = (x: number, y: number, w: number, h: number, r: number): string =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

const CORNERS: [number, number][][] = [
  [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  [[0, -1.2], [1.15, 0.85], [-1.15, 0.85]],
  [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
  [[0, 1.2], [-1.15, -0.85], [1.15, -0.85]],
  [[0, -1.2], [1.1, -0.4], [0.75, 1], [-0.75, 1], [-1.1, -0.4]],
];

/** The mark of a seat at a point: each has a shape of its own. */
export function marker(seat: number, x: number, y: number, size: number): string {
  const corners = CORNERS[seat - 1];
  if (!corners) return circle(x, y, size);
  return `M${corners.map(([a, b]) => `${round(x + size * a)} ${round(y + size * b)}`).join("L")}Z`;
}

type Part = Exclude<Shape, { text: string }>;

const BODY = "M15 5L4 12L9 23L14 20.5V43H34V20.5L39 23L44 12L33 5Q24 13 15 5Z";
const BANDS = [
  { d: "M14 24H34V33H14ZM4 12L9 23L14 20.5V12ZM44 12L39 23L34 20.5V12Z" },
  { d: "M16.5 9V43M24 12V43M31.5 9V43", width: 3.4 },
  { d: "M14 30L34 12V24L14 42Z" },
];

/** A jersey in a field of 48 by 48: yellow for the leader, else white in the seat's pattern. */
export function jersey(seat: number, yellow: boolean, at: Spot): Part[] {
  const { d, width } = BANDS[seat % BANDS.length]!;
  const colour = SEATS[seat]!;
  const pattern: Part = width ? { d, stroke: colour, width, at } : { d, fill: colour, at };
  return [
    { d: BODY, fill: yellow ? "jaune" : "cream", at },
    ...(yellow ? [] : [pattern]),
    { d: BODY, stroke: "night", width: 2, at },
    { d: "M15 5Q24 13 33 5Q24 17.5 15 5Z", fill: "night", at },
  ];
}

const GROUND = box(0, 0, 80, 60, 6);
const CARDS: Record<string, Part[]> = {
  flat: [
    { d: GROUND, fill: "jaune/30/cream" },
    { d: circle(60, 20, 9), fill: "jaune" },
    { d: "M0 36H80V54Q80 60 74 60H6Q0 60 0 54Z", fill: "vert" },
    { d: "M0 42H80V49H0Z", fill: "night/85/vert" },
    { d: "M4 45.5H76", stroke: "cream", width: 1.5, dash: [7, 5] },
    { d: "M12 36C8 30 9 22 12 16C15 22 16 30 12 36ZM22 36C19 31 20 25 22 20C24 25 25 31 22 36ZM31 36C28.5 32 29 28 31 24C33 28 33.5 32 31 36Z", fill: "vert/75/night" },
  ],
  mountain: [
    { d: GROUND, fill: "montee/20/cream" },
    { d: "M0 54V44L22 14L38 36L54 8L80 46V54Z", fill: "montee" },
    { d: "M22 14L30 25L25 24L21 29L17 23L14.5 24ZM54 8L63 21L57.5 20L53 26L48.5 19L45.5 21.5Z", fill: "cream" },
    { d: "M0 54Q0 60 6 60H74Q80 60 80 54V50Q60 44 40 50T0 48Z", fill: "montee/70/night" },
  ],
  downhill: [
    { d: GROUND, fill: "descente/22/cream" },
    { d: "M0 54V8Q12 10 26 26T58 44Q70 48 80 49V54Q80 60 74 60H6Q0 60 0 54Z", fill: "descente" },
    { d: "M0 54V22Q12 26 28 40T80 56Q79 60 74 60H6Q0 60 0 54Z", fill: "descente/75/night" },
    { d: "M38 14L62 30M62 30L61 20M62 30L52 30", stroke: "rouge", width: 4 },
  ],
  "time-trial": [
    { d: GROUND, fill: "bleu/24/cream" },
    { d: box(35, 3, 10, 8, 2), fill: "night" },
    { d: "M58 14l5-4", stroke: "night", width: 4 },
    { d: circle(40, 34, 23), fill: "night" },
    { d: circle(40, 34, 18.5), fill: "cream" },
    { d: "M40 34V15.5A18.5 18.5 0 0 1 58.5 34Z", fill: "jaune" },
    { d: "M40 34L51 23", stroke: "rouge", width: 3 },
    { d: circle(40, 34, 3), fill: "night" },
  ],
  "broom-wagon": [
    { d: GROUND, fill: "orange/30/cream" },
    { d: "M0 48H80V54Q80 60 74 60H6Q0 60 0 54Z", fill: "asphalte" },
    { d: "M12 47V24Q12 20 16 20H48Q52 20 54 24L60 33L68 35Q71 36 71 39V47Z", fill: "cream" },
    { d: "M46 24H51Q53 24 54 26L58 33H46Z", fill: "descente" },
    { d: "M12 36H42V42H12Z", fill: "orange" },
    { d: "M14 14L46 17", stroke: "ambre", width: 3 },
    { d: "M46 11L64 10L65 24L46 22Z", fill: "jaune" },
    { d: "M52 11V22M57 11V23", stroke: "ambre", width: 1.4 },
    { d: circle(25, 48, 7), fill: "night" },
    { d: circle(58, 48, 7), fill: "night" },
    { d: circle(25, 48, 2.5), fill: "cream" },
    { d: circle(58, 48, 2.5), fill: "cream" },
  ],
};

/** The card of a profile, in a field of 80 by 60. */
export const stageCard = (profile: string, at: Spot): Part[] => (CARDS[profile] ?? []).map((part) => ({ ...part, at }));

/** A colour as a style sheet has it. */
export function themed(colour: Colour): string {
  const [token, share, other] = colour.split("/");
  return share ? `color-mix(in srgb, var(--${token}) ${share}%, var(--${other}))` : `var(--${token})`;
}
