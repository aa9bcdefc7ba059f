/** Set a table, remember its keys on this device, and go there. */
import { api } from "../lib/api";
import { speech } from "../lib/i18n.svelte";
import { mine } from "../lib/mine.svelte";
import { nickname } from "../lib/nickname";
import { router } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import type { BotInfo, CreateTable, GameInfo, Seated } from "../protocol";
import { request, usual, type Plan } from "./plan";

export async function openTable(table: CreateTable): Promise<void> {
  enter(await api.create(table));
}

/** Go to a table that was just set for me. */
export function enter(seated: Seated): void {
  mine.note(seated.table, seated.you, [], seated.keys);
  router.go(`/t/${seated.table.code}`);
}

/** The usual table against bots of a level, under the name of this device; some options may differ. */
export async function playNow(
  game: GameInfo,
  bots: BotInfo[],
  level: string,
  options: Plan["options"] = {},
): Promise<void> {
  const plan = usual(game, bots, "bots", level);
  plan.options = { ...plan.options, ...options };
  if (!settings.name) settings.setName(nickname());
  plan.names = [settings.name];
  await openTable(request(game, plan, speech.t.you, speech.t.nameOf));
}
