import { describe, expect, it } from "vitest";
import { states } from "./dev/fixtures";
import { keyOf, ridersOf, tableOf } from "./model";
import { pace, REVEAL, ridersAt, sceneAt, scenesOf } from "./show";

const rounds = Object.entries(states).filter(([, step]) => step.events.some((event) => event.kind === "reveal"));

describe.each(rounds)("a round of %s", (_, step) => {
  const before = tableOf(step.before!);
  const after = tableOf(step.view);
  const scenes = scenesOf(step.events);
  const end = pace(step.events);

  it("begins where the riders were", () => {
    const found = ridersAt(before, scenes, 0);
    for (const rider of ridersOf(before).filter((one) => one.on_road))
      expect(found.get(rider.key)?.place).toEqual({ square: rider.square, lane: rider.lane });
  });

  it("ends where the rules put them", () => {
    const found = ridersAt(before, scenes, end);
    for (const rider of ridersOf(after).filter((one) => one.on_road)) {
      expect(found.get(rider.key)).toEqual({ place: { square: rider.square, lane: rider.lane }, from: null, part: 1, moving: false });
    }
  });

  it("moves riders in the order of the race, one at a time", () => {
    const cards = step.events.find((event) => event.kind === "reveal")!.facts["cards"] as [number, string, string][];
    const rides = scenes.filter((scene) => scene.kind === "ride");
    expect(rides.map((scene) => scene.about[0])).toEqual(cards.map(([team, rider]) => keyOf(team, rider)));
    for (const [i, scene] of rides.entries()) expect(scene.start).toBeGreaterThanOrEqual(rides[i - 1]?.end ?? REVEAL);
    const first = rides[0]!;
    const moving = [...ridersAt(before, scenes, (first.start + first.end) / 2 - 80)].filter(([, one]) => one.moving);
    expect(moving.map(([key]) => key)).toEqual(first.about);
  });

  it("says which phase it is", () => {
    expect(sceneAt(scenes, REVEAL / 2)?.kind).toBe("reveal");
    expect(sceneAt(scenes, end)?.end).toBeLessThanOrEqual(end);
  });
});

it("a sealed card is only a blink", () => {
  expect(pace([{ kind: "sealed", seat: 1, facts: { rider: "S" } }])).toBeLessThan(200);
  expect(pace([])).toBe(0);
});
