import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../lib/api";
import type { OptionInfo } from "../protocol";
import { lineSpan } from "./textoption";
import TextOption from "./TextOption.svelte";

const say = (text: string) => ({ en: text, fr: text });
const OPTION: OptionInfo = {
  name: "material",
  label: say("Material"),
  help: say("A file"),
  values: [{ value: "standard", label: say("30 rows") }],
  default: "standard",
  free: true,
  document: true,
  choices: [],
  suggested: [],
};
vi.setConfig({ testTimeout: 30_000 });
const soon = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 10_000 });
afterEach(cleanup);

describe("a line of a text", () => {
  it("is found by its number", () => {
    const text = "a\nbc\n\nd";
    expect([1, 2, 3, 4, 9].map((line) => text.slice(...lineSpan(text, line)))).toEqual(["a", "bc", "", "d", "d"]);
  });
});

describe("an option with a text of its own", () => {
  it("shows a mistake at its line, and nothing once it is mended", async () => {
    const problem = { code: "x", words: say("Line 2: no."), article: null, line: 2 };
    const check = vi.fn(async (text: string) => {
      if (text.includes("wrong")) throw new Refusal(400, problem);
    });
    const onchange = vi.fn();
    render(TextOption, { option: OPTION, value: "standard", check, onchange });
    expect(screen.queryByRole("textbox")).toBeNull();
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "" } });
    const box = screen.getByRole("textbox");
    await fireEvent.input(box, { target: { value: "good\nwrong = 1\nend" } });
    await soon(() => expect(screen.getByRole("status").textContent).toContain("wrong = 1"));
    expect(screen.getByRole("status").textContent).toContain("Line 2: no.");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    await fireEvent.input(box, { target: { value: "good" } });
    await soon(() => expect(box.getAttribute("aria-invalid")).toBe("false"));
    await soon(() => expect(onchange).toHaveBeenLastCalledWith("good"));
  });
});
