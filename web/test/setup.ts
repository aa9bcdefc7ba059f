import { CompressionStream, DecompressionStream, ReadableStream } from "node:stream/web";
import { configure } from "@testing-library/svelte";
import { vi } from "vitest";

// What is waited for comes late on a busy machine: by default a second is all it has.
const patience = 60_000;
const wait = vi.waitFor;
type Options = Parameters<typeof wait>[1];
const given = (options: Options) => (typeof options === "number" ? { timeout: options } : options);
configure({ asyncUtilTimeout: patience });
Object.assign(vi, {
  waitFor: <T>(what: () => T | Promise<T>, options?: Options) => wait(what, { timeout: patience, ...given(options) }),
});

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
