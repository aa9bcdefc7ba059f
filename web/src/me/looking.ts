/** The numbers of a finished game: from its last view at the table, or from its record. */
import { loadNumbers } from "../games/numbers";
import { api } from "../lib/api";
import { type Finished, results } from "../lib/results.svelte";
import type { TableInfo, View } from "../protocol";

async function learn(one: Finished, view: View): Promise<void> {
  const numbers = await loadNumbers(one.game);
  if (numbers) results.learn(one.code, numbers.of(view, one.seat), numbers.course?.(view) ?? null);
}

/** At the table: the view that the game ended with. */
export async function tellNumbers(table: TableInfo, view: View): Promise<void> {
  const one = results.find(table.code ?? "");
  if (one && !one.facts && view.over) await learn(one, view);
}

const MOST = 12;

/** Games that ended while nobody looked: ask their records. */
export async function lookUp(): Promise<void> {
  for (const one of results.list.filter((game) => game.facts === null && game.why === "played").slice(0, MOST)) {
    try {
      const record = await api.record(one.code);
      const { view } = await api.step(one.code, record.entries.length, one.seat);
      await learn(one, view);
    } catch {
      // the record is gone: the result stays without its numbers
    }
  }
}
