/** The four games of the house, in the order of the shelf, with their posters. */
import type { Component } from "svelte";
import { hasPage } from "../games";
import type { GameInfo } from "../protocol";
import FlammeRouge from "./posters/FlammeRouge.svelte";
import TapeLetape from "./posters/TapeLetape.svelte";
import Tapas from "./posters/Tapas.svelte";
import TourDeFrance from "./posters/TourDeFrance.svelte";

export interface Shelf {
  id: string;
  Poster: Component;
  fewest: number;
  most: number;
  /** A page of values for one of the options: stages to choose from. */
  gallery?: { href: string; option: string };
}

export const SHELF: Shelf[] = [
  { id: "tape-letape", Poster: TapeLetape, fewest: 3, most: 6 },
  { id: "tapas", Poster: Tapas, fewest: 2, most: 2 },
  { id: "flamme-rouge", Poster: FlammeRouge, fewest: 1, most: 6, gallery: { href: "/stages", option: "stage" } },
  { id: "tour-de-france", Poster: TourDeFrance, fewest: 2, most: 4 },
];

/** A game counts as there when the server has its rules and the page its board. */
export function shelf(all: GameInfo[]): { entry: Shelf | null; info: GameInfo | null; id: string }[] {
  const games = all.filter((game) => hasPage(game.id));
  const known = SHELF.map((entry) => ({
    id: entry.id,
    entry,
    info: games.find((game) => game.id === entry.id) ?? null,
  }));
  const others = games
    .filter((game) => !SHELF.some((entry) => entry.id === game.id))
    .map((info) => ({ id: info.id, entry: null, info }));
  return [...known, ...others];
}
