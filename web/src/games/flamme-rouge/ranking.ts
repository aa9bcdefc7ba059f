/** All riders in the order of the race, dummy teams too, and how far each is behind. */
import type { Lang } from "../../lib/i18n.svelte";
import type { Words } from "../../lib/words";
import type { FlammeRougeView, View } from "../../protocol";
import type { Row } from "../../share/subject";
import { deepOf, keyOf, ridersOf, tableOf, teamName, type Rider } from "./model";
import { sentences, type Sentences } from "./words";

export interface Ranked extends Rider {
  /** Null: not placed yet. */
  place: number | null;
  behind: number;
  why: string | null;
}

/** As the rules rank them; riders who are not placed yet come last. */
export function rankedRiders(table: FlammeRougeView): Ranked[] {
  const all = ridersOf(table);
  const ranked = (table.classification ?? []).flatMap((one) => {
    const rider = all.find(({ key }) => key === keyOf(one.team, one.rider));
    return rider ? [{ ...rider, ...one }] : [];
  });
  const yet = all.filter((rider) => !ranked.some(({ key }) => key === rider.key));
  return [...ranked, ...yet.map((rider) => ({ ...rider, place: null, behind: 0, why: null }))];
}

/** How far a rider is behind the first, in words. */
export function gapOf(rider: Ranked, first: Ranked | undefined, over: boolean, t: Sentences): string {
  if (rider.place === null) return "";
  if (rider.place === 1) return over ? t.winner : t.leader;
  if (rider.crossed && first?.crossed && rider.crossed !== first.crossed) return t.round(rider.crossed);
  return rider.behind === 0 ? "=" : `−${rider.behind}`;
}

const MOST = 6;

/** The first riders of the race, for a picture. */
export function ranking(view: View, names: readonly string[], words: Words, lang: Lang): Row[] | null {
  const [table, t] = [tableOf(view), sentences(lang)];
  const order = rankedRiders(table).filter((rider) => rider.place !== null);
  if (order.length === 0) return null;
  return order.slice(0, MOST).map((rider) => ({
    place: String(rider.place),
    name: `${teamName(table, rider.team, names, words)} · ${rider.rider}`,
    value: gapOf(rider, order[0], table.phase === "over", t),
    tint: deepOf(rider.team),
  }));
}
