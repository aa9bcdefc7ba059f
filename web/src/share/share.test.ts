import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPage } from "../games";
import { ofStage, isWhole, stageLink } from "../games/flamme-rouge/gallery/stage";
import { SHELF } from "../games/shelf";
import Sprite from "../lib/symbols/Sprite.svelte";
import { speech, type Lang } from "../lib/i18n.svelte";
import type { Words } from "../lib/words";
import type { StagePlan, View } from "../protocol";
import { view as tapasView } from "../../test/fixtures";
import Card from "./Card.svelte";
import { cut, shrunk, wrap, type Face } from "./fit";
import { drawing } from "./picture";
import ShareSheet from "./ShareSheet.svelte";
import { drawn, HEIGHT, WIDTH, type Subject } from "./subject";
import { ofMoment, ofResult, ofTurn, type Shown } from "./subjects";

vi.setConfig({ testTimeout: 60_000 });
const png = vi.hoisted(() => vi.fn());
vi.mock(import("./picture"), async (original) => ({ ...(await original()), png }));

interface Fixtures {
  states: Record<string, { view: View }>;
  words: Record<Lang, Words>;
}
const fixtures = import.meta.glob<Fixtures>("../games/*/dev/fixtures.ts", { eager: true });
const NAMES = ["Ana", "Børge", "Chloé", "Dédé", "Étienne", "Fanny"];

const PLAIN = { en: {}, fr: {} } as Record<Lang, Words>;
/** Two states of each game: the first in one language, the last in the other. */
const cases: [string, Lang, View, Record<Lang, Words>][] = [
  ...Object.entries(fixtures).flatMap(([path, { states, words }]): [string, Lang, View, Record<Lang, Words>][] => {
    const all = Object.values(states).map((one) => one.view);
    const game = path.split("/")[2]!;
    return [[game, "en", all[0]!, words], [game, "fr", all.at(-1)!, words]];
  }),
  ["tapas", "fr", tapasView(), PLAIN],
  ["unknown-game", "en", tapasView(), PLAIN],
];

const shownOf = async (game: string, view: View, words: Record<Lang, Words>, lang: Lang): Promise<Shown> => ({
  game, title: "A game", page: await loadPage(game), view, names: NAMES.slice(0, view.standing.places.length), words: words[lang], lang,
});
const texts = (svg: Element): string[] => [...svg.querySelectorAll("text")].map((one) => one.textContent ?? "");

const plain = navigator;
beforeEach(() => speech.set("en"));
afterEach(() => {
  cleanup();
  vi.stubGlobal("navigator", plain);
  png.mockReset();
});

describe("texts that fit", () => {
  const face: Face = { size: 10, family: "display", weight: 800 };
  const width = (text: string, { size }: Face): number => text.length * size;
  it("are cut with an ellipsis", () => {
    expect(cut("Børge", face, 50, width)).toBe("Børge");
    expect(cut("Børge Ask", face, 60, width)).toBe("Børge…");
    expect(cut("Børge", face, 1, width)).toBe("B…");
  });
  it("are made smaller, but not too small", () => {
    expect(shrunk("abcdef", face, 50, 6, width).size).toBe(8);
    expect(shrunk("abcdefghijkl", face, 50, 6, width).size).toBe(6);
  });
  it("are wrapped, and no-break spaces hold", () => {
    expect(wrap("one two three", face, 80, 3, width)).toEqual(["one two", "three"]);
    expect(wrap("un deux\u00a0: trois", face, 80, 3, width)).toEqual(["un", "deux\u00a0:", "trois"]);
    expect(wrap("one two three four", face, 80, 2, width)).toEqual(["one two", "three f…"]);
    expect(wrap("", face, 80, 2, width)).toEqual([]);
  });
});

describe("a card stands alone", () => {
  it.each(cases)("of %s, in %s", async (game, lang, view, words) => {
    speech.set(lang);
    render(Sprite);
    const shown = await shownOf(game, view, words, lang);
    const end = { why: "over", winners: [0], standing: view.standing, words: { en: "All played.", fr: "Tout est joué." } } as never;
    const svg = drawing(Card, { subject: await ofResult(shown, end), host: "play.example" });
    expect([svg.getAttribute("width"), svg.getAttribute("height")]).toEqual([String(WIDTH), String(HEIGHT)]);
    expect([...svg.querySelectorAll("*")].filter((one) => one.namespaceURI !== "http://www.w3.org/2000/svg")).toEqual([]);
    const ids = new Set([...svg.querySelectorAll("[id]")].map((one) => one.id));
    const used = [...svg.querySelectorAll("use")].map((one) => one.getAttribute("href")!.slice(1));
    expect(used.filter((id) => !ids.has(id))).toEqual([]);
    expect(svg.querySelectorAll("[data-drawing] *").length).toBeGreaterThan(2);
    const said = texts(svg);
    expect(said).toContain("A GAME");
    expect(said).toContain(lang === "fr" ? "Ana gagne" : "Ana wins");
    expect(said).toContain("play.example");
    expect(new XMLSerializer().serializeToString(svg)).not.toMatch(/NaN|undefined/);
  });
});

