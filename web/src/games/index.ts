/** Every folder here with an `index.ts` is a game's page, loaded when a table of it is opened. */
import { sentence } from "../lib/words";
import type { GamePage } from "./types";

const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");

export const hasPage = (id: string): boolean => `./${id}/index.ts` in pages;

export async function loadPage(id: string): Promise<GamePage | null> {
  const load = pages[`./${id}/index.ts`];
  return load ? (await load()).default : null;
}

/** The sentence of an event: the game page's own, or that of the game's table of words. */
export const telling =
  (page: GamePage | null): typeof sentence =>
  (event, names, words, lang) =>
    page?.tell?.(event, names, words, lang) ?? sentence(event, names, words, lang);
