import { expect, test } from "vitest";
import type { GameInfo } from "../protocol";
import { type Plan, request, usual } from "./plan";

const game = { id: "tapas", fewest: 2, most: 2, options: [] } as unknown as GameInfo;
const asked = (changes: Partial<Plan>) =>
  request(game, { ...usual(game, [], "friends"), ...changes }, "You", (n) => `Player ${n}`);

test("a table counts and has no hints unless somebody wishes otherwise", () => {
  expect(asked({})).toMatchObject({ practice: false, hints: false });
  expect(asked({ practice: true, hints: true })).toMatchObject({ practice: true, hints: true });
});

test("the switch for hints is for friends: among bots and on one screen they are there anyway", () => {
  for (const mode of ["bots", "screen"] as const) expect(asked({ mode, hints: true }).hints).toBe(false);
});

test("a table is for who has the link, unless somebody opens it to all", () => {
  expect(asked({}).public).toBe(false);
  expect(asked({ public: true }).public).toBe(true);
  for (const mode of ["bots", "screen"] as const) expect(asked({ mode, public: true }).public).toBe(false);
});
