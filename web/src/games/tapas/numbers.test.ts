import { expect, test } from "vitest";
import type { View } from "../../protocol";
import numbers from "./numbers";

test("a player's numbers come from the view", () => {
  const view = { standing: { scores: [9, 5], places: [1, 2] }, table: { seats: [{ taken: [1, 2] }, { taken: [] }] } } as unknown as View;
  expect(numbers.of(view, 1)).toEqual({ points: 5, lead: -4, taken: 0 });
});
