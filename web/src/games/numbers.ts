/** What each game counts as a player's best: `numbers.ts` in its folder, loaded without its board. */
import type { Lang } from "../lib/i18n.svelte";
import type { View } from "../protocol";

export interface NumberKind {
  key: string;
  /** Is more better, or less? */
  best: "high" | "low";
  label: (lang: Lang) => string;
  /** How people read it; default: the number. */
  show?: (value: number, lang: Lang) => string;
}

export interface GameNumbers {
  kinds: NumberKind[];
  /** The numbers of a seat in a game that is over: facts of its view, by key. */
  of: (view: View, seat: number) => Record<string, number>;
  /** What was ridden, where games differ by it: bests are kept for each. Null: all are alike. */
  course?: (view: View) => string | null;
}

const files = import.meta.glob<{ default: GameNumbers }>("./*/numbers.ts");

export async function loadNumbers(game: string): Promise<GameNumbers | null> {
  const load = files[`./${game}/numbers.ts`];
  return load ? (await load()).default : null;
}
