/** The page of Flamme Rouge. */
import type { GamePage } from "../types";
import Board from "./Board.svelte";
import Notes from "./Notes.svelte";
import Side from "./Side.svelte";
import Standings from "./Standings.svelte";
import Tour from "./Tour.svelte";
import { deepOf, LETTERS, tableOf, toGo, waitsFor } from "./model";
import { ranking } from "./ranking";
import { pace } from "./show";
import { describe, summary, tell } from "./tell";
import { sentences } from "./words";
import "./look.css";

const page: GamePage = {
  Board,
  picture: () => import("./Picture.svelte"),
  ranking,
  Side,
  Notes,
  Standings,
  Result: Standings,
  Series: Tour,
  describe,
  tell,
  summary,
  pace,
  tint: (_, seat) => deepOf(seat),
  prompt: (view, seat, lang) => {
    const table = tableOf(view);
    const t = sentences(lang);
    if (view.over) return null;
    if (table.phase === "placing") return t.placing;
    const squad = table.teams[seat];
    if (table.phase === "bidding" && squad && !squad.holding) return squad.bidder ? t.bidAgain(t.riders[squad.bidder] ?? "") : t.whichBids;
    if (squad?.holding) return t.hand(t.riders[squad.holding] ?? "");
    return waitsFor(squad).length === LETTERS.length ? t.which : null;
  },
  happening: (events, lang) => {
    const round = events.find((event) => event.kind === "reveal");
    return round ? sentences(lang).riding(Number(round.facts["round"])) : null;
  },
  caption: (view, _, lang) => {
    const table = tableOf(view);
    const t = sentences(lang);
    return [table.title ?? t.ownStage, table.phase === "energy" ? t.round(table.round) : ""].filter(Boolean).join(" · ");
  },
  score: (view, seat) => {
    const left = toGo(tableOf(view), seat);
    return left === null ? "–" : left > 0 ? String(left) : `+${1 - left}`;
  },
  unit: (lang) => sentences(lang).squaresUnit,
};

export default page;
