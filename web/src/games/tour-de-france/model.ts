/** The table of Tour de France as the page speaks of it: teams, riders, cards. */
import type { TourRider, TourSeat, TourView, View } from "../../protocol";

export type Colour = TourSeat["colour"];

export const tour = (view: View): TourView => view.table as TourView;

/** Is one stage ridden, and no other? */
export const alone = (table: TourView): boolean => table.kinds.length === 1;

/** Are stages of every kind ridden: the whole Tour? */
export const whole = (table: TourView): boolean => new Set(table.kinds).size === 3;

/** A team's colour: painted on things, deep enough for cream text, readable as text. */
export const PAINT: Record<Colour, string> = {
  red: "var(--rouge)",
  blue: "var(--bleu)",
  orange: "var(--orange)",
  white: "var(--cream)",
};
export const DEEP: Record<Colour, string> = {
  red: "var(--rouge-deep)",
  blue: "var(--bleu-deep)",
  orange: "var(--orange-deep)",
  white: "var(--asphalte-deep)",
};
/** What is drawn on the paint. */
export const ON: Record<Colour, string> = {
  red: "var(--cream)",
  blue: "var(--cream)",
  orange: "var(--cream)",
  white: "var(--night)",
};

/** What a rider wears: a leader's jersey, or that of his team. */
export function shirt(rider: TourRider, colour: Colour): string {
  if (rider.jersey === "yellow") return "var(--jaune)";
  if (rider.jersey === "green") return "var(--vert)";
  return PAINT[colour];
}

export interface Card {
  text: string;
  numbers: [number, number, number];
  /** Null: a Sprint card. */
  colour: Colour | null;
}

const LETTERS: Record<string, Colour> = { r: "red", b: "blue", o: "orange", w: "white" };

export function readCard(text: string): Card {
  const digits = [...text.slice(0, 3)].map(Number);
  return {
    text,
    numbers: [digits[0] ?? 0, digits[1] ?? 0, digits[2] ?? 0],
    colour: LETTERS[text[3] ?? ""] ?? null,
  };
}

export const sumOf = (card: Card): number => card.numbers.reduce((sum, number) => sum + number, 0);

/** A number given to a rider: `2>1`, with the extra square `2+>1`. */
export interface Gift {
  number: number;
  extra: boolean;
  rider: number;
}

export function readGift(move: string): Gift | null {
  const found = /^(\d)(\+?)>([123])$/.exec(move);
  return found ? { number: Number(found[1]), extra: found[2] === "+", rider: Number(found[3]) } : null;
}

export const writeGift = ({ number, extra, rider }: Gift): string => `${number}${extra ? "+" : ""}>${rider}`;

/** The parts of `drop:…`, `grid:…`, `start:…`, `yellow:…`, `declare:…`. */
export function readOrder(move: string): [string, string] {
  const [word = "", what = ""] = move.split(":");
  return [word, what];
}

export interface Standing {
  seat: number;
  points: number;
  /** As the rules have it: shared, or not. */
  place: number;
}

/** A classification from the first to the last. */
export function inOrder(points: readonly number[], places: readonly number[]): Standing[] {
  return points.map((one, seat) => ({ seat, points: one, place: places[seat] ?? 0 })).sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** Both classifications together, by which the Tour is won. */
export function overall(view: View): Standing[] {
  return inOrder(view.standing.scores, view.standing.places);
}

/** Who wears a jersey, as seat and rider. */
export function wearer(table: TourView, jersey: "yellow" | "green"): { seat: number; rider: number } | null {
  for (const [seat, team] of table.seats.entries())
    for (const [index, rider] of team.riders.entries())
      if (rider.jersey === jersey) return { seat, rider: index + 1 };
  return null;
}
