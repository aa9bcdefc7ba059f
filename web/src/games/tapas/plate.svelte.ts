/** The pieces on the plate as things that move: each keeps its identity from push to push. */
import type { Event, TapasView } from "../../protocol";
import { length } from "../../lib/motion.svelte";
import { settings } from "../../lib/settings.svelte";
import { at, centre, overRim, pieces, type Point, square, travels } from "./geometry";

export interface Piece {
  id: number;
  name: string;
  /** The square; null while it is outside. */
  index: number | null;
  place: Point;
  /** Motion to the place: milliseconds. */
  delay: number;
  duration: number;
  gone: boolean;
}

export const APPROACH = 200;
export const STEP = 115;
export const FALL = 320;

export interface Push {
  entry: string;
  value: number;
  piece: string;
  moved: [string, number | null, number | null][];
  fallen: string[];
}

export const pushOf = (events: readonly Event[]): Push | null => {
  const found = events.find((event) => event.kind === "push");
  return found ? (found.facts as unknown as Push) : null;
};

/** How long a push takes to be seen. */
export const lengthOf = (push: Push): number =>
  APPROACH + push.value * STEP + (push.fallen.length ? FALL : 0);

export class Plate {
  list = $state<Piece[]>([]);
  private next = 1;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** Draw a table as it stands. Pieces that are where they were stay themselves, in their order. */
  settle(table: TapasView): void {
    this.stop();
    const missing = new Map(pieces(table).map(({ index, name }) => [index, name]));
    const still = { delay: 0, duration: 160, gone: false };
    const stay = this.list.flatMap((one) => {
      if (one.gone || one.index === null || missing.get(one.index) !== one.name) return [];
      missing.delete(one.index);
      return [{ ...one, ...still, place: centre(one.index) }];
    });
    const come = [...missing].map(([index, name]) => ({ id: this.next++, name, index, place: centre(index), ...still }));
    this.list = [...stay, ...come];
  }

  /** Show a push from the table before it. */
  push(before: TapasView, push: Push, after: TapasView): void {
    this.settle(before);
    const { entry, value } = push;
    const contact = (push.moved[1]?.[1] ?? 0) - 1;
    const all = travels(push.moved, value);
    if (settings.calm) {
      const places = new Map(all.map(({ from, to, fallen }) => [from === null ? null : square(entry, from), fallen ? null : square(entry, to)]));
      this.list = this.list.map((one) => (places.has(one.index) ? { ...one, index: places.get(one.index) ?? null } : one));
      return this.settle(after);
    }
    const fresh: Piece = {
      id: this.next++,
      name: push.piece,
      index: null,
      place: at(entry, -1.6),
      delay: 0,
      duration: 0,
      gone: false,
    };
    this.list.push(fresh);
    const ids = all.map(({ from }) =>
      from === null ? fresh.id : this.list.find((one) => one.index === square(entry, from))?.id,
    );
    this.later(30, () => this.go(fresh.id, at(entry, contact), 0, APPROACH));
    this.later(30 + APPROACH, () =>
      all.forEach(({ from, to, fallen }, i) => {
        const distance = to - (from ?? contact);
        const place = fallen ? overRim(entry, to) : at(entry, to);
        this.go(ids[i], place, Math.max(0, value - distance) * STEP, Math.min(distance, value) * STEP, fallen ? null : square(entry, to));
      }),
    );
    this.later(30 + APPROACH + value * STEP, () =>
      all.forEach(({ to, fallen }, i) => {
        if (fallen) this.fall(ids[i], at(entry, to + 2.2));
      }),
    );
    this.later(60 + lengthOf(push) + FALL, () => this.settle(after));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  private go(id: number | undefined, place: Point, delay: number, duration: number, index: number | null = null): void {
    const piece = this.list.find((one) => one.id === id);
    if (piece) Object.assign(piece, { place, delay: length(delay), duration: length(duration), index });
  }

  private fall(id: number | undefined, place: Point): void {
    const piece = this.list.find((one) => one.id === id);
    if (piece) Object.assign(piece, { place, delay: 0, duration: length(FALL), gone: true });
  }

  private later(wait: number, act: () => void): void {
    this.timers.push(setTimeout(act, length(wait)));
  }
}
