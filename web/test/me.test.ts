import { beforeEach, describe, expect, it, test } from "vitest";
import { loadNumbers, type NumberKind } from "../src/games/numbers";
import { SHELF } from "../src/games/shelf";
import { mine } from "../src/lib/mine.svelte";
import { type Finished, results } from "../src/lib/results.svelte";
import { bests, courses, csv, growth, outcome, rivals, streaks, tally } from "../src/me/stats";
import type { TableInfo } from "../src/protocol";
import { ME_WORDS } from "../src/words/me";

function game(of: Partial<Finished>): Finished {
  return {
    code: "KDPQWR", game: "tapas", at: 0, seat: 0, names: ["Ana", "@hard"], scores: [9, 5], places: [1, 2],
    winners: [0], why: "played", facts: null, course: null, ...of,
  };
}
const won = game({});
const lost = game({ winners: [1], places: [2, 1] });
const shared = game({ winners: [0, 1], places: [1, 1] });

describe("counting", () => {
  it("tells a victory from a shared one", () => {
    expect([won, lost, shared].map(outcome)).toEqual(["won", "lost", "shared"]);
    expect(tally([won, lost, shared, won])).toEqual({ games: 4, won: 2, shared: 1, share: 0.5 });
    expect(tally([]).share).toBe(0);
  });
  it("finds the streak that runs and the longest one", () => {
    expect(streaks([won, won, lost, won, won, won])).toEqual({ now: 2, best: 3 });
    expect(streaks([lost, won])).toEqual({ now: 0, best: 1 });
    expect(streaks([won])).toEqual({ now: 1, best: 1 });
    expect(streaks([])).toEqual({ now: 0, best: 0 });
  });
  it("counts rivals once a game, people and bots", () => {
    const four = game({ names: ["Ana", "@easy", "@easy", "Bo"], places: [2, 3, 4, 1], winners: [3] });
    const list = rivals([four, won]);
    expect(list.map((one) => [one.name, one.bot, one.games, one.won, one.ahead])).toEqual([
      ["@easy", true, 1, 0, 1],
      ["@hard", true, 1, 1, 1],
      ["Bo", false, 1, 0, 0],
    ]);
  });
  it("follows the share from the first game to the last", () => {
    expect(growth([won, lost, won])).toEqual([1, 0.5, 2 / 3]);
  });
  it("keeps the best, high or low, and where it was", () => {
    const kinds: NumberKind[] = [
      { key: "points", best: "high", label: () => "" },
      { key: "rounds", best: "low", label: () => "" },
      { key: "never", best: "low", label: () => "" },
    ];
    const one = game({ code: "A", facts: { points: 3, rounds: 12 } });
    const two = game({ code: "B", facts: { points: 9, rounds: 14 } });
    expect(bests([one, two, won], kinds).map((best) => [best.kind.key, best.value, best.game.code])).toEqual([
      ["points", 9, "B"],
      ["rounds", 12, "A"],
    ]);
  });
  it("sorts games by what was ridden", () => {
    const [a, b] = [game({ course: "Ballon" }), game({ course: "Corso" })];
    expect(courses([a, b, b, won]).map((one) => [one.course, one.list.length])).toEqual([["Corso", 2], ["Ballon", 1]]);
  });
  it("writes a sheet that no nickname can break", () => {
    const text = csv([game({ names: ["=1+1", 'A"b,c'], facts: { points: 9 } })]);
    const [head, row] = text.trim().split("\r\n");
    expect(head).toContain("points");
    expect(row).toContain(`"'=1+1 / A""b,c"`);
    expect(row).toMatch(/,9$/);
  });
});

describe("results of this device", () => {
  beforeEach(() => {
    localStorage.clear();
    results.clear();
  });
  const seat = (n: number, name: string, bot: string | null = null) => ({ seat: n, kind: bot ? "bot" : "person", name, bot, stand_in: null, resigned: false });
  const table = {
    code: "KDPQWR", watch: "BWXZTRNM", game: "tapas", status: "over", players: 2,
    seats: [seat(0, "Ana"), seat(1, "Bot 1", "hard")],
    end: { why: "played", winners: [0], standing: { scores: [9, 5], places: [1, 2] }, words: { en: "", fr: "" }, article: null },
  } as unknown as TableInfo;

  it("notes the end of a game once, as the server tells it", () => {
    mine.note(table, [0]);
    mine.note(table, [0]);
    expect(results.list).toHaveLength(1);
    expect(results.list[0]).toMatchObject({ code: "KDPQWR", seat: 0, names: ["Ana", "@hard"], winners: [0], facts: null });
    expect(JSON.parse(localStorage.getItem("echappee.results")!)).toHaveLength(1);
  });
  it("does not count games that run, or with several seats here, or watched", () => {
    results.note({ ...table, end: null }, [0]);
    results.note(table, [0, 1]);
    results.note(table, []);
    results.note({ ...table, code: null }, [0]);
    expect(results.list).toEqual([]);
  });
  it("does not count practice, nor what a bot finished for somebody who left", () => {
    results.note({ ...table, practice: true }, [0]);
    results.note({ ...table, seats: [{ ...table.seats[0]!, stand_in: "left", bot: "teammate" }, table.seats[1]!] }, [0]);
    expect(results.list).toEqual([]);
    results.note({ ...table, seats: [{ ...table.seats[0]!, resigned: true }, table.seats[1]!] }, [0]);
    expect(results.list.map(outcome)).toEqual(["lost"]);
  });
  it("adds the game's own numbers once", () => {
    results.note(table, [0]);
    results.learn("KDPQWR", { points: 9 }, "Corso");
    results.learn("KDPQWR", { points: 1 }, null);
    expect(results.find("KDPQWR")).toMatchObject({ facts: { points: 9 }, course: "Corso" });
  });
});

describe("each game's numbers", () => {
  it("are in both languages", async () => {
    for (const { id } of SHELF) {
      const numbers = await loadNumbers(id);
      expect(numbers?.kinds.length).toBeGreaterThan(1);
      for (const kind of numbers!.kinds) expect(kind.label("en")).not.toBe(kind.label("fr"));
    }
    expect(await loadNumbers("chess")).toBeNull();
  });
});

test("both languages say the same things", () => {
  expect(Object.keys(ME_WORDS.fr)).toEqual(Object.keys(ME_WORDS.en));
});
