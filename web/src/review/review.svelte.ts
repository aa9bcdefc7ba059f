/** The review of a seat's moves: asked for again and again while bots are at it. */
import { Refusal, words as wordsOf } from "../lib/api";
import type { BotInfo, Phrase, RecordInfo, RecordReview, ReviewedMove } from "../protocol";
import type { Player } from "../replay/player.svelte";
import type { Step } from "../replay/reel.svelte";
import { markAt } from "./grades";

const AGAIN = 1000;
const LATER = 5 * AGAIN;
/** A server that says so has no review of this: asking again does not help. */
const final = (error: unknown): boolean => error instanceof Refusal && error.status >= 400 && error.status < 500;

/** Whose moves are reviewed at first: one's own, else the first person's, else the first seat's. */
export function seatToReview(record: RecordInfo, own: number | undefined, bots: readonly BotInfo[]): number {
  if (own !== undefined && own < record.players) return own;
  const isBot = (name: string | null, seat: number): boolean => !!record.bots[seat] || bots.some((bot) => bot.name === name);
  return Math.max(0, record.names.findIndex((name, seat) => !isBot(name, seat)));
}

export class Review {
  /** Whose moves are reviewed. */
  seat = $state(0);
  refused = $state.raw<Phrase | null>(null);
  /** The marked position on whose board the best move is shown. */
  shown = $state<number | null>(null);
  /** Seats whose review somebody began. */
  private begun = $state.raw<ReadonlySet<number>>(new Set());
  private told = $state.raw<ReadonlyMap<number, RecordReview>>(new Map());
  private timer = 0;
  /** Answers to older questions no longer count. */
  private question = 0;
  private watched = false;

  constructor(
    readonly id: string,
    private ask: (id: string, seat: number) => Promise<RecordReview>,
  ) {}

  get started(): boolean {
    return this.begun.has(this.seat);
  }

  get now(): RecordReview | null {
    return this.told.get(this.seat) ?? null;
  }

  get moments(): ReviewedMove[] {
    return this.now?.moments ?? [];
  }

  at(number: number): ReviewedMove | null {
    return markAt(this.moments, number);
  }

  /** The better move where it is shown: at its moment, on the board of the seat that had to find it. */
  betterAt({ number, look }: Step): string | null {
    const mark = this.shown === number ? this.at(number) : null;
    return mark && mark.number === number && mark.seat === look ? mark.best : null;
  }

  /** Go to a marked moment as the seat saw it, with the better move on its board. */
  go(player: Player, { number, seat }: ReviewedMove): void {
    player.playing = false;
    player.look = seat;
    player.to(number);
    this.shown = number;
  }

  choose(seat: number): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.shown = this.refused = null;
    this.resume();
  }

  start(): void {
    this.begun = new Set([...this.begun, this.seat]);
    this.resume();
  }

  /** While somebody looks; returns how to stop. */
  watch(): () => void {
    this.watched = true;
    this.resume();
    return () => {
      this.watched = false;
      this.stop();
    };
  }

  private stop(): void {
    this.question += 1;
    clearTimeout(this.timer);
  }

  private resume(): void {
    this.stop();
    this.refused = null;
    if (this.watched && this.started && !this.now?.done) void this.poll();
  }

  private async poll(): Promise<void> {
    const [question, seat] = [this.question, this.seat];
    let pause = LATER;
    try {
      const told = await this.ask(this.id, seat);
      if (question !== this.question) return;
      this.told = new Map([...this.told, [seat, told]]);
      if (told.done) return;
      if (!told.later) pause = AGAIN;
    } catch (error) {
      if (question !== this.question) return;
      if (final(error)) return void (this.refused = wordsOf(error).words);
    }
    this.timer = window.setTimeout(() => void this.poll(), pause);
  }
}
