import { expect, it } from "vitest";
import type { Event } from "../../protocol";
import { since } from "./since";

const NAMES = ["Ana", "Bo", "Zoé"];
const event = (kind: string, seat: number, facts: Record<string, unknown> = {}): Event => ({ kind, seat, facts });

it("says in a line what the others did, in the order of the table", () => {
  const events = [event("card", 0), event("card", 1), event("gear", 1), event("card", 1), event("end", 1), event("pass", 2)];
  expect(since(events, 0, NAMES, "en")).toBe("Bo: 2 cards, big gear · Zoé: passes");
  expect(since(events, 0, NAMES, "fr")).toMatch(/^Bo\u00a0: 2 cartes, .+ · Zoé\u00a0: passe$/);
});

it("says who was punctured", () => {
  expect(since([event("puncture", 1, { target: 0 }), event("puncture", 2, { target: 1 })], 0, NAMES, "en")).toBe("Bo: puncture for you · Zoé: puncture for Bo");
});

it("begins anew with a stage, and is silent where nothing happened", () => {
  expect(since([event("card", 1), { kind: "stage-over", seat: null, facts: {} }, event("card", 2)], 0, NAMES, "en")).toBe("Zoé: 1 card");
  expect(since([event("card", 0), event("drawn", 1)], 0, NAMES, "en")).toBeNull();
});
