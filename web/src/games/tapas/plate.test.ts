import { afterEach, expect, it, vi } from "vitest";
import type { TapasView } from "../../protocol";
import { settings } from "../../lib/settings.svelte";
import { Plate, type Push } from "./plate.svelte";

afterEach(() => vi.restoreAllMocks());

const EMPTY = Array.from({ length: 6 }, () => Array<string | null>(6).fill(null));
const table = (row: (string | null)[]): TapasView =>
  ({ board: [row, ...EMPTY.slice(1)] }) as unknown as TapasView;
const PUSH: Push = {
  entry: "W1",
  value: 2,
  piece: "j2",
  moved: [
    ["j2", null, 1],
    ["c1", 0, 2],
    ["j1", 4, 5],
    ["c3", 5, null],
  ],
  fallen: ["c3"],
};

it("pieces that are pushed stay themselves where nothing moves by itself", () => {
  vi.spyOn(settings, "calm", "get").mockReturnValue(true);
  const plate = new Plate();
  plate.settle(table(["c1", null, null, null, "j1", "c3"]));
  const ids = new Map(plate.list.map((one) => [one.name, one.id]));
  plate.push(table(["c1", null, null, null, "j1", "c3"]), PUSH, table([null, "j2", "c1", null, null, "j1"]));
  expect(plate.list.map(({ name, index }) => [name, index])).toEqual([
    ["c1", 2],
    ["j1", 5],
    ["j2", 1],
  ]);
  expect(plate.list.map(({ id }) => id).slice(0, 2)).toEqual([ids.get("c1"), ids.get("j1")]);
});
