/** The page counts, refuses and tells as the Python package does: its own examples, one by one. */
import { describe, expect, test } from "vitest";
import examples from "./dev/examples.json";
import { addStage, changeRace, correctStage, insertStage, removeStage } from "./entering";
import { CalculatorError } from "./facts";
import { readRace, writeRace } from "./file";
import { clock, explain, gapClock, kindOf, leaders, news, next, ordered, standings, starters } from "./standing";
import type { Race, Setting, Stage } from "./race";

interface Outcome {
  text_after?: string;
  refused?: { code: string; words: string[]; stage?: number | null; line?: number | null; readable?: string };
}
interface Example extends Outcome {
  race: string;
  do: string;
  number: number;
  stage: Stage;
  setting: Partial<Setting> & { stages_each?: number; tie_break?: boolean };
}

const both = ({ en, fr }: { en: string; fr: string }): string[] => [en, fr];

function outcome(act: () => Race): Outcome {
  try {
    return { text_after: writeRace(act()) };
  } catch (error) {
    if (!(error instanceof CalculatorError)) throw error;
    const { code, words, stage, line, readable } = error;
    const at = code === "bad-players" && line === null ? {} : { stage, line };
    return { refused: { code, words: both(words), ...at, ...(readable ? { readable: writeRace(readable) } : {}) } };
  }
}

const expected = ({ text_after, refused }: Outcome): Outcome => (refused ? { refused } : { text_after });

describe("races", () => {
  test.each(examples.races.map((one, i) => [i, one] as const))("%i", (_, one) => {
    const race = readRace(one.text);
    expect(writeRace(race)).toBe(one.text);
    const history = standings(race);
    const now = history.at(-1)!;
    expect(both(kindOf(race))).toEqual(one.kind);
    expect(ordered(now)).toEqual(one.order);
    expect(now.wins).toEqual(one.wins);
    expect(leaders(race, now)).toEqual(one.leaders);
    expect(starters(race)).toEqual(one.starters);
    expect(news(race).map(both)).toEqual(one.news);
    const coming = next(race);
    if (coming === null) expect(one.next).toBeNull();
    else expect(coming).toMatchObject(one.next!);
    const cells = race.stages.map((stage, i) =>
      race.names.map((_, seat) => {
        const after = history[i + 1]!;
        const why = explain(stage, seat);
        expect(why.reduce((sum, part) => sum + part.seconds, 0)).toBe(after.seconds[seat]);
        return [
          clock(after.seconds[seat]!),
          after.seconds[seat],
          after.total[seat],
          gapClock(after.gaps[seat]!),
          after.places[seat],
          why.map((part) => part.words.fr).join(" / "),
        ];
      }),
    );
    expect(cells).toEqual(one.cells);
  });
});

const ACTS: Record<string, (race: Race, one: Example) => Race> = {
  add: (race, one) => addStage(race, one.stage),
  correct: (race, one) => correctStage(race, one.number, one.stage),
  insert: (race, one) => insertStage(race, one.number, one.stage),
  remove: (race, one) => removeStage(race, one.number),
  change: (race, one) => {
    const { stages_each: each = race.each, tie_break: tieBreak = race.tieBreak, ...rest } = one.setting;
    return changeRace(race, { ...race, ...rest, each, tieBreak });
  },
};

describe("changes", () => {
  test.each((examples.changes as unknown as Example[]).map((one, i) => [i, one.do, one] as const))("%i %s", (_, __, one) => {
    const race = readRace(one.race);
    const before = structuredClone(race);
    expect(outcome(() => ACTS[one.do]!(race, one))).toEqual(expected(one));
    expect(race).toEqual(before);
  });
});

describe("files", () => {
  test.each((examples.files as unknown as (Outcome & { text: string })[]).map((one, i) => [i, one] as const))("%i", (_, one) => {
    expect(outcome(() => readRace(one.text))).toEqual(expected(one));
  });
});
