/** The steps of a record, fetched in blocks and kept, so that scrubbing needs no server. */
import { SvelteSet } from "svelte/reactivity";
import type { Event, RecordSteps, View } from "../protocol";
import { patched, type Patch } from "./patch";

export const BLOCK = 64;

export interface Step {
  number: number;
  look: number | null;
  events: Event[];
  view: View;
  /** The view of a seat of its own, where all is open; else the one looked through. */
  own: (seat: number) => View;
}

export type Fetch = (first: number, count: number, look: number | null) => Promise<RecordSteps>;

interface Document {
  view: View;
  seats: (Patch | null)[];
}

function develop(told: RecordSteps): Step[] {
  let now: Document = { view: told.view as View, seats: told.seats as (Patch | null)[] };
  return told.steps.map(({ number, events, change }) => {
    const { view, seats } = (now = patched(now, change as Patch | null));
    const known: View[] = [];
    const own = (seat: number): View => (known[seat] ??= patched(view, seats[seat]));
    return { number, look: told.look, events, view, own };
  });
}

export class Reel {
  /** Which blocks are there: whoever looks at a step that is missing looks again. */
  private arrived = new SvelteSet<string>();
  private blocks = new Map<string, Step[]>();
  private asked = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(
    readonly total: number,
    private fetch: Fetch,
  ) {}

  private key = (block: number, look: number | null): string => `${look}/${block}`;

  /** A step, if it is here. */
  get(number: number, look: number | null): Step | null {
    const key = this.key(Math.floor(number / BLOCK), look);
    return this.arrived.has(key) ? (this.blocks.get(key)?.[number % BLOCK] ?? null) : null;
  }

  /** Fetch a step with those around it, once. */
  load(number: number, look: number | null): Promise<void> {
    const block = Math.floor(number / BLOCK);
    const key = this.key(block, look);
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.fetch(block * BLOCK, BLOCK, look).then((told) => {
        this.blocks.set(key, develop(told));
        this.arrived.add(key);
      });
      asked.catch(() => this.asked.delete(key));
      this.asked.set(key, asked);
    }
    return asked;
  }

  /** Fetch all that is missing, from here outwards, one block after the other. */
  async loadAll(from: () => number, look: () => number | null): Promise<void> {
    const last = Math.floor(this.total / BLOCK);
    for (;;) {
      const here = Math.floor(from() / BLOCK);
      const missing = Array.from({ length: last + 1 }, (_, block) => block)
        .filter((block) => !this.arrived.has(this.key(block, look())))
        .sort((a, b) => Math.abs(a - here) - Math.abs(b - here))[0];
      if (missing === undefined || this.stopped) return;
      await this.load(missing * BLOCK, look());
    }
  }

  stop(): void {
    this.stopped = true;
  }
}
