import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../lib/api";
import type { BotInfo, RecordInfo, RecordReview, RecordSteps, ReviewedMove, View } from "../protocol";
import { Player } from "../replay/player.svelte";
import { Reel } from "../replay/reel.svelte";
import { REVIEW_WORDS } from "../words/review";
import { gradeOf, inOrder, judge, lessonOf, markAt, nextMark, points, worstFirst } from "./grades";
import Marks from "./Marks.svelte";
import { Practice } from "./practice.svelte";
import { Review, seatToReview } from "./review.svelte";
import ReviewPanel from "./Review.svelte";

const both = (text: string) => ({ en: text, fr: text });
const marked = (number: number, loss: number, more: Partial<ReviewedMove> = {}): ReviewedMove => ({
  number,
  seat: 0,
  played: "bad",
  best: "good",
  line: ["good", "answer"],
  loss,
  grade: loss < 0.1 ? "slip" : loss < 0.2 ? "mistake" : "blunder",
  reasons: [both("It keeps two cards.")],
  choices: [
    { text: "good", wins: 0.6 },
    { text: "near", wins: 0.57 },
    { text: "far", wins: 0.56 },
    { text: "bad", wins: 0.6 - loss },
  ],
  proved: false,
  ...more,
});
const told = (more: Partial<RecordReview>): RecordReview => ({ seat: 0, judged: 0, total: 40, done: false, later: false, moments: [], ...more });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("marked moves", () => {
  const all = [marked(9, 0.3), marked(2, 0.06), marked(5, 0.3), marked(7, 0.12)];
  const numbers = (list: readonly ReviewedMove[]): number[] => list.map((one) => one.number);

  it("come in the order of the game, or the worst first", () => {
    expect(numbers(inOrder(all))).toEqual([2, 5, 7, 9]);
    expect(numbers(worstFirst(all))).toEqual([5, 9, 7, 2]);
    expect(numbers(all)).toEqual([9, 2, 5, 7]);
  });

  it("make a lesson of the three worst, of those that can be answered on a board", () => {
    expect(numbers(lessonOf(all))).toEqual([5, 7, 9]);
    expect(numbers(lessonOf([marked(1, 0.5, { best: null }), marked(2, 0.1)]))).toEqual([2]);
  });

  it("stand at the moment before their move and after it", () => {
    const two = [marked(4, 0.1), marked(5, 0.2)];
    expect([3, 4, 5, 6, 7].map((n) => markAt(two, n)?.number ?? null)).toEqual([null, 4, 5, 5, null]);
    expect([nextMark(two, 4, 1)?.number, nextMark(two, 5, 1), nextMark(two, 5, -1)?.number]).toEqual([5, null, 4]);
  });

  it("have a grade, also where the server knows more of them", () => {
    expect(gradeOf(marked(1, 0.3))).toBe("blunder");
    expect(gradeOf(marked(1, 0.3, { grade: "catastrophe" }))).toBe("slip");
    expect([0.001, 0.144, 0.146].map(points)).toEqual([1, 14, 15]);
  });

  it("tell how good an answer is", () => {
    const one = marked(1, 0.14);
    expect(judge(one, "good")).toEqual({ kind: "best", loss: 0 });
    expect(judge(one, "near").kind).toBe("close");
    expect(judge(one, "far")).toMatchObject({ kind: "worse", loss: expect.closeTo(0.04) });
    expect(judge(one, "bad")).toEqual({ kind: "played", loss: 0.14 });
    expect(judge(one, "unheard-of")).toEqual({ kind: "worse", loss: null });
  });
});

