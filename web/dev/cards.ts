/** Draws the pictures that links show: `cards.py` asks for them. */
import { mount } from "svelte";
import { loadPage } from "../src/games";
import { onShelf } from "../src/games/shelf";
import "../src/lib/base.css";
import "../src/lib/fonts.css";
import "../src/lib/tokens.css";
import Sprite from "../src/lib/symbols/Sprite.svelte";
import type { Words } from "../src/lib/words";
import type { View } from "../src/protocol";
import { drawing, painted } from "../src/share/picture";
import GameCard from "./GameCard.svelte";
import HouseCard from "./HouseCard.svelte";

mount(Sprite, { target: document.getElementById("app")! });

const text = (blob: Blob): Promise<string> =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.readAsDataURL(blob);
  });

/** The card of a game, with a position of it; without one, that of the house. */
async function card(game: string | null, view: View | null, words: Words): Promise<string> {
  if (game === null || view === null) return text(await painted(drawing(HouseCard, {})));
  const found = await (await loadPage(game)).picture?.();
  const { name, Poster } = onShelf(game)!;
  return text(await painted(drawing(GameCard, { name, Poster, Drawing: found!.default, given: { view, names: ["", "", "", "", "", ""], words, lang: "fr" } })));
}

Object.assign(window, { card });
