/** Set a table, remember its keys on this device, and go there. */
import { api } from "../lib/api";
import { mine } from "../lib/mine.svelte";
import { router } from "../lib/router.svelte";
import type { CreateTable, Seated } from "../protocol";

export async function openTable(table: CreateTable): Promise<void> {
  enter(await api.create(table));
}

/** Go to a table that was just set for me. */
export function enter(seated: Seated): void {
  mine.note(seated.table, seated.you, [], seated.keys);
  router.go(`/t/${seated.table.code}`);
}
