/** A lesson being taken: the step, what the board shows, and what the coach says. */
import { loadPage, telling } from "../games";
import type { GamePage, Previewed } from "../games/types";
import { api, words as wordsOf } from "../lib/api";
import { keep, recall } from "../lib/device";
import { speech } from "../lib/i18n.svelte";
import { length, stepLength, wait } from "../lib/motion.svelte";
import { sounds } from "../lib/sound";
import { notes } from "../lib/toast.svelte";
import type { Words } from "../lib/words";
import { learnWords } from "../words/learn";
import type { Event, Explanation, Frame, LessonAnswer, LessonInfo, LessonStep, Phrase, View } from "../protocol";

/** What the coach answers to the latest move. */
export interface Feedback {
  kind: "done" | "other" | "refused" | "hint";
  /** Null for a hint: the move that is marked, in words of the language that is spoken now. */
  words: Phrase | null;
  article: string | null;
}

interface Progress {
  /** The step to go on with. */
  at: string | null;
  done: string[];
}

const CALM_PACE = 450;
const SEEN = 1100; // how long a move that is taken back stays on the board
const both = (text: string): Phrase => ({ en: text, fr: text });

export class Lesson {
  info = $state.raw<LessonInfo | null>(null);
  page = $state.raw<GamePage | null>(null);
  words = $state.raw<Words | null>(null);
  index = $state(0);
  finished = $state(false);
  failed = $state<Phrase | null>(null);
  done = $state<string[]>([]);

  view = $state.raw<View | null>(null);
  before = $state.raw<View | null>(null);
  events = $state.raw<Event[]>([]);
  moves = $state.raw<string[]>([]);
  hint = $state<string | null>(null);
  feedback = $state.raw<Feedback | null>(null);
  /** Has the step been done (or is there nothing to do in it)? */
  complete = $state(false);
  busy = $state(true);

  private played = $state.raw<string[]>([]);
  private advice: string | null = null;
  private previews = new Map<string, Promise<LessonAnswer | null>>();
  /** Each start of a step gets a new board: what an old one was in the middle of is forgotten. */
  sitting = $state(0);
  /** What was under way when a step was opened no longer counts. */
  private visit = 0;
  /** Moves that were taken back make positions of their own, as an undo at a table does. */
  private shift = 0;

  constructor(readonly game: string) {}

  get step(): LessonStep | null {
    return this.info?.steps[this.index] ?? null;
  }

  /** How many moves of this step the coach went along with. */
  get made(): number {
    return this.played.length;
  }

  get names(): string[] {
    const seat = this.step?.seat ?? 0;
    return (this.info?.names ?? []).map((name, at) => (at === seat ? speech.t.you : speech.of(name)));
  }

  async load(): Promise<void> {
    const [info, page] = await Promise.all([api.lesson(this.game), loadPage(this.game)]);
    this.page = page;
    this.info = info;
    const kept = recall<Progress>(`lesson.${this.game}`, { at: null, done: [] });
    const known = info.steps.map((step) => step.id);
    this.done = kept.done.filter((id) => known.includes(id));
    await this.open(Math.max(0, known.indexOf(kept.at ?? "")));
  }

  /** Go to a step and start it. */
  async open(index: number): Promise<void> {
    this.index = index;
    this.finished = false;
    this.save();
    await this.restart();
  }

  async restart(): Promise<void> {
    const { step } = this;
    if (!step) return;
    const visit = ++this.visit;
    this.played = [];
    this.previews.clear();
    this.hint = this.feedback = this.advice = null;
    this.complete = false;
    this.busy = true;
    const answer = await this.ask([]);
    if (!answer || visit !== this.visit) return;
    const [start, ...rest] = answer.frames;
    if (!start) return;
    this.shift = 0;
    this.sitting += 1;
    this.settle(start.view, []);
    notes.say(`${speech.of(step.title)}. ${speech.of(step.say)}`);
    if (!(await this.show(rest, visit))) return;
    this.moves = answer.moves;
    this.advice = answer.hint;
    this.complete = step.goals === 0;
    this.busy = this.complete;
  }

  async goOn(): Promise<void> {
    const { step, info } = this;
    if (!step || !info || !this.complete) return;
    this.mark(step.id);
    if (this.index + 1 < info.steps.length) return this.open(this.index + 1);
    this.finished = true;
    sounds.play("end");
    this.save();
  }

  /** A move of the learner. */
  readonly play = async (text: string): Promise<void> => {
    if (this.busy) return;
    const visit = this.visit;
    this.busy = true;
    this.hint = this.feedback = null;
    const answer = await this.ask([...this.played, text]);
    if (visit !== this.visit) return;
    if (!answer) this.busy = false;
    else await this.take(answer, text, visit);
  };

