import { expect, test } from "vitest";
import { nearestTo, onDrawing } from "./pointing";

const at = (x: number): { x: number; y: number } => ({ x, y: 0 });

test("the nearest is meant, the first of equals, and none that is out of reach", () => {
  const point = { x: 0, y: 3 };
  expect(nearestTo(point, [9, 4, -4, 20], at)).toBe(4);
  expect(nearestTo(point, [9, 4], at, 5)).toBeNull(); // just at the edge
  expect(nearestTo(point, [9, 4], at, 5.1)).toBe(4);
  expect(nearestTo(point, [], at)).toBeNull();
});

test("a place in the window is told in the units of the drawing, if it is shown", () => {
  const shown = (matrix: object | null): SVGSVGElement =>
    ({ getScreenCTM: () => matrix }) as unknown as SVGSVGElement;
  expect(onDrawing(null, { clientX: 1, clientY: 2 })).toBeNull();
  expect(onDrawing(shown(null), { clientX: 1, clientY: 2 })).toBeNull();
});
