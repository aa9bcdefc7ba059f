/** The page of Tapas. */
import type { Event, TapasView, View } from "../../protocol";
import type { GamePage } from "../types";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import Notes from "./Notes.svelte";
import { lengthOf, pushOf } from "./plate.svelte";
import Side from "./Side.svelte";
import { labelOf, symbolOf } from "./symbols";
import { entryWords, halves, numberOf, own } from "./words";

const table = (view: View): TapasView => view.table as TapasView;

const page: GamePage = {
  Board,
  picture: () => import("./Picture.svelte"),
  Finale,
  refusal: "refused@-18 -18 36 36",
  Side,
  Notes,
  describe(move, _view, _words, lang) {
    const t = own(lang);
    if (move === "swap") return t.takeSide;
    if (move === "keep") return t.keepSide;
    const [entry = "", value = ""] = move.split(":");
    return move === "pass" ? t.pass : t.move(value, entryWords(entry, lang));
  },
  tell(event, names, _words, lang) {
    if (event.kind !== "push" || event.seat === null) return null;
    return own(lang).pushes(names[event.seat] ?? "?", String(event.facts.value), entryWords(String(event.facts.entry), lang));
  },
  tint: (view, seat) => (table(view).seats[seat]?.colour === "j" ? "var(--vert-deep)" : "var(--ambre-deep)"),
  prompt(view, _seat, lang) {
    if (table(view).swap === "asked") return own(lang).swapPrompt;
    return table(view).seats.some((one) => one.side) ? own(lang).side : own(lang).choose;
  },
  caption(view, _words, lang) {
    const t = own(lang);
    const extras = Number(view.options.extras ?? 0);
    const burning = view.options.burning_head === true;
    const given = Math.max(...table(view).seats.map((one) => one.handicap));
    const house = [given ? t.handicap(given) : "", table(view).swap ? t.swapping : ""];
    const parts = [extras ? t.redMojo(extras) : "", burning ? t.burning : "", ...house].filter(Boolean);
    return parts.join(" · ") || t.plain;
  },
  score: (view, seat) => halves(view.standing.scores[seat] ?? 0),
  unit: (lang, score) => own(lang).points(numberOf(score)),
  count: (view, seat) => table(view).seats[seat]?.hand.length ?? null,
  symbol(event: Event) {
    if (event.kind !== "push") return null;
    const name = String(event.facts.piece);
    return `${symbolOf(name)}:${labelOf(name) ?? ""}`;
  },
  pace(events) {
    const push = pushOf(events);
    const turned = events.some((event) => event.kind === "board-turned");
    return push ? lengthOf(push) + 420 + (turned ? 400 : 0) : 700;
  },
};

export default page;
