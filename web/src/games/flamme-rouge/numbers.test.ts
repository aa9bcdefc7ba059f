import { expect, test } from "vitest";
import type { View } from "../../protocol";
import numbers from "./numbers";

test("a player's numbers come from the view", () => {
  const rider = (crossed: number | null, exhaustion: number) => ({ crossed, exhaustion });
  const race = { table: { title: null, tiles: ["a", "u"], teams: [{ riders: [rider(12, 1), rider(null, 2)] }, { riders: [rider(null, 0), rider(null, 0)] }] } } as unknown as View;
  expect(numbers.of(race, 0)).toEqual({ rounds: 12, exhaustion: 3 });
  expect(numbers.of(race, 1)).toEqual({ exhaustion: 0 });
  expect(numbers.course?.(race)).toBe("au");
});
