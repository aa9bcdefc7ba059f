/** Moves and events in words. */
import type { Event, View } from "../../protocol";
import type { Lang } from "../../lib/i18n.svelte";
import { labelled } from "../../lib/typeset";
import { term, type Words } from "../../lib/words";
import { readMoves, readPlace, tableOf } from "./model";
import { sentences } from "./words";

/** A move as an order: "Play the Rouleur's 5". */
export function describe(move: string, view: View, words: Words, lang: Lang): string {
  const t = sentences(lang);
  const { spots, draws } = readMoves([move]);
  const rider = t.riders[move[0] ?? ""] ?? "";
  if (spots[0]) return t.place(rider, spots[0].square, term(words, "lanes", spots[0].lane));
  if (draws[0]) return tableOf(view).phase === "energy" ? t.drawOnly(rider) : t.drawFor(rider);
  const card = move.slice(1);
  const order = card === "2x" ? t.playTired : card === "-" ? t.playNothing : t.play(card);
  return labelled(rider, order, lang);
}

export function tell(event: Event, names: readonly string[], words: Words, lang: Lang): string | null {
  const t = sentences(lang);
  const { kind, facts } = event;
  const rider = t.riders[String(facts["rider"])] ?? "";
  const who = (team: unknown): string => names[Number(team)] ?? term(words, "dummies", String(facts["dummy"] ?? "muscle"));
  switch (kind) {
    case "placed":
      return t.tell.placed(who(event.seat), rider, Number(facts["square"]));
    case "reveal":
      return t.tell.reveal(Number(facts["round"]));
    case "ride":
    case "ride-because":
    case "dummy-ride":
    case "dummy-ride-because": {
      const why = ((facts["why"] as string[] | undefined) ?? []).map((one) => term(words, "reasons", one)).join(", ");
      const card = t.cardName(String(facts["card"]) === "A" ? `${term(words, "cards", "A")} (${facts["value"]})` : String(facts["card"]));
      return t.tell.ride(who(facts["team"]), rider, card, Number(facts["squares"]), readPlace(String(facts["to"])).square, why);
    }
    case "slipstream": {
      const moved = (facts["moved"] as [number, string, string, string][]).map(([team, letter]) => t.tell.riderOf(names[team] ?? term(words, "dummies", "muscle"), t.riders[letter] ?? letter));
      if (moved.length > 2 || moved.length === 0) return null;
      return t.tell.slip(moved.join(t.tell.and), moved.length);
    }
    case "exhaustion":
      return t.tell.tired(who(facts["team"]), rider);
    case "home":
    case "dummy-home":
      return t.tell.home(who(facts["team"]), rider, Number(facts["beyond"]));
    default:
      return null;
  }
}