  readonly preview = async (text: string): Promise<Previewed | null> => {
    const first = (await this.ahead(text))?.frames[0];
    return first?.open ? { events: first.events, view: first.view } : null;
  };

  /** Why a move is (not) legal; shown, it counts as a try. */
  readonly explain = async (text: string, show = false): Promise<Explanation | null> => {
    const visit = this.visit;
    const answer = await this.ahead(text);
    if (!answer || visit !== this.visit) return null;
    if (show && !this.busy && answer.problem) await this.take(answer, text, visit);
    const { problem } = answer;
    return problem
      ? { legal: false, code: problem.code, words: problem.words, article: problem.article }
      : { legal: true, code: "legal", words: both(""), article: null };
  };

  /** The coach marks what he would play. */
  showMe(): void {
    if (this.busy || this.advice === null || !this.page || !this.view || !this.words) return;
    this.hint = this.advice;
    this.say({ kind: "hint", words: null, article: null });
  }

  /** What the coach says to the latest move. */
  get told(): string {
    if (this.feedback?.words) return speech.of(this.feedback.words);
    if (!this.feedback || this.hint === null || !this.page || !this.view || !this.words) return "";
    const move = this.page.describe(this.hint, this.view, this.words, speech.lang, this.names);
    return `${learnWords().shownAs(move)} ${learnWords().shown}`;
  }

  get canShow(): boolean {
    return !this.busy && !this.complete && this.advice !== null;
  }

  /** Forget what was done, and begin anew. */
  async anew(): Promise<void> {
    this.done = [];
    await this.open(0);
  }

  private ask(moves: string[]): Promise<LessonAnswer | null> {
    return api.lessonStep(this.game, this.step?.id ?? "", moves).then(
      (answer) => {
        this.failed = null;
        return answer;
      },
      (error) => {
        this.failed = wordsOf(error).words;
        return null;
      },
    );
  }

  /** What a move would lead to, asked once in each position. */
  private ahead(text: string): Promise<LessonAnswer | null> {
    const key = [...this.played, text].join(" ");
    let asked = this.previews.get(key);
    if (!asked) this.previews.set(key, (asked = this.ask([...this.played, text])));
    return asked;
  }

  private async take(answer: LessonAnswer, text: string, visit: number): Promise<void> {
    const { verdict } = answer;
    const from = this.view;
    this.busy = true;
    if (verdict === "other" && from) {
      if (answer.words) this.say({ kind: "other", words: answer.words, article: null });
      if (!(await this.show(answer.frames, visit))) return;
      await wait(Math.max(CALM_PACE, length(SEEN)));
      if (visit !== this.visit) return;
      this.shift += answer.frames.length + 1;
      this.settle({ ...from, number: from.number + answer.frames.length + 1 }, answer.moves);
      this.busy = false;
      return;
    }
    if (answer.problem) this.say({ kind: "refused", words: answer.problem.words, article: answer.problem.article });
    if (verdict === "refused") {
      sounds.play("refusal");
      this.busy = false;
      return;
    }
    this.played = [...this.played, text];
    if (!(await this.show(answer.frames, visit))) return;
    this.moves = answer.moves;
    this.advice = answer.hint;
    if (verdict === "done") {
      this.complete = true;
      if (this.step) this.mark(this.step.id);
      sounds.play("turn");
      if (answer.words) this.say({ kind: "done", words: answer.words, article: answer.problem?.article ?? null });
    } else this.busy = false;
  }

  /** Show one frame after the other; false if the learner has gone elsewhere meanwhile. */
  private async show(frames: Frame[], visit: number): Promise<boolean> {
    for (const frame of frames) {
      this.before = this.view;
      this.events = frame.events;
      this.view = { ...frame.view, number: frame.view.number + this.shift };
      this.moves = [];
      sounds.play("move");
      if (this.words) {
        const told = frame.events.map((one) => telling(this.page)(one, this.names, this.words!, speech.lang));
        notes.say(told.filter(Boolean).join(" "));
      }
      await wait(stepLength(this.page?.pace?.(frame.events) ?? 700));
      if (visit !== this.visit) return false;
    }
    if (this.view) this.settle(this.view, this.moves);
    return true;
  }

  private settle(view: View, moves = this.moves): void {
    this.before = null;
    this.events = [];
    this.view = view;
    this.moves = moves;
  }

  private say(feedback: Feedback): void {
    this.feedback = feedback;
    notes.say(this.told);
  }

  private mark(id: string): void {
    if (!this.done.includes(id)) this.done = [...this.done, id];
    this.save();
  }

  private save(): void {
    const at = this.finished ? null : (this.step?.id ?? null);
    keep(`lesson.${this.game}`, { at, done: this.done } satisfies Progress);
  }
}
