import { expect, test } from "vitest";
import { qr } from "../src/lib/qr";

const print = (text: string): string =>
  qr(text)
    .map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))
    .join("\n");

test("a link fits, and the three finders are in place", () => {
  const grid = qr("https://example.org/t/KDPQWR");
  expect(grid.length).toBe(29);
  for (const [x, y] of [[0, 0], [22, 0], [0, 22]] as const) {
    const rows = grid.slice(y, y + 7).map((row) => row.slice(x, x + 7).map(Number).join(""));
    expect(rows).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
  }
});

test("longer texts take larger squares, up to a limit", () => {
  expect(qr("x".repeat(10)).length).toBe(21);
  expect(qr("x".repeat(213)).length).toBe(57);
  expect(() => qr("x".repeat(214))).toThrow(RangeError);
  expect(print("échappée")).toMatch(/^[#.\n]+$/);
});
