/** What the board reads out of the view, the moves and the events. It knows no rule. */

import type { Column, Event, TapeView, View } from "../../protocol";
import type { Profile } from "./geometry";

export type { Column, Rider, TapeView } from "../../protocol";

/** The game's part of a view. */
export const tableOf = (view: View): TapeView => view.table as TapeView;

export type Colour = "J" | "V" | "B" | "R";

export interface Suit {
  colour: Colour;
  /** The token of its colour, and the end of its symbols' names. */
  token: "jaune" | "vert" | "bleu" | "rouge";
  emblem: "sun" | "leaf" | "drop" | "dot";
}

export const SUITS: Record<Colour, Suit> = {
  J: { colour: "J", token: "jaune", emblem: "sun" },
  V: { colour: "V", token: "vert", emblem: "leaf" },
  B: { colour: "B", token: "bleu", emblem: "drop" },
  R: { colour: "R", token: "rouge", emblem: "dot" },
};

export const PROFILES: Profile[] = ["flat", "mountain", "downhill", "time-trial", "broom-wagon"];

/** The picture of a profile, and the article that tells of it. */
export const PROFILE_CARDS: Record<Profile, { picture: string; article: string }> = {
  flat: { picture: "e-plaine", article: "5a" },
  mountain: { picture: "e-montagne", article: "5b" },
  downhill: { picture: "e-descente", article: "5c" },
  "time-trial": { picture: "e-chrono", article: "5d" },
  "broom-wagon": { picture: "e-balai", article: "5e" },
};

export type Joker = "vitamin" | "gear" | "puncture";

export const JOKERS: Joker[] = ["vitamin", "gear", "puncture"];
export const JOKER_CARDS: Record<Joker, { picture: string; article: string }> = {
  vitamin: { picture: "vitamine", article: "6b" },
  gear: { picture: "braquet", article: "6c" },
  puncture: { picture: "crevaison", article: "6a" },
};

export interface Card {
  text: string;
  colour: Colour;
  value: number;
}

const CARD = /^([JVBR])(\d{1,2})$/;

export function readCard(text: string): Card | null {
  const found = CARD.exec(text);
  return found ? { text, colour: found[1] as Colour, value: Number(found[2]) } : null;
}

export function readCards(texts: readonly string[]): Card[] {
  return texts.map(readCard).filter((card) => card !== null);
}

/** The legal moves, sorted by what they are made with. */
export interface Offers {
  cards: Set<string>;
  stages: Profile[];
  gear: boolean;
  end: boolean;
  pass: boolean;
  /** Seats that a puncture may hit. */
  punctures: number[];
  /** By the card given: the seats that it may go to. */
  vitamins: Map<string, number[]>;
}

export function readMoves(moves: readonly string[]): Offers {
  const offers: Offers = {
    cards: new Set(),
    stages: [],
    gear: false,
    end: false,
    pass: false,
    punctures: [],
    vitamins: new Map(),
  };
  for (const text of moves) {
    const [head = "", rest = ""] = text.split(">");
    if (readCard(text)) offers.cards.add(text);
    else if (text.startsWith("stage:")) offers.stages.push(text.slice(6) as Profile);
    else if (text === "gear") offers.gear = true;
    else if (text === "end") offers.end = true;
    else if (text === "pass") offers.pass = true;
    else if (head === "puncture") offers.punctures.push(Number(rest));
    else if (head === "vitamin") {
      const [target = "", card = ""] = rest.split(":");
      offers.vitamins.set(card, [...(offers.vitamins.get(card) ?? []), Number(target)]);
    }
  }
  return offers;
}

/** Where a column's riders stand in the picture: beside its ends, or at the start value before its first card. */
export interface End {
  value: number;
  /** Which way the rider looks in values. */
  way: 1 | -1;
}

export function ends(column: Column, start: number | null, low: number, high: number): End[] {
  if (column.low === null || column.high === null) {
    if (start === null) return [];
    return [{ value: start, way: start === high && start !== low ? -1 : 1 }];
  }
  const found: End[] = [];
  if (column.low > low) found.push({ value: column.low - 1, way: -1 });
  if (column.high < high) found.push({ value: column.high + 1, way: 1 });
  return found;
}

/** Values of a column that lie on the table. */
export function laid(column: Column): number[] {
  if (column.low === null || column.high === null) return [];
  const { low, high } = column;
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** Hands are kept by colour, then by value, as people sort them. */
export function sortHand(hand: readonly string[]): Card[] {
  const order: Colour[] = ["J", "V", "B", "R"];
  return readCards(hand).sort((a, b) => order.indexOf(a.colour) - order.indexOf(b.colour) || a.value - b.value);
}

export interface StageOver {
  number: number;
  profile: Profile;
  chooser: number;
  final: boolean;
  winner: number;
  seconds: number[];
  /** Cards left in each hand; null if that is not known any more (after a reload). */
  left: string[][] | null;
  /** What they cost, small and big ones apart; null where cards cost nothing, or is not known. */
  costs: Cost[] | null;
  order: number[];
  totals: number[];
  gaps: number[];
  /** In the general classification, as the rules have it. */
  places: number[];
}

export interface Cost {
  small: number;
  small_seconds: number;
  big: number;
  big_seconds: number;
}

export function findStageOver(events: readonly Event[]): StageOver | null {
  const found = events.findLast((event) => event.kind === "stage-over");
  return found ? (found.facts as unknown as StageOver) : null;
}

/** Seats from the least to the most of something, such as places; equal ones in the order of seats. */
export function fromLeast(numbers: readonly number[]): number[] {
  return numbers.map((_, seat) => seat).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
}

/**
 * The table of a stage that has just ended: as it was before, with the last cards laid. The view
 * already shows the next stage, newly dealt.
 */
export function finishedTable(before: TapeView, events: readonly Event[]): TapeView {
  const columns = before.columns.map((column) => ({ ...column }));
  const riders = before.riders.map((rider) => ({ ...rider }));
  for (const event of events) {
    if (event.kind === "stage-over") break;
    const card = event.kind === "card" ? readCard(String(event.facts["card"])) : null;
    if (!card || event.seat === null) continue;
    const column = columns.find((one) => one.colour === card.colour);
    if (column) {
      column.low = Math.min(column.low ?? card.value, card.value);
      column.high = Math.max(column.high ?? card.value, card.value);
    }
    const rider = riders[event.seat];
    if (rider) {
      rider.cards -= 1;
      rider.hand = rider.hand?.filter((text) => text !== card.text) ?? null;
    }
  }
  return { ...before, columns, riders };
}
