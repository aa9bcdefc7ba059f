/** Every folder here with an `index.ts` is a game's page, loaded when a table of it is opened. */
import type { Component } from "svelte";
import { sentence } from "../lib/words";
import type { GamePage } from "./types";

const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");

/** The picture of what a seat may choose when a table is set; not every game has one. */
const choices = import.meta.glob<{ default: Component<{ value: string }> }>("./*/SeatChoice.svelte");

export async function loadChoice(id: string): Promise<Component<{ value: string }> | null> {
  const load = choices[`./${id}/SeatChoice.svelte`];
  return load ? (await load()).default : null;
}

/** The page of a game: its own, or a plain one that shows any game. */
export async function loadPage(id: string): Promise<GamePage> {
  const load = pages[`./${id}/index.ts`] ?? (() => import("../plain"));
  return (await load()).default;
}

/** The sentence of an event: the game page's own, or that of the game's table of words. */
export const telling =
  (page: GamePage | null): typeof sentence =>
  (event, names, words, lang) =>
    page?.tell?.(event, names, words, lang) ?? sentence(event, names, words, lang);
