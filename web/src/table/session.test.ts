import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import flamme from "../games/flamme-rouge";
import { speech } from "../lib/i18n.svelte";
import { game, moved, table, view } from "../../test/fixtures";
import type { Event } from "../protocol";
import Banner from "./Banner.svelte";
import { Session } from "./session.svelte";

const none = (): void => {};
let session: Session;
const banner = () => render(Banner, { session, narrow: false, oninvite: none, onmenu: none, onundo: none, onresult: none });
const says = (): string | null => document.querySelector("[data-turn] strong")!.textContent;

/** A move is being shown, after which it is seat 0's turn. */
function show(seat: number, events: Event[] = moved(4, 1, seat).items.flatMap((item) => (item.kind === "move" ? item.events : []))): void {
  session.live.before = view(0, undefined, [seat]);
  session.live.events = events;
  session.live.actors = [seat];
}

beforeEach(() => {
  speech.set("en");
  session = new Session("KDPQWR");
  session.live.table = table(4);
  session.live.you = [0];
  session.live.look = 0;
  session.live.game = session.live.shown = game(1);
});

describe("while a move is being shown", () => {
  it("the banner says who makes it, and nothing is mine to do", () => {
    show(1);
    banner();
    expect(session.myTurn).toBe(false);
    expect(session.busy).toBe(true);
    expect(session.onTurn).toEqual([1]);
    expect(says()).toBe(`${session.names[1]} plays`);
    expect(screen.queryByText("Your turn")).toBeNull();
  });

  it("my own is mine", () => {
    show(0);
    banner();
    expect(says()).toBe("You play");
    expect(session.myTurn).toBe(false);
  });

  it("what all do together is told by the game, and no seat stands out", () => {
    session.page = flamme;
    show(1, [{ kind: "reveal", seat: null, facts: { round: 3, cards: [] } }]);
    expect(session.happening).toBe("Round 3 is on");
    expect(session.onTurn).toEqual([]);
    speech.set("fr");
    expect(session.happening).toBe("Tour 3\u00a0: ça roule");
  });

  it("seats and score stay as they were before it", () => {
    show(1);
    expect(session.told?.number).toBe(0);
  });

  it("not even the end is told", () => {
    session.live.table = { ...table(4), status: "over" };
    show(1);
    banner();
    expect(says()).toBe(`${session.names[1]} plays`);
  });
});

it("once it has been shown, it is my turn", () => {
  banner();
  expect([session.myTurn, session.busy, says()]).toEqual([true, false, "Your turn"]);
  expect(session.told?.number).toBe(1);
});

it("on a phone the clock in the banner is said to be mine", () => {
  session.live.clocks = { type: "clocks", resting: false, seats: [{ seat: 0, move: 30_000, bank: 60_000, running: false }, { seat: 1, move: 30_000, bank: 60_000, running: true }] } as never;
  render(Banner, { session, narrow: true, oninvite: none, onmenu: none, onundo: none, onresult: none });
  const clock = document.querySelector(".mine-clock")!;
  expect(clock.textContent).toContain("You");
  expect(clock.querySelector("[role=timer]")!.textContent!.trim()).toBe("1:00");
});

it("while others are to move, the banner says that bots think less on a busy server", async () => {
  session.live.game = session.live.shown = { ...game(1), view: view(1, undefined, [1]) };
  const shown = (): string | undefined => document.querySelector(".prompt")?.textContent ?? undefined;
  banner();
  expect(shown()).toBeUndefined();
  session.live.hurried = true;
  await tick();
  expect(shown()).toBe("Bots think less: the server is busy");
  speech.set("fr");
  await tick();
  expect(shown()).toBe("Les robots réfléchissent moins\u00a0: le serveur est très demandé");
});
