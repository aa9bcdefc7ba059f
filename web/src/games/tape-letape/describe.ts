/** A move in words, as a proposal: "Lay the yellow 9". */
import type { Lang } from "../../lib/i18n.svelte";
import { term, type Words } from "../../lib/words";
import type { View } from "../../protocol";
import { readCard } from "./model";
import { cardName, sentences } from "./words";

export function describe(move: string, view: View, words: Words, lang: Lang, names: readonly string[]): string {
  const t = sentences(lang);
  const name = (seat: number): string => names[seat] ?? "?";
  if (readCard(move)) return t.layFull(cardName(move, words, lang));
  if (move === "end") return t.end;
  if (move === "pass") return t.pass;
  if (move === "gear") return t.changeGear;
  if (move.startsWith("stage:")) return t.chooseStage(term(words, "profiles", move.slice(6)));
  const [head = "", rest = ""] = move.split(">");
  if (head === "puncture") {
    const seat = Number(rest);
    return seat === view.seat ? t.punctureSelf : t.punctureOf(name(seat));
  }
  if (head === "vitamin") {
    const [seat = "", card = ""] = rest.split(":");
    return t.swap(cardName(card, words, lang), name(Number(seat)));
  }
  return move;
}
