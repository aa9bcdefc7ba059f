/** The page of Tape l'étape. */
import type { GamePage } from "../types";
import Board from "./Board.svelte";
import Side from "./Side.svelte";
import Standings from "./Standings.svelte";
import { describe } from "./describe";
import { PROFILE_CARDS, tableOf } from "./model";
import type { Profile } from "./geometry";
import { pace } from "./pace";
import { since } from "./since";
import { tell } from "./tell";
import { gapText, sentences } from "./words";

const TINTS = ["bleu", "rouge", "vert", "orange", "ambre", "asphalte"];

const page: GamePage = {
  Board,
  picture: () => import("./Picture.svelte"),
  Side,
  Standings,
  describe,
  tell,
  pace,
  refusal: "crevaison@0 0 100 140",
  since: (events, me, names, _words, lang) => since(events, me, names, lang),
  tint: (_, seat) => `var(--${TINTS[seat % TINTS.length]}-deep)`,
  prompt: (view, seat, lang) => {
    const table = tableOf(view);
    const t = sentences(lang);
    if (view.over || table.turn !== seat) return null;
    if (table.profile === null) return t.yourStage;
    if (table.laid > 0) return t.yourTurnEnd;
    return table.gear ? t.yourTurnGear : null;
  },
  caption: (view, _, lang) => {
    const table = tableOf(view);
    const t = sentences(lang);
    return table.final && !view.over ? t.finalStage : t.stageOf(table.stage, table.stages);
  },
  score: (view, seat) => gapText(tableOf(view).riders[seat]?.gap ?? 0),
  count: (view, seat) => (view.over ? null : (tableOf(view).riders[seat]?.cards ?? null)),
  symbol: (event) => {
    if (event.kind === "stage-chosen") return PROFILE_CARDS[event.facts["profile"] as Profile]?.picture ?? null;
    if (event.kind.startsWith("puncture") || event.kind === "missed") return "crevaison";
    if (event.kind.startsWith("vitamin")) return "vitamine";
    if (event.kind === "gear") return "braquet";
    return null;
  },
};

export default page;
