import { describe, expect, it } from "vitest";
import { states } from "./dev/fixtures";
import { keyOf, ridersOf, tableOf } from "./model";
import { pace, ridersAt, ROUND, sceneAt, scenesOf, squaresOf } from "./show";

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
      expect(found.get(rider.key)).toEqual({ place: { square: rider.square, lane: rider.lane }, from: null, part: 1, moving: false, fallen: rider.fallen });
    }
  });

  it("moves riders in the order of the race, one after the other", () => {
    const cards = step.events.find((event) => event.kind === "reveal")!.facts["cards"] as [number, string, string][];
    const rides = scenes.filter((scene) => scene.kind === "ride");
    expect(rides.map((scene) => scene.about[0])).toEqual(cards.map(([team, rider]) => keyOf(team, rider)));
    const cardsUp = scenes.find((scene) => scene.kind === "reveal")!.end;
    for (const [i, scene] of rides.entries()) expect(scene.start).toBeGreaterThan(rides[i - 1]?.start ?? cardsUp - 1);
    const first = rides[0]!;
    const soon = first.start + (rides[1]!.start - first.start) / 2;
    const moving = [...ridersAt(before, scenes, soon)].filter(([, one]) => one.moving);
    expect(moving.map(([key]) => key)).toEqual(first.about);
  });

  it("looks at all who ride close upon each other", () => {
    const rides = scenes.filter((scene) => scene.kind === "ride");
    const seen = squaresOf(scenes, rides[0]!);
    for (const ride of rides.slice(0, 3)) for (const move of ride.moves) expect(seen).toContain(move.to.square);
    expect(squaresOf(scenes, rides[1]!)).toEqual(seen);
    expect(squaresOf(scenes, null)).toEqual([]);
  });

  it("says which phase it is", () => {
    expect(sceneAt(scenes, 100)?.kind).toBe("reveal");
    expect(sceneAt(scenes, end)?.end).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(ROUND);
  });
});

it("a round of twelve riders takes no longer than one of four", () => {
  const riders = [0, 1, 2, 3, 4, 5].flatMap((team) => ["S", "R"].map((rider) => ({ team, rider })));
  const cards = riders.map(({ team, rider }) => [team, rider, "5"]);
  const ride = ({ team, rider }: (typeof riders)[number]) => ({ kind: "ride", seat: team, facts: { rider, from: "1r", to: "6r", squares: 5 } });
  const tired = ({ team, rider }: (typeof riders)[number]) => ({ kind: "exhaustion", seat: team, facts: { rider } });
  const events = [{ kind: "reveal", seat: null, facts: { round: 1, cards } }, ...riders.map(ride), ...riders.map(tired)];
  expect(pace(events)).toBeLessThanOrEqual(ROUND);
  expect(ROUND).toBeLessThan(3000);
  expect(scenesOf(events).filter((scene) => scene.kind === "ride")).toHaveLength(12);
});

it("what is drawn and laid face down takes no time: nobody is disturbed who is choosing", () => {
  expect(pace([{ kind: "sealed", seat: 1, facts: { rider: "S" } }])).toBe(0);
  expect(pace([{ kind: "drawn", seat: 1, facts: { rider: "S" } }])).toBe(0);
  expect(pace([])).toBe(0);
});
