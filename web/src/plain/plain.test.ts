import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { view } from "../../test/fixtures";
import { loadPage } from "../games";
import type { BoardProps } from "../games/types";
import page from ".";
import { inLine, text } from "./data";

const TABLE = { heaps: [3, 0, 5], last_taken: null, riders: [{ name: "Ana", tired: true }], grid: [[1, 2], [3, null]] };

function setUp(changes: Partial<BoardProps> = {}) {
  const play = vi.fn();
  const props: BoardProps = {
    view: { ...view(0, TABLE), over: false }, before: null, seat: 0, moves: ["1:2", "3:5"], names: ["Ana", "Zoé"],
    words: { name: "Nim", fields: { heaps: "Heaps" } }, lang: "en", busy: false, events: [], narrow: false,
    preview: async () => null, play, explain: async () => null, hint: null, say: () => {}, ...changes,
  };
  render(page.Board, { props });
  return play;
}
const field = (name: string): string => document.querySelector(`[data-field="${name}"]`)!.textContent!.trim();

test("a game without a folder has the plain page", async () => {
  expect(await loadPage("nim")).toBe(page);
  expect(page.describe("1:2", view(), { name: "Nim" }, "en", [])).toBe("1:2");
});

test("the view is shown by its names, and by words where the game has some", () => {
  setUp();
  expect([...document.querySelectorAll("dt")].map((one) => one.textContent)).toEqual(["Heaps", "last taken", "riders", "name", "tired", "grid"]);
  expect(field("heaps")).toBe("3 0 5");
  expect(field("last_taken")).toBe("–");
  expect(field("tired")).toBe("✓");
  expect([...document.querySelectorAll('[data-field="grid"] li')].map((row) => row.textContent!.trim())).toEqual(["1 2", "3 –"]);
});

test("each move is a button; a hint stands out", async () => {
  const play = setUp({ hint: "3:5" });
  expect(screen.getAllByRole("button").map((one) => one.textContent!.trim())).toEqual(["1:2", "3:5"]);
  expect(screen.getByRole("button", { name: "3:5" }).className).toContain("primary");
  await fireEvent.click(screen.getByRole("button", { name: "1:2" }));
  expect(play).toHaveBeenCalledWith("1:2");
});

test("nothing is offered while others play, in a record, or at the end", () => {
  setUp({ busy: true });
  setUp({ record: true });
  setUp({ view: { ...view(0, TABLE), over: true } as BoardProps["view"] });
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getAllByText("Others are playing.")).toHaveLength(1);
});

test("what fits a line", () => {
  expect([1, null, [1, "a"], [[1]], { a: 1 }].map(inLine)).toEqual([true, true, true, false, false]);
  expect([[], "", false, 0].map(text)).toEqual(["–", "–", "–", "0"]);
});
