import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Lang } from "../../lib/i18n.svelte";
import type { BoardProps } from "../types";
import page from ".";
import { NAMES, states, words, type Step } from "./dev/fixtures";
import { few, sample } from "../../../test/depth";
import { tour } from "./model";

vi.setConfig({ testTimeout: 30_000 });
const { Board, Notes, Side, Standings } = page;

function props(step: Step, more: Partial<BoardProps> = {}, lang: Lang = "en"): BoardProps {
  return {
    view: step.view, before: null, seat: 0, moves: step.moves, names: NAMES.slice(0, step.view.players),
    words: words[lang], lang, busy: false, events: [], narrow: false,
    preview: vi.fn(async () => null), play: vi.fn(), explain: vi.fn(async () => null), hint: null, say: vi.fn(), ...more,
  };
}
const state = (name: string): Step => states[name] as Step;
const show = (given: BoardProps) => render(Board, { props: given }).container;
const all = (root: HTMLElement, what: string) => [...root.querySelectorAll<HTMLElement>(what)];
const one = (root: HTMLElement, what: string) => root.querySelector<HTMLElement>(what)!;

afterEach(cleanup);

/** Usually one sight of each state and one side; `make explore` takes all. */
describe.each(few(Object.keys(states)).map((name, i) => [name, i] as const))("every state draws: %s", (name, i) => {
  it("at rest or while it is shown, for me and for a spectator", () => {
    const step = state(name);
    const shown = step.events.length > 0;
    const riders = tour(step.view).seats.flatMap((team) => team.riders).filter((rider) => rider.where !== "off");
    for (const [lang, seat] of shown ? ([["fr", 0]] as const) : sample([["en", 0], ["fr", null]] as const, i)) {
      const root = show(props(step, { narrow: lang === "fr", seat, events: step.events, busy: shown }, lang));
      expect(root.textContent).not.toMatch(/undefined|NaN|\[object/);
      expect(all(root, "svg [data-rider]").length).toBe(riders.length);
      cleanup();
    }
    for (let seat = 0; seat < step.view.players; seat++)
      for (const compact of sample([false, true], i + seat)) render(Side!, { view: step.view, seat, me: 0, names: NAMES, words: words.en, lang: "en", compact });
    for (const Part of [Standings!, Notes!]) {
      const { container } = render(Part, { view: step.view, me: 0, names: NAMES, words: words.fr, lang: "fr" });
      expect(container.textContent).not.toMatch(/undefined|NaN/);
    }
  });
  it("tells every event and every move in words", () => {
    const step = state(name);
    for (const lang of ["en", "fr"] as const) {
      for (const event of step.events) {
        const said = page.tell!(event, NAMES, words[lang], lang);
        expect(said ?? "").not.toMatch(/undefined|NaN|\d{3}[rbow]/);
      }
      for (const move of step.moves) expect(page.describe(move, step.view, words[lang], lang, NAMES)).toMatch(/\p{L}{2}/u);
    }
  });
});

describe("the hand", () => {
  const step = state("mine-card-classic");
  it("plays a card by two taps, or by a tap and the button", async () => {
    const given = props(step);
    const root = show(given);
    const card = all(root, "[data-card]:not(:disabled)")[0]!;
    await fireEvent.click(card);
    expect(given.play).not.toHaveBeenCalled();
    expect(card.getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(one(root, "[data-action=primary]"));
    expect(given.play).toHaveBeenCalledWith(card.dataset["card"]);
  });
  it("offers exactly the cards of the moves", () => {
    const root = show(props(step));
    const offered = new Set(all(root, "[data-card]:not(:disabled)").map((card) => card.dataset["card"]));
    expect([...offered].toSorted()).toEqual(step.moves.filter((move) => /^\d{3}/.test(move)).toSorted());
  });
  it("is chosen by a key and played by the same key", async () => {
    const given = props(step);
    const root = show(given);
    await fireEvent.keyDown(document.body, { key: "1" });
    await fireEvent.keyDown(document.body, { key: "1" });
    expect(given.play).toHaveBeenCalledWith(all(root, "[data-card]")[0]!.dataset["card"]);
  });
});

describe("a risk card that must be used", () => {
  it("is the one primary action, and the reason is told", async () => {
    const step = { ...state("declare"), moves: ["declare"] };
    const given = props(step);
    const root = show(given);
    expect(root.textContent).toContain("declare it first");
    await fireEvent.click(one(root, "[data-action=primary]"));
    expect(given.play).toHaveBeenCalledWith("declare");
  });
});

describe("numbers", () => {
  const step = state("extra");
  it("go to a rider by tap: the number, the extra square, the rider, the button", async () => {
    const given = props(step);
    const root = show(given);
    const gift = step.moves.find((move) => /^\d\+>/.test(move))!;
    const [, number, rider] = /^(\d)\+>(\d)$/.exec(gift)!;
    await fireEvent.click(one(root, `[data-number="${number}"]`));
    await fireEvent.click(one(root, `button[data-rider$="-${rider}"]`));
    await fireEvent.click(one(root, "button.extra"));
    await fireEvent.click(one(root, "[data-action=primary]"));
    expect(given.play).toHaveBeenCalledWith(gift);
  });
  it("ask for the way that the preview shows, and are sent with it", async () => {
    const ahead = state("squeeze");
    const mover = tour(ahead.view).now.mover!;
    const table = { ...tour(ahead.view), phase: "assign", now: { ...tour(ahead.view).now, mover: null, ways: [], shut: {}, numbers: [2] } };
    const view = { ...ahead.view, table } as typeof ahead.view;
    const given = props({ ...ahead, view, moves: [`2>${mover}`] }, { preview: vi.fn(async () => ({ view: ahead.view, events: [] })) });
    const root = show(given);
    await vi.waitFor(() => expect(all(root, "[data-target]").length).toBe(tour(ahead.view).now.ways.length));
    await fireEvent.click(one(root, "[data-target]"));
    expect(given.play).toHaveBeenCalledWith(`2>${mover}`);
  });
});

describe("steering", () => {
  it("shows every square the position names, and steps by arrow keys", async () => {
    const step = state("squeeze");
    const given = props(step);
    const root = show(given);
    expect(all(root, "[data-target]").map((target) => target.dataset["target"])).toEqual(tour(step.view).now.ways.map((way) => way.path));
    const open = step.moves[0] as "<" | "^" | ">";
    await fireEvent.keyDown(document.body, { key: { "<": "ArrowLeft", "^": "ArrowUp", ">": "ArrowRight" }[open] });
    expect(given.play).toHaveBeenCalledWith(open);
  });
  it("explains a closed square and plays nothing", async () => {
    const step = state("squeeze");
    const [mark] = Object.entries(tour(step.view).now.shut).find(([, why]) => why === "squeeze")!;
    const given = props(step);
    const root = show(given);
    await fireEvent.click(one(root, `[data-shut="${mark}"]`));
    await fireEvent.click(one(root, `[data-step="${mark}"]`));
    expect(given.explain).toHaveBeenCalledTimes(2);
    expect(given.explain).toHaveBeenCalledWith(mark, true);
    expect(given.play).not.toHaveBeenCalled();
  });
  it("offers to go on where there is one way only", async () => {
    const step = state("one-way");
    const given = props(step);
    await fireEvent.click(one(show(given), "[data-action=primary]"));
    expect(given.play).toHaveBeenCalledWith(tour(step.view).now.ways[0]!.path[0]);
  });
  it("takes back by the button, where that is a right", async () => {
    const undo = vi.fn();
    const root = show(props(state("squeeze"), { undo }));
    await fireEvent.click(one(root, "[data-action=back]"));
    expect(undo).toHaveBeenCalledTimes(1);
    cleanup();
    expect(one(show(props(state("squeeze"))), "[data-action=back]")).toBeNull();
  });
  it("leaves everything alone while busy", () => {
    const root = show(props(state("squeeze"), { busy: true }));
    expect(all(root, "[data-target]")).toEqual([]);
  });
});

describe("between stages", () => {
  it("tells the end of a stage until it is put away", async () => {
    const step = state("event-stage-end");
    const root = show(props(step, { events: step.events, busy: true }));
    expect(one(root, "section.end")).not.toBeNull();
    await fireEvent.click(one(root, "[data-action=go-on]"));
    await vi.waitFor(() => expect(one(root, "section.end")).toBeNull());
  });
  it("lines up in the order that was picked", async () => {
    const step = state("mine-grid-classic");
    const given = props(step);
    const root = show(given);
    await fireEvent.click(one(root, '[data-choice="grid:312"]'));
    await fireEvent.click(one(root, "[data-action=primary]"));
    expect(given.play).toHaveBeenCalledWith("grid:312");
  });
});
