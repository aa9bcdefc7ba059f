import { render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { speech } from "../../../lib/i18n.svelte";
import type { Phrase, StageDraft, TileFace } from "../../../protocol";
import Builder from "./Builder.svelte";

const both = (text: string): Phrase => ({ en: text, fr: text });
const face = (name: string, kind: TileFace["kind"]): TileFace => ({
  face: name, piece: name, kind, box: "base", turn: 0, squares: [{ terrain: "flat", lanes: 2 }], poses: [[0, 0, 0], [1, 0, 0]], line: kind === "straight" ? null : 1,
});
const tiles = [face("a", "start"), face("b", "straight"), face("u", "finish")];

/** What a server says of the tiles: the page makes nothing of its own from them. */
function draft(laid: string[]): StageDraft {
  return {
    tiles: laid, squares: laid.map(() => ({ terrain: "flat", lanes: 2 })), poses: laid.length ? [...laid, ""].map((_, i) => [i, 0, 0]) : [],
    start: null, finish: null, title: null, crossing: null, bridges: [], fits: laid.length ? ["u"] : ["a"],
    needs: [
      { id: "start", state: laid.length ? "met" : "open", words: both("A first need"), detail: both("as it stands") },
      { id: "odd", state: "broken", words: both("A second need"), detail: both("it is broken") },
    ],
    unfit: [{ faces: laid.length ? ["a", "b"] : ["b", "u"], words: both(laid.length ? "A later reason." : "Its real reason.") }],
    completion: laid.length ? ["u"] : [], ahead: laid.length ? [{ terrain: "flat", lanes: 2 }] : [],
    ahead_poses: laid.length ? [[laid.length, 0, 0], [laid.length + 1, 0, 0]] : [],
    pieces_of: 21, squares_of: 78,
  };
}
const sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  speech.lang = "en";
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, given?: RequestInit) => {
    const url = new URL(path, "http://x");
    sent.push({ path: url.pathname, body: given?.body ? JSON.parse(String(given.body)) : null });
    const laid = (url.searchParams.get("value") ?? "").split("-").filter(Boolean);
    const answer = url.pathname.endsWith("/material")
      ? { tiles, stages: [] }
      : url.pathname.endsWith("/describe")
        ? { value: laid.length > 1 ? laid.join("-") : null, problem: null, about: draft(laid) }
        : url.pathname.endsWith("/games")
          ? [{ id: "flamme-rouge", name: both("Flamme Rouge"), fewest: 2, most: 4, options: [{ name: "stage", default: "flat" }] }]
          : url.pathname.endsWith("/house")
            ? { bots: [{ name: "club", label: both("Club"), help: both("") }] }
            : { table: { code: "KDPQWR", game: "flamme-rouge", seats: [] }, you: [0], keys: [] };
    return { ok: true, status: 200, json: async () => answer };
  });
});
afterEach(() => vi.unstubAllGlobals());

const piece = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-tile="${name}"]`)!;

it("tells what the server says of each piece and of the stage, and nothing of its own", async () => {
  const { container } = render(Builder, { tiles: null, name: null });
  await waitFor(() => expect(piece("b").getAttribute("aria-label")).toContain("Its real reason."));
  expect(piece("a").getAttribute("aria-disabled")).toBe("false");
  expect(container.textContent).not.toContain("would lie on");
  expect(container.querySelector('[data-need="start"]')?.className).toContain("open");
  expect(container.querySelector('[data-need="odd"]')?.textContent).toContain("it is broken");
  expect(container.querySelector("[data-count=pieces]")?.textContent?.replace(/\s+/g, " ")).toBe("0tilesof 21");
  expect(container.querySelector("[data-count=squares]")?.textContent?.replace(/\s+/g, " ")).toBe("0squaresof 78");
  expect(container.querySelector(".pencil")).toBeNull();
});

it("shows the reason of a piece that is touched, pencils the end in, and draws the map", async () => {
  const { container } = render(Builder, { tiles: null, name: null });
  await waitFor(() => expect(piece("b").getAttribute("aria-label")).toContain("Its real reason."));
  piece("u").click();
  await waitFor(() => expect(container.querySelector("main")?.textContent).toContain("Its real reason."));
  piece("a").click();
  await waitFor(() => expect(container.querySelector(".pencil")).not.toBeNull());
  expect(container.querySelector(".map svg")).not.toBeNull();
  expect(piece("b").getAttribute("aria-label")).toContain("A later reason.");
  expect(container.querySelector(".status")?.textContent).toContain("A second need: it is broken");
});

it("races a stage that was just built at once, at the usual table", async () => {
  render(Builder, { tiles: "a-u", name: null });
  const race = await screen.findByRole<HTMLButtonElement>("button", { name: "Race" });
  await waitFor(() => expect(race.disabled).toBe(false));
  race.click();
  await waitFor(() => expect(sent.at(-1)?.path).toBe("/api/tables"));
  expect(sent.at(-1)?.body).toMatchObject({ game: "flamme-rouge", options: { stage: "a-u" } });
});
