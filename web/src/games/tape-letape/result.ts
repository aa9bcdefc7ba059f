/** The last stage from the view alone: what is left of it after a reload. */
import type { Profile } from "./geometry";
import type { StageOver, TapeView } from "./model";

export function resultOf(table: TapeView, over: boolean): StageOver | null {
  const last = table.last_stage;
  if (!last) return null;
  return {
    number: over ? table.stages : table.stage - 1,
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
  };
}
