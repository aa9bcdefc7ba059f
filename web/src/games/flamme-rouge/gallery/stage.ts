/** A stage as something to share: its picture, and the link that opens it in the workshop. */
import type { Lang } from "../../../lib/i18n.svelte";
import { onShelf } from "../../shelf";
import { drawn, type Subject } from "../../../share/subject";
import type { StageDraft, StagePlan } from "../../../protocol";
import type { Stage } from "../land";
import { climbsOf } from "../relief";
import { GAME } from "./workbench.svelte";
import { sentences } from "./words";

export const stageLink = (value: string, name: string): string =>
  `${location.origin}/stages/build?${new URLSearchParams({ tiles: value, name })}`;

/** Is it laid from line to line? Only then there is something to draw. */
export const isWhole = <Plan extends StagePlan | StageDraft>(plan: Plan | null): plan is Plan & { start: number; finish: number } =>
  plan !== null && plan.start !== null && plan.finish !== null && plan.crossing === null;

export async function ofStage(plan: StagePlan | StageDraft, name: string, designer: string | null, lang: Lang): Promise<Subject> {
  if (!isWhole(plan)) throw new Error("not a whole stage");
  const t = sentences(lang);
  const stage: Stage & { start: number } = plan;
  const climbs = climbsOf(plan.squares.map((one) => one.terrain)).length;
  const [{ default: StageDrawing }, { default: StageProfile }] = await Promise.all([
    import("../StageDrawing.svelte"),
    import("./StageProfile.svelte"),
  ]);
  return {
    ...drawn(StageDrawing, { stage, title: name, lang }),
    Below: StageProfile as never,
    card: {
      title: onShelf(GAME)?.name ?? "",
      headline: name,
      note: [t.facts(plan.finish - plan.start, climbs), designer ? t.by(designer) : ""].filter(Boolean).join(" · "),
    },
    file: `echappee-stage-${plan.tiles.join("")}`,
  };
}
