import { expect, test } from "vitest";
import { read } from "../lib/router.svelte";
import { OFFLINE, withoutNet } from "./pages";

test("an address that no page has is none", () => {
  expect(read("/nothing/of/anybody")).toEqual({ page: "none" });
});

test("what works without network says so, in both languages", () => {
  for (const lang of ["en", "fr"] as const) {
    const all = OFFLINE.map(({ help }) => help(lang));
    expect(withoutNet("No.", lang)).toBe(["No.", ...all].join(" "));
  }
});
