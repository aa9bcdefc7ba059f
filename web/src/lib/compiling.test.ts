import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Compiling from "./Compiling.svelte";
import { compilingBrief } from "./compiling";
import { speech } from "./i18n.svelte";

afterEach(() => {
  cleanup();
  speech.set("en");
});

const text = "Compiling the rules, 40 %: bots play simpler until then";

test("a line and a sentence say how far it is, and are gone when it is done", async () => {
  const { rerender } = render(Compiling, { compiling: { percent: 40, failed: false } });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  const status = screen.getByRole("status");
  expect(status.getAttribute("aria-live")).toBe("polite");
  const said = status.textContent;
  await rerender({ compiling: { percent: 80, failed: false } });
  expect(status.textContent).toBe(said); // no figure is spoken
  await rerender({ compiling: null });
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.queryByText(text)).toBeNull();
  expect(status.textContent).toBe("The rules are compiled: bots play at their full strength.");
});

test("where nothing is compiled, nothing is said", () => {
  render(Compiling, { compiling: null });
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("what has failed is said, without a line; in French too", () => {
  speech.set("fr");
  render(Compiling, { compiling: { percent: 0, failed: true } });
  expect(screen.getByRole("status").textContent).toContain("n’ont pas pu être compilées");
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(compilingBrief({ percent: 7, failed: false })).toMatch(/^Règles compilées\s:\s7\s%$/);
  expect(compilingBrief({ percent: 0, failed: true })).toBe("Règles non compilées");
});

test("where the sentence is shown elsewhere it is only spoken", () => {
  render(Compiling, { compiling: { percent: 40, failed: false }, spoken: true });
  expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole("status").textContent).not.toBe("");
});
