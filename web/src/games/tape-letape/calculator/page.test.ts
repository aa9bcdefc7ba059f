/** The calculator's page: what is kept, shared and drawn, and a stage entered by its buttons. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { themed } from "./art";
import examples from "./dev/examples.json";
import { addStage, newRace } from "./entering";
import { CalculatorError } from "./facts";
import { readRace, writeRace } from "./file";
import { Book, keepDraft, recallDraft } from "./kept.svelte";
import { holdsRace, pack, unpack } from "./link";
import { apart, chart, chartWords, picture } from "./picture";
import { mixed, toSvg } from "./printing";
import type { Race, Setting, Stage } from "./race";
import RaceMenu from "./RaceMenu.svelte";
import SetUp from "./SetUp.svelte";
import { fileName } from "./sharing";
import StageEntry from "./StageEntry.svelte";

const NAMES = ["Inès", "Hugo", "Marco", "Zoé"];
const setting: Setting = { names: NAMES, edition: "FR", mode: "sprint", each: 1, tieBreak: false, first: 0, title: "" };
const none = { small: 0, big: 0, cards: [] };
const one = { small: 1, big: 0, cards: [] };
const flat: Stage = { profile: "flat", order: [1], left: [{ small: 2, big: 1, cards: [] }, none, one, one], chooser: null };
const race = newRace(setting);
const ridden = addStage(race, flat);

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());

describe("what is kept", () => {
  test("a race outlives the page, and every change can be undone", () => {
    const book = new Book();
    expect(book.race).toBeNull();
    book.begin(race);
    book.change(ridden);
    const again = new Book();
    expect(again.race).toEqual(ridden);
    again.undo();
    expect(again.race).toEqual(race);
    expect(again.canUndo).toBe(false);
    again.undo();
    expect(new Book().race).toEqual(race);
  });

  test("another race puts the first one aside, unless nothing was ridden", () => {
    const book = new Book();
    book.begin(race);
    book.begin({ ...race, title: "Two" });
    expect(book.earlier).toEqual([]);
    book.change({ ...ridden, title: "Two" });
    book.begin(race);
    expect(book.earlier.map((kept) => kept.race.title)).toEqual(["Two"]);
    book.begin(book.earlier[0]!.race);
    expect(book.race?.title).toBe("Two");
    book.forget(writeRace(race));
    expect(book.earlier).toEqual([]);
  });

  test("what can't be read is no race", () => {
    localStorage.setItem("echappee.race", JSON.stringify({ now: "echappee race 9", past: [], earlier: ["?"] }));
    const book = new Book();
    expect([book.race, book.earlier]).toEqual([null, []]);
  });

  test("a stage half entered is kept for its own place alone", () => {
    const draft = { number: 2, insert: false, profile: "flat", order: [], small: [1, 0, 0, 0], big: [0, 0, 0, 0] };
    keepDraft(draft);
    expect(recallDraft(2, false, 4)).toEqual(draft);
    expect([recallDraft(3, false, 4), recallDraft(2, true, 4), recallDraft(2, false, 5)]).toEqual([null, null, null]);
  });
});

describe("links", () => {
  test.each(examples.races.slice(0, 12).map(({ text }, i) => [i, text] as const))("a race goes through a link: %i", async (_, text) => {
    const fragment = await pack(readRace(text));
    expect(holdsRace(fragment)).toBe(true);
    expect(fragment).toMatch(/^#race=z[\w-]+$/);
    expect(writeRace(await unpack(fragment))).toBe(text);
  });

  test("without a packer it is plain", async () => {
    const plain = `#race=p${btoa(String.fromCharCode(...new TextEncoder().encode(writeRace(ridden)))).replaceAll("+", "-").replaceAll("/", "_")}`;
    expect(await unpack(plain)).toEqual(ridden);
  });

  test.each(["#race=", "#race=z", "#race=zAAAA", "#race=p!!", "#race=pZWNoYXBwZWU", "#race=q1"])("%s holds none", async (fragment) => {
    await expect(unpack(fragment)).rejects.toBeInstanceOf(CalculatorError);
  });

  test("a link that would unpack for ever is stopped", async () => {
    const huge = await pack({ ...race, title: "x".repeat(600_000) });
    expect(huge.length).toBeLessThan(4000);
    await expect(unpack(huge)).rejects.toBeInstanceOf(CalculatorError);
  });
});

describe("drawings", () => {
  const ink = (colour: string): string => (colour.includes("/") ? "#123456" : `#${colour.length.toString(16).repeat(6)}`);
  test("the picture tells the classification, and is safe to open", () => {
    const evil: Race = addStage(newRace({ ...setting, names: ["<b>", "A&B", "C", "D"].map((name) => `x${name}`) }), flat);
    const svg = toSvg(picture(evil, "en"), ink, "A <title>", chartWords(evil, "en"));
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(drawn.querySelector("parsererror")).toBeNull();
    const texts = [...drawn.querySelectorAll("text")].map((text) => text.textContent);
    expect(texts).toContain("x<b>");
    expect(texts).toContain("+1:30");
    expect(svg).not.toMatch(/undefined|NaN|var\(/);
  });
  test.each(examples.races.map(({ text }, i) => [i, text] as const))("a chart has no hole: %i", (_, text) => {
    const found = readRace(text);
    if (found.stages.length === 0) return;
    const shapes = chart(found, { x: 0, y: 0, width: 340, height: 250, type: 15 });
    for (const shape of shapes) expect("d" in shape ? shape.d : `${shape.x} ${shape.y}`).not.toMatch(/NaN|undefined|Infinity/);
  });
  test("names are moved apart and stay inside", () => {
    expect(apart([10, 10, 11, 90], 20, 0, 100)).toEqual([10, 30, 50, 90]);
    expect(apart([80, 90, 95], 20, 0, 100)).toEqual([60, 80, 100]);
  });
  test("colours", () => {
    expect(themed("jaune/30/cream")).toBe("color-mix(in srgb, var(--jaune) 30%, var(--cream))");
    expect(mixed("#ff0000", "#0000ff", 0.5)).toBe("#800080");
    expect(fileName("Chez Mémé : l'Alpe !", "png")).toBe("chez-meme-l-alpe.png");
    expect(fileName("", "race")).toBe("tape-letape.race");
  });
});

// Everything is in sight here: to ask for that again and again takes long.
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name, hidden: true });

test("a stage is entered by a few touches, and its seconds show at once", async () => {
  const given: Stage[] = [];
  const page = render(StageEntry, {
    race, number: 1, insert: false, onremove: () => null, oninsert: () => {}, onback: () => {},
    onready: (stage: Stage) => (given.push(stage), null),
  });
  await fireEvent.click(button("Flat"));
  await fireEvent.click(button("Hugo"));
  for (const name of ["Inès: one small card more", "Inès: one small card more", "Inès: one big card more", "Marco: one small card more", "Zoé: one small card more"])
    await fireEvent.click(button(name));
  const seconds = [...page.container.querySelectorAll("[data-seconds]")].map((cell) => cell.textContent);
  expect(seconds).toEqual(["0:50", "−0:40", "0:10", "0:10"]);
  await fireEvent.click(button("Stage 1 is done"));
  expect(given).toEqual([flat]);
});

test("a broom wagon takes the order, and the last one follows", async () => {
  const given: Stage[] = [];
  render(StageEntry, {
    race, number: 1, insert: false, onremove: () => null, oninsert: () => {}, onback: () => {},
    onready: (stage: Stage) => (given.push(stage), null),
  });
  await fireEvent.click(button("Broom wagon"));
  for (const name of [/^Zoé/, /^Inès/, /^Hugo/]) await fireEvent.click(button(name));
  expect(button(/^Marco 4/)).toHaveProperty("ariaPressed", "true");
  await fireEvent.click(button(/^Inès/)); // was touched too early: taken back with all after it
  for (const name of [/^Marco/, /^Hugo/]) await fireEvent.click(button(name));
  await fireEvent.click(button("Stage 1 is done"));
  expect(given).toEqual([{ profile: "broom-wagon", order: [3, 2, 1, 0], left: [], chooser: null }]);
});

test("names of cards stay where the counts do", async () => {
  const told = readRace(writeRace(ridden).replace("Marco: 1 small", "Marco: J3"));
  const given: Stage[] = [];
  render(StageEntry, {
    race: told, number: 1, insert: false, onremove: () => null, oninsert: () => {}, onback: () => {},
    onready: (stage: Stage) => (given.push(stage), null),
  });
  await fireEvent.click(button("Zoé: one big card more"));
  await fireEvent.click(button("Save the correction"));
  expect(given[0]!.left[2]).toEqual({ small: 1, big: 0, cards: ["J3"] });
  expect(given[0]!.left[3]).toEqual({ small: 1, big: 1, cards: [] });
});

test("a race begins with one touch; who has no name gets one", async () => {
  const given: Setting[] = [];
  render(SetUp, { race: null, onready: (made: Setting) => (given.push(made), null) });
  await fireEvent.input(screen.getByRole("textbox", { name: "Rider 2" }), { target: { value: " Hugo " } });
  await fireEvent.click(button("Begin the race"));
  expect(given).toEqual([{ ...setting, each: 3, names: ["Rider 1", "Hugo", "Rider 3", "Rider 4"] }]);
  expect(newRace(given[0]!).each).toBe(1);
});

test("of a file that was cut short the whole stages can be opened", async () => {
  const opened: Race[] = [];
  render(RaceMenu, { book: new Book(), onopen: (found: Race) => opened.push(found), onclose: () => {} });
  const text = writeRace(ridden);
  const choose = async (content: string): Promise<void> => {
    await fireEvent.change(screen.getByLabelText("Open a file"), { target: { files: [new File([content], "a.race")] } });
    await vi.waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  };
  await choose(text.replace("\nend\n", ""));
  await vi.waitFor(() => expect(button("Open the one whole stage")).toBeTruthy());
  await fireEvent.click(button("Open the one whole stage"));
  expect(opened).toEqual([ridden]);
  await choose("nonsense");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /whole stage/ })).toBeNull());
});
