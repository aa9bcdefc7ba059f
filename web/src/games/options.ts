/** Options that a game lets people choose in a way of its own: `options.ts` in its folder. */
import type { Component } from "svelte";
import type { Lang } from "../lib/i18n.svelte";
import type { BotInfo, OptionInfo } from "../protocol";

export type Options = Record<string, boolean | number | string>;

export interface OptionProps {
  option: OptionInfo;
  value: string;
  /** What to call each seat; there are as many as players. */
  names: string[];
  /** All options as they are chosen now. */
  options: Options;
  /** How strong the players are about to be, as far as that was chosen. */
  level?: BotInfo | null;
  onchange: (value: boolean | number | string) => void;
}

export interface OwnOption {
  Editor: Component<OptionProps>;
  /** A value in words, better than the table of words has them; empty or null: as there. */
  say?: (value: string, names: readonly string[], lang: Lang) => string | null;
}

export type OwnOptions = Readonly<Record<string, OwnOption>>;

const files = import.meta.glob<{ default: OwnOptions }>("./*/options.ts");

export async function loadOptions(game: string): Promise<OwnOptions> {
  const load = files[`./${game}/options.ts`];
  return load ? (await load()).default : {};
}
