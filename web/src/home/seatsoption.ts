/** An option that gives each seat something of its own, such as a colour: `white,red,blue`. */
import type { Lang } from "../lib/i18n.svelte";
import { typeset } from "../lib/typeset";

const EN = { chosen: "seat by seat…", of: (label: string, seat: string) => `${label}: ${seat}` };
const FR: typeof EN = { chosen: "place par place…", of: (label, seat) => `${label} : ${seat}` };
const TABLES: Record<Lang, typeof EN> = { en: EN, fr: typeset(FR) };
export const seatWords = (lang: Lang): typeof EN => TABLES[lang];

/** What each seat has: as many as there are players, the rest from what is still free. */
export function fit(value: string, choices: string[], players: number): string[] {
  const chosen = value.split(",").filter((one, at, all) => choices.includes(one) && all.indexOf(one) === at);
  const free = choices.filter((one) => !chosen.includes(one));
  return [...chosen, ...free].slice(0, players);
}

/** A seat takes a choice; who had it gets what the seat had before. */
export function give(chosen: string[], seat: number, choice: string): string[] {
  const before = chosen[seat] ?? "";
  return chosen.map((one, at) => (at === seat ? choice : one === choice ? before : one));
}
