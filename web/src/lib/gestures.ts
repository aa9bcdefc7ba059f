/** Wheel, drag and pinch on what a camera shows. */
import type { Action } from "svelte/action";
import type { Camera } from "./camera.svelte";

/** A finger trembles: less than this is a tap. */
const STILL = 7;

export const gestures: Action<HTMLElement, Camera> = (node, camera) => {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  const scale = (): number => camera.box.width / node.clientWidth;
  const onBoard = (x: number, y: number) => {
    const frame = node.getBoundingClientRect();
    return { x: camera.box.x + (x - frame.left) * scale(), y: camera.box.y + (y - frame.top) * scale() };
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    camera.zoomBy(Math.exp(-event.deltaY * 0.0016), onBoard(event.clientX, event.clientY));
  };
  const down = (event: PointerEvent): void => {
    if (event.button > 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) travelled = 0;
  };
  const move = (event: PointerEvent): void => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    travelled += Math.hypot(now.x - last.x, now.y - last.y);
    if (travelled > STILL) {
      if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
      if (other) {
        const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(last.x - other.x, last.y - other.y));
        camera.zoomBy(factor, onBoard((now.x + other.x) / 2, (now.y + other.y) / 2));
      } else camera.moveBy((last.x - now.x) * scale(), (last.y - now.y) * scale());
    }
    fingers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  /** A drag is no click on what lies under the finger. */
  const click = (event: MouseEvent): void => {
    if (travelled <= STILL) return;
    event.stopPropagation();
    event.preventDefault();
    travelled = 0;
  };
  node.addEventListener("wheel", wheel, { passive: false });
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, { capture: true });
  return {
    destroy() {
      node.removeEventListener("wheel", wheel);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
    },
  };
};
