import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../../lib/api";
import type { BotInfo, OptionInfo, TapasBox } from "../../protocol";
import { arrow, at, centre, chipAt, ENTRIES, nearest, rotate, sideOf, square, towards, travels } from "./geometry";
import Notes from "./Notes.svelte";
import HandicapOption from "./HandicapOption.svelte";
import options from "./options";
import { Plate } from "./plate.svelte";
import page from ".";
import { tally } from "./symbols";
import { entryWords, halves, numberOf } from "./words";
import { tapas, view } from "../../../test/fixtures";

test("a line seen from its entry: squares in order, nearest first", () => {
  const line = (entry: string) => Array.from({ length: 6 }, (_, k) => square(entry, k));
  expect(line("N3")).toEqual([2, 8, 14, 20, 26, 32]);
  expect(line("S3")).toEqual([32, 26, 20, 14, 8, 2]);
  expect(line("W2")).toEqual([6, 7, 8, 9, 10, 11]);
  expect(line("E2")).toEqual([11, 10, 9, 8, 7, 6]);
  expect(centre(0)).toEqual({ x: -160, y: -160 });
  expect(at("W2", 0)).toEqual(centre(6));
});

test("sixteen entries, each with one across", () => {
  expect(new Set(ENTRIES).size).toBe(16);
  for (const entry of ENTRIES) {
    const across = { N: "S", E: "W", S: "N", W: "E" }[sideOf(entry)] + entry[1];
    const [a, b] = [arrow(entry), arrow(across)];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(436);
  }
});

test("what falls gets a place beyond the edge, in order", () => {
  const all = travels([["j3", null, 4], ["c1", 2, 5], ["j1", 4, null], ["TO", 5, null]], 3);
  expect(all.map(({ to, fallen }) => [to, fallen])).toEqual([[4, false], [5, false], [6, true], [7, true]]);
  const own = travels([["j4", null, null], ["c1", 5, null]], 4);
  expect(own.every(({ fallen }) => fallen)).toBe(true);
  expect(own[1]!.to).toBe(own[0]!.to + 1);
});

test("arrow keys go around the plate as it lies", () => {
  expect(towards("N2", "ArrowRight", 0)).toBe("N3");
  expect(towards("N3", "ArrowLeft", 0)).toBe("N2");
  expect(towards("N5", "ArrowRight", 0)).toBe("E2");
  expect(towards("E2", "ArrowDown", 0)).toBe("E3");
  expect(towards("N3", "Enter", 0)).toBe("N3");
  expect(towards("S2", "ArrowRight", 180)).toBe("W5");
  for (const entry of ENTRIES)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) expect(ENTRIES).toContain(towards(entry, key, 90));
});

test("the plate turns on, never back the long way", () => {
  expect(nearest(0, null)).toBe(0);
  expect(nearest(0, "E")).toBe(90);
  expect(nearest(0, "W")).toBe(-90);
  expect(nearest(270, "S")).toBe(360);
});

test("pieces keep their identity where they stand", () => {
  const plate = new Plate();
  plate.settle(tapas());
  const ids = new Map(plate.list.map((piece) => [piece.index, piece.id]));
  const board = tapas().board.map((row) => [...row]);
  board[0]![2] = "j2";
  plate.settle(tapas({ board }));
  expect(plate.list).toHaveLength(16);
  expect(plate.list.find(({ index }) => index === 1)?.id).toBe(ids.get(1));
  expect(plate.list.find(({ index }) => index === 2)?.id).not.toBe(ids.get(2));
});

test("a move in words, in both languages", () => {
  const words = { name: "Tapas" };
  expect(page.describe("N3:2", view(), words, "en", [])).toBe("a 2 into column 3, from the top");
  expect(page.describe("W4:1", view(), words, "fr", [])).toBe("un 1, ligne 4, par la gauche");
  expect(page.describe("pass", view(), words, "fr", [])).toBe("Passer");
  expect(entryWords("E5", "en")).toBe("row 5, from the right");
});

test("the chip of a preview stands on the drawing and never over an arrow", () => {
  for (const turn of [0, 90, 180, 270])
    for (const entry of ENTRIES)
      for (const width of [120, 200, 260]) {
        const chip = chipAt(rotate(at(entry, 5.9), turn), width);
        expect(Math.abs(chip.x) + width / 2).toBeLessThanOrEqual(280);
        expect(Math.abs(chip.y) + 18).toBeLessThanOrEqual(304);
        for (const other of ENTRIES) {
          const place = rotate(arrow(other), turn);
          const over = Math.abs(place.x - chip.x) < width / 2 + 16 && Math.abs(place.y - chip.y) < 18 + 16;
          expect(over, `${entry} at ${turn}: ${other}`).toBe(false);
        }
      }
});

