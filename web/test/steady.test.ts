import { expect, test } from "vitest";
import { steady } from "../src/lib/steady";

test("the same object while it says the same, a new one when it does not", () => {
  const same = steady<{ rows: number; dots: number[] }>();
  const first = same({ rows: 3, dots: [1] });
  expect(same({ rows: 3, dots: [1] })).toBe(first);
  const second = same({ rows: 3, dots: [1, 2] });
  expect(second).not.toBe(first);
  expect(second.dots).toEqual([1, 2]);
  expect(same({ rows: 3, dots: [1, 2] })).toBe(second);
});
