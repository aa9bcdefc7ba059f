import { CompressionStream, DecompressionStream, ReadableStream } from "node:stream/web";
import { vi } from "vitest";

// Every browser has these; the small world of a test file has not.
Object.assign(globalThis, { CompressionStream, DecompressionStream, ReadableStream });

// jsdom has none of these.
vi.stubGlobal(
  "matchMedia",
  vi.fn(() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })),
);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
// An animation is over at once.
Element.prototype.animate ??= (() => ({
  cancel() {},
  set onfinish(done: () => void) {
    queueMicrotask(done);
  },
})) as never;
