import { vi } from "vitest";

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
