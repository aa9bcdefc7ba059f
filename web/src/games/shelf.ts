/** What the page shows of a game before its board is loaded: `shelf.ts` in its folder. */
import type { Component, ComponentProps } from "svelte";
import type Symbol from "../lib/Symbol.svelte";

export interface Shelf {
  /** Where it stands: lower numbers come first. */
  order: number;
  /** How it is called until the server has said so. */
  name: string;
  Poster: Component;
  /** The small picture in a list. */
  mark?: ComponentProps<typeof Symbol>;
  /** Symbols that its poster, its mark and its board draw with. */
  Symbols?: Component;
  /** A page of what can be chosen: stages. */
  gallery?: { href: string };
  /** A card on the home page that leads to a page of the game's own. */
  Card?: Component;
}

const files = import.meta.glob<Shelf>("./*/shelf.ts", { eager: true, import: "default" });

/** All games that have something to show, in the order of the shelf. */
export const SHELF: readonly (Shelf & { id: string })[] = Object.entries(files)
  .map(([path, entry]) => ({ ...entry, id: path.split("/")[1]! }))
  .sort((one, other) => one.order - other.order);

export const onShelf = (id: string): Shelf | null => SHELF.find((entry) => entry.id === id) ?? null;
