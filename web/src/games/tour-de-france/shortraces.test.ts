/** Races of some stages: what the page says where there is one stage, or three, and not the whole Tour. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TourView, View } from "../../protocol";
import page from ".";
import { NAMES, states, words, type Step } from "./dev/fixtures";
import { tour } from "./model";
import numbers from "./numbers";
import StageEnd from "./StageEnd.svelte";
import { own } from "./words";

afterEach(cleanup);
const { Standings } = page;
const step = (name: string): Step => states[name] as Step;
const kindOf = (kind: TourView["kind"]): Step => Object.keys(states).map(step).find((one) => tour(one.view).kind === kind)!;

/** A state of the whole Tour as it is in a race of these stages. */
function raced(kinds: TourView["kinds"], stage = 1): View {
  const { view } = kindOf(kinds[stage - 1]!);
  return { ...view, table: { ...tour(view), kinds, stage } };
}
const standings = (view: View, lang: "en" | "fr" = "en") =>
  render(Standings!, { view, me: 0, names: NAMES, words: words[lang], lang }).container;
const titles = (root: HTMLElement) => [...root.querySelectorAll("h3")].map((one) => one.textContent);

describe("a race of one stage", () => {
  it("is called by its kind, in both languages", () => {
    const said = (kind: TourView["kind"], lang: "en" | "fr") => page.caption!(raced([kind]), words[lang], lang);
    expect(said("team-trial", "en")).toBe("Team time trial");
    expect(said("solo-trial", "fr")).toBe("Contre-la-montre individuel");
    expect(said("classic", "fr")).toBe("Classique");
  });
  it("has no stages to count", () => {
    const root = standings(raced(["classic"]));
    expect(root.querySelector(".stages")!.textContent!.trim()).toBe("Classic");
    expect(root.textContent).not.toContain("The Tour");
  });
  it("of a time trial has one classification", () => {
    const t = own("en");
    expect(titles(standings(raced(["team-trial"])))).toEqual([t.teams, t.toWin]);
    cleanup();
    expect(titles(standings(raced(["solo-trial"])))).toEqual([t.individual, t.toWin]);
    cleanup();
    expect(titles(standings(raced(["classic"])))).toEqual([t.individual, t.teams, t.raceTotal, t.toWin]);
  });
  it("is over when its stage is", () => {
    const view = raced(["classic"]);
    const events = [{ kind: "stage-end", seat: null, facts: { stage: 1 } }] as unknown as Step["events"];
    for (const lang of ["en", "fr"] as const) {
      render(StageEnd, { props: { view, events, names: NAMES, words: words[lang], lang, action: "…", onclose: vi.fn() } });
      expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(own(lang).raceOver);
      cleanup();
    }
  });
});

describe("the three classics", () => {
  it("are counted among themselves", () => {
    const view = raced(["classic", "classic", "classic"], 2);
    expect(page.caption!(view, words.en, "en")).toBe("Stage 2 of 3 · classic");
    expect(page.caption!(view, words.fr, "fr")).toBe("Étape 2 sur 3 · classique");
    const listed = [...standings(view).querySelectorAll(".stages li")];
    expect(listed.map((one) => one.className.includes("now"))).toEqual([false, true, false]);
  });
});

it("only whole Tours make bests", () => {
  expect(numbers.of(raced(["classic", "classic", "classic"]), 0)).toEqual({});
  expect(Object.keys(numbers.of(kindOf("classic").view, 0))).toEqual(numbers.kinds.map((one) => one.key));
});

it("the whole Tour is told as ever", () => {
  const view = kindOf("team-trial").view;
  expect(page.caption!(view, words.en, "en")).toBe("Stage 2 of 5 · team time trial");
  expect(titles(standings(view))).toContain(own("en").total);
});
