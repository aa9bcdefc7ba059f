import { expect, test } from "vitest";
import { read } from "../../lib/router.svelte";
import pages from "./pages";

const [gallery, builder] = pages;

test("the stages and their builder have addresses", () => {
  expect(read("/stages")).toEqual({ page: "own", own: gallery, props: {} });
  const props = { tiles: "a-b", name: "My road" };
  expect(read("/stages/build", "?tiles=a-b&name=My%20road")).toEqual({ page: "own", own: builder, props });
  expect(builder!.key!(props)).toBe("a-b");
  expect(read("/stages/nothing")).toEqual({ page: "none" });
});
