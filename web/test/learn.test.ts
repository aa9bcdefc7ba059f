import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { Lesson } from "../src/learn/lesson.svelte";
import { holds, marked, parent, terms } from "../src/learn/search";
import { api, Refusal } from "../src/lib/api";
import type { GamePage } from "../src/games/types";
import { speech } from "../src/lib/i18n.svelte";
import { read } from "../src/lib/router.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Words } from "../src/lib/words";
import type { Chapter, Frame, LessonAnswer, LessonInfo, Phrase, View } from "../src/protocol";
import { LEARN_WORDS } from "../src/words/learn";

const both = (text: string): Phrase => ({ en: text, fr: text });

test("addresses of lessons, rules and numbers", () => {
  expect(read("/learn/tapas")).toEqual({ page: "learn", game: "tapas" });
  expect(read("/rules/tapas", "?from=KDPQWR", "#4d")).toEqual({ page: "rules", game: "tapas", article: "4d", from: "KDPQWR" });
  expect(read("/rules/tour-de-france", "", "#1.2a")).toEqual({ page: "rules", game: "tour-de-france", article: "1.2a", from: null });
  expect(read("/rules/tapas", "", "#%")).toEqual({ page: "rules", game: "tapas", article: null, from: null });
  expect(read("/me")).toEqual({ page: "me" });
  expect(read("/learn/a/b")).toEqual({ page: "none" });
});

describe("looking words up", () => {
  it("ignores accents, case and the kind of apostrophe", () => {
    expect(terms("  Étape  L’ARRIVÉE ")).toEqual(["etape", "l'arrivee"]);
    const pieces = marked("L'étape s'arrête.", terms("ETAPE arrete"));
    expect(pieces.filter((one) => one.hit).map((one) => one.text)).toEqual(["étape", "arrête"]);
    expect(pieces.map((one) => one.text).join("")).toBe("L'étape s'arrête.");
  });
  it("finds letters that fold into two", () => {
    expect(marked("ex æquo, œuf", ["aequo"]).find((one) => one.hit)?.text).toBe("æquo");
    expect(marked("ex æquo, œuf", ["oeuf"]).find((one) => one.hit)?.text).toBe("œuf");
  });
  it("marks nothing where nothing was asked", () => {
    expect(marked("abc", [])).toEqual([{ text: "abc", hit: false }]);
  });
  it("looks in titles, texts, rulings and captions for all terms", () => {
    const article: Chapter = {
      id: "4d",
      title: both("Not behind your own"),
      text: both("The first piece."),
      rulings: [{ id: "TAP-04", words: both("Only the first matters.") }],
      pictures: [],
    };
    const of = (phrase: Phrase): string => phrase.en;
    expect(holds(article, terms("own first"), of)).toBe(true);
    expect(holds(article, terms("tap-04"), of)).toBe(true);
    expect(holds(article, terms("own napkin"), of)).toBe(false);
  });
  it("knows what an article belongs to", () => {
    expect(["4", "4d", "12", "10a", "1.2a", "P1", "G", "0", "2.1"].map(parent)).toEqual([null, "4", null, "10", "1.2", "P", null, null, "2"]);
  });
});

test("both languages say the same things", () => {
  expect(Object.keys(LEARN_WORDS.fr)).toEqual(Object.keys(LEARN_WORDS.en));
});

const view = (number: number): View => ({ game: "none", number, players: 2, over: false, awaited: [0], table: {} }) as unknown as View;
const frame = (number: number, seat: number | null = 0): Frame => ({ seat, text: null, events: [], view: view(number), open: true });
const INFO: LessonInfo = {
  game: "none",
  names: [both("You"), both("Léa")],
  steps: [
    { id: "look", article: "1", title: both("Look"), say: both("Look around."), seat: 0, goals: 0 },
    { id: "do", article: "2", title: both("Do"), say: both("Do it."), seat: 0, goals: 2 },
  ],
};

function answer(of: Partial<LessonAnswer>): LessonAnswer {
  return { verdict: "start", reached: 0, frames: [frame(0, null)], moves: ["a", "b"], hint: "a", words: null, problem: null, ...of };
}

