import { describe, expect, it } from "vitest";
import { Circuit } from "./geometry";

const WINDOWS: [number, number][] = [
  [848, 548],
  [390, 430],
  [700, 520],
  [1200, 500],
  [360, 640],
];

describe.each(WINDOWS)("the road in a window of %i × %i", (width, height) => {
  it.each([
    [6, 4],
    [30, 4],
    [60, 6],
  ])("closes and stays inside with %i rows and %i lanes", (rows, lanes) => {
    const road = new Circuit(rows, lanes, width, height);
    const [begin, end] = [road.at(0), road.at(road.length)];
    expect(Math.hypot(begin.x - end.x, begin.y - end.y)).toBeLessThan(0.01);
    for (let lane = 1; lane <= lanes; lane++)
      for (let row = -2; row <= rows; row++) {
        const { x, y } = road.spot(lane, row);
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
  });

  it("keeps squares apart, and all of them out of the infield", () => {
    const road = new Circuit(30, 4, width, height);
    const spots = [];
    for (let lane = 1; lane <= 4; lane++) for (let row = -2; row <= 30; row++) spots.push(road.spot(lane, row));
    const least = Math.min(road.lane, road.row) * 0.4;
    for (const [i, a] of spots.entries())
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(least);
    const box = road.infield;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    expect(road.covers(middle.x, middle.y)).toBe(false);
    expect(Math.min(box.width, box.height)).toBeGreaterThan(60);
  });
});

describe("riders", () => {
  it("go anticlockwise, with lane 1 on their left, which is inside", () => {
    const road = new Circuit(30, 4, 848, 548);
    const [first, fourth] = [road.spot(1, 10), road.spot(4, 10)];
    const centre = { x: 424, y: 274 };
    const far = (p: { x: number; y: number }): number => Math.hypot(p.x - centre.x, p.y - centre.y);
    expect(far(first)).toBeLessThan(far(fourth));
    expect(road.spot(2, 1).x).toBeGreaterThan(road.spot(2, -2).x);
  });
});
