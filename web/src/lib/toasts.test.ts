import { render } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { notes } from "./toast.svelte";
import Toasts from "./Toasts.svelte";

afterEach(() => notes.clear());

it("a refusal carries the picture of its game, or a plain sign", async () => {
  notes.add("Not now.", "refusal");
  const { rerender } = render(Toasts, { refusal: "crevaison@0 0 100 140" });
  expect(document.querySelector('.refusal use[href="#crevaison"]')).not.toBeNull();
  await rerender({ refusal: undefined });
  expect(document.querySelector(".refusal use")).toBeNull();
  expect(document.querySelector(".refusal .ring")).not.toBeNull();
});

it("makes room for what lies at the top of the screen", () => {
  render(Toasts, { lower: true });
  expect(document.querySelector(".toasts.lower")).not.toBeNull();
});
