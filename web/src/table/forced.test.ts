import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import tour from "../games/tour-de-france";
import { states, type Step } from "../games/tour-de-france/dev/fixtures";
import { settings } from "../lib/settings.svelte";
import type { LogItem } from "../protocol";
import { table } from "../../test/fixtures";
import { Session } from "./session.svelte";

const step = states["one-way"] as Step;
const { number } = step.view;
let session: Session;
let play: ReturnType<typeof vi.fn<(text: string) => Promise<null>>>;
const moved = (kind: "move" | "undo"): LogItem => ({ kind, seq: 9, at: 0, seat: 0, number, events: [], by_consent: false }) as never;

/** The position as it is shown, with these moves. */
function show(moves: string[], at = number): void {
  const view = { ...step.view, number: at, awaited: [0] };
  session.live.game = session.live.shown = { number: at, view, moves, undo: "right" };
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.setForced(true);
  settings.setSpeed("normal");
  session = new Session("KDPQWR");
  session.live.table = { ...table(4), players: step.view.players };
  session.live.you = [0];
  session.live.look = 0;
  session.live.status = "open";
  session.page = tour;
  session.live.play = play = vi.fn(async () => null);
  show(["^"]);
});
afterEach(() => vi.useRealTimers());

describe("the only move", () => {
  it("plays itself once it has been seen, those that follow it at once, at the speed chosen", () => {
    expect(session.forced).toBe("^");
    session.playForced("^");
    vi.advanceTimersByTime(600);
    expect(play).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(play).toHaveBeenCalledExactlyOnceWith("^");
    show(["^"], number + 1);
    session.playForced("^");
    vi.advanceTimersByTime(100);
    expect(play).toHaveBeenCalledTimes(2);
    settings.setSpeed("slow");
    show(["^"], number + 5);
    session.playForced("^");
    vi.advanceTimersByTime(1000);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it("is not played where it is called off", () => {
    session.playForced("^")();
    vi.advanceTimersByTime(5000);
    expect(play).not.toHaveBeenCalled();
  });

  it.each([
    ["there is a choice", () => show(["^", "<"])],
    ["there is none", () => show([])],
    ["the player plays it himself", () => settings.setForced(false)],
    ["a move was just taken back", () => (session.live.log = [moved("move"), moved("undo")])],
    ["a move is on its way", () => (session.live.underway = true)],
    ["something is being shown", () => (session.live.events = [{ kind: "step", seat: 0, facts: {} }])],
    ["what was missed is still to be told", () => (session.live.missed = [moved("move")])],
    ["somebody asks to take back", () => (session.live.ask = { ask: 3, seat: 1, waits: [0] } as never)],
    ["the connection is lost", () => (session.live.status = "lost")],
    ["the game rests", () => (session.live.table = { ...session.live.table!, paused: true })],
    ["a bot plays for me", () => (session.live.table!.seats[0] = { ...session.live.table!.seats[0]!, stand_in: "left" } as never)],
    ["I only watch", () => (session.live.look = null)],
    ["the game's page does not say so", () => (session.page = { ...tour, forced: undefined } as never)],
  ])("waits where %s", (_, change) => {
    change();
    expect(session.forced).toBeNull();
  });

  it("plays itself again after a move by hand that follows a taking back", () => {
    session.live.log = [moved("undo"), moved("move")];
    expect(session.forced).toBe("^");
  });
});

describe("in Tour de France", () => {
  const may = (move: string, phase: string): boolean => tour.forced!(move, { ...step.view, table: { ...(step.view.table as object), phase } });
  it("steps and numbers play themselves, what is drawn, shown or dealt never", () => {
    expect([may("^", "step"), may("2>1", "assign"), may("1+>3", "assign"), may("1>2", "sweep"), may("done", "assign")]).toEqual(Array(5).fill(true));
    for (const [move, phase] of [["draw", "draw"], ["risk", "risk"], ["done", "refresh"], ["deal", "deal"], ["321", "card"], ["321", "seal"], ["drop:321", "card"], ["declare", "card"], ["yellow:1", "yellow"]] as const)
      expect(may(move, phase)).toBe(false);
  });
});
