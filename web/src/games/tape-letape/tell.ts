/** Sentences that name a card: "Ana lays the green 6" says more than its letters. */
import type { Lang } from "../../lib/i18n.svelte";
import { sentence, type Words } from "../../lib/words";
import type { Event } from "../../protocol";
import { cardName, sentences } from "./words";

export function tell(event: Event, names: readonly string[], words: Words, lang: Lang): string | null {
  const t = sentences(lang);
  const name = (seat: unknown): string => names[Number(seat)] ?? "?";
  const card = (fact: string): string => cardName(String(event.facts[fact]), words, lang);
  if (event.kind === "card") return t.lays(name(event.seat), card("card"));
  if (event.kind === "vitamin-seen")
    return t.swaps(name(event.seat), card("given"), name(event.facts["target"]), card("drawn"));
  return null;
}

/** The same for every event: the sentence of the game's table where there is none of our own. */
export const told = (event: Event, names: readonly string[], words: Words, lang: Lang): string =>
  tell(event, names, words, lang) ?? sentence(event, names, words, lang);
