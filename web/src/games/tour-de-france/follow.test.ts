import { describe, expect, it } from "vitest";
import { closeUp, FINGER, follow, type Square } from "./follow";
import { Circuit } from "./geometry";

const ROWS = 30;
const WINDOWS: [number, number][] = [[390, 432], [390, 560], [390, 300], [820, 720], [560, 380]];
const inside = (road: Circuit, box: NonNullable<ReturnType<typeof follow>>, [lane, row]: Square): boolean => {
  const { x, y } = road.spot(lane, row);
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
};
/** Every square that a rider could reach with so many steps. */
const reached = (lane: number, row: number, steps: number): Square[] =>
  [1, 2, 3, 4].filter((to) => Math.abs(to - lane) <= steps).map((to): Square => [to, row + steps]);

describe.each(WINDOWS)("in a window of %i × %i", (width, height) => {
  const road = new Circuit(ROWS, 4, width, height);

  it("squares that can be chosen are large enough for a finger, and in sight", () => {
    for (let row = -2; row <= ROWS - 5; row++)
      for (const steps of [1, 2, 3, 5])
        for (const lane of [1, 3]) {
          const squares = reached(lane, row, steps);
          const box = follow(road, squares, [[lane, row]]);
          const scale = box ? width / box.width : 1;
          for (const square of squares) {
            expect((road.side(...square) - 1.4) * scale).toBeGreaterThanOrEqual(FINGER * 0.93);
            if (box) expect(inside(road, box, square)).toBe(true);
          }
        }
  });

  it("other riders are in sight where there is room for them", () => {
    const box = follow(road, reached(1, 3, 2), [[1, 2], [2, 20]]);
    if (!box) return;
    expect(inside(road, box, [1, 2])).toBe(true);
    for (const square of reached(1, 3, 2)) expect(inside(road, box, square)).toBe(true);
  });

  it("a close-up has all that it is of, and comes no nearer than a finger needs", () => {
    const squares: Square[] = [...reached(1, 3, 2), ...reached(4, 9, 3)];
    const box = closeUp(road, squares);
    for (const square of box ? squares : []) expect(inside(road, box!, square)).toBe(true);
    expect(closeUp(road, [])).toBeNull();
  });
});

it("a large road is left as it is", () => {
  expect(follow(new Circuit(ROWS, 4, 1400, 900), reached(2, 5, 3))).toBeNull();
});
