/** Where a replay is: the move, the eyes, whether it runs and how fast. */
import type { Milestone } from "../protocol";
import type { Reel, Step } from "./reel.svelte";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const LEAP = 10;

export class Player {
  /** The entry asked for; what is shown follows as soon as it is here. */
  number = $state(0);
  look = $state<number | null>(null);
  playing = $state(false);
  /** Did the last change come from dragging? */
  dragged = false;
  speed = $state<number>(1);
  step = $state.raw<Step | null>(null);
  /** The step before, where the board is to show how one became the other. */
  before = $state.raw<Step | null>(null);
  chapters = $state.raw<Milestone[]>([]);
  failed: (error: unknown) => void = () => {};
  private frame = 0;

  constructor(readonly reel: Reel) {}

  get total(): number {
    return this.reel.total;
  }

  /** Go to an entry; a single step forward is shown as a move. */
  to(number: number): void {
    this.dragged = false;
    this.number = Math.max(0, Math.min(this.total, Math.round(number)));
    this.show(true);
  }

  /** Drag to an entry: as often as the screen is drawn, and without showing moves. */
  scrub(number: number): void {
    this.dragged = true;
    this.number = Math.max(0, Math.min(this.total, number));
    this.playing = false;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.show(false);
    });
  }

  see(look: number | null): void {
    this.look = look;
    this.show(false);
  }

  toggle(): void {
    if (!this.playing && this.number >= this.total) this.to(0);
    this.playing = !this.playing;
  }

  /** The stage or round under way at an entry. */
  chapterAt(number: number): Milestone | null {
    return this.chapters.findLast((chapter) => chapter.number <= number) ?? null;
  }

  /** A big step: to the next or last beginning of a stage or round; else ten moves. */
  leap(direction: 1 | -1): void {
    const starts = this.chapters.map((chapter) => chapter.number);
    if (direction > 0) this.to(starts.find((n) => n > this.number) ?? (starts.length > 1 ? this.total : this.number + LEAP));
    else this.to(starts.findLast((n) => n < this.number) ?? (starts.length > 1 ? 0 : this.number - LEAP));
  }

  /** The keys of the whole page; true: it was one of them. */
  key(key: string): boolean {
    if (key === "ArrowRight" || key === "ArrowUp") this.to(this.number + 1);
    else if (key === "ArrowLeft" || key === "ArrowDown") this.to(this.number - 1);
    else if (key === "Home") this.to(0);
    else if (key === "End") this.to(this.total);
    else if (key === "PageUp") this.leap(1);
    else if (key === "PageDown") this.leap(-1);
    else if (key === " ") this.toggle();
    else return false;
    return true;
  }

  private show(moving: boolean): void {
    const { number, look } = this;
    const found = this.reel.get(number, look);
    if (!found) {
      this.reel.load(number, look).then(
        () => this.number === number && this.look === look && this.show(false),
        (error: unknown) => {
          this.playing = false;
          this.failed(error);
        },
      );
      return;
    }
    const last = this.step;
    const next = moving && last !== null && last.number + 1 === found.number && last.look === look;
    this.before = next ? last : null;
    this.step = found;
  }
}
