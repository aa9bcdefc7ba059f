/** Moves and events in words, and how long a step is shown. */
import type { Event, View } from "../../protocol";
import type { Lang } from "../../lib/i18n.svelte";
import { readGift, readOrder, tour } from "./model";
import { cardWords, own } from "./words";

/** A move as a proposal: "play 2-1-1 red", "the 2 to rider 1". */
export function describe(move: string, view: View, lang: Lang): string {
  const t = own(lang);
  const gift = readGift(move);
  if (gift) return t.describeGive(gift.number, gift.extra, gift.rider);
  const said = t.describe[move];
  if (said) return said;
  const [word, what] = readOrder(move);
  if (word === "drop") return t.drop(cardWords(what, lang));
  if (word === "grid") return t.frontToBack([...what].join(", "));
  if (word === "start") return t.send(Number(what));
  if (word === "yellow") return t.wear(Number(what));
  if (word === "declare") return t.describeDeclare(what);
  return (tour(view).phase === "seal" ? t.lay : t.play)(cardWords(move, lang));
}

/** Events that name cards; single steps are not told, the number was. Null: the table tells it. */
export function tell(event: Event, names: readonly string[], lang: Lang): string | null {
  const t = own(lang);
  const name = event.seat === null ? "" : (names[event.seat] ?? "?");
  const card = (key: string): string => cardWords(String(event.facts[key]), lang);
  switch (event.kind) {
    case "step":
      return "";
    case "card":
      return t.plays(name, card("card"));
    case "drop":
      return t.drops(name, card("card"));
    case "stuck":
      return t.stuckTells(name, card("card"), card("drawn"));
    case "turn-over":
      return t.turnsOver(name, card("card"), Number(event.facts.squares));
    case "draw-own":
      return t.drawsOwn((event.facts.cards as string[]).map((one) => cardWords(one, lang)).join(", "));
    case "grid":
      return t.lines(name, (event.facts.order as number[]).join("-"));
    default:
      return null;
  }
}

const PACE: Record<string, number> = {
  card: 620,
  number: 110,
  step: 210,
  ride: 420,
  grid: 260,
  stage: 500,
  risk: 1500,
  "risk-kept": 1200,
  declare: 1200,
  "declare-rider": 1200,
  turned: 500,
  green: 900,
  "green-yellow": 900,
  arrive: 500,
  "turn-over": 900,
  "solo-home": 500,
  stuck: 1000,
  "stage-end": 1200,
};

/** The longest of what a step shows; drawing a card hardly takes time. */
export const pace = (events: Event[]): number => Math.max(90, ...events.map((event) => PACE[event.kind] ?? 0));
