import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { knock } from "../src/lib/knocking";
import { notify } from "../src/lib/notify.svelte";
import Unreachable from "../src/pages/Unreachable.svelte";
import Settings from "../src/pages/Settings.svelte";
import worker from "../worker/sw.js?raw";

describe("notifications", () => {
  const shown: { title: string; options: NotificationOptions }[] = [];
  let answer: NotificationPermission = "granted";
  const asked = vi.fn(async () => answer);
  class Fake {
    static permission: NotificationPermission = "default";
    static requestPermission = asked;
    onclick: (() => void) | null = null;
    constructor(title: string, options: NotificationOptions) {
      shown.push({ title, options });
    }
    close(): void {}
  }
  const look = (state: DocumentVisibilityState): void =>
    void Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  beforeEach(() => {
    vi.stubGlobal("Notification", Fake);
    shown.length = 0;
    asked.mockClear();
    notify.permission = "default";
    notify.off();
  });

  test("nothing is asked or shown before somebody says so", async () => {
    look("hidden");
    await notify.tell("/t/ABCDEF", "Your turn", "");
    expect([asked.mock.calls.length, shown.length]).toEqual([0, 0]);
  });

  test("once allowed, one for a hidden table and none for an open one", async () => {
    await notify.ask();
    expect(notify.on).toBe(true);
    look("visible");
    await notify.tell("/t/ABCDEF", "Your turn", "");
    expect(shown).toEqual([]);
    look("hidden");
    await notify.tell("/t/ABCDEF", "Your turn", "Table");
    expect(shown).toMatchObject([{ title: "Your turn", options: { tag: "/t/ABCDEF", data: { path: "/t/ABCDEF" } } }]);
    notify.off();
    await notify.tell("/t/ABCDEF", "Your turn", "");
    expect(shown).toHaveLength(1);
  });

  test("the settings ask on a click, and believe a refusal", async () => {
    answer = "denied";
    render(Settings);
    expect(asked).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("radio", { name: "When it is my turn" }));
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toContain("does not let the page notify"));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "None" }).checked).toBe(true);
    expect(notify.on).toBe(false);
  });
});

test("without network there are words, another try, and the calculator", async () => {
  const again = vi.fn();
  render(Unreachable, { onretry: again });
  expect(screen.getByRole("heading").textContent).toBe("The server does not answer");
  await fireEvent(window, new Event("offline"));
  expect(screen.getByRole("heading").textContent).toBe("No network");
  expect(screen.getByRole("link", { name: "To the calculator" }).getAttribute("href")).toBe("/calculator");
  await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await fireEvent(window, new Event("online"));
  expect(again).toHaveBeenCalledTimes(2);
});

describe("a server that is away", () => {
  const asked = vi.fn(async (): Promise<Response> => Promise.reject(new TypeError("no network")));
  const silent = async (): Promise<Response> => Promise.reject(new TypeError("no network"));
  beforeEach(() => {
    sessionStorage.clear();
    asked.mockReset().mockImplementation(silent);
    vi.stubGlobal("fetch", asked);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("is asked less and less often, and the page tries again when it answers", async () => {
    const again = vi.fn();
    render(Unreachable, { onretry: again, part: true });
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect([asked.mock.calls.length, again.mock.calls.length]).toEqual([3, 0]);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(asked).toHaveBeenCalledTimes(3);
    asked.mockResolvedValue(new Response("{}"));
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.mock.calls.length, again.mock.calls.length]).toEqual([4, 1]);
  });

  test("one that is unwell is not there yet, and nobody asks once the page is left", async () => {
    asked.mockResolvedValue(new Response("", { status: 503 }));
    const again = vi.fn();
    const { unmount } = render(Unreachable, { onretry: again });
    await vi.advanceTimersByTimeAsync(3_000);
    unmount();
    await vi.advanceTimersByTimeAsync(100_000);
    expect([asked.mock.calls.length, again.mock.calls.length]).toEqual([2, 0]);
  });

  test("what fails although it answers is tried less and less often, over a reload too", async () => {
    asked.mockResolvedValue(new Response("{}"));
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const start = Date.now();
      const stop = knock(() => {
        stop();
        times.push(Date.now() - start);
      });
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(times).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1_000));
    vi.setSystemTime(Date.now() + 121_000);
    const late = vi.fn();
    knock(late);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(late).toHaveBeenCalledTimes(1);
  });
});

