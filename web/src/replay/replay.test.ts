import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordSteps, View } from "../protocol";
import { between, line, scale, spread, stairs, ticks, valueAt } from "./curves";
import { patched } from "./patch";
import { Player } from "./player.svelte";
import Plot from "./Plot.svelte";
import { BLOCK, Reel } from "./reel.svelte";
import Scrubber from "./Scrubber.svelte";

afterEach(cleanup);

describe("patches", () => {
  it.each([
    [{ a: 1, b: [1, 2] }, { b: { 1: [3] } }, { a: 1, b: [1, 3] }],
    [{ a: 1 }, { a: [], b: [null] }, { b: null }],
    [[1, 2], [[1, 2, 3]], [1, 2, 3]],
    [{ a: [] }, { a: [{}] }, { a: {} }],
    [{ a: 1 }, null, { a: 1 }],
  ])("%j with %j", (old, change, wanted) => {
    const before = JSON.stringify(old);
    expect(patched<unknown>(old, change as never)).toEqual(wanted);
    expect(JSON.stringify(old)).toBe(before);
  });

  it("share what did not change", () => {
    const old = { a: { deep: 1 }, b: { deep: 2 } };
    const next = patched(old, { b: { deep: [3] } });
    expect(next.a).toBe(old.a);
    expect(next.b).not.toBe(old.b);
  });
});

const TOTAL = 150;
const view = (number: number, look: number | null): View => ({ number, seat: look, awaited: [number % 2], over: number === TOTAL }) as never;

/** A server that tells steps as the real one does. */
const fetcher = () =>
  vi.fn(async (first: number, count: number, look: number | null): Promise<RecordSteps> => {
    const numbers = Array.from({ length: Math.min(count, TOTAL - first + 1) }, (_, i) => first + i);
    return {
      first, total: TOTAL, look,
      view: view(first, look),
      seats: look === null ? [{ seat: [0] }, { seat: [1] }] : [],
      steps: numbers.map((number) => ({
        number,
        events: [{ kind: "moved", seat: 0, facts: { number } }],
        change: number === first ? null : { view: { number: [number], awaited: [[number % 2]], over: [number === TOTAL] } },
      })),
    };
  });

describe("the reel", () => {
  it("makes every view of a block, and each seat's own", async () => {
    const reel = new Reel(TOTAL, fetcher());
    expect(reel.get(70, null)).toBeNull();
    await reel.load(70, null);
    const step = reel.get(70, null)!;
    expect(step.view).toEqual(view(70, null));
    expect(step.own(1)).toEqual({ ...view(70, null), seat: 1 });
    expect(step.own(1)).toBe(step.own(1));
    expect(reel.get(BLOCK - 1, null)).toBeNull();
  });

  it("asks once, and again after a failure", async () => {
    const fetch = fetcher();
    fetch.mockRejectedValueOnce(new Error("away"));
    const reel = new Reel(TOTAL, fetch);
    await expect(reel.load(3, 1)).rejects.toThrow("away");
    await Promise.all([reel.load(3, 1), reel.load(9, 1)]);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(reel.get(9, 1)?.view.seat).toBe(1);
  });

  it("loads the rest from here outwards", async () => {
    const fetch = fetcher();
    await new Reel(TOTAL, fetch).loadAll(() => 140, () => null);
    expect(fetch.mock.calls.map(([first]) => first)).toEqual([128, 64, 0]);
  });
});