describe("a lesson", () => {
  let asked: string[][];
  beforeEach(() => {
    localStorage.clear();
    settings.setSpeed("off");
    vi.useFakeTimers();
    asked = [];
    vi.spyOn(api, "lesson").mockResolvedValue(INFO);
    vi.spyOn(api, "lessonStep").mockImplementation(async (_game, step, moves) => {
      asked.push(moves);
      if (step === "look") return answer({ moves: [], hint: null });
      const last = moves.at(-1);
      if (last === undefined) return answer({});
      if (last === "wrong") return answer({ verdict: "other", frames: [frame(1)], words: both("Not that.") });
      if (last === "closed")
        return answer({ verdict: "refused", frames: [], words: both("No."), problem: { code: "no", words: both("No."), article: "2", line: null } });
      const done = moves.length === 2;
      return answer({ verdict: done ? "done" : "on", reached: moves.length, frames: [frame(moves.length)], words: done ? both("Well!") : null });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    settings.setSpeed(null);
  });

  async function opened(): Promise<Lesson> {
    const lesson = new Lesson("none");
    await lesson.load();
    await vi.runAllTimersAsync();
    return lesson;
  }
  async function play(lesson: Lesson, move: string): Promise<void> {
    const played = lesson.play(move);
    await vi.runAllTimersAsync();
    await played;
  }

  it("begins with a look, and goes on when it is told to", async () => {
    const lesson = await opened();
    expect(lesson.step?.id).toBe("look");
    expect(lesson.complete).toBe(true);
    await lesson.goOn();
    await vi.runAllTimersAsync();
    expect(lesson.step?.id).toBe("do");
    expect([lesson.complete, lesson.busy, lesson.moves]).toEqual([false, false, ["a", "b"]]);
    expect(lesson.done).toEqual(["look"]);
  });

  it("says what it marks in the language that is spoken now", async () => {
    const lesson = await opened();
    await lesson.open(1);
    lesson.page = { describe: (move: string, _view: unknown, _words: unknown, lang: string) => `${move} in ${lang}` } as unknown as GamePage;
    lesson.words = {} as Words;
    lesson.showMe();
    expect([lesson.hint, lesson.feedback?.kind]).toEqual(["a", "hint"]);
    expect(lesson.told).toContain("a in en");
    speech.set("fr");
    expect(lesson.told).toContain("a in fr");
    speech.set("en");
    await play(lesson, "closed");
    expect(lesson.told).toBe("No.");
  });

  it("keeps the moves that lead on, and sends them all again", async () => {
    const lesson = await opened();
    await lesson.open(1);
    await play(lesson, "a");
    expect([lesson.made, lesson.complete]).toEqual([1, false]);
    await play(lesson, "b");
    expect(asked.at(-1)).toEqual(["a", "b"]);
    expect(lesson.feedback?.kind).toBe("done");
    expect(lesson.complete).toBe(true);
    await lesson.goOn();
    expect(lesson.finished).toBe(true);
  });

  it("shows a move that was not meant, and takes it back to a position of its own", async () => {
    const lesson = await opened();
    await lesson.open(1);
    const before = lesson.view!.number;
    await play(lesson, "wrong");
    expect(lesson.feedback).toEqual({ kind: "other", words: both("Not that."), article: null });
    expect(lesson.view!.number).toBeGreaterThan(before);
    expect([lesson.made, lesson.busy, lesson.moves]).toEqual([0, false, ["a", "b"]]);
    await play(lesson, "a");
    expect(asked.at(-1)).toEqual(["a"]);
  });

  it("tells a refusal with its article, by a move or by a question", async () => {
    const lesson = await opened();
    await lesson.open(1);
    await play(lesson, "closed");
    expect(lesson.feedback).toEqual({ kind: "refused", words: both("No."), article: "2" });
    lesson.feedback = null;
    expect(await lesson.explain("closed")).toMatchObject({ legal: false, article: "2" });
    expect(lesson.feedback).toBeNull();
    await lesson.explain("closed", true);
    expect(lesson.feedback).not.toBeNull();
    expect(await lesson.explain("a")).toMatchObject({ legal: true });
    expect(lesson.made).toBe(0);
  });

  it("previews without moving, and asks once", async () => {
    const lesson = await opened();
    await lesson.open(1);
    const before = asked.length;
    expect((await lesson.preview("a"))?.view.number).toBe(1);
    await lesson.preview("a");
    expect(asked.length).toBe(before + 1);
    expect(lesson.made).toBe(0);
  });

  it("goes on where it was left, and forgets steps that are gone", async () => {
    localStorage.setItem("echappee.lesson.none", JSON.stringify({ at: "do", done: ["look", "gone"] }));
    const lesson = await opened();
    expect(lesson.step?.id).toBe("do");
    expect(lesson.done).toEqual(["look"]);
  });

  it("says so when the coach can't be reached, and can try again", async () => {
    const lesson = await opened();
    await lesson.open(1);
    vi.mocked(api.lessonStep).mockRejectedValueOnce(new Refusal(503, { code: "not-ready", words: both("Soon."), article: null, line: null }));
    await play(lesson, "a");
    expect(lesson.failed).toEqual(both("Soon."));
    expect([lesson.made, lesson.busy]).toEqual([0, false]);
    await play(lesson, "a");
    expect([lesson.failed, lesson.made]).toEqual([null, 1]);
  });
});
