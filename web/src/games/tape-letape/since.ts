/** What the others did since my last turn, in a line: "Zoé: 2 cards · Bo: passes". */
import type { Lang } from "../../lib/i18n.svelte";
import type { Event } from "../../protocol";
import { sentences } from "./words";

export function since(events: readonly Event[], me: number, names: readonly string[], lang: Lang): string | null {
  const t = sentences(lang);
  const stage = events.findLastIndex((event) => event.kind === "stage-over");
  const did = new Map<number, { cards: number; else: string[] }>();
  for (const { kind, seat, facts } of events.slice(stage + 1)) {
    if (seat === null || seat === me) continue;
    const one = did.get(seat) ?? { cards: 0, else: [] };
    if (kind === "card") one.cards++;
    else if (kind === "pass") one.else.push(t.since.pass);
    else if (kind === "missed") one.else.push(t.misses(1));
    else if (kind === "gear") one.else.push(t.onGear);
    else if (kind.startsWith("vitamin")) one.else.push(t.since.vitamin);
    else if (kind === "puncture") one.else.push(t.since.puncture(facts["target"] === me ? t.since.you : (names[Number(facts["target"])] ?? "?")));
    else continue;
    did.set(seat, one);
  }
  const colon = lang === "fr" ? "\u00a0: " : ": ";
  const parts = [...did].map(([seat, one]) => [names[seat] ?? "?", [...(one.cards ? [t.cards(one.cards)] : []), ...one.else].join(", ")].join(colon));
  return parts.length > 0 ? parts.join(" · ") : null;
}
