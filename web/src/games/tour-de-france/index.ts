/** The page of Tour de France. */
import type { GamePage } from "../types";
import Board from "./Board.svelte";
import { describe, pace, tell } from "./describe";
import { DEEP, tour } from "./model";
import Notes from "./Notes.svelte";
import Side from "./Side.svelte";
import Standings from "./Standings.svelte";
import { own, stageWords } from "./words";

const page: GamePage = {
  Board,
  picture: () => import("./Picture.svelte"),
  Side,
  Notes,
  Standings,
  describe: (move, view, _words, lang) => describe(move, view, lang),
  tell: (event, names, _words, lang) => tell(event, names, lang),
  tint: (view, seat) => DEEP[tour(view).seats[seat]?.colour ?? "white"],
  prompt: (view, seat, lang) => {
    const table = tour(view);
    return table.phase === "seal" && table.seats[seat]?.laid ? own(lang).sealed : (own(lang).prompts[table.phase] ?? null);
  },
  caption(view, _words, lang) {
    return stageWords(tour(view), lang);
  },
  score: (view, seat) => {
    const team = tour(view).seats[seat];
    return String((team?.individual ?? 0) + (team?.team ?? 0));
  },
  unit: (lang, score) => own(lang).points(Number(score)),
  count: (view, seat) => tour(view).seats[seat]?.cards ?? null,
  // A number, a step: nothing is drawn, and all of it can be taken back. Draws are the player's own.
  forced: (move, view) => (/^(assign|sweep)$/.test(tour(view).phase) && /^(\d\+?>[123]|done)$/.test(move)) || /^[<^>]$/.test(move),
  pace,
};

export default page;
