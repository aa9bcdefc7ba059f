/** How long things are shown. */
import type { Event } from "../../protocol";

const LENGTHS: Record<string, number> = {
  "stage-chosen": 1500,
  card: 620,
  end: 150,
  pass: 650,
  gear: 900,
  vitamin: 1100,
  "vitamin-seen": 1600,
  puncture: 1200,
  "puncture-self": 1200,
  missed: 800,
  finished: 700,
  "start-value": 500,
  "stage-over": 1500,
  refuel: 1000,
  final: 900,
};

/** A result waits until the last card has reached its road. */
export const RESULT_DELAY = 900;

/** The cards of a vitamin stay a while. */
export const SWAP_LENGTH = 9000;

/** Events told in words on the board; the others show themselves. */
export const TOLD: ReadonlySet<string> = new Set([
  "stage-chosen",
  "pass",
  "gear",
  "vitamin",
  "vitamin-seen",
  "puncture",
  "puncture-self",
  "missed",
  "finished",
  "start-value",
  "refuel",
  "final",
]);

export const pace = (events: readonly Event[]): number =>
  Math.min(3200, events.reduce((sum, event) => sum + (LENGTHS[event.kind] ?? 0), 0));
