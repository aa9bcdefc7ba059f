import { describe, expect, it } from "vitest";
import { loadOptions } from "../games/options";
import type { GameInfo, OptionInfo } from "../protocol";
import { clockWords, houseRules } from "./invitation";

const say = (text: string) => ({ en: text, fr: text });
const option = (name: string, label: string, values: OptionInfo["values"], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  label: say(label),
  help: say(""),
  values,
  default: values[0]!.value,
  free: false,
  document: false,
  choices: [],
  suggested: [],
  ...more,
});
const value = (one: string | boolean, label: string) => ({ value: one, label: say(label) });
const GAME = {
  options: [
    option("stage", "Stage", [value("avenue", "Avenue"), value("classicissima", "La Classicissima")], { free: true }),
    option("order", "Who places first", [value("chance", "by lot"), value("10", "seat 1 before seat 0")], { free: true }),
    option("exhaustion", "Tired legs", [value("usual", "as usual"), value("none", "none")], { free: true }),
    option("colours", "Colours", [value("seats", "by seat")], { free: true, choices: [value("red", "red"), value("blue", "blue")] }),
    option("win", "Can dummies win?", [value(true, "yes"), value(false, "no")]),
  ],
} as unknown as GameInfo;
const USUAL = { stage: "avenue", order: "chance", exhaustion: "usual", colours: "seats", win: true };

describe("the rules of the house in words", () => {
  it("are those that are not as usual, and nothing is spelled as a program would", async () => {
    const own = await loadOptions("flamme-rouge");
    const names = ["Ana", "Bob"];
    expect(houseRules(GAME, USUAL, names, own)).toEqual([]);
    const all = { stage: "a-b-u", order: "10", exhaustion: "0/2", colours: "blue,red", win: false };
    expect(houseRules(GAME, all, names, own)).toEqual([
      { label: "Stage", value: "one of their own" },
      { label: "Who places first", value: "Bob, Ana" },
      { label: "Tired legs", value: "Ana (Sprinteur 0, Rouleur 2)" },
      { label: "Colours", value: "Ana blue, Bob red" },
      { label: "Can dummies win?", value: "no" },
    ]);
    const named = { ...USUAL, stage: "classicissima", exhaustion: "none" };
    expect(houseRules(GAME, named, names, own).map((rule) => rule.value)).toEqual(["La Classicissima", "none"]);
  });
  it("the clock, too", () => {
    expect(clockWords({ kind: "none" })).toMatch(/^No clock/);
    expect(clockWords({ kind: "live", move: 15, bank: 90 })).toBe("15 s a move, 1.5 min in the bank");
    expect(clockWords({ kind: "days", days: 1 })).toBe("1 day a move");
  });
});
