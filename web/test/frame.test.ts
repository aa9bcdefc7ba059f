import { expect, test } from "vitest";
import { request, usual } from "../src/home/plan";
import { read } from "../src/lib/router.svelte";
import { en } from "../src/words/en";
import { left, readable } from "../src/table/clock";
import { lead, lines } from "../src/table/loglines";
import { recordNames, seatNames } from "../src/table/names";
import type { BotInfo, GameInfo } from "../src/protocol";
import { moved, table } from "./fixtures";

test("addresses", () => {
  expect(read("/")).toEqual({ page: "home" });
  expect(read("/t/kdp-qwr")).toEqual({ page: "table", code: "KDPQWR" });
  expect(read("/w/BWXZTRNM")).toEqual({ page: "table", code: "BWXZTRNM" });
  expect(read("/r/abc")).toEqual({ page: "record", id: "abc", at: null, look: null });
  expect(read("/r/abc", "?at=120&look=2")).toEqual({ page: "record", id: "abc", at: 120, look: 2 });
  expect(read("/r/abc", "?at=-1&look=x")).toEqual({ page: "record", id: "abc", at: null, look: null });
  expect(read("/new/tapas", "?mode=screen")).toEqual({ page: "new", game: "tapas", mode: "screen", options: {} });
  expect(read("/new/flamme-rouge", "?stage=abEu")).toEqual({ page: "new", game: "flamme-rouge", mode: null, options: { stage: "abEu" } });
  expect(read("/t/A/B")).toEqual({ page: "none" });
  expect(read("/settings")).toEqual({ page: "settings" });
});

const bots = ["random", "greedy"].map((name): BotInfo => ({ name, label: { en: name, fr: name }, help: { en: "", fr: "" } }));
const game: GameInfo = {
  id: "tape-letape",
  name: { en: "Tape", fr: "Tape" },
  tagline: { en: "", fr: "" },
  duration: { en: "", fr: "" },
  rules: 1,
  fewest: 3,
  most: 6,
  hidden: true,
  options: [{ name: "race", label: { en: "", fr: "" }, help: { en: "", fr: "" }, values: [], default: "sprint", free: false, document: false, choices: [], suggested: [] }],
  series: null,
  ready: true,
};
const player = (n: number): string => `Player ${n}`;

test("one click: you against bots, with the usual options", () => {
  const plan = usual(game, bots, "bots");
  const { seats, options, start } = request(game, plan, "Ana", player);
  expect(seats).toEqual([{ kind: "you", name: "Ana" }, ...Array(3).fill({ kind: "bot", bot: "greedy" })]);
  expect(options).toEqual({ race: "sprint" });
  expect(start).toBe("full");
});

test("friends get open seats, one screen holds them all", () => {
  const kinds = (mode: "friends" | "screen") =>
    request(game, { ...usual(game, bots, mode), names: ["Ana", ""] }, "You", player).seats;
  expect(kinds("friends")).toEqual([{ kind: "you", name: "Ana" }, { kind: "open" }, { kind: "open" }]);
  expect(kinds("screen")).toEqual([
    { kind: "you", name: "Ana" },
    { kind: "you", name: "Player 2" },
    { kind: "you", name: "Player 3" },
  ]);
});

test("a game that can be played alone still asks for company", () => {
  const solo = { ...game, fewest: 1, most: 6 };
  expect(usual(solo, bots, "friends").players).toBe(2);
  expect(usual(solo, bots, "bots").players).toBe(4);
  expect(usual({ ...solo, most: 1 }, bots, "screen").players).toBe(1);
});

test("clocks run down the move first, then the bank, and rest when told", () => {
  const clocks = { type: "clocks" as const, at: 0, resting: false, seats: [{ seat: 0, running: true, move: 20_000, bank: 60_000 }] };
  expect(left(clocks, 0, 5_000)).toMatchObject({ move: 15_000, bank: 60_000 });
  expect(left(clocks, 0, 30_000)).toMatchObject({ move: 0, bank: 50_000 });
  expect(left({ ...clocks, resting: true }, 0, 30_000)).toMatchObject({ move: 20_000, bank: 60_000 });
  expect(left(clocks, 1, 0)).toBeNull();
  expect(readable(65_000, "en")).toBe("1:05");
  expect(readable(3_725_000, "en")).toBe("1:02:05");
  expect(readable(2 * 86_400_000 + 3_600_000, "fr")).toBe("2 j 1 h");
});

test("the log in sentences, with the name in front", () => {
  const words = { name: "Tapas", events: { push: "{seat|player} pushes a {value}." } };
  const told = lines(
    [{ kind: "started", seq: 1, at: 0 }, ...moved(2, 1).items, { kind: "chat", seq: 3, at: 0, seat: 0, text: "Hi", phrase: null }],
    ["Ana", "Zoé"],
    words,
    en,
    "en",
  );
  expect(told.map((line) => line.sentences)).toEqual([["The game begins."], ["Zoé pushes a 1."]]);
  expect(lead("Zoé pushes a 1.", ["Ana", "Zoé"])).toEqual(["Zoé", " pushes a 1."]);
});

test("bots are called by their level, numbered where several", () => {
  const [person, bot] = table().seats;
  expect(seatNames([person!, bot!], bots)).toEqual(["Ana", "greedy"]);
  expect(seatNames([person!, bot!, bot!], bots)).toEqual(["Ana", "greedy 1", "greedy 2"]);
});

test("a record numbers all who are called the same, bots that are no level too", () => {
  expect(recordNames(["random", "Ana", "random", "random"], bots)).toEqual(["random 1", "Ana", "random 2", "random 3"]);
  expect(recordNames(["greedy", null], bots)).toEqual(["greedy", "Player 2"]);
});
