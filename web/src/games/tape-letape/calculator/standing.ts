/** Times and places after every stage, who begins next, and the sentences that tell it. */
import type { Phrase } from "../../../protocol";
import { FACTS, say } from "./facts";
import { chooserOf, course, isFinal, isOver, nextSeat, placeIn, profilesLeft, type Race, secondsOf, type Stage, winnerOf } from "./race";

/** A general classification, by seat. */
export interface Standing {
  seconds: number[];
  total: number[];
  wins: number[];
  gaps: number[];
  places: number[];
}

export interface Next {
  number: number;
  final: boolean;
  chooser: number | null;
  starter: number;
  profiles: string[];
  words: Phrase;
}

/** The classification before the first stage and after each one. */
export function standings(race: Race): Standing[] {
  const zeros = race.names.map(() => 0);
  let now = rank(race, zeros, zeros, zeros);
  const found = [now];
  for (const stage of race.stages) {
    const seconds = zeros.map((_, seat) => secondsOf(stage, seat));
    const winner = winnerOf(stage);
    const total = seconds.map((one, seat) => now.total[seat]! + one);
    now = rank(race, seconds, total, now.wins.map((won, seat) => won + Number(seat === winner)));
    found.push(now);
  }
  return found;
}

/** By seconds; equal ones share a place, unless stages won and the last stage separate them. */
function rank(race: Race, seconds: number[], total: number[], wins: number[]): Standing {
  const ahead = (a: number, b: number): boolean => {
    if (total[a] !== total[b]) return total[a]! < total[b]!;
    if (!race.tieBreak) return false;
    return wins[a] !== wins[b] ? wins[a]! > wins[b]! : seconds[a]! < seconds[b]!;
  };
  const best = Math.min(...total);
  return {
    seconds,
    total,
    wins,
    gaps: total.map((one) => one - best),
    places: total.map((_, seat) => 1 + total.filter((_, other) => ahead(other, seat)).length),
  };
}

/** Seats from the first to the last; equal places by seat. */
export const ordered = (standing: Standing): number[] =>
  standing.places.map((_, seat) => seat).sort((a, b) => standing.places[a]! - standing.places[b]! || a - b);

/** The last of the classification, ties broken if the race says so; of several, the first to the left of the last chooser. */
export function finalStarter(race: Race): number {
  return lastOf(race, standings(race).at(-1)!, race.stages.at(-1)!.chooser!);
}

function lastOf(race: Race, { places }: Standing, chooser: number): number {
  const first = nextSeat(race, chooser);
  let worst = first;
  for (let seat = nextSeat(race, first); seat !== first; seat = nextSeat(race, seat))
    if (places[seat]! > places[worst]!) worst = seat;
  return worst;
}

/** Who began each stage: the chooser, or in the final the last of the classification. */
export function starters(race: Race): number[] {
  const history = standings(race);
  return race.stages.map((stage, i) => stage.chooser ?? lastOf(race, history[i]!, race.stages[i - 1]!.chooser!));
}

/** The stage to be ridden now; null when the race is over. */
export function next(race: Race): Next | null {
  if (isOver(race)) return null;
  const number = race.stages.length + 1;
  const chooser = chooserOf(race, number);
  const starter = chooser ?? finalStarter(race);
  const final = isFinal(race, number);
  return {
    number,
    final,
    chooser,
    starter,
    profiles: chooser === null ? [FACTS.mountain] : profilesLeft(race, chooser),
    words: say(["course", final ? "final" : "next"], { number, stages: course(race).length, name: race.names[starter] }),
  };
}

export const leaders = (race: Race, now: Standing): number[] =>
  race.stages.length === 0 ? [] : ordered(now).filter((seat) => now.places[seat] === 1);

/** How things stand, in sentences: yellow jersey, refuelling, who does what now; or who won. */
export function news(race: Race): Phrase[] {
  const first = leaders(race, standings(race).at(-1)!).map((seat) => race.names[seat]);
  const facts = { names: first.join(", "), n: first.length };
  const coming = next(race);
  if (!coming) return [say(["course", "winners"], facts)];
  const fuel = refuelling(race);
  return [...(first.length ? [say(["course", "yellow"], facts)] : []), ...(fuel ? [fuel] : []), coming.words];
}

/** When used jokers come back, or that it is now; null in a sprint and at the end. */
export function refuelling(race: Race): Phrase | null {
  const { refuel } = course(race);
  const done = race.stages.length;
  if (refuel === null || isOver(race)) return null;
  const kind = done === refuel ? "refuel-now" : done < refuel ? "refuel-later" : "refuel-done";
  return say(["course", kind], { number: refuel });
}

export const kindOf = (race: Race): Phrase => {
  const edition = say(["options", "edition", "values", race.edition]);
  return say(["race", race.mode], { edition: edition.en, edition_fr: edition.fr, n: race.each });
};

const MINUS = "−";
const signed = (seconds: number): string => `${seconds < 0 ? MINUS : ""}${Math.abs(seconds)}`;

/** Minutes and seconds, as on a jersey board. */
export function clock(seconds: number): string {
  const size = Math.abs(seconds);
  return `${seconds < 0 ? MINUS : ""}${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
}

export const gapClock = (seconds: number): string => (seconds ? `+${clock(seconds)}` : clock(0));

/** Where the seconds of one seat in one stage come from; they add up to its seconds. */
export function explain(stage: Stage, seat: number): { seconds: number; words: Phrase }[] {
  const facts = FACTS.profiles[stage.profile]!;
  const place = placeIn(stage, seat);
  const broom = stage.profile === FACTS.broom;
  if (broom || place === 1) {
    const kind = broom ? (["broom-first", "broom-second"][place - 1] ?? "broom-rest") : "win";
    const seconds = facts.places[place - 1]!;
    return [{ seconds, words: say(["parts", kind], { seconds: signed(seconds) }) }];
  }
  const { small, big } = stage.left[seat]!;
  return ([["small", small, facts.small], ["big", big, facts.big]] as const)
    .filter(([, n]) => n > 0)
    .map(([kind, n, each]) => ({ seconds: n * each, words: say(["parts", kind], { n, seconds: n * each }) }));
}
