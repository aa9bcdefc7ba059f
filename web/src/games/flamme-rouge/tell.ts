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
  const bids = tableOf(view).phase === "bidding";
  if (draws[0] && bids) return t.bidWith(rider);
  if (draws[0]) return tableOf(view).phase === "energy" ? t.drawOnly(rider) : t.drawFor(rider);
  const card = move.slice(1);
  if (bids) return labelled(rider, card === "2x" ? t.bidTired : t.bid(card), lang);
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
    case "bidding":
      return t.tell.bids(Number(facts["square"]));
    case "bid":
      return t.tell.bid(who(event.seat), rider, t.cardName(String(facts["card"])));
    case "away":
      return t.tell.away(who(event.seat), rider, Number(facts["bids"]));
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
    case "round": // what was ridden says which round it was
      return "";
    case "exhaustion":
      return t.tell.tired(who(facts["team"]), rider);
    case "fall":
    case "dummy-fall":
      return t.tell.fall(who(facts["team"]), rider, Number(facts["square"]));
    case "home":
    case "dummy-home":
      return t.tell.home(who(facts["team"]), rider, Number(facts["beyond"]));
    default:
      return null;
  }
}

/** Cards drawn and chosen: the round that they make tells which. */
const CHOICES = new Set(["round", "named", "bid-sealed", "bid-sealed-own", "drawn", "drawn-own", "sealed", "sealed-own", "shuffled"]);

/** A round in one line: who is home, where the first one rides, packs that moved up, riders in the wind. */
export function summary(events: readonly Event[], names: readonly string[], words: Words, lang: Lang): string | null {
  const t = sentences(lang);
  const round = events.find((event) => event.kind === "reveal");
  if (!round) return events.length > 0 && events.every((event) => CHOICES.has(event.kind)) ? "" : null;
  const home = events.filter((event) => event.kind.endsWith("home"));
  const to = events.flatMap(({ kind, facts }) =>
    kind === "slipstream" ? (facts["moved"] as string[][]).map((moved) => moved[3] ?? "") : kind.includes("ride") ? [String(facts["to"])] : [],
  );
  const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
  return t.tell.round(
    Number(round.facts["round"]),
    home.map(({ seat, facts }) => t.tell.riderOf(names[Number(facts["team"] ?? seat)] ?? term(words, "dummies", String(facts["dummy"] ?? "muscle")), t.riders[String(facts["rider"])] ?? "")),
    Math.max(...to.map((place) => readPlace(place).square)),
    count("slipstream"),
    count("exhaustion"),
  );
}
