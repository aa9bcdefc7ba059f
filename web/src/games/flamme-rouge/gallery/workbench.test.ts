import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TileFace } from "../../../protocol";
import { describeStage, Workbench, written } from "./workbench.svelte";

const face = (name: string): TileFace => ({ face: name, piece: name.toLowerCase(), kind: "straight", box: "base", turn: 0, squares: [], poses: [], line: null });
const faces = [..."aAbBcCuU"].map(face);
const asked: string[] = [];

/** A server that judges nothing: it gives back the tiles that it was asked about. */
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const value = new URL(path, "http://x").searchParams.get("value") ?? "";
    asked.push(value);
    const tiles = value.split("-").filter(Boolean);
    const answer = { value: tiles.length > 2 ? value : null, problem: null, about: { tiles, squares: [], poses: [], start: null, finish: null, title: null, crossing: null, fits: [] } };
    return { ok: true, status: 200, json: async () => answer };
  });
});
afterEach(() => vi.unstubAllGlobals());

const bench = (): Workbench => new Workbench(() => faces);
const described = (one: Workbench, tiles: string): Promise<void> => vi.waitFor(() => expect(one.plan?.tiles.join("")).toBe(tiles));

describe("the workbench", () => {
  it("lays tiles at the end, or in place of the one that is picked up", async () => {
    const one = bench();
    for (const tile of "abc") one.lay(tile);
    expect(one.tiles).toEqual(["a", "b", "c"]);
    one.place = 1;
    one.lay("u");
    expect(one.tiles).toEqual(["a", "u", "c"]);
    await described(one, "auc");
  });

  it("turns a tile over and back, and takes it away", async () => {
    const one = bench();
    one.set(["a", "b"]);
    one.flip(1);
    expect(one.tiles).toEqual(["a", "B"]);
    one.flip(1);
    one.place = 1;
    one.remove(1);
    expect(one.tiles).toEqual(["a"]);
    expect(one.place).toBeNull();
    await described(one, "a");
  });

  it("offers no stage while the tiles that lie there are described", async () => {
    const one = bench();
    one.set(["a", "b", "u"]);
    expect(one.value).toBeNull();
    await vi.waitFor(() => expect(one.value).toBe("a-b-u"));
    one.flip(1);
    expect(one.value).toBeNull();
    await vi.waitFor(() => expect(one.value).toBe("a-B-u"));
  });

  it("undoes and redoes everything; a new step forgets what was undone", async () => {
    const one = bench();
    one.lay("a");
    one.lay("b");
    one.undo();
    expect(one.tiles).toEqual(["a"]);
    one.redo();
    expect(one.tiles).toEqual(["a", "b"]);
    one.undo();
    one.lay("c");
    expect(one.canRedo).toBe(false);
    one.undo();
    one.undo();
    expect(one.tiles).toEqual([]);
    expect(one.canUndo).toBe(false);
    one.undo();
    await described(one, "");
  });

  it("takes over a stage, which can be undone, and asks the server once", async () => {
    const one = bench();
    one.lay("a");
    await one.load("a-b-u");
    expect(one.tiles).toEqual(["a", "b", "u"]);
    expect(one.described?.value).toBe("a-b-u");
    one.undo();
    expect(one.tiles).toEqual(["a"]);
    expect(asked.filter((value) => value === "a-b-u")).toHaveLength(1);
  });

  it("believes the latest answer alone", async () => {
    const late: (() => void)[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      const tiles = (new URL(path, "http://x").searchParams.get("value") ?? "").split("-");
      return new Promise((resolve) => late.push(() => resolve({ ok: true, status: 200, json: async () => ({ value: null, problem: null, about: { tiles } }) })));
    });
    const one = bench();
    one.lay("a");
    one.lay("b");
    late[1]!();
    await described(one, "ab");
    late[0]!();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(one.plan?.tiles).toEqual(["a", "b"]);
  });
});

it("writes tiles as the option reads them", async () => {
  expect(written(["a", "3B", "u"])).toBe("a-3B-u");
  expect((await describeStage("a-b-u")).value).toBe("a-b-u");
});
