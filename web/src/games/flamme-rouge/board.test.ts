import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lang } from "../../lib/i18n.svelte";
import type { BoardProps } from "../types";
import page from ".";
import { NAMES, states, words, type Step } from "./dev/fixtures";
import { few, sample } from "../../../test/depth";
import { readMoves, ridersOf, tableOf } from "./model";

vi.setConfig({ testTimeout: 60_000 });
const { Board, Side, Notes, Standings } = page;

function props(step: Step, more: Partial<BoardProps> = {}, lang: Lang = "en"): BoardProps {
  return {
    view: step.view, before: null, seat: 0, moves: step.moves, names: NAMES.slice(0, step.view.players),
    words: words[lang], lang, busy: false, events: [], narrow: false,
    preview: vi.fn(async () => null), play: vi.fn(), explain: vi.fn(async () => null), hint: null, say: vi.fn(), ...more,
  };
}
const state = (name: string): Step => states[name]!;
const show = (given: BoardProps): HTMLElement => render(Board, { props: given }).container;
const primary = (root: HTMLElement) => root.querySelector<HTMLElement>("[data-action=primary]")!;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
});
afterEach(cleanup);

/** Usually one sight of each state, the next state in the other language; `make explore` takes all. */
describe.each(few(Object.keys(states)).map((name, i) => [name, i] as const))("every state draws: %s", (name, i) => {
  const [first, second] = i % 2 ? (["en", "fr"] as const) : (["fr", "en"] as const);

  it("while it is shown, on a narrow screen, and for a spectator", () => {
    const step = state(name);
    const sights: [Lang, Partial<BoardProps>][] = [
      [first, { narrow: true }],
      [second, { before: step.before, events: step.events, busy: true }],
      [first, { seat: null, moves: [], busy: true }],
    ];
    for (const [lang, more] of sample(sights, i)) {
      const root = show(props(step, more, lang));
      expect(root.innerHTML).not.toMatch(/undefined|NaN|\[object/);
      cleanup();
    }
  });

  it.each(["en", "fr"] as const)("its parts and its words in %s", (lang) => {
    const step = state(name);
    const given = { view: step.view, me: 0, names: NAMES, words: words[lang], lang };
    for (const compact of sample([false, true], i)) render(Side!, { ...given, seat: 0, compact });
    render(Notes!, given);
    render(Standings!, given);
    expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
    for (const move of step.moves) expect(page.describe(move, step.view, words[lang], lang, NAMES)).not.toMatch(/undefined/);
    for (const event of step.events) expect(page.tell?.(event, NAMES, words[lang], lang) ?? "").not.toMatch(/undefined|NaN/);
  });

  it("offers exactly what the moves offer, and draws every rider on the road once", () => {
    const step = state(name);
    const offers = readMoves(step.moves);
    const root = show(props(step, {}, second));
    expect(root.innerHTML).not.toMatch(/undefined|NaN|\[object/);
    const drawn = [...root.querySelectorAll<HTMLElement>("[data-draw]")].map((one) => one.dataset["draw"]);
    expect(drawn.toSorted()).toEqual(offers.draws.toSorted());
    const up = [...root.querySelectorAll<HTMLElement>("[data-card]")].map((one) => one.dataset["card"]!);
    expect([...new Set(up)].toSorted()).toEqual([...offers.cards.keys()].filter((card) => card !== "-").toSorted());
    const spots = [...root.querySelectorAll<HTMLElement>("[data-spot]")].map((one) => one.dataset["spot"]);
    const rider = offers.spots[0]?.rider;
    expect(spots.toSorted()).toEqual(offers.spots.filter((one) => one.rider === rider).map((one) => one.text).toSorted());
    const tokens = root.querySelectorAll(".view use[href='#fr-tS'], .view use[href='#fr-tR']");
    expect(tokens).toHaveLength(ridersOf(tableOf(step.view)).filter((one) => one.on_road).length);
  });
});

describe("a card", () => {
  const step = state("four-hand");
  const hand = tableOf(step.view).teams[0]!.hand!;

  it("is chosen by a click, pinned on the road, and played by the button", async () => {
    const given = props(step);
    const root = show(given);
    expect(primary(root).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(root.querySelectorAll("[data-card]")[0]!);
    expect(root.querySelectorAll(".cell.on")).toHaveLength(1);
    expect(given.play).not.toHaveBeenCalled();
    await fireEvent.click(primary(root));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(`${tableOf(step.view).teams[0]!.holding}${hand[0]!.card}`);
  });

  it("says where it leads, and a second Enter plays it; Escape puts it back", async () => {
    const given = props(step);
    const root = show(given);
    const cards = [...root.querySelectorAll<HTMLElement>("[data-card]")];
    expect(cards[1]!.getAttribute("aria-label")).toContain(`to square ${hand[1]!.reach}`);
    cards[0]!.focus();
    await fireEvent.keyDown(cards[0]!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(cards[1]);
    await fireEvent.click(cards[1]!);
    await fireEvent.keyDown(cards[1]!, { key: "Escape" });
    expect(cards[1]!.getAttribute("aria-pressed")).toBe("false");
    await fireEvent.click(cards[1]!);
    await fireEvent.click(cards[1]!);
    expect(given.play).toHaveBeenCalledTimes(1);
  });
});

it("asks which rider comes first", async () => {
  const given = props(state("four-drawing"));
  const root = show(given);
  expect(screen.getByRole("group", { name: "Which rider first?" })).toBeTruthy();
  await fireEvent.click(root.querySelector("[data-draw=R]")!);
  expect(given.play).toHaveBeenCalledExactlyOnceWith("R");
});

it("places a rider by a click on a square and a second one", async () => {
  const given = props(state("four-placing"));
  const root = show(given);
  const spot = root.querySelector<HTMLElement>("[data-spot]")!;
  await fireEvent.click(spot);
  expect(given.play).not.toHaveBeenCalled();
  await fireEvent.keyDown(root.querySelector("[data-spot][aria-pressed=true]")!, { key: "Enter" });
  expect(given.play).toHaveBeenCalledExactlyOnceWith(spot.dataset["spot"]);
});

it("shows one's own recycled cards, and of others only what was played", async () => {
  const step = state("four-hand");
  const root = show(props(step));
  await fireEvent.click(root.querySelector("[data-rider=S]")!);
  const dialog = document.querySelector("dialog")!;
  const own = within(dialog.querySelector<HTMLElement>("[data-deck='0']")!);
  const teams = tableOf(step.view).teams;
  expect(own.getAllByRole("list", { name: "Recycled", hidden: true }).length).toBe(teams[0]!.riders.filter((one) => one.recycled > 0).length);
  const other = within(dialog.querySelector<HTMLElement>("[data-deck='1']")!);
  expect(other.queryByRole("list", { name: "Recycled", hidden: true })).toBeNull();
});

it("asks who bids, and draws the second bid for the same rider", async () => {
  const first = props(state("away-first-draw"));
  const root = show(first);
  expect(screen.getByRole("group", { name: "Who goes for the breakaway?" })).toBeTruthy();
  await fireEvent.click(root.querySelector("[data-draw=R]")!);
  expect(first.play).toHaveBeenCalledExactlyOnceWith("R");
  cleanup();
  const again = show(props(state("away-second-draw")));
  expect(again.querySelectorAll("[data-draw]")).toHaveLength(1);
  expect(again.querySelectorAll("[data-shown] li").length).toBe(3);
});

it("lays a bid, which leads to no square", async () => {
  const given = props(state("away-first-bid"));
  const root = show(given);
  expect(root.querySelector(".far")).toBeNull();
  expect(root.querySelector(".mark")).toBeTruthy();
  const card = root.querySelector<HTMLElement>("[data-card]")!;
  await fireEvent.click(card);
  expect(primary(root).textContent).toContain("Bid the");
  await fireEvent.click(primary(root));
  expect(given.play).toHaveBeenCalledOnce();
});

it("draws the weather on the road, on the profile and beside it", () => {
  const step = state("rain-hand");
  const weather = tableOf(step.view).weather!;
  expect(weather.length).toBeGreaterThan(1);
  const root = show(props(step));
  for (const { kind } of weather) {
    expect(root.querySelectorAll(`.sky .weather.${kind}`)).toHaveLength(1);
    expect(root.querySelectorAll(`.profile .weather.${kind}`)).toHaveLength(1);
  }
  expect(root.querySelector(".profile")!.getAttribute("aria-label")).toMatch(/on squares \d+ to \d+/);
  cleanup();
  expect(show(props(state("four-hand"))).querySelector(".weather")).toBeNull();
});

it("shows who lies on the road", () => {
  const step = state("rain-fall");
  const fallen = ridersOf(tableOf(step.view)).filter((one) => one.fallen);
  expect(fallen.length).toBeGreaterThan(0);
  expect(show(props({ ...step, events: [] })).querySelectorAll(".bump")).toHaveLength(fallen.length);
});
