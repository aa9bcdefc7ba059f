/** A race with real cards as plain values: who rides, and what came of each stage. Seats from 0. */
import { type Edition, FACTS, type Mode } from "./facts";

/** Cards left in one hand; `cards` names them where the table told which. */
export interface Left {
  small: number;
  big: number;
  cards: string[];
}

export interface Stage {
  profile: string;
  /** The winner alone; in a broom wagon all seats, from the first empty hand to the last. */
  order: number[];
  /** By seat; empty in a broom wagon. */
  left: Left[];
  /** Null in the final; in what is entered also: whoever's turn it is. */
  chooser: number | null;
}

export interface Setting {
  names: string[];
  edition: Edition;
  mode: Mode;
  /** Stages that each player chooses; 1 in a sprint. */
  each: number;
  tieBreak: boolean;
  first: number;
  title: string;
}

export interface Race extends Setting {
  stages: Stage[];
}

export const NOTHING: Left = { small: 0, big: 0, cards: [] };
export const count = (left: Left): number => left.small + left.big;

export const course = (race: Setting) =>
  FACTS.races[`${race.names.length} ${race.edition} ${race.mode} ${race.each}`]!;

export const isFinal = (race: Setting, number: number): boolean => course(race).final && number === course(race).length;

export const isOver = (race: Race): boolean => race.stages.length >= course(race).length;

export const nextSeat = (race: Setting, seat: number): number => FACTS.next[race.names.length]![seat]!;

/** Whose turn it is to choose stage `number` (from 1); null for the final. */
export function chooserOf(race: Setting, number: number): number | null {
  if (isFinal(race, number)) return null;
  let seat = race.first;
  for (let i = 1; i < number; i++) seat = nextSeat(race, seat);
  return seat;
}

/** The profiles that a player has not chosen, stage `without` not counted. */
export function profilesLeft(race: Race, seat: number, without = 0): string[] {
  const used = race.stages.filter((stage, i) => stage.chooser === seat && i + 1 !== without);
  return Object.keys(FACTS.profiles).filter((profile) => !used.some((stage) => stage.profile === profile));
}

/** The place of a seat in a stage: in a broom wagon the last to finish is first. */
export function placeIn(stage: Stage, seat: number): number {
  if (stage.profile === FACTS.broom) return stage.order.length - stage.order.indexOf(seat);
  return stage.order[0] === seat ? 1 : stage.left.length;
}

export const winnerOf = (stage: Stage): number => stage.order.at(-1)!;

export function secondsOf(stage: Stage, seat: number): number {
  const facts = FACTS.profiles[stage.profile]!;
  const place = placeIn(stage, seat);
  const { small, big } = stage.left[seat] ?? NOTHING;
  return facts.places[place - 1]! + (place === 1 ? 0 : small * facts.small + big * facts.big);
}
