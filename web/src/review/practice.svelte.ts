/** A lesson of one's worst moments: what the board shows, what was answered, and how it went. */
import { words as wordsOf } from "../lib/api";
import { sounds } from "../lib/sound";
import type { Explanation, Phrase, ReviewedMove, View } from "../protocol";
import { REVIEW_WORDS } from "../words/review";
import { isRight, judge, type Judged } from "./grades";

/** How the latest move was; "shown": the better one is marked; "closed": it can't be played here. */
export interface Answer {
  kind: Judged["kind"] | "shown" | "closed";
  loss: number | null;
}

/** How a moment went: found at once, after some tries, or shown. */
export type Outcome = "first" | "after" | "seen";

const UNWEIGHED: Phrase = { en: REVIEW_WORDS.en.unweighed, fr: REVIEW_WORDS.fr.unweighed };

export class Practice {
  index = $state(0);
  view = $state.raw<View | null>(null);
  hint = $state<string | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** Has the moment been found or shown, so that the lesson can go on? */
  complete = $state(false);
  failed = $state.raw<Phrase | null>(null);
  outcomes = $state.raw<Outcome[]>([]);
  /** Each try gets a new board: what an old one was in the middle of is forgotten. */
  sitting = $state(0);
  private missed = false;
  private seen = false;
  /** What was under way when another moment was opened no longer counts. */
  private visit = 0;

  constructor(
    readonly moments: readonly ReviewedMove[],
    /** A moment as the seat that moved saw it. */
    private look: (moment: ReviewedMove) => Promise<View>,
  ) {}

  get finished(): boolean {
    return this.outcomes.length === this.moments.length;
  }

  get moment(): ReviewedMove {
    return this.moments[Math.min(this.index, this.moments.length - 1)]!;
  }

  /** The moves that the board takes: those that were weighed. Once found, nothing more is asked. */
  get moves(): string[] {
    if (this.found) return this.hint === null ? [] : [this.hint];
    const { played, best, choices } = this.moment;
    return [...new Set([best, played, ...choices.map((one) => one.text)])].filter((one) => one !== null);
  }

  /** Has the learner answered right? */
  get found(): boolean {
    return this.answer?.kind === "best" || this.answer?.kind === "close";
  }

  get firsts(): number {
    return this.outcomes.filter((one) => one === "first").length;
  }

  async open(index = this.index): Promise<void> {
    const visit = ++this.visit;
    this.index = index;
    this.view = this.hint = this.answer = this.failed = null;
    this.complete = this.missed = this.seen = false;
    try {
      const view = await this.look(this.moment);
      if (visit !== this.visit) return;
      this.view = view;
      this.sitting += 1;
    } catch (error) {
      if (visit === this.visit) this.failed = wordsOf(error).words;
    }
  }

  readonly play = (text: string): void => {
    if (this.found || !this.view) return;
    const judged = judge(this.moment, text);
    const right = isRight(judged);
    if (right) this.complete = true;
    else this.missed = true;
    this.answer = judged;
    this.hint = right ? text : null;
    this.sitting += 1;
    sounds.play(right ? "turn" : "refusal");
  };

  /** Mark the better move; it may be played, or taken as read. */
  showMe(): void {
    if (this.found || !this.view) return;
    this.hint = this.moment.best;
    this.answer = { kind: "shown", loss: null };
    this.seen = this.complete = true;
  }

  /** Why a move can't be played: it was not weighed. */
  readonly explain = async (text: string, show = false): Promise<Explanation | null> => {
    if (this.moves.includes(text)) return { legal: true, code: "legal", words: { en: "", fr: "" }, article: null };
    if (show && !this.found) {
      this.answer = { kind: "closed", loss: null };
      sounds.play("refusal");
    }
    return { legal: false, code: "not-weighed", words: UNWEIGHED, article: null };
  };

  async goOn(): Promise<void> {
    if (!this.complete || this.finished) return;
    this.outcomes = [...this.outcomes, this.seen ? "seen" : this.missed ? "after" : "first"];
    if (!this.finished) await this.open(this.index + 1);
    else sounds.play("end");
  }

  /** From the first moment. */
  async anew(): Promise<void> {
    this.outcomes = [];
    await this.open(0);
  }
}
