/** States of real Tours; `fixtures.py` writes them. */
import type { Event, View } from "../../../protocol";
import type { Lang } from "../../../lib/i18n.svelte";
import type { Words } from "../../../lib/words";
import data from "./fixtures.json";

export interface Step {
  view: View;
  moves: string[];
  events: Event[];
}

export const states = data.states as unknown as Record<string, Step>;
export const words = data.words as unknown as Record<Lang, Words>;
export const NAMES = ["Ana", "Hugo", "Inès", "Marco", "Léa", "Bastien"];
