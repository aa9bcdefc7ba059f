import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TourReach } from "../../protocol";
import type { BoardProps } from "../types";
import page from ".";
import { Foresight, linesOf, marksOf } from "./ahead.svelte";
import { NAMES, states, words, type Step } from "./dev/fixtures";
import { own } from "./words";

const REACH: TourReach[] = [
  { rider: 1, number: 2, extra: false, to: [[1, 10], [2, 10]], home: false },
  { rider: 1, number: 1, extra: true, to: [[1, 10]], home: false },
  { rider: 1, number: 1, extra: false, to: [[1, 9]], home: false },
  { rider: 3, number: 2, extra: false, to: [[2, 10]], home: true },
];
const step = states["mine-card-classic"] as Step;
const [card, other] = step.moves.filter((move) => /^\d{3}/.test(move));

function board(more: Partial<BoardProps> = {}) {
  const given: BoardProps = {
    view: step.view, before: null, seat: 0, moves: step.moves, names: NAMES, words: words.en, lang: "en", busy: false,
    events: [], narrow: false, preview: vi.fn(async () => ({ events: [], view: step.view, ahead: { reach: REACH } })),
    play: vi.fn(), explain: vi.fn(async () => null), hint: null, say: vi.fn(), ...more,
  };
  const { container, rerender } = render(page.Board, { props: given });
  const marks = (): string[] => [...container.querySelectorAll("[data-ahead]")].map((one) => one.textContent!.trim()).toSorted();
  const hand = (name = card): HTMLElement => container.querySelector(`[data-card="${name}"]`)!;
  return { given, container, marks, hand, rerender };
}

afterEach(cleanup);

describe("what a card could do", () => {
  it("is a mark on each square, with every number that leads there", () => {
    expect(marksOf(REACH)).toEqual([
      { to: [1, 10], rider: null, labels: ["2", "1+1"] },
      { to: [2, 10], rider: null, labels: ["2"] },
      { to: [1, 9], rider: null, labels: ["1"] },
      { to: null, rider: null, labels: ["2"] },
    ]);
    expect(marksOf(REACH, true).map(({ rider, to }) => [rider, to])).toContainEqual([3, [2, 10]]);
  });

  it("is told in words, a line for each rider who could move", () => {
    expect(linesOf(REACH, own("en")).map(({ text }) => text)).toEqual([
      "Rider 1: with 1 to row 9 (lane 1), with 2 to row 10 (lanes 1, 2), with 1+1 to row 10 (lane 1)",
      "Rider 3: with 2 over the finish",
    ]);
    expect(linesOf(REACH, own("fr"))[1]!.text).toBe("Coureur 3\u00a0: avec 2, franchit l’arrivée");
  });

  it("is asked once for each card of a position", async () => {
    const [told, preview] = [new Foresight(), vi.fn(async () => ({ events: [], view: step.view, ahead: { reach: REACH } }))];
    await told.ask("321", 5, preview);
    await told.ask("321", 5, preview);
    expect(preview).toHaveBeenCalledTimes(1);
    expect(told.of("321", 5)).toBe(REACH);
    expect([told.of("321", 6), told.of("111r", 5), told.of(null, 5)]).toEqual([null, null, null]);
  });
});

describe("a card that is chosen", () => {
  it("shows on the road what it could do, says it, and is not played", async () => {
    const { given, container, marks, hand } = board();
    expect(marks()).toEqual([]);
    await fireEvent.click(hand());
    await vi.waitFor(() => expect(marks()).toEqual(["1", "2", "2", "2 1+1"]));
    expect(given.preview).toHaveBeenCalledWith(card);
    expect(container.querySelector("ul[aria-label='What this card can do']")!.children).toHaveLength(2);
    expect(given.say).toHaveBeenLastCalledWith(expect.stringContaining("Rider 3: with 2 over the finish"));
    expect(given.play).not.toHaveBeenCalled();
    await fireEvent.click(hand());
    expect(given.play).toHaveBeenCalledWith(card);
    expect(marks()).toEqual([]);
  });

  it("is shown when the focus or a mouse comes to it, and no longer when it leaves", async () => {
    const { marks, hand, given } = board();
    await fireEvent.focus(hand(other));
    await vi.waitFor(() => expect(marks()).toHaveLength(4));
    await fireEvent.blur(hand(other));
    expect(marks()).toEqual([]);
    await fireEvent.pointerEnter(hand(), { pointerType: "mouse" });
    await vi.waitFor(() => expect(marks()).toHaveLength(4));
    expect(given.play).not.toHaveBeenCalled();
  });

  it("shows nothing where nothing is told of it, and nothing of the position before", async () => {
    const { hand, marks } = board({ preview: async () => null });
    await fireEvent.click(hand());
    expect(marks()).toEqual([]);
    cleanup();
    const later = board();
    await fireEvent.click(later.hand());
    await vi.waitFor(() => expect(later.marks()).toHaveLength(4));
    await later.rerender({ ...later.given, view: { ...step.view, number: step.view.number + 1 } });
    expect(later.marks()).toEqual([]);
  });
});
