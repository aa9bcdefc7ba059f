/** Which part of a large board is seen: all of it, the pack, or wherever the player moved it. */
import { cubicInOut } from "svelte/easing";
import { shaped, type Box } from "./boxes";
import { length } from "./motion.svelte";
import type { Point } from "./pointing";
import { settings } from "./settings.svelte";

export type Aim = "whole" | "pack" | "free";
const GLIDE = 420;

export class Camera {
  box = $state.raw<Box>({ x: 0, y: 0, width: 100, height: 100 });
  aim = $state<Aim>("whole");
  private frame = 0;
  private goal: Box | null = null;

  /** The widest view there is, and the width of the nearest. */
  constructor(
    private whole: () => Box,
    private nearest: () => number,
  ) {}

  get aspect(): number {
    const { width, height } = this.whole();
    return width / height;
  }

  /** How many times larger than the whole view. */
  get zoom(): number {
    return this.whole().width / this.box.width;
  }

  /** Glide to a part of the board; at once under reduced motion, or when asked. */
  show(part: Box, now = false): void {
    const goal = this.inside(shaped(part, this.aspect));
    if (this.goal && near(this.goal, goal)) return;
    cancelAnimationFrame(this.frame);
    this.goal = goal;
    const from = this.box;
    if (now || settings.calm || near(from, goal)) {
      this.box = goal;
      return;
    }
    const began = performance.now();
    const step = (time: number): void => {
      const part = Math.min(1, Math.max(0, (time - began) / length(GLIDE)));
      const t = cubicInOut(part);
      const mix = (a: number, b: number): number => a + (b - a) * t;
      this.box = { x: mix(from.x, goal.x), y: mix(from.y, goal.y), width: mix(from.width, goal.width), height: mix(from.height, goal.height) };
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Zoom by hand, a point of the board staying where it is. */
  zoomBy(factor: number, at: Point | null = null): void {
    const { x, y, width, height } = this.box;
    const fixed = at ?? { x: x + width / 2, y: y + height / 2 };
    const least = Math.min(this.nearest(), this.whole().width);
    const wide = Math.min(this.whole().width, Math.max(least, width / factor));
    const ratio = wide / width;
    this.set({ x: fixed.x - (fixed.x - x) * ratio, y: fixed.y - (fixed.y - y) * ratio, width: wide, height: height * ratio });
  }

  moveBy(dx: number, dy: number): void {
    this.set({ ...this.box, x: this.box.x + dx, y: this.box.y + dy });
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private set(box: Box): void {
    cancelAnimationFrame(this.frame);
    this.aim = "free";
    this.goal = null;
    this.box = this.inside(box);
  }

  private inside(box: Box): Box {
    const whole = this.whole();
    const width = Math.min(box.width, whole.width);
    const height = width / this.aspect;
    const x = box.x + (box.width - width) / 2;
    const y = box.y + (box.height - height) / 2;
    return {
      x: Math.min(Math.max(x, whole.x), whole.x + whole.width - width),
      y: Math.min(Math.max(y, whole.y), whole.y + whole.height - height),
      width,
      height,
    };
  }
}

const near = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width) < 0.5;
