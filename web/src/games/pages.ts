/** The pages of all games' own, beside their boards: `pages.ts` in a game's folder lists them. */
import type { Lang } from "../lib/i18n.svelte";
import type { OwnPage } from "./ownpage";

const files = import.meta.glob<OwnPage[]>("./*/pages.ts", { eager: true, import: "default" });

export const OWN_PAGES: readonly OwnPage[] = Object.values(files).flat();
export const OFFLINE = OWN_PAGES.flatMap(({ offline }) => offline ?? []);

/** A sentence about what needs the server, and what works without it. */
export const withoutNet = (sentence: string, lang: Lang): string =>
  [sentence, ...OFFLINE.map(({ help }) => help(lang))].join(" ");
