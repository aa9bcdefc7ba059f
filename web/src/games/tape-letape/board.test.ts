import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Lang } from "../../lib/i18n.svelte";
import type { BoardProps } from "../types";
import page from ".";
import { NAMES, states, words, type Step } from "./dev/fixtures";
import { few, sample } from "../../../test/depth";
import { readMoves, tableOf } from "./model";
import { told } from "./tell";
import { clock } from "./words";

vi.setConfig({ testTimeout: 30_000 });

const { Board, Side, Standings } = page;

function props(step: Step, more: Partial<BoardProps> = {}, lang: Lang = "en"): BoardProps {
  return {
    view: step.view, before: null, seat: 0, moves: step.moves, names: NAMES.slice(0, step.view.players),
    words: words[lang], lang, busy: false, events: [], narrow: false,
    preview: vi.fn(async () => null), play: vi.fn(), explain: vi.fn(async () => null), hint: null, say: vi.fn(), ...more,
  };
}
const state = (name: string): Step => states[name] as Step;
const show = (given: BoardProps) => render(Board, { props: given }).container;
const hand = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[data-card]")];
const primary = (root: HTMLElement) => root.querySelector<HTMLElement>("[data-action=primary]")!;

afterEach(cleanup);

/** At rest in one language and one width, shown in the others: all four meet in any two states. */
describe.each(few(Object.keys(states)).map((name, i) => [name, i] as const))("every state draws: %s", (name, i) => {
  const [first, second] = i % 2 ? (["en", "fr"] as const) : (["fr", "en"] as const);
  const narrow = i % 4 < 2;

  it("at rest, and offers exactly what the moves offer", () => {
    const step = state(name);
    const offers = readMoves(step.moves);
    const root = show(props(step, { narrow }, first));
    expect(root.textContent).not.toMatch(/undefined|NaN|\[object/);
    const raised = hand(root).filter((card) => card.classList.contains("up")).map((card) => card.dataset["card"]);
    expect(raised.toSorted()).toEqual([...offers.cards].toSorted());
    const places = [...root.querySelectorAll<HTMLElement>("[data-place]")].map((place) => place.dataset["place"]);
    expect(places.toSorted()).toEqual([...offers.cards].toSorted());
    const stages = [...root.querySelectorAll<HTMLButtonElement>("[data-stage]:not(:disabled)")].map((one) => one.dataset["stage"]);
    expect(stages.toSorted()).toEqual(offers.stages.toSorted());
    expect(root.querySelector("[data-joker=puncture].ready") !== null).toBe(offers.punctures.length > 0);
    expect(root.querySelector("[data-joker=gear].ready") !== null).toBe(offers.gear);
    expect(root.querySelector("[data-joker=vitamin].ready") !== null).toBe(offers.vitamins.size > 0);
  });

  it("while it is shown, with its sides and its standings", () => {
    const step = state(name);
    const shown = { before: step.before, events: step.events, busy: true, narrow: !narrow };
    expect(show(props(step, shown, second)).textContent).not.toMatch(/undefined|NaN|\[object/);
    cleanup();
    for (let seat = 0; seat < step.view.players; seat++)
      for (const compact of sample([false, true], i + seat))
        render(Side!, { view: step.view, seat, me: 0, names: NAMES, words: words[second], lang: second, compact });
    render(Standings!, { view: step.view, me: 0, names: NAMES, words: words[first], lang: first });
    expect(document.body.textContent).not.toMatch(/undefined|NaN/);
  });
});

describe("a card", () => {
  const step = state("mine-mountain-4");
  const [first, second] = [...readMoves(step.moves).cards] as [string, string];

  it("is chosen by a click, shown as a ghost, and laid by the button", async () => {
    const given = props(step);
    const root = show(given);
    expect(primary(root).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(root.querySelector(`[data-card=${first}]`)!);
    expect(root.querySelectorAll(".ghost")).toHaveLength(1);
    expect(primary(root).textContent).toBe(`Lay the ${first.slice(1)}`);
    expect(given.play).not.toHaveBeenCalled();
    await fireEvent.click(primary(root));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(first);
  });

  it("can be chosen and laid at its place on the road", async () => {
    const given = props(step);
    const root = show(given);
    const place = root.querySelector(`[data-place=${second}]`)!;
    await fireEvent.click(place);
    expect(given.play).not.toHaveBeenCalled();
    await fireEvent.click(place);
    expect(given.play).toHaveBeenCalledExactlyOnceWith(second);
  });

  it("that can't be laid is explained", async () => {
    const given = props(step);
    const root = show(given);
    const closed = hand(root).find((card) => !card.classList.contains("up"))!;
    await fireEvent.click(closed);
    expect(given.explain).toHaveBeenCalledWith(closed.dataset["card"], true);
    expect(given.play).not.toHaveBeenCalled();
  });

  it("is laid with the keyboard alone", async () => {
    const given = props(step);
    const root = show(given);
    expect(hand(root).filter((card) => card.tabIndex === 0)).toHaveLength(1);
    hand(root)[0]!.focus();
    const steps = hand(root).findIndex((card) => card.dataset["card"] === first);
    for (let i = 0; i < steps; i++) {
      await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
      await Promise.resolve();
    }
    expect((document.activeElement as HTMLElement).dataset["card"]).toBe(first);
    await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
    expect(primary(root).getAttribute("aria-disabled")).toBe("false");
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(primary(root).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.keyDown(document.activeElement!, { key: " " });
    await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
    expect(given.play).toHaveBeenCalledExactlyOnceWith(first);
  });

  it("is laid by dragging it to the road", async () => {
    const given = props(step);
    const root = show(given);
    const card = root.querySelector<HTMLElement>(`[data-card=${first}]`)!;
    card.setPointerCapture = () => {};
    await fireEvent.pointerDown(card, { button: 0, clientX: 100, clientY: 600 });
    await fireEvent.pointerMove(card, { clientX: 120, clientY: -200 });
    expect(root.querySelectorAll(".ghost")).toHaveLength(1);
    await fireEvent.pointerUp(card, { clientX: 120, clientY: -200 });
    expect(given.play).toHaveBeenCalledExactlyOnceWith(first);
  });

  it("of a hint is marked", () => {
    const root = show(props(step, { hint: first }));
    expect(root.querySelector(`[data-card=${first}]`)!.classList.contains("hinted")).toBe(true);
  });
});

describe("jokers", () => {
  it("puncture: out of turn, with a target, in both languages", async () => {
    for (const [lang, label] of [["en", "Puncture Hugo"], ["fr", "Crever Hugo"]] as const) {
      const step = state("other-4");
      const given = props(step, {}, lang);
      const root = show(given);
      await fireEvent.click(root.querySelector("[data-joker=puncture]")!);
      const targets = [...root.querySelectorAll<HTMLElement>("[data-target]")].map((one) => Number(one.dataset["target"]));
      expect(targets).toEqual(readMoves(step.moves).punctures);
      await fireEvent.click(root.querySelector("[data-target='1']")!);
      expect(primary(root).textContent).toBe(label);
      await fireEvent.click(primary(root));
      expect(given.play).toHaveBeenCalledExactlyOnceWith("puncture>1");
      cleanup();
    }
  });

  it("puncture stays at hand while something is being shown; cards don't", () => {
    const step = state("other-4");
    const root = show(props(step, { busy: true }));
    expect(root.querySelector("[data-joker=puncture].ready")).not.toBeNull();
    expect(root.querySelectorAll("[data-place]")).toHaveLength(0);
  });

  it("vitamin: own card, then a target", async () => {
    const step = state("jokers-4");
    const given = props(step);
    const root = show(given);
    await fireEvent.click(root.querySelector("[data-joker=vitamin]")!);
    const [card, seats] = [...readMoves(step.moves).vitamins][0]!;
    await fireEvent.click(root.querySelector(`[data-card=${card}]`)!);
    await fireEvent.click(root.querySelector(`[data-target='${seats[0]}']`)!);
    await fireEvent.click(primary(root));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(`vitamin>${seats[0]}:${card}`);
  });

  it("gear change, then Escape puts it back", async () => {
    const step = state("jokers-4");
    const given = props(step);
    const root = show(given);
    await fireEvent.click(root.querySelector("[data-joker=gear]")!);
    expect(primary(root).textContent).toBe("Change gear");
    await fireEvent.keyDown(root.querySelector("[data-joker=gear]")!, { key: "Escape" });
    expect(primary(root).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(root.querySelector("[data-joker=gear]")!);
    await fireEvent.click(primary(root));
    expect(given.play).toHaveBeenCalledExactlyOnceWith("gear");
  });

  it("a swap is shown to its two players, beside the hand and not over the roads", () => {
    for (const name of ["vitamin-hit", "vitamin-victim"]) {
      const step = state(name);
      const root = show(props(step, { before: step.before, events: step.events, busy: true }));
      expect(root.querySelectorAll(".below [data-swap] svg")).toHaveLength(2);
      expect(root.querySelector(".stage [data-swap]")).toBeNull();
      cleanup();
    }
  });
});

describe("a stage", () => {
  it("is chosen with its road previewed", async () => {
    const step = state("choose-4");
    const given = props(step);
    const root = show(given);
    await fireEvent.click(root.querySelector("[data-stage=mountain]")!);
    expect(given.preview).toHaveBeenCalledWith("stage:mountain");
    expect(root.querySelectorAll(".dream")).toHaveLength(8);
    expect(primary(root).textContent).toContain("Mountain");
    await fireEvent.click(primary(root));
    expect(given.play).toHaveBeenCalledExactlyOnceWith("stage:mountain");
  });

  it("ends with a result that explains each second, and can be put away", async () => {
    vi.useFakeTimers();
    const step = state("result-4");
    const root = show(props(step, { before: step.before, events: step.events, busy: true }, "fr"));
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    const panel = root.querySelector<HTMLElement>(".result")!;
    const facts = step.events.find((event) => event.kind === "stage-over")!.facts;
    expect(within(panel).getAllByRole("listitem")).toHaveLength(8);
    expect(panel.textContent).toContain("Classement général");
    for (const left of facts["left"] as string[][]) if (left.length) expect(panel.textContent).toMatch(/cartes?\s:\s\d+\ss/);
    await fireEvent.click(panel.querySelector("[data-action=go-on]")!);
    await vi.waitFor(() => expect(root.querySelector(".result")).toBeNull());
  });

  it("has its words in both languages", () => {
    for (const [lang, name] of [["en", "Mountain"], ["fr", "Montagne"]] as const) {
      show(props(state("mine-mountain-4"), {}, lang));
      expect(screen.getByRole("heading", { name })).toBeTruthy();
      expect(screen.getByRole("group", { name: lang === "fr" ? "Votre main" : "Your hand" })).toBeTruthy();
      cleanup();
    }
  });
});

describe("the page", () => {
  it("describes every move in words", () => {
    for (const step of Object.values(states))
      for (const move of step.moves)
        for (const lang of ["en", "fr"] as const) {
          const text = page.describe(move, step.view, words[lang], lang, NAMES);
          expect(text).not.toBe(move);
          expect(text).not.toMatch(/undefined|NaN|\?$/);
          const whom = /^puncture>([1-9])$/.exec(move)?.[1];
          if (whom) expect(text).toContain(NAMES[Number(whom)]);
        }
  });

  it("tells of cards by colour and number, never by their letters", () => {
    for (const step of Object.values(states))
      for (const event of step.events)
        for (const lang of ["en", "fr"] as const)
          expect(told(event, NAMES, words[lang], lang)).not.toMatch(/\b[JVBR]\d/);
    const event = { kind: "card", seat: 1, facts: { card: "V6" } };
    expect(page.tell?.(event, ["Ana", "Bruno"], words.en, "en")).toBe("Bruno lays the green 6.");
    expect(page.tell?.(event, ["Ana", "Bruno"], words.fr, "fr")).toBe("Bruno pose le 6 vert.");
  });

  it("shows the seconds in hand as the server counts them", () => {
    const step = state("mine-mountain-4");
    const root = show(props(step));
    const risk = tableOf(step.view).riders[0]!.risk!;
    expect(root.querySelector(".risk b")?.textContent).toBe(clock(risk));
  });

  it("shows a game of the past with its hand and without actions", () => {
    const root = show(props(state("mine-mountain-4"), { record: true, busy: true, moves: [] }));
    expect(hand(root).length).toBeGreaterThan(0);
    expect(primary(root)).toBeNull();
  });

  it("shows a spectator no hand and no action", () => {
    const root = show(props(state("mine-mountain-4"), { seat: null, moves: [] }));
    expect(hand(root)).toHaveLength(0);
    expect(primary(root)).toBeNull();
  });

  it("has a caption, a score, a count and a pace", () => {
    const step = state("mine-mountain-4");
    expect(page.caption?.(step.view, words.en, "en")).toMatch(/Stage|final/);
    expect(page.count?.(step.view, 0)).toBe(tableOf(step.view).riders[0]!.cards);
    expect(page.score?.(step.view, 0, "en")).toMatch(/\d:\d\d/);
    expect(page.pace?.(state("card-4").events)).toBeGreaterThan(0);
  });
});
