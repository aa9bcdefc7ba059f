/**
 * What happens in a step, laid out in time: cards turned over, riders one after the other, packs in
 * the slipstream, exhaustion. Positions at any moment are a function of the clock, so that a step
 * can be skipped, shown again and tested.
 */
import type { Event, FlammeRougeView } from "../../protocol";
import { keyOf, readPlace, type Place } from "./model";

export type Phase = "energy" | "move" | "slipstream" | "exhaustion";

export interface Move {
  key: string;
  from: Place | null;
  to: Place;
}
export interface Scene {
  start: number;
  end: number;
  kind: string;
  phase: Phase;
  event: Event;
  moves: Move[];
  /** Riders that the scene is about. */
  about: string[];
}

const REVEAL = 760;
/** The part of a scene in which riders ride; then they stand. */
const RIDING = 0.8;
/** How long each kind of event is shown; what is not here takes a blink. */
const LENGTHS: Record<string, number> = { slipstream: 520, exhaustion: 420, fall: 420, "dummy-fall": 420, home: 500, "dummy-home": 500, away: 900, bid: 240, won: 700, "dummy-won": 700, placed: 420 };
/** The next rider starts, and the next card of exhaustion comes, while the one before is on the way. */
const NEXT: Record<string, number> = { ride: 0.42, exhaustion: 0.25 };
const BLINK = 60;
const END = 300;
/** A whole round takes no longer than this. */
export const ROUND = 2500;
/** Cards in hands and face down: there is nothing to be seen on the road. */
const HIDDEN = new Set(["named", "bid-sealed", "bid-sealed-own", "drawn", "drawn-own", "sealed", "sealed-own", "shuffled"]);

const rideLength = (event: Event): number => 260 + 40 * Number(event.facts["squares"] ?? 0);
const isRound = (events: readonly Event[]): boolean => events.some((event) => event.kind === "reveal");

function aboutOf(event: Event): string[] {
  const rider = event.facts["rider"];
  const team = event.facts["team"] ?? event.seat;
  return typeof rider === "string" && team !== null ? [keyOf(Number(team), rider)] : [];
}

export function scenesOf(events: readonly Event[]): Scene[] {
  const scenes: Scene[] = [];
  let end = 0;
  const add = (event: Event, kind: string, phase: Phase, length: number, moves: Move[] = [], about = aboutOf(event)): void => {
    const before = scenes.at(-1);
    const start = before && before.kind === kind && NEXT[kind] ? before.start + (before.end - before.start) * NEXT[kind] : end;
    scenes.push({ start, end: start + length, kind, phase, event, moves, about });
    end = Math.max(end, start + length);
  };
  for (const event of events) {
    const { kind, facts } = event;
    if (kind === "reveal") add(event, "reveal", "energy", REVEAL);
    else if (kind.endsWith("ride") || kind.endsWith("ride-because")) {
      const [key] = aboutOf(event);
      const moves = [{ key: key ?? "", from: readPlace(String(facts["from"])), to: readPlace(String(facts["to"])) }];
      add(event, "ride", "move", rideLength(event), moves);
    } else if (kind === "slipstream") {
      const moved = facts["moved"] as [number, string, string, string][];
      const moves = moved.map(([team, rider, from, to]) => ({ key: keyOf(team, rider), from: readPlace(from), to: readPlace(to) }));
      add(event, kind, "slipstream", LENGTHS["slipstream"]!, moves, moves.map((move) => move.key));
    } else if (kind === "placed") {
      const [key] = aboutOf(event);
      add(event, kind, "energy", LENGTHS["placed"]!, [{ key: key ?? "", from: null, to: readPlace(String(facts["place"])) }]);
    } else if (kind === "away") {
      const [key] = aboutOf(event);
      add(event, kind, "move", LENGTHS["away"]!, [{ key: key ?? "", from: readPlace(String(facts["from"])), to: readPlace(String(facts["to"])) }]);
    } else if (kind === "exhaustion") add(event, kind, "exhaustion", LENGTHS["exhaustion"]!);
    else if (kind.endsWith("fall")) add(event, kind, "move", LENGTHS[kind]!);
    else add(event, kind, "energy", HIDDEN.has(kind) ? 0 : (LENGTHS[kind] ?? BLINK));
  }
  const most = isRound(events) ? ROUND - END : end;
  const scale = end > most ? most / end : 1;
  return scenes.map((scene) => ({ ...scene, start: scene.start * scale, end: scene.end * scale }));
}

/** How long a step is shown. */
export function pace(events: readonly Event[]): number {
  const end = Math.max(0, ...scenesOf(events).map((scene) => scene.end));
  return end + (isRound(events) ? END : 0);
}

const TOGETHER = 3;
/** The squares to be looked at: riders who ride close upon each other are followed together. */
export function squaresOf(scenes: readonly Scene[], scene: Scene | null): number[] {
  const alike = scenes.filter((one) => one.kind === scene?.kind && one.moves.length > 0);
  const first = Math.floor(alike.findIndex((one) => one === scene) / TOGETHER) * TOGETHER;
  if (first < 0) return [];
  return alike.slice(first, first + TOGETHER).flatMap(({ moves }) => moves.flatMap((move) => [move.from?.square ?? move.to.square, move.to.square]));
}

export interface Standing {
  place: Place;
  /** Between two places: where from, and how far along. */
  from: Place | null;
  part: number;
  /** Riding past the others: drawn above them. */
  moving: boolean;
  /** Lying on the road. */
  fallen: boolean;
}

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

/** Where every rider is at a moment of the step that began at `before`. */
export function ridersAt(before: FlammeRougeView, scenes: readonly Scene[], time: number): Map<string, Standing> {
  const found = new Map<string, Standing>();
  before.teams.forEach((squad, team) =>
    squad.riders.forEach((rider) => {
      if (rider.square !== null && rider.lane !== null && rider.on_road)
        found.set(keyOf(team, rider.rider), still({ square: rider.square, lane: rider.lane }, rider.fallen));
    }),
  );
  for (const scene of scenes) {
    if (scene.start > time) break;
    const length = (scene.end - scene.start) * RIDING;
    if (scene.kind.endsWith("fall")) for (const key of scene.about) found.set(key, { ...found.get(key)!, fallen: true });
    const part = length > 0 ? ease(Math.min(1, (time - scene.start) / length)) : 1;
    for (const move of scene.moves)
      found.set(move.key, part < 1 && move.from ? { place: move.to, from: move.from, part, moving: true, fallen: false } : still(move.to, scene.kind !== "ride" && found.get(move.key)?.fallen));
  }
  return found;
}

const still = (place: Place, fallen = false): Standing => ({ place, from: null, part: 1, moving: false, fallen });

/** The scene at a moment; the last one stays. */
export const sceneAt = (scenes: readonly Scene[], time: number): Scene | null =>
  scenes.findLast((scene) => scene.start <= time) ?? null;
