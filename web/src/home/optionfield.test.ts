import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadOptions } from "../games/options";
import type { OptionInfo } from "../protocol";
import OptionField from "./OptionField.svelte";

afterEach(cleanup);
const say = (text: string) => ({ en: text, fr: text });
const option = (given: Partial<OptionInfo>): OptionInfo => ({
  name: "one",
  label: say("The option"),
  help: say("What it does"),
  values: [],
  default: "",
  free: false,
  document: false,
  choices: [],
  suggested: [],
  ...given,
});
const yesNo = option({
  values: [
    { value: true, label: say("they can") },
    { value: false, label: say("they can't") },
  ],
  default: true,
});

describe("an option is edited by its kind", () => {
  it("yes or no is a switch that says what it means", async () => {
    const onchange = vi.fn();
    render(OptionField, { game: "none", option: yesNo, options: { one: true }, names: ["Ana"], own: {}, onchange });
    const toggle = screen.getByRole<HTMLInputElement>("switch", { name: "The option" });
    expect(toggle.checked).toBe(true);
    expect(screen.getByText("they can")).toBeTruthy();
    await fireEvent.click(toggle);
    expect(onchange).toHaveBeenLastCalledWith(false);
  });
  it("numbers of a list stay numbers", async () => {
    const onchange = vi.fn();
    const teams = option({ values: [0, 2, 3].map((value) => ({ value, label: say(`${value} teams`) })), default: 0 });
    render(OptionField, { game: "none", option: teams, options: { one: 0 }, names: ["Ana"], own: {}, onchange });
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "3" } });
    expect(onchange).toHaveBeenLastCalledWith(3);
  });
  it("words of a list stand for the values behind them", async () => {
    const onchange = vi.fn();
    const stages = option({
      name: "stages",
      values: [
        { value: "all", label: say("the whole Tour") },
        { value: "classic", label: say("one classic stage") },
      ],
      default: "all",
    });
    render(OptionField, { game: "tour-de-france", option: stages, options: {}, names: ["Ana", "Bob"], own: {}, onchange });
    const list = screen.getByRole<HTMLSelectElement>("combobox");
    expect(list.selectedOptions[0]!.textContent).toBe("the whole Tour");
    await fireEvent.change(list, { target: { value: "classic" } });
    expect(onchange).toHaveBeenLastCalledWith("classic");
  });
  it("a game's own way comes first, and no program's spelling is shown", async () => {
    const own = await loadOptions("flamme-rouge");
    const onchange = vi.fn();
    const order = option({
      name: "order",
      help: say("such as 201"),
      values: [
        { value: "chance", label: say("by lot") },
        { value: "10", label: say("seat 1 before seat 0") },
      ],
      default: "chance",
      free: true,
    });
    const props = { game: "flamme-rouge", option: order, names: ["Ana", "Bob", "Cy"], own, onchange };
    const { rerender } = render(OptionField, { ...props, options: { order: "chance" } });
    expect(screen.queryByText(/201|seat 1/)).toBeNull();
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "order" } });
    expect(onchange).toHaveBeenLastCalledWith("012");
    await rerender({ ...props, options: { order: "012" } });
    await fireEvent.click(screen.getByRole("button", { name: "Move Cy up" }));
    expect(onchange).toHaveBeenLastCalledWith("021");
  });
  it("a game without its own ways has none", async () => expect(await loadOptions("none")).toEqual({}));
});