describe("the worker", () => {
  /** The worker with a network, a cache and pages of our own. */
  function start(network: (path: string) => Promise<Response>) {
    const heard: Record<string, (event: unknown) => void> = {};
    const kept = new Map<string, Response>([["/", new Response("page")], ["/assets/a.js", new Response("a")]]);
    const pages = [{ url: "https://x.test/t/ABCDEF", focus: vi.fn() }];
    const opened = vi.fn();
    const self = {
      addEventListener: (name: string, act: (event: unknown) => void) => (heard[name] = act),
      clients: { matchAll: async () => pages, openWindow: opened },
    };
    const path = (asked: string | { url: string }): string => new URL(typeof asked === "string" ? asked : asked.url, "https://x.test").pathname;
    const caches = {
      match: async (asked: string | { url: string }) => kept.get(path(asked)),
      open: async () => ({ put: async (asked: { url: string }, answer: Response) => void kept.set(path(asked), answer) }),
    };
    const text = worker.replace('["{{shell}}"]', '["/", "/favicon.svg"]').replace("= 4000", "= 20");
    new Function("self", "caches", "fetch", "location", text)(self, caches, (asked: { url: string }) => network(path(asked)), { origin: "https://x.test" });
    const ask = async (url: string, more: object = {}): Promise<string | null> => {
      let answer: Promise<Response> | null = null;
      const waits: Promise<unknown>[] = [];
      const request = { url: `https://x.test${url}`, method: "GET", mode: "cors", ...more };
      heard.fetch!({ request, respondWith: (given: Promise<Response>) => (answer = given), waitUntil: (one: Promise<unknown>) => waits.push(one) });
      const text = answer === null ? null : await (await (answer as Promise<Response>)).text();
      await Promise.all(waits);
      return text;
    };
    return { heard, kept, pages, opened, ask };
  }
  const visit = { mode: "navigate" };

  test("never touches what the server says, nor what is sent", async () => {
    const { ask } = start(async () => new Response("net"));
    for (const path of ["/api", "/api/games", "/api/tables/ABCDEF"]) {
      expect(await ask(path)).toBeNull();
      expect(await ask(path, visit)).toBeNull();
    }
    expect(await ask("/assets/a.js", { method: "POST" })).toBeNull();
    expect(await ask("/other.txt")).toBeNull();
    expect(await ask("", { url: "https://elsewhere.test/assets/a.js" })).toBeNull();
  });

  test("an address comes from the network, or the page that is kept", async () => {
    expect(await start(async () => new Response("net")).ask("/t/ABCDEF", visit)).toBe("net");
    expect(await start(async () => new Response("missing", { status: 404 })).ask("/x", visit)).toBe("missing");
    expect(await start(async () => new Response("bad", { status: 502 })).ask("/x", visit)).toBe("page");
    expect(await start(() => Promise.reject(new Error("offline"))).ask("/x", visit)).toBe("page");
    expect(await start(() => new Promise(() => {})).ask("/x", visit)).toBe("page");
  });

  test("a file comes from the cache, and is kept when it is new", async () => {
    const answer = (): Response => Object.defineProperty(new Response("new"), "type", { value: "basic" });
    const { ask, kept } = start(async () => answer());
    expect(await ask("/assets/a.js")).toBe("a");
    expect(await ask("/assets/b.js")).toBe("new");
    expect(kept.has("/assets/b.js")).toBe(true);
    const poor = start(async () => new Response("no", { status: 404 }));
    expect(await poor.ask("/assets/c.js")).toBe("no");
    expect(poor.kept.has("/assets/c.js")).toBe(false);
  });

  test("a notification leads to its table, or opens it", async () => {
    const { heard, pages, opened } = start(async () => new Response(""));
    const touch = async (path: string): Promise<void> => {
      let done: Promise<unknown> = Promise.resolve();
      heard.notificationclick!({ notification: { close: () => {}, data: { path } }, waitUntil: (one: Promise<unknown>) => (done = one) });
      await done;
    };
    await touch("/t/ABCDEF");
    expect([pages[0]!.focus.mock.calls.length, opened.mock.calls.length]).toEqual([1, 0]);
    await touch("/t/OTHERS");
    expect(opened).toHaveBeenCalledWith("/t/OTHERS");
  });
});
