import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { words } from "./dev/fixtures";
import Hand from "./Hand.svelte";
import { sortHand } from "./model";

afterEach(cleanup);

const ALL = ["J2", "J5", "J9", "B1", "B4", "R3", "R8", "V6", "V7", "V10"];

function given(cards: string[]) {
  const act = vi.fn();
  return {
    cards: sortHand(cards), closed: false, up: new Set<string>(), chosen: null, hint: null, size: 84, drags: true, words: words.en,
    lang: "en" as const, pick: act, lay: act, putBack: act, over: act, seen: new Map<string, DOMRect>(),
  };
}

it("keeps the room of its largest number of cards, so that the road above does not move with every card", async () => {
  const { container, rerender } = render(Hand, given(ALL.slice(0, 7)));
  const height = () => Number.parseFloat(container.querySelector<HTMLElement>(".hand")!.style.height);
  const few = height();
  await rerender(given(ALL));
  const many = height();
  expect(many).toBeGreaterThan(few);
  for (let left = ALL.length - 1; left >= 0; left--) {
    await rerender(given(ALL.slice(0, left)));
    expect(height()).toBe(many);
  }
});

it("in my turn dims what can't be laid, also where nothing can", async () => {
  const first = ALL[0]!;
  const dimmed = () => document.querySelectorAll("[data-card].down").length;
  const { rerender } = render(Hand, { ...given(ALL.slice(0, 5)), closed: true, up: new Set([first]) });
  expect(dimmed()).toBe(4);
  await rerender({ closed: true, up: new Set<string>() });
  expect(dimmed()).toBe(5);
  await rerender({ closed: false });
  expect(dimmed()).toBe(0);
});
