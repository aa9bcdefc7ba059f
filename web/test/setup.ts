import { vi } from "vitest";

// jsdom has neither of these.
vi.stubGlobal(
  "matchMedia",
  vi.fn(() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })),
);
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
