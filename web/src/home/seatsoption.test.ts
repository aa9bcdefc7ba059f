import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OptionInfo } from "../protocol";
import { fit, give } from "./seatsoption";
import SeatsOption from "./SeatsOption.svelte";

const say = (text: string) => ({ en: text, fr: text });
const COLOURS = ["red", "blue", "orange", "white"];
const OPTION: OptionInfo = {
  name: "colours",
  label: say("Colours"),
  help: say("Who rides in which"),
  values: [{ value: "seats", label: say("by seat") }],
  default: "seats",
  free: true,
  document: false,
  choices: COLOURS.map((value) => ({ value, label: say(value) })),
  suggested: [],
};
afterEach(cleanup);

describe("what each seat has", () => {
  it("is never there twice, and there is one for each player", () => {
    expect(fit("white,red", COLOURS, 3)).toEqual(["white", "red", "blue"]);
    expect(fit("white,red,blue", COLOURS, 2)).toEqual(["white", "red"]);
    expect(fit("white,white,green", COLOURS, 2)).toEqual(["white", "red"]);
  });
  it("is swapped with who had it", () => {
    expect(give(["red", "blue", "white"], 0, "white")).toEqual(["white", "blue", "red"]);
    expect(give(["red", "blue"], 1, "orange")).toEqual(["red", "orange"]);
  });
});

describe("an option of seats", () => {
  it("lets each seat choose by a named radio button", async () => {
    const onchange = vi.fn();
    const props = { game: "none", option: OPTION, names: ["Ada", "Player 2"], onchange };
    const { rerender } = render(SeatsOption, { ...props, value: "seats" });
    expect(screen.queryByRole("radio")).toBeNull();
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "" } });
    expect(onchange).toHaveBeenLastCalledWith("red,blue");
    await rerender({ ...props, value: "red,blue" });
    const second = within(screen.getByRole("group", { name: "Colours: Player 2" }));
    expect(second.getByRole<HTMLInputElement>("radio", { name: "blue" }).checked).toBe(true);
    await fireEvent.click(second.getByRole("radio", { name: "white" }));
    expect(onchange).toHaveBeenLastCalledWith("red,white");
  });
  it("follows the number of players", async () => {
    const onchange = vi.fn();
    render(SeatsOption, { game: "none", option: OPTION, value: "white,blue", names: ["a", "b", "c"], onchange });
    await vi.waitFor(() => expect(onchange).toHaveBeenLastCalledWith("white,blue,red"));
  });
});