test("a small tray shows few pieces one by one, and many by kind with their number", () => {
  expect(tally(["j1", "j1", "TO"])).toEqual([{ name: "j1", count: 1 }, { name: "j1", count: 1 }, { name: "TO", count: 1 }]);
  const many = tally(["j1", "j1", "j1", "j1", "j1", "j2", "TO"]);
  expect(many).toEqual([{ name: "j1", count: 5 }, { name: "j2", count: 1 }, { name: "TO", count: 1 }]);
});

test("sauces stand together with a word on what they are worth, the other Extras each alone", async () => {
  const box: TapasBox = { toast: 7, sauces: ["KE", "MA", "WA"], sauce_points: [3, 6] };
  vi.spyOn(api, "material").mockResolvedValue(box);
  const table = tapas({ seats: tapas().seats.map((seat, i) => ({ ...seat, extras: i ? [] : ["KE", "MA", "TO"] })) });
  const words = { name: "Tapas", pieces: { KE: "Ketchup", MA: "Mayonnaise", TO: "Toast" } };
  const { container } = render(Notes, { props: { view: view(0, table), me: 0, names: [], words, lang: "en", chips: true } });
  const told = () => [...container.querySelectorAll("p")].map((one) => one.textContent?.replace(/\s+/g, " ").trim());
  await vi.waitFor(() => expect(told()).toEqual(["Sauces one 3 pts, two 6, all three win: Ketchup, Mayonnaise", "Toast 7 pts at the end"]));
});

test("points with halves, as they are written and read", () => {
  expect([0, 0.5, 2, 11.5].map(halves)).toEqual(["0", "½", "2", "11½"]);
  expect(["0", "½", "2", "11½"].map(numberOf)).toEqual([0, 0.5, 2, 11.5]);
  const now = view(0, tapas({ swap: "asked", seats: tapas().seats.map((seat, i) => ({ ...seat, handicap: i ? 0 : 2.5 })) }));
  now.standing.scores = [2.5, 0];
  expect(page.score?.(now, 0, "en")).toBe("2½");
  expect(page.unit?.("fr", "1½")).toBe("pt");
  expect(page.unit?.("fr", "2½")).toBe("pts");
  expect(page.caption?.(now, { name: "Tapas" }, "en")).toBe("2½ handicap · Swap sides");
  expect(page.prompt?.(now, 1, "fr")).toContain("autre camp");
  expect(page.describe("swap", now, { name: "Tapas" }, "en", [])).toBe("take the other side");
  expect(page.describe("keep", now, { name: "Tapas" }, "fr", [])).toBe("garder votre camp");
});

test("the fair handicap of a strength is one tap away, where it was measured", async () => {
  const say = (text: string) => ({ en: text, fr: text });
  const option: OptionInfo = {
    name: "handicap", label: say("Handicap"), help: say("Points"), values: [], default: "0", free: true, document: false, choices: [],
    suggested: [
      { level: "club", options: { extras: 0 }, value: "1.5" },
      { level: "leader", options: { extras: 0 }, value: "4.5" },
    ],
  };
  const level: BotInfo = { name: "leader", label: say("Leader"), help: say("") };
  const onchange = vi.fn();
  const props = { option, value: "0", names: ["Ana", "Zoé"], options: { extras: 0 }, level, onchange };
  const { rerender } = render(HandicapOption, props);
  const fair = screen.getByRole("button", { name: "Fair at this strength (Leader): 4½ points" });
  expect(fair.getAttribute("aria-pressed")).toBe("false");
  await fireEvent.click(fair);
  expect(onchange).toHaveBeenLastCalledWith("4.5");
  await rerender({ ...props, value: "4.5" });
  expect(fair.getAttribute("aria-pressed")).toBe("true");
  const list = screen.getByRole<HTMLSelectElement>("combobox");
  expect(list.selectedOptions[0]!.textContent).toBe("4½ points");
  await fireEvent.change(list, { target: { value: "0.5" } });
  expect(onchange).toHaveBeenLastCalledWith("0.5");
  await rerender({ ...props, options: { extras: 5 } });
  expect(screen.queryByRole("button")).toBeNull();
  await rerender({ ...props, value: "19.5" });
  expect(list.selectedOptions[0]!.textContent).toBe("19½ points");
  expect(options.handicap?.say?.("2.5", [], "fr")).toBe("2½ points");
});
