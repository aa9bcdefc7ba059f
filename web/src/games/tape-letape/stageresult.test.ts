import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { words } from "./dev/fixtures";
import type { StageOver } from "./model";
import StageResult from "./StageResult.svelte";

afterEach(cleanup);

const tied: StageOver = {
  number: 2, profile: "mountain", chooser: 1, final: false, winner: 2, seconds: [30, 30, -40], left: null, costs: null, order: [],
  totals: [60, -10, -10], gaps: [70, 0, 0], places: [3, 2, 1],
};

it("has the places that the rules say, also where times are equal (TLE-29)", () => {
  const given = { result: tied, over: false, next: 2, me: null, names: ["Ana", "Bruno", "Chloé"], words: words.en, lang: "en" as const, close: () => {} };
  const { container } = render(StageResult, given);
  const rows = [...container.querySelectorAll(".general li")];
  const told = rows.map((row) => [row.querySelector("i")?.textContent, row.querySelector(".name")?.textContent]);
  expect(told).toEqual([["1", "Chloé"], ["2", "Bruno"], ["3", "Ana"]]);
});
