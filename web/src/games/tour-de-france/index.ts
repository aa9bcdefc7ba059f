/** The page of Tour de France. */
import type { GamePage } from "../types";
import Board from "./Board.svelte";
import { describe, pace, tell } from "./describe";
import { DEEP, tour } from "./model";
import Notes from "./Notes.svelte";
import Side from "./Side.svelte";
import Standings from "./Standings.svelte";
import { own } from "./words";

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
    const [t, table] = [own(lang), tour(view)];
    return `${t.stageOf(table.stage)} · ${t.kinds[table.kind]}`;
  },
  score: (view, seat) => {
    const team = tour(view).seats[seat];
    return String((team?.individual ?? 0) + (team?.team ?? 0));
  },
  unit: (lang, score) => own(lang).points(Number(score)),
  count: (view, seat) => tour(view).seats[seat]?.cards ?? null,
  pace,
};

export default page;
