import { afterEach, describe, expect, it } from "vitest";
import { fade, hand, rise, slideFrom } from "./motion.svelte";

afterEach(() => {
  hand.drags = false;
});

describe("while a replay is dragged", () => {
  const node = document.createElement("div");
  it.each([rise, slideFrom, fade])("nothing moves by itself: %o", (move) => {
    expect(move(node, {}).duration).toBeGreaterThan(0);
    hand.drags = true;
    expect(move(node, { duration: 300 }).duration).toBe(0);
    expect(move(node, {}).delay ?? 0).toBe(0);
  });
});
