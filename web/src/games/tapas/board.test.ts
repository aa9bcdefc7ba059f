import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import type { BoardProps } from "../types";
import { tapas, view } from "../../../test/fixtures";

const PUSH = {
  kind: "push",
  seat: 0,
  facts: { entry: "N3", value: 2, piece: "j2", moved: [["j2", null, 1], ["c1", 0, 2]], fallen: [] },
};

function setUp(changes: Partial<BoardProps> = {}) {
  const after = view(1);
  after.standing = { scores: [3, 1], places: [1, 2] };
  const props: BoardProps = {
    view: view(),
    before: null,
    seat: 0,
    moves: ["N3:1", "N3:2", "N5:1", "N5:2", "W3:1", "W3:2"],
    names: ["Ana", "Zoé"],
    words: { name: "Tapas" },
    lang: "en",
    busy: false,
    events: [],
    narrow: false,
    preview: vi.fn(async () => ({ events: [PUSH], view: after })),
    play: vi.fn(),
    explain: vi.fn(async () => null),
    hint: null,
    say: vi.fn(),
    ...changes,
  };
  return { props, ...render(Board, { props }) };
}
const entry = (name: string): Element => document.querySelector(`[data-entry="${name}"]`)!;

test("what can be played is open, what can't is closed", () => {
  setUp();
  expect(document.querySelectorAll("[data-entry]")).toHaveLength(16);
  expect(entry("N3").getAttribute("aria-disabled")).toBe("false");
  expect(entry("N2").getAttribute("aria-disabled")).toBe("true");
  expect(entry("N3").getAttribute("aria-label")).toBe("column 3, from the top: open");
  expect(document.querySelectorAll("[data-piece]")).toHaveLength(16);
});

test("choose, see what it would do, confirm", async () => {
  const { props } = setUp();
  await fireEvent.click(entry("N3"));
  expect(props.preview).toHaveBeenCalledWith("N3:1");
  expect(props.play).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(document.body.textContent).toContain("+3 points · +1 Zoé"));
  await fireEvent.click(screen.getByRole("button", { name: "Push" }));
  expect(props.play).toHaveBeenCalledWith("N3:1");
});

test("the same arrow twice plays at once", async () => {
  const { props } = setUp();
  await fireEvent.click(entry("N5"));
  await fireEvent.click(entry("N5"));
  expect(props.play).toHaveBeenCalledWith("N5:1");
});

test("a closed arrow is explained on the spot", async () => {
  const { props } = setUp();
  await fireEvent.click(entry("N2"));
  expect(props.explain).toHaveBeenCalledWith("N2:1", true);
  expect(props.play).not.toHaveBeenCalled();
});

test("by keyboard alone: number, arrows, Enter twice", async () => {
  const { props } = setUp();
  (entry("N2") as HTMLElement).focus();
  await fireEvent.keyDown(entry("N2"), { key: "2" });
  await fireEvent.keyDown(entry("N2"), { key: "ArrowRight" });
  expect(document.activeElement).toBe(entry("N3"));
  expect(entry("N3").getAttribute("tabindex")).toBe("0");
  expect(entry("N2").getAttribute("tabindex")).toBe("-1");
  await fireEvent.keyDown(entry("N3"), { key: "Enter" });
  expect(props.play).not.toHaveBeenCalled();
  await fireEvent.keyDown(entry("N3"), { key: "Enter" });
  expect(props.play).toHaveBeenCalledWith("N3:2");
});

test("nothing can be played while busy or as a spectator", async () => {
  const { props } = setUp({ busy: true });
  await fireEvent.click(entry("N3"));
  expect(props.play).not.toHaveBeenCalled();
  expect(props.explain).not.toHaveBeenCalled();
});

test("the line just pushed is crossed out at its other end", () => {
  setUp({ view: view(1, tapas({ last: "S3", banned: "N3" })) });
  expect(entry("N3").querySelector(".bar")).not.toBeNull();
  expect(entry("S3").querySelector(".bar")).toBeNull();
});

test("a hint is shown on the board", async () => {
  const { props, rerender } = setUp();
  await rerender({ ...props, hint: "W3:2" });
  expect(entry("W3").getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("radio", { name: /Tapas of 2/ }).getAttribute("aria-checked")).toBe("true");
});

test("who can't place a tapas passes", async () => {
  const { props } = setUp({ moves: ["pass"] });
  await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
  expect(props.play).toHaveBeenCalledWith("pass");
});

test("in French", () => {
  setUp({ lang: "fr" });
  expect(entry("W3").getAttribute("aria-label")).toBe("ligne 3, par la gauche\u00a0: ouverte");
  expect(screen.getByRole("button", { name: "Pousser" })).toBeTruthy();
});

test("the plate keeps its size at the end: the rack is put away, its place stays", async () => {
  const { rerender, props } = setUp();
  const rack = document.querySelector(".rack")!;
  expect(rack.classList.contains("away")).toBe(false);
  await rerender({ ...props, view: { ...view(), over: true }, moves: [] });
  expect(document.querySelector(".rack")).toBe(rack);
  expect(rack.classList.contains("away")).toBe(true);
  expect(rack.hasAttribute("inert") || (rack as HTMLElement).inert).toBe(true);
});

const COLOURS = { name: "Tapas", colours: { j: "Jalapeños", c: "Croquetas" } };

test("who is asked about the sides has two buttons, and the rack comes after", async () => {
  const asked = view(1, tapas({ last: "N3", swap: "asked", turn: 1 }), [1]);
  const { props, rerender } = setUp({ view: asked, seat: 1, moves: ["swap", "keep"], words: COLOURS });
  expect(screen.getByRole("group", { name: "Which side do you play?" })).toBeTruthy();
  expect(screen.queryByRole("radiogroup")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Take Jalapeños" }));
  expect(props.play).toHaveBeenLastCalledWith("swap");
  await fireEvent.click(screen.getByRole("button", { name: "Keep Croquetas" }));
  expect(props.play).toHaveBeenLastCalledWith("keep");
  await rerender({ ...props, hint: "keep" });
  expect(screen.getByRole("button", { name: "Keep Croquetas" }).className).toContain("hinted");
  await fireEvent.click(entry("W3"));
  expect(props.explain).toHaveBeenLastCalledWith("W3:1", true);
  await rerender({ ...props, view: view(2, tapas({ swap: "kept", turn: 1 }), [1]), moves: ["W3:1"] });
  expect(screen.queryByRole("group", { name: "Which side do you play?" })).toBeNull();
  expect(screen.getByRole("radiogroup")).toBeTruthy();
});

test("nobody is asked while something is being shown", () => {
  setUp({ view: view(1, tapas({ swap: "asked", turn: 1 }), [1]), seat: 1, moves: ["swap", "keep"], words: COLOURS, busy: true });
  expect(screen.queryByRole("button", { name: "Take Jalapeños" })).toBeNull();
});
