import { expect, it } from "vitest";
import { states } from "../games/flamme-rouge/dev/fixtures";
import { summary, tell } from "../games/flamme-rouge/tell";
import { telling } from "../games";
import type { Words } from "../lib/words";
import type { Event, LogItem } from "../protocol";
import { en } from "../words/en";
import { lines } from "./loglines";

const words = { name: "Flamme Rouge", events: {} } as Words;
const moves = (...steps: Event[][]): LogItem[] => steps.map((events, i) => ({ kind: "move", seq: i + 1, at: 0, seat: 0, number: i + 1, events }));
const shown = (items: LogItem[], lang: "en" | "fr" = "en") => lines(items, ["Ana", "Bo"], words, en, lang, telling({ tell } as never), summary);
const round = Object.values(states).find((step) => step.events.some((event) => event.kind === "reveal"))!.events;
const sealed: Event = { kind: "sealed", seat: 0, facts: { rider: "S" } };

it("a round is one line that unfolds to what was ridden; choosing cards is none", () => {
  const found = shown(moves([sealed], [sealed], round));
  expect(found).toHaveLength(1);
  expect(found[0]!.summary).toMatch(/^Round \d+: the first on square \d+/);
  const rides = round.filter((event) => event.kind.includes("ride"));
  expect(found[0]!.sentences.length).toBeGreaterThanOrEqual(rides.length);
});

it("who crosses the line is in it, in both languages", () => {
  const home: Event = { kind: "home", seat: 1, facts: { rider: "R", beyond: 2 } };
  expect(shown(moves([...round, home]))[0]!.summary).toContain("Bo (Rouleur) across the line");
  expect(shown(moves([...round, home]), "fr")[0]!.summary).toContain("Bo (Rouleur) au-delà de la ligne");
});

it("what a game does not shorten stands as it is", () => {
  const placed: Event = { kind: "placed", seat: 0, facts: { rider: "S", place: "4R", square: 4 } };
  expect(shown(moves([placed]))).toMatchObject([{ sentences: ["Ana puts the Sprinteur on square 4."] }]);
  expect(shown(moves([placed]))[0]!.summary).toBeUndefined();
});
