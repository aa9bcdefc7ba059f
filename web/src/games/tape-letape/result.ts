/** The last stage from the view alone: what is left of it after a reload. */
import type { Profile } from "./geometry";
import type { View } from "../../protocol";
import { tableOf, type StageOver } from "./model";

export function resultOf(view: View): StageOver | null {
  const table = tableOf(view);
  const last = table.last_stage;
  if (!last) return null;
  return {
    number: view.over ? table.stages : table.stage - 1,
    profile: last.profile as Profile,
    chooser: last.chooser,
    final: last.final,
    winner: last.winner,
    seconds: last.seconds,
    left: null,
    costs: null,
    order: [],
    totals: table.riders.map((rider) => rider.total),
    gaps: table.riders.map((rider) => rider.gap),
    places: view.standing.places,
  };
}
