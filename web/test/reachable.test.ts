import { expect, test, vi } from "vitest";
import { reachable } from "../src/lib/reachable";

test("a region is a stop for the keyboard only while it scrolls", () => {
  let measure = (): void => {};
  class Sizes {
    constructor(look: () => void) {
      measure = look;
    }
    observe = vi.fn();
    disconnect = vi.fn();
  }
  vi.stubGlobal("ResizeObserver", Sizes);
  const region = document.createElement("section");
  const height = vi.spyOn(region, "scrollHeight", "get").mockReturnValue(200);
  vi.spyOn(region, "clientHeight", "get").mockReturnValue(100);
  const end = reachable(region);
  measure();
  expect(region.tabIndex).toBe(0);
  height.mockReturnValue(100);
  measure();
  expect(region.hasAttribute("tabindex")).toBe(false);
  end();
  vi.unstubAllGlobals();
});