describe("the words of a card", () => {
  const tapas = (lang: Lang = "en") => shownOf("tapas", tapasView(), PLAIN, lang);

  it("of a moment say what just happened, and how it stands", async () => {
    const { card, file } = await ofMoment(await tapas(), { number: 4, place: "move 4 of 20", told: "Ana pushes a 2." });
    expect(card).toMatchObject({ headline: "Move 4 of 20", note: "Ana pushes a 2." });
    expect(card.rows?.map((row) => row.name).sort()).toEqual(["Ana", "Børge"]);
    expect(file).toBe("echappee-tapas-move-4");
  });
  it("of a turning point show everybody's chances before and after", async () => {
    const chances = [{ from: 0.2, to: 0.7, said: "20 → 70 %" }, { from: 0.8, to: 0.3, said: "80 → 30 %" }];
    const subject = await ofTurn(await tapas(), { number: 9, headline: "Turning point", note: "Move 9", chances });
    expect(subject.card.rows?.map((row) => row.bar)).toEqual([[0.2, 0.7], [0.8, 0.3]]);
    const svg = drawing(Card, { subject, host: "h" });
    expect(texts(svg)).toContain("80 → 30 %");
  });
  it("of a draw, of several and of nobody say so", async () => {
    const shown = await tapas();
    const end = (winners: number[]) => ({ winners, standing: shown.view.standing, words: { en: "", fr: "" } }) as never;
    expect((await ofResult(shown, end([0, 1]))).card.headline).toBe(speech.t.resultDraw);
    expect((await ofResult(shown, end([]))).card.headline).toBe(speech.t.resultNobody);
  });
  it("never overflow: a long name is cut", async () => {
    const shown = { ...(await tapas()), names: ["A".repeat(60), "B"] };
    const subject = await ofMoment(shown, { number: 1, place: "x", told: "" });
    expect(texts(drawing(Card, { subject, host: "h" })).some((text) => /^A+…$/.test(text))).toBe(true);
  });
});

describe("a stage", () => {
  const plan: StagePlan = {
    tiles: ["a", "u"], squares: Array.from({ length: 12 }, (_, i) => ({ terrain: i === 4 ? "ascent" : "flat", lanes: 2 })),
    poses: Array.from({ length: 13 }, (_, i) => [i, 0, 0]), start: 2, finish: 10, title: null, crossing: null, bridges: [], fits: [],
  };
  it("is drawn with its profile once it is whole", async () => {
    const svg = drawing(Card, { subject: await ofStage(plan, "Le Mur", "Ana", "fr"), host: "h" });
    expect(texts(svg)).toContain("Le Mur");
    expect(texts(svg).join(" ")).toContain("8 cases · 1 montée");
    expect(svg.querySelectorAll("path").length).toBeGreaterThan(20);
    expect(isWhole({ ...plan, finish: null })).toBe(false);
    expect(isWhole({ ...plan, crossing: [0, 1] })).toBe(false);
    await expect(ofStage({ ...plan, finish: null }, "x", null, "en")).rejects.toThrow();
  });
  it("has a link that names it", () => {
    expect(stageLink("a-b", "Le Mur & Co")).toBe(`${location.origin}/stages/build?tiles=a-b&name=Le+Mur+%26+Co`);
  });
});

describe("the sheet", () => {
  const subject = async (): Promise<Subject> => ({ ...drawn(SHELF[0]!.Poster, {}), card: { title: "A game", headline: "Ana wins" }, file: "a-picture" });
  const blob = new Blob(["x"], { type: "image/png" });
  const link = "https://play.example/r/KDPQWRST";
  const button = (name: string): HTMLElement => screen.getByRole("button", { name, hidden: true });
  beforeEach(() => {
    png.mockResolvedValue(blob);
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} });
  });

  it("shows the picture and saves it where nothing else can be done", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    render(ShareSheet, { subject, link, onclose: () => {} });
    expect(await screen.findByAltText("A game. Ana wins")).toBeTruthy();
    await fireEvent.click(button("Save the picture"));
    expect(saved).toEqual(["a-picture.png"]);
    expect(screen.getByText("The picture is saved.")).toBeTruthy();
    expect(screen.queryByText("Share the picture")).toBeNull();
    expect(screen.queryByText("Copy the picture")).toBeNull();
  });
  it("sends it as a file, with the link, where the browser can", async () => {
    const share = vi.fn(async () => {});
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { canShare: () => true, share }));
    render(ShareSheet, { subject, link, onclose: () => {} });
    await screen.findByAltText("A game. Ana wins");
    await fireEvent.click(button("Share the picture"));
    expect(share).toHaveBeenCalledWith({ files: [expect.objectContaining({ name: "a-picture.png", type: "image/png" })], url: link });
  });
  it("copies it, and the link", async () => {
    const [write, writeText] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const parts: unknown[] = [];
    vi.stubGlobal("ClipboardItem", class { constructor(part: unknown) { parts.push(part); } });
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { write, writeText } }));
    render(ShareSheet, { subject, link, onclose: () => {} });
    await screen.findByAltText("A game. Ana wins");
    await fireEvent.click(button("Copy the picture"));
    await waitFor(() => expect(screen.getByText("The picture is copied.")).toBeTruthy());
    expect(parts).toEqual([{ "image/png": blob }]);
    await fireEvent.click(button("Copy the link"));
    await waitFor(() => expect(screen.getByText("The link is copied.")).toBeTruthy());
    expect(writeText).toHaveBeenCalledWith(link);
  });
  it("says so where it can't be drawn; the link works", async () => {
    png.mockRejectedValue(new Error("no canvas"));
    render(ShareSheet, { subject, link, onclose: () => {} });
    expect(await screen.findByText(/could not be drawn/)).toBeTruthy();
    expect((screen.getByLabelText("The link") as HTMLInputElement).value).toBe(link);
  });
  it("of something without a picture has its link alone", () => {
    render(ShareSheet, { subject: null, link, onclose: () => {} });
    expect(screen.queryByText("Save the picture")).toBeNull();
    expect(png).not.toHaveBeenCalled();
  });
});
