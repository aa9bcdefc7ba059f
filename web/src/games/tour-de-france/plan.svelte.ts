/** Moves that a tap asked for, sent one after the other; and a rider's whole move taken back. */

export interface Present {
  /** The number of the position shown. */
  number: number;
  busy: boolean;
  moves: readonly string[];
  phase: string;
}

export class Plan {
  /** What is still to be sent. */
  queue = $state.raw<string[]>([]);
  private taking = $state(false);
  private sentAt = -1;

  get running(): boolean {
    return this.queue.length > 0 || this.taking;
  }

  start(moves: string[]): void {
    this.taking = false;
    this.queue = moves;
  }

  /** Take back the latest rider's move: step by step, up to where he got his number. */
  takeBack(undo: () => void, now: Present): void {
    this.queue = [];
    this.taking = true;
    this.sentAt = now.number;
    undo();
  }

  stop(): void {
    this.queue = [];
    this.taking = false;
  }

  /** Whenever the present changes: go on with what was asked for, if it is still offered. */
  go(now: Present, play: (move: string) => void, undo: (() => void) | null): void {
    if (now.busy || now.number === this.sentAt) return;
    if (this.taking) {
      this.taking = now.phase === "step" && undo !== null;
      if (!this.taking) return;
      this.sentAt = now.number;
      undo!();
      return;
    }
    const [next, ...rest] = this.queue;
    if (next === undefined) return;
    if (!now.moves.includes(next)) return void (this.queue = []);
    this.queue = rest;
    this.sentAt = now.number;
    play(next);
  }
}
