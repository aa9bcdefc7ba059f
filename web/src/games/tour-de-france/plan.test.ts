import { describe, expect, it, vi } from "vitest";
import { Plan, type Present } from "./plan.svelte";

const now = (number: number, moves: string[], more: Partial<Present> = {}): Present => ({
  number,
  moves,
  busy: false,
  phase: "step",
  ...more,
});

describe("a path", () => {
  it("is sent one move at a time, each from the moves offered", () => {
    const [plan, play] = [new Plan(), vi.fn()];
    plan.start(["2>1", "^", "<"]);
    plan.go(now(4, ["2>1"], { phase: "assign" }), play, null);
    plan.go(now(4, ["2>1"], { phase: "assign" }), play, null);
    expect(play.mock.calls).toEqual([["2>1"]]);
    plan.go(now(5, ["^", "<"], { busy: true }), play, null);
    expect(play).toHaveBeenCalledTimes(1);
    plan.go(now(5, ["^", "<"]), play, null);
    plan.go(now(6, ["<"]), play, null);
    expect(play.mock.calls).toEqual([["2>1"], ["^"], ["<"]]);
    expect(plan.running).toBe(false);
  });
  it("ends where its next move is not offered", () => {
    const [plan, play] = [new Plan(), vi.fn()];
    plan.start(["^", "^"]);
    plan.go(now(4, ["<"]), play, null);
    expect(play).not.toHaveBeenCalled();
    expect(plan.running).toBe(false);
  });
});

describe("taking back", () => {
  it("goes on to where the rider got his number, and no further", () => {
    const [plan, play, undo] = [new Plan(), vi.fn(), vi.fn()];
    plan.takeBack(undo, now(9, [], { phase: "draw" }));
    expect(undo).toHaveBeenCalledTimes(1);
    plan.go(now(9, [], { phase: "draw" }), play, undo);
    expect(undo).toHaveBeenCalledTimes(1);
    plan.go(now(8, ["^"]), play, undo);
    plan.go(now(7, ["^"]), play, undo);
    plan.go(now(6, ["2>1"], { phase: "assign" }), play, undo);
    plan.go(now(6, ["2>1"], { phase: "assign" }), play, undo);
    expect(undo).toHaveBeenCalledTimes(3);
    expect(plan.running).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });
  it("stops where it is not a right any more", () => {
    const [plan, undo] = [new Plan(), vi.fn()];
    plan.takeBack(undo, now(9, [], { phase: "draw" }));
    plan.go(now(8, ["^"]), vi.fn(), null);
    expect(plan.running).toBe(false);
    expect(undo).toHaveBeenCalledTimes(1);
  });
  it("lets the player move on from where it has led", () => {
    const [plan, play, undo] = [new Plan(), vi.fn(), vi.fn()];
    plan.takeBack(undo, now(9, [], { phase: "draw" }));
    const there = now(10, ["2>1"], { phase: "assign" });
    plan.go(there, play, null);
    plan.start(["2>1"]);
    plan.go(there, play, null);
    expect(play).toHaveBeenCalledExactlyOnceWith("2>1");
    expect(plan.running).toBe(false);
  });
});
