/** The games on the shelf, in its order. */
import { type Shelf, SHELF } from "../games/shelf";
import type { GameInfo } from "../protocol";

export interface OnShelf {
  id: string;
  entry: Shelf | null;
  info: GameInfo | null;
}

/** The server's games; until it has named them, those that the page has a picture of. */
export function shelf(games: readonly GameInfo[] | null): OnShelf[] {
  const known = SHELF.map((entry) => ({ id: entry.id, entry, info: games?.find((game) => game.id === entry.id) ?? null }));
  if (games === null) return known;
  const others = games.filter((game) => !SHELF.some((entry) => entry.id === game.id));
  return [...known.filter(({ info }) => info !== null), ...others.map((info) => ({ id: info.id, entry: null, info }))];
}
