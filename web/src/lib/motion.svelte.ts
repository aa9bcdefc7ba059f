/** Lengths and curves of motion; under reduced motion everything is a cross-fade. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "./settings.svelte";

export const QUICK = 180;
export const SLOW = 320;

/** While a replay is dragged nothing moves by itself: the board follows the hand in every frame. */
export const hand = { drags: false };
const STILL: TransitionConfig = { duration: 0 };

/** How long something moves at the speed that was chosen; nothing does where that is off. */
export const length = (milliseconds: number): number => milliseconds * settings.tempo;

/** Where nothing moves, a step is still to be seen. */
const GLANCE = 300;
/** How long a step is shown that takes so long at normal speed. */
export const stepLength = (milliseconds: number): number =>
  settings.calm ? Math.min(GLANCE, milliseconds) : length(milliseconds);

/** Rise into place like a card laid on the table; a cross-fade under reduced motion. */
export function rise(
  _: Element,
  { y = 12, duration = QUICK, delay = 0 }: { y?: number; duration?: number; delay?: number } = {},
): TransitionConfig {
  if (hand.drags) return STILL;
  return {
    duration,
    delay,
    easing: cubicOut,
    css: (t) =>
      settings.calm ? `opacity:${t}` : `opacity:${t};transform:translateY(${(1 - t) * y}px)`,
  };
}

/** Slide in from an edge: a drawer, a sheet. */
export function slideFrom(
  _: Element,
  { edge = "bottom", duration = 240 }: { edge?: "bottom" | "right"; duration?: number } = {},
): TransitionConfig {
  if (hand.drags) return STILL;
  const axis = edge === "bottom" ? "Y" : "X";
  return {
    duration,
    easing: cubicOut,
    css: (t) => (settings.calm ? `opacity:${t}` : `transform:translate${axis}(${(1 - t) * 100}%)`),
  };
}

export function fade(_: Element, { duration = QUICK }: { duration?: number } = {}): TransitionConfig {
  return hand.drags ? STILL : { duration, css: (t) => `opacity:${t}` };
}

/** Wait; a signal cuts it short. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
