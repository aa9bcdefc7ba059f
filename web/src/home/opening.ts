/** Set a table, remember its keys on this device, and go there. */
import { api } from "../lib/api";
import { mine } from "../lib/mine.svelte";
import { router } from "../lib/router.svelte";
import type { CreateTable } from "../protocol";

export async function openTable(table: CreateTable): Promise<void> {
  const seated = await api.create(table);
  mine.note(seated.table, seated.you, [], seated.keys);
  router.go(`/t/${seated.table.code}`);
}
