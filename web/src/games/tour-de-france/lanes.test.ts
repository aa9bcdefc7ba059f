import { describe, expect, it } from "vitest";
import type { TourView } from "../../protocol";
import { states } from "./dev/fixtures";
import { heatOf, Lanes, planOf } from "./lanes";
import { tour } from "./model";

const WINDOWS: [number, number][] = [
  [692, 560],
  [390, 473],
  [390, 330],
  [360, 250],
  [1100, 640],
];
const plan = (teams: number, large: number) =>
  Array.from({ length: teams }, (_, seat) => ({ seat, lane: seat + 1, large: seat < large }));

describe.each(WINDOWS)("the lanes in a window of %i × %i", (width, height) => {
  it.each([
    [8, 2],
    [30, 3],
    [60, 4],
  ])("stay inside, one below the other, with %i rows and %i teams", (rows, teams) => {
    for (const [tracks, large] of [[3, teams], [1, 2], [1, 1]] as const) {
      const road = new Lanes(rows, 4, width, height, plan(teams, large), tracks);
      let before = road.head;
      for (const band of road.bands) {
        expect(band.top).toBeGreaterThanOrEqual(before - 0.01);
        expect(band.y + band.high).toBeLessThanOrEqual(band.top + band.height + 0.01);
        before = band.top + band.height;
        for (let row = tracks === 3 ? -2 : 0; row <= rows; row++) {
          const { x } = road.stand(band.lane, row, 1);
          expect(x).toBeGreaterThan(road.left);
          expect(x).toBeLessThan(road.finish);
          expect(x).toBeGreaterThan(row > -2 && tracks === 3 ? road.stand(band.lane, row - 1, 1).x : 0);
        }
        const home = road.stand(band.lane, road.last, 1).x;
        const long = 21 * road.size(band.lane);
        expect(home - long).toBeGreaterThan(road.finish);
        expect(home + long).toBeLessThan(width);
      }
      expect(before).toBeLessThan(height);
    }
  });

  it("gives each rider of a team a track of his own", () => {
    const road = new Lanes(30, 4, width, height, plan(4, 4), 3);
    const [a, b, c] = [1, 2, 3].map((rider) => road.stand(2, 9, rider).y);
    expect(b! - a!).toBeGreaterThanOrEqual(18 * road.size(2) - 0.01);
    expect(c! - b!).toBeCloseTo(b! - a!);
  });
});

/** A trial that is made up: what its view says of each seat. */
function trial(seats: Partial<TourView["seats"][number]>[]): TourView {
  const table = tour(states["mine-seal-solo-trial"]!.view);
  const blank = { ...table.seats[0]!, heat: null, placed: null, riding: false };
  return { ...table, seats: seats.map((seat, i) => ({ ...blank, lane: i + 1, ...seat })) };
}

describe("who lies where", () => {
  const now = trial([{ heat: 1, placed: 2 }, { heat: 2, riding: true }, { heat: 1, placed: 1 }, { heat: 2, riding: true }]);
  it("those on the road first and large, then those home by their places", () => {
    expect(planOf(now).map((one) => [one.seat, one.large])).toEqual([[1, true], [3, true], [2, false], [0, false]]);
    expect(heatOf(now)).toBe(2);
  });
  it("cards that are turned over keep their heat in sight", () => {
    expect(heatOf(now, [0, 2])).toBe(1);
    expect(planOf(now, [0, 2]).filter((one) => one.large).map((one) => one.seat)).toEqual([0, 2]);
  });
  it("when all are home they lie by their places, all alike", () => {
    const over = trial([{ heat: 1, placed: 2 }, { placed: 4 }, { heat: 1, placed: 1 }, { placed: 3 }]);
    expect(planOf(over).map((one) => [one.seat, one.large])).toEqual([[2, true], [0, true], [3, true], [1, true]]);
  });
  it("teams lie as their lanes do", () => {
    const table = { ...trial([{ lane: 3 }, { lane: 1 }]), standing: "team-trial" as const };
    expect(planOf(table).map((one) => one.seat)).toEqual([1, 0]);
  });
});
