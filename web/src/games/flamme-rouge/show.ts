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

export const REVEAL = 1500;
const SETTLE = 140;
/** How long each kind of event is shown; what is not here takes a blink. */
const LENGTHS: Record<string, number> = { slipstream: 760, exhaustion: 520, home: 700, "dummy-home": 700, won: 900, "dummy-won": 900, placed: 420 };
const BLINK = 110;
const END = 350;

const rideLength = (event: Event): number => 330 + 70 * Number(event.facts["squares"] ?? 0);

function aboutOf(event: Event): string[] {
  const rider = event.facts["rider"];
  const team = event.facts["team"] ?? event.seat;
  return typeof rider === "string" && team !== null ? [keyOf(Number(team), rider)] : [];
}

export function scenesOf(events: readonly Event[]): Scene[] {
  const scenes: Scene[] = [];
  let clock = 0;
  const add = (event: Event, kind: string, phase: Phase, length: number, moves: Move[] = [], about = aboutOf(event)): void => {
    scenes.push({ start: clock, end: clock + length, kind, phase, event, moves, about });
    clock += length;
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
    } else if (kind === "exhaustion") add(event, kind, "exhaustion", LENGTHS["exhaustion"]!);
    else add(event, kind, "energy", LENGTHS[kind] ?? BLINK);
  }
  return scenes;
}

/** How long a step is shown. */
export function pace(events: readonly Event[]): number {
  const last = scenesOf(events).at(-1);
  return last ? last.end + (events.some((event) => event.kind === "reveal") ? END : 0) : 0;
}

export interface Standing {
  place: Place;
  /** Between two places: where from, and how far along. */
  from: Place | null;
  part: number;
  /** Riding past the others: drawn above them. */
  moving: boolean;
}

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

/** Where every rider is at a moment of the step that began at `before`. */
export function ridersAt(before: FlammeRougeView, scenes: readonly Scene[], time: number): Map<string, Standing> {
  const found = new Map<string, Standing>();
  before.teams.forEach((squad, team) =>
    squad.riders.forEach((rider) => {
      if (rider.square !== null && rider.lane !== null && rider.on_road)
        found.set(keyOf(team, rider.rider), still({ square: rider.square, lane: rider.lane }));
    }),
  );
  for (const scene of scenes) {
    if (scene.start > time) break;
    const length = scene.end - scene.start - SETTLE;
    const part = length > 0 ? ease(Math.min(1, (time - scene.start) / length)) : 1;
    for (const move of scene.moves)
      found.set(move.key, part < 1 && move.from ? { place: move.to, from: move.from, part, moving: true } : still(move.to));
  }
  return found;
}

const still = (place: Place): Standing => ({ place, from: null, part: 1, moving: false });

/** The scene at a moment; the last one stays. */
export const sceneAt = (scenes: readonly Scene[], time: number): Scene | null =>
  scenes.findLast((scene) => scene.start <= time) ?? null;