describe("the player", () => {
  let player: Player;
  beforeEach(async () => {
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 0));
    player = new Player(new Reel(TOTAL, fetcher()));
    await player.reel.loadAll(() => 0, () => null);
    player.to(0);
  });

  it("shows a step on as a move, all else at once", () => {
    player.to(1);
    expect([player.step?.number, player.before?.number]).toEqual([1, 0]);
    player.to(0);
    expect(player.before).toBeNull();
    player.to(9);
    expect([player.step?.number, player.before]).toEqual([9, null]);
  });

  it("stays within the game", () => {
    player.to(999);
    expect(player.number).toBe(TOTAL);
    player.to(-3);
    expect(player.number).toBe(0);
  });

  it("draws once a frame while it is dragged", async () => {
    const get = vi.spyOn(player.reel, "get");
    for (let number = 1; number <= 50; number++) player.scrub(number);
    expect(get).not.toHaveBeenCalled();
    await new Promise((done) => setTimeout(done, 5));
    expect(get).toHaveBeenCalledTimes(1);
    expect([player.step?.number, player.before]).toEqual([50, null]);
  });

  it("knows its keys", () => {
    player.chapters = [0, 30, 90].map((number, i) => ({ number, kind: "stage", count: i + 1 }));
    const after = (key: string): number => (player.key(key), player.number);
    expect(["ArrowRight", "ArrowUp", "ArrowLeft"].map(after)).toEqual([1, 2, 1]);
    expect(["PageUp", "PageUp", "PageUp", "PageDown", "PageDown"].map(after)).toEqual([30, 90, TOTAL, 90, 30]);
    expect(["End", "Home"].map(after)).toEqual([TOTAL, 0]);
    expect([player.key("x"), player.playing]).toEqual([false, false]);
    expect([player.key(" "), player.playing]).toEqual([true, true]);
    expect(player.chapterAt(89)?.count).toBe(2);
  });

  it("leaps by ten where there are no stages", () => {
    player.leap(1);
    player.leap(1);
    expect(player.number).toBe(20);
    player.leap(-1);
    expect(player.number).toBe(10);
  });

  it("waits for steps that are not here, and shows only the last one asked for", async () => {
    player.see(1);
    player.to(100);
    player.to(20);
    expect(player.step?.look).toBeNull();
    await vi.waitFor(() => expect(player.step?.look).toBe(1));
    await tick();
    expect(player.step?.number).toBe(20);
  });

  it("stops and says so when steps can't be had", async () => {
    const lost = new Player(new Reel(TOTAL, () => Promise.reject(new Error("away"))));
    lost.failed = vi.fn();
    lost.playing = true;
    lost.to(4);
    await vi.waitFor(() => expect(lost.failed).toHaveBeenCalled());
    expect(lost.playing).toBe(false);
  });

  it("has a slider that tells where it is, and a list of stages", async () => {
    player.chapters = [0, 30].map((number, i) => ({ number, kind: "stage", count: i + 1 }));
    const { getByRole, getByLabelText } = render(Scrubber, {
      props: { player, headings: ["Stage 1", "Stage 2"], told: "Ana moves.", narrow: false },
    });
    const slider = getByRole("slider") as HTMLInputElement;
    expect(slider.getAttribute("aria-valuetext")).toBe("Before the first move. Ana moves.");
    await fireEvent.input(slider, { target: { value: "44" } });
    await vi.waitFor(() => expect(player.step?.number).toBe(44));
    expect((getByLabelText("Go to") as HTMLSelectElement).value).toBe("30");
    await fireEvent.change(getByLabelText("Go to"), { target: { value: "0" } });
    expect(player.number).toBe(0);
    await fireEvent.change(getByLabelText("Speed"), { target: { value: "4" } });
    expect(player.speed).toBe(4);
    await fireEvent.click(getByRole("button", { name: "Play" }));
    expect(player.playing).toBe(true);
  });
});

describe("curves", () => {
  const points = [{ number: 0, value: 0 }, { number: 10, value: 5 }, { number: 20, value: 3 }];
  const [x, y] = [scale([0, 20], [0, 200]), scale([0, 10], [100, 0])];

  it("are lines or stairs", () => {
    expect(line(points, x, y)).toBe("M0 100L100 50L200 70");
    expect(stairs(points, 20, x, y)).toBe("M0 100H100V50H200V70H200");
    expect(stairs([], 20, x, y)).toBe("");
  });

  it("have a value at every move", () => {
    expect([0, 9, 10, 15, 30].map((n) => valueAt(points, n))).toEqual([0, 0, 5, 5, 3]);
    expect([0, 5, 10, 15, 30].map((n) => between(points, n))).toEqual([0, 2.5, 5, 4, 3]);
    expect(between([], 3)).toBeNull();
  });

  it("stand before round numbers", () => {
    expect(ticks(0, 100)).toEqual([0, 50, 100]);
    expect(ticks(-75, 5)).toEqual([-60, -40, -20, 0]);
    expect(ticks(0, 1)).toEqual([0, 0.5, 1]);
    expect(ticks(4, 4)).toEqual([4]);
  });

  it("have labels that never lie on one another", () => {
    const placed = spread([50, 51, 49, 99], 13, 10, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(13);
    expect(Math.max(...placed)).toBeLessThanOrEqual(100);
  });

  it("are drawn for each seat, and a click goes to that move", async () => {
    const onpick = vi.fn();
    const { getByRole, container } = render(Plot, {
      props: {
        label: "Chances", total: 20, number: 5, curves: [points, points], names: ["Ana", "Bot"], tints: ["red", "blue"],
        range: [0, 10], show: String, chapters: [], marks: [{ number: 10, seat: 1 }], onpick,
      },
    });
    const plot = getByRole("img", { name: "Chances" });
    expect(plot.querySelectorAll("path")).toHaveLength(2);
    expect(new Set([...plot.querySelectorAll("path")].map((one) => one.getAttribute("stroke-dasharray"))).size).toBe(2);
    expect(container.querySelectorAll("li")).toHaveLength(2);
    plot.getBoundingClientRect = () => ({ left: 0, top: 0, width: 280, height: 168 }) as DOMRect;
    await fireEvent.pointerDown(plot, { clientX: 1000 });
    expect(onpick).toHaveBeenLastCalledWith(20);
    await fireEvent.pointerDown(plot, { clientX: 0 });
    expect(onpick).toHaveBeenLastCalledWith(0);
  });
});
