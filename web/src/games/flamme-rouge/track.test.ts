import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { states } from "./dev/fixtures";
import { tableOf } from "./model";
import Overview from "./Overview.svelte";
import Roadway from "./Roadway.svelte";
import { country, Nearness } from "./scenery";
import { between, LANE, shaped, stretches, Track, UNIT } from "./track";

const tables = Object.fromEntries(["solo", "two", "four", "six"].map((name) => [name, tableOf(states[`${name}-hand`]!.view)]));
const trackOf = (name: string): Track => Track.of(tables[name]!.poses, tables[name]!.squares);

describe("between two poses", () => {
  it("runs straight where the heading stays", () => {
    expect(between([0, 0, 0], [10, 0, 0], 0.3)).toEqual([3, 0, 0]);
  });
  it("runs on the arc that fits both", () => {
    const [x, y, heading] = between([0, 0, 0], [1, 1, Math.PI / 2], 0.5);
    expect(Math.hypot(x, y - 1)).toBeCloseTo(1);
    expect(heading).toBeCloseTo(Math.PI / 4);
  });
});

describe.each(Object.keys(tables))("the road of %s", (name) => {
  const track = trackOf(name);

  it("has a square of one unit along its middle, everywhere", () => {
    for (let i = 0; i < track.length; i++) {
      let far = 0;
      for (let k = 0; k < 8; k++) {
        const [a, b] = [track.point(i + k / 8), track.point(i + (k + 1) / 8)];
        far += Math.hypot(b.x - a.x, b.y - a.y);
      }
      expect(far).toBeGreaterThan(0.985 * UNIT);
      expect(far).toBeLessThan(1.001 * UNIT);
    }
  });

  it("keeps riders of one square a lane apart, the right lane to the right", () => {
    tables[name]!.squares.forEach(({ lanes }, i) => {
      const places = [..."RML"].filter((lane) => (lanes === 3 ? true : lanes === 2 ? lane !== "M" : lane === "R")).map((lane) => track.place(i + 1, lane));
      places.forEach((place, k) => {
        if (k > 0) expect(places[k - 1]!.right - place.right).toBeCloseTo(LANE * UNIT);
        expect(Math.abs(place.right)).toBeLessThan(track.half(i + 1));
      });
    });
  });

  it("turns into any window without changing its length", () => {
    for (const aspect of [0.5, 1, 2]) {
      const turned = track.fitted(aspect);
      expect(turned.length).toBe(track.length);
      const [a, b] = [track.point(3.3), track.point(9.7)];
      const [c, d] = [turned.point(3.3), turned.point(9.7)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(Math.hypot(c.x - d.x, c.y - d.y));
    }
  });

  it("has a country that keeps off the road, and is always the same", () => {
    const terrain = tables[name]!.squares.map((one) => one.terrain);
    const fitted = track.fitted(1.5);
    const world = shaped(fitted.box(4 * UNIT), 1.5);
    const land = { track: fitted, terrain, finish: tables[name]!.finish, world, letters: 12 };
    const made = country(land);
    const near = new Nearness(fitted);
    for (const house of made.houses) expect(near.of(house)).toBeGreaterThan(UNIT);
    const walls = made.trees.flatMap((tree) => [...tree.path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map((found) => ({ x: Number(found[1]) + tree.radius, y: Number(found[2]) })));
    expect(walls.length).toBeGreaterThan(10);
    for (const tree of walls) expect(near.of(tree)).toBeGreaterThan(0.9 * UNIT);
    if (made.title) expect(near.of(made.title)).toBeGreaterThan(0.8 * UNIT);
    expect(country(land)).toEqual(made);
  });
});

it("finds stretches", () => {
  expect(stretches([..."aabba"], (one) => one)).toEqual([
    { kind: "a", from: 0, to: 2 },
    { kind: "b", from: 2, to: 4 },
    { kind: "a", from: 4, to: 5 },
  ]);
});

it("grows a box to a shape around its middle", () => {
  expect(shaped({ x: 0, y: 0, width: 10, height: 10 }, 2)).toEqual({ x: -5, y: 0, width: 20, height: 10 });
});

describe("a road that passes over itself", () => {
  afterEach(cleanup);
  const track = new Track(Array.from({ length: 13 }, (_, i) => [i * UNIT, 0, 0] as const), Array.from({ length: 12 }, () => 2));
  const terrain = Array.from({ length: 12 }, (_, i) => (i === 7 ? ("ascent" as const) : ("flat" as const)));
  const bridges = [{ begin: 6, end: 8 }];

  it("leads up to its bridge on either side, and not beyond its ends", () => {
    expect(track.part(bridges[0]!)).toMatchObject({ from: 5, to: 9, part: { length: 4 } });
    expect(track.part({ begin: 10, end: 12 })).toMatchObject({ from: 9, to: 12 });
    expect(track.part(bridges[0]!).part.point(0)).toEqual(track.point(5));
  });
  it("is drawn with the bridge above all other road, its slopes and its lines on it", () => {
    const { container } = render(Roadway, { props: { track, terrain, start: 2, finish: 8, bridges } });
    const bridge = container.querySelector(".bridge")!;
    expect(bridge.previousElementSibling!.classList.contains("road")).toBe(true);
    expect(bridge.querySelectorAll(".wall")).toHaveLength(2);
    expect(bridge.querySelector("[stroke='var(--montee)']")).toBeTruthy();
    expect(bridge.querySelectorAll("rect[fill='var(--cream)']")).toHaveLength(1);
    expect(bridge.querySelector(".bridge")).toBeNull();
  });
  it("has the bridge on the small plan, too", () => {
    const { container } = render(Overview, { props: { track, terrain, start: 2, finish: 8, bridges } });
    const without = render(Overview, { props: { track, terrain, start: 2, finish: 8 } }).container;
    expect(container.querySelectorAll("path").length).toBe(without.querySelectorAll("path").length + 4);
  });
});