describe("a review", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("asks once a second while somebody looks, until all is judged", async () => {
    const ask = vi.fn(async (): Promise<RecordReview> => told({ judged: ask.mock.calls.length, done: ask.mock.calls.length === 4 }));
    const review = new Review("R", ask);
    const leave = review.watch();
    await vi.advanceTimersByTimeAsync(3000);
    expect(ask).not.toHaveBeenCalled();
    review.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([review.now?.judged, ask.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
    leave();
    await vi.advanceTimersByTimeAsync(9000);
    expect(ask).toHaveBeenCalledTimes(2);
    review.watch();
    await vi.advanceTimersByTimeAsync(9000);
    expect([review.now?.done, ask.mock.calls.length]).toEqual([true, 4]);
  });

  it("waits longer while rules are compiled, and after a failure", async () => {
    const ask = vi.fn(async () => told({ later: true }));
    ask.mockRejectedValueOnce(new Refusal(0, { code: "internal", words: both("away"), article: null, line: null }));
    const review = new Review("R", ask);
    review.watch();
    review.start();
    await vi.advanceTimersByTimeAsync(4999);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([review.now?.later, review.refused]).toEqual([true, null]);
    await vi.advanceTimersByTimeAsync(4999);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("stops where it is refused, and says why", async () => {
    const ask = vi.fn(() => Promise.reject(new Refusal(404, { code: "no-record", words: both("No such record."), article: null, line: null })));
    const review = new Review("R", ask);
    review.watch();
    review.start();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([review.refused?.en, ask.mock.calls.length]).toEqual(["No such record.", 1]);
  });

  it("is each seat's own, and an answer for another seat is not mixed in", async () => {
    const ask = vi.fn(
      (_: string, seat: number) => new Promise<RecordReview>((done) => setTimeout(() => done(told({ seat, done: true, moments: [marked(seat, 0.1, { seat })] })), 300)),
    );
    const review = new Review("R", ask);
    review.watch();
    review.start();
    await vi.advanceTimersByTimeAsync(100);
    review.choose(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([review.started, review.now]).toEqual([false, null]);
    review.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(review.moments[0]?.seat).toBe(1);
    review.choose(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(review.moments[0]?.seat).toBe(0);
    expect(ask.mock.calls.map(([, seat]) => seat)).toEqual([0, 1, 0]);
  });

  it("is of one's own moves at first, else of the first person's", () => {
    const record = { players: 3, names: ["greedy", "Rita", "Ana"], bots: [null, "rita", null] } as unknown as RecordInfo;
    const bots = [{ name: "greedy" }] as BotInfo[];
    expect(seatToReview(record, 1, bots)).toBe(1);
    expect(seatToReview(record, undefined, bots)).toBe(2);
    expect(seatToReview(record, 7, bots)).toBe(2);
    expect(seatToReview({ ...record, bots: ["a", "b", "c"] }, undefined, bots)).toBe(0);
  });
});

const TOTAL = 20;
const view = (number: number, look: number | null): View => ({ number, seat: look, awaited: [0], over: false }) as never;
async function loaded(): Promise<Player> {
  const fetch = async (first: number, count: number, look: number | null): Promise<RecordSteps> => ({
    first, total: TOTAL, look, view: view(first, look),
    seats: look === null ? [{ seat: [0] }, { seat: [1] }] : [],
    steps: Array.from({ length: Math.min(count, TOTAL + 1 - first) }, (_, i) => ({ number: first + i, events: [], change: i ? { view: { number: [first + i] } } : null })),
  });
  const player = new Player(new Reel(TOTAL, fetch));
  await Promise.all([player.reel.load(0, null), player.reel.load(0, 0)]);
  player.to(0);
  return player;
}

describe("the panel", () => {
  const moments = [marked(3, 0.07), marked(8, 0.31, { proved: true, best: null, line: [null] })];
  const page = { describe: (move: string) => `a ${move} move` } as never;
  const words = { name: "Tapas" } as never;
  async function shown(more: Partial<RecordReview>, start = true) {
    const [player, review] = [await loaded(), new Review("R", async () => told({ done: true, moments, ...more }))];
    const [onjump, onpractise] = [vi.fn(), vi.fn()];
    const props = { review, player, names: ["Ana", "Bot"], words, page, me: 0, onjump, onpractise };
    const panel = render(ReviewPanel, { props });
    if (start) await fireEvent.click(panel.getByRole("button", { name: "Review the moves" }));
    return { ...panel, player, review, onjump, onpractise };
  }

  it("lists marks with what was played, what was better and why; a tap goes there", async () => {
    const { findByText, container, player, review, onjump, getByRole } = await shown({});
    await findByText("2 moves marked, of 40 decisions");
    const list = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>("[data-marked]")];
    expect(list().map((one) => one.dataset.marked)).toEqual(["8", "3"]);
    expect(list()[0]!.textContent).toContain("wait");
    expect(list()[0]!.textContent).toContain(REVIEW_WORDS.en.proved);
    for (const part of ["Slip", "Move 4", "cost 7 %", "a bad move", "a good move", "a answer move", "It keeps two cards."])
      expect(list()[1]!.textContent).toContain(part);
    expect(list()[1]!.querySelector("[data-grade=slip]")).not.toBeNull();
    await fireEvent.click(list()[1]!);
    expect([player.number, player.look, review.shown]).toEqual([3, 0, 3]);
    expect(review.betterAt(player.step!)).toBe("good");
    player.to(4);
    expect(review.betterAt(player.step!)).toBeNull();
    expect(onjump).toHaveBeenCalled();
    await fireEvent.click(getByRole("button", { name: "In order" }));
    expect(list().map((one) => one.dataset.marked)).toEqual(["3", "8"]);
  });

  it("offers a lesson of the worst moments once all is judged", async () => {
    const { findByRole, onpractise } = await shown({});
    await fireEvent.click(await findByRole("button", { name: "Practise my worst moment" }));
    expect(onpractise).toHaveBeenCalled();
  });

  it("offers a lesson of three moments before all is judged, but no shorter one", async () => {
    const three = await shown({ done: false, judged: 9, moments: [2, 4, 6].map((number) => marked(number, 0.3)) });
    await three.findByRole("button", { name: "Practise my three worst moments" });
    cleanup();
    const two = await shown({ done: false, judged: 9 });
    await two.findByText("9 of 40 decisions");
    expect(two.queryByRole("button", { name: /Practise/ })).toBeNull();
  });

  it("tells how far it is, and has a kind word where nothing is marked", async () => {
    const busy = await shown({ done: false, judged: 12, moments: [] });
    await busy.findByText("12 of 40 decisions");
    cleanup();
    const none = await shown({ judged: 40, moments: [] });
    await none.findByText(REVIEW_WORDS.en.none("Ana"));
    cleanup();
    const later = await shown({ done: false, later: true, moments: [] });
    await later.findByText(REVIEW_WORDS.en.later);
  });

  it("has its marks under the board, and a way from one to the next", async () => {
    const { review, player, findByText } = await shown({});
    await findByText("2 moves marked, of 40 decisions");
    const bar = render(Marks, { props: { review, player, names: ["Ana", "Bot"], words, page, narrow: false } });
    expect(bar.container.textContent).toContain("2 marked moves");
    await fireEvent.click(bar.getByRole("button", { name: "Next marked move" }));
    expect(player.number).toBe(3);
    expect(bar.container.textContent).toContain("a good move");
    await fireEvent.click(bar.getByRole("button", { name: "Take it off the board" }));
    expect(review.betterAt(player.step!)).toBeNull();
    await fireEvent.click(bar.getByRole("button", { name: "Show the better move on the board" }));
    expect(review.betterAt(player.step!)).toBe("good");
    await fireEvent.click(bar.getByRole("button", { name: "Next marked move" }));
    expect(player.number).toBe(8);
    expect((bar.getByRole("button", { name: "Next marked move" }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("a practice", () => {
  const moments = [marked(3, 0.14), marked(8, 0.31)];
  async function begun(): Promise<Practice> {
    const practice = new Practice(moments, async ({ number, seat }) => view(number, seat));
    await practice.open();
    return practice;
  }

  it("shows the moment as its seat saw it, and takes the moves that were weighed", async () => {
    const practice = await begun();
    expect([practice.view?.number, practice.view?.seat]).toEqual([3, 0]);
    expect(practice.moves).toEqual(["good", "bad", "near", "far"]);
    expect((await practice.explain("good", true))?.legal).toBe(true);
    expect((await practice.explain("closed", true))?.legal).toBe(false);
    expect(practice.answer?.kind).toBe("closed");
  });

  it("praises the best move and one as good, and asks again after others", async () => {
    const practice = await begun();
    practice.play("far");
    expect([practice.answer?.kind, practice.complete, practice.hint]).toEqual(["worse", false, null]);
    await practice.goOn();
    expect(practice.index).toBe(0);
    practice.play("bad");
    expect(practice.answer).toEqual({ kind: "played", loss: 0.14 });
    practice.play("near");
    expect([practice.answer?.kind, practice.complete, practice.hint, practice.moves]).toEqual(["close", true, "near", ["near"]]);
    practice.play("bad");
    expect(practice.answer?.kind).toBe("close");
    await practice.goOn();
    expect([practice.index, practice.view?.number, practice.answer]).toEqual([1, 8, null]);
    practice.play("good");
    await practice.goOn();
    expect([practice.finished, practice.outcomes, practice.firsts]).toEqual([true, ["after", "first"], 1]);
    await practice.anew();
    expect([practice.finished, practice.index, practice.outcomes]).toEqual([false, 0, []]);
  });

  it("shows the best, which counts as shown even when it is played then", async () => {
    const practice = await begun();
    practice.showMe();
    expect([practice.hint, practice.answer?.kind, practice.complete, practice.found]).toEqual(["good", "shown", true, false]);
    practice.play("good");
    await practice.goOn();
    expect(practice.outcomes).toEqual(["seen"]);
  });

  it("says so where the moment can't be had, and can try again", async () => {
    const look = vi.fn(async () => view(3, 0));
    look.mockRejectedValueOnce(new Refusal(503, { code: "busy", words: both("Soon."), article: null, line: null }));
    const practice = new Practice(moments, look);
    await practice.open();
    expect([practice.failed?.en, practice.view]).toEqual(["Soon.", null]);
    await practice.open();
    expect([practice.failed, practice.view?.number]).toEqual([null, 3]);
  });
});

it("says the same in both languages", () => {
  expect(Object.keys(REVIEW_WORDS.fr)).toEqual(Object.keys(REVIEW_WORDS.en));
});
