import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../lib/api";
import type { OptionInfo, StagePlan } from "../../../protocol";
import options from "../options";
import ExhaustionOption from "./ExhaustionOption.svelte";
import StageOption from "./StageOption.svelte";
import { seatsOf, tiredOf, writeTired } from "./values";

const say = (text: string) => ({ en: text, fr: text });
const option = (name: string, values: string[]): OptionInfo => ({
  name,
  label: say(name),
  help: say("random-peloton:SEED, 1/1"),
  values: values.map((value) => ({ value, label: say(value) })),
  default: values[0]!,
  free: true,
  document: false,
  choices: [],
  suggested: [],
});
// What the pictures need of a plan, and no more: two squares of road.
const PLAN = {
  poses: [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
  squares: [
    { lanes: 2, terrain: "flat" },
    { lanes: 2, terrain: "ascent" },
  ],
  start: 0,
  finish: 2,
} as unknown as StagePlan;

afterEach(cleanup);

describe("texts of the rules as the form edits them", () => {
  it("an order names every seat once, whatever the number of players", () => {
    expect(seatsOf("201", 3)).toEqual([2, 0, 1]);
    expect(seatsOf("2031", 2)).toEqual([0, 1]);
    expect(seatsOf("", 3)).toEqual([0, 1, 2]);
    expect(options.order?.say?.("10", ["Ana", "Bob"], "en")).toBe("Bob, Ana");
  });
  it("tired legs are counted for each rider", () => {
    expect(tiredOf("1/1,0/2", 3)).toEqual([[1, 1], [0, 2], [0, 0]]);
    expect(tiredOf("none", 1)).toEqual([[0, 0]]);
    expect(writeTired([[0, 3], [2, 0]])).toBe("0/3,2/0");
    expect(options.exhaustion?.say?.("0/0,2/0", ["Ana", "Bob"], "fr")).toBe("Bob (Sprinteur 2, Rouleur 0)");
  });
});

describe("tired legs", () => {
  it("are a handicap by plus and minus", async () => {
    const onchange = vi.fn();
    const legs = option("exhaustion", ["usual", "none", "1/1"]);
    const props = { option: legs, names: ["Ana", "Bob"], options: {}, onchange };
    const { rerender } = render(ExhaustionOption, { ...props, value: "usual" });
    expect(screen.queryByText("1/1")).toBeNull();
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "" } });
    expect(onchange).toHaveBeenLastCalledWith("1/1");
    await rerender({ ...props, value: "1/1" });
    await fireEvent.click(screen.getByRole("button", { name: "One more (Rouleur of Bob: exhaustion cards)" }));
    expect(onchange).toHaveBeenLastCalledWith("1/1,0/1");
  });
});

describe("the stage", () => {
  beforeEach(() => {
    const named = (id: string, name: string, box: string) => ({ id, name, box, number: null, designer: null, confidence: "high", tiles: [], plan: PLAN });
    vi.spyOn(api, "material").mockResolvedValue({
      tiles: [],
      stages: [named("avenue", "Avenue Corso Paseo", "base"), named("peloton-7", "Peloton 7", "peloton")],
    });
    vi.spyOn(api, "describe").mockResolvedValue({ value: "a-b-u", problem: null, about: PLAN });
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    HTMLDialogElement.prototype.close ??= () => undefined;
  });
  afterEach(() => vi.restoreAllMocks());
  const props = (onchange: (value: boolean | number | string) => void, value = "avenue") => ({
    option: option("stage", ["avenue"]),
    value,
    names: ["Ana", "Bob"],
    options: {},
    onchange,
  });

  it("is chosen by its picture and its name", async () => {
    const onchange = vi.fn();
    render(StageOption, props(onchange));
    await screen.findByText("Avenue Corso Paseo");
    expect(screen.queryByText(/SEED/)).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Choose a stage" }));
    await fireEvent.click(screen.getByRole("button", { name: /^Peloton 7/, hidden: true }));
    expect(onchange).toHaveBeenLastCalledWith("peloton-7");
  });
  it("is drawn by lot from the boxes that a switch names, and is shown before it is raced", async () => {
    const onchange = vi.fn();
    const { rerender } = render(StageOption, props(onchange));
    await screen.findByText("Avenue Corso Paseo");
    await fireEvent.click(screen.getByRole("button", { name: "Draw one by lot" }));
    await waitFor(() => expect(onchange).toHaveBeenLastCalledWith("a-b-u"));
    const asked = () => vi.mocked(api.describe).mock.lastCall?.[2];
    expect(asked()).toMatch(/^random:\w+$/);
    await rerender(props(onchange, "a-b-u"));
    expect(screen.getByText("A stage drawn by lot")).toBeTruthy();
    await fireEvent.click(screen.getByRole("switch"));
    await waitFor(() => expect(asked()).toMatch(/^random-peloton:\w+$/));
  });
});
