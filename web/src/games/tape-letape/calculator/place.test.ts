import { expect, test } from "vitest";
import { read } from "../../../lib/router.svelte";
import pages from "../pages";

test("addresses of the calculator", () => {
  const [own] = pages;
  const at = (view: string, stage: number | null = null, insert = false) => ({ page: "own", own, props: { at: { view, stage, insert } } });
  expect(read("/calculator")).toEqual(at("race"));
  expect(read("/calculator/new")).toEqual(at("new"));
  expect(read("/calculator/edit")).toEqual(at("edit"));
  expect(read("/calculator/stage/12")).toEqual(at("stage", 12));
  expect(read("/calculator/stage/2", "?insert")).toEqual(at("stage", 2, true));
  for (const path of ["/calculator/stage", "/calculator/stage/0", "/calculator/stage/x", "/calculator/old", "/calculator/new/1"])
    expect(read(path)).toEqual({ page: "none" });
});
