import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live } from "../src/lib/live.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Wire } from "../src/lib/socket";
import type { Event, LogItem, Replayed, ServerMessage } from "../src/protocol";
import { game, moved, table, view, welcome } from "./fixtures";

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.();
  }
  say(...messages: ServerMessage[]): void {
    this.onmessage?.({ data: messages.map((one) => JSON.stringify(one)).join("\n") });
  }
  die(code = 1006): void {
    this.onclose?.({ code });
  }
  last(): Record<string, unknown> {
    return this.sent.at(-1) ?? {};
  }
}

let wires: FakeWire[];
let live: Live;
const wire = (): FakeWire => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  wires = [];
  live = new Live("KDPQWR", () => {
    const fresh = new FakeWire();
    wires.push(fresh);
    return fresh;
  });
  live.open();
  wire().open();
});
afterEach(() => {
  settings.setSpeed(null);
  live.close();
  vi.useRealTimers();
});

test("comes again at once where the server is replaced, and patiently where that one goes too", () => {
  wire().say(welcome(3));
  wire().die(1012);
  expect(live.status).toBe("lost");
  vi.advanceTimersByTime(250);
  expect(wires.length).toBe(2);
  wire().die(1012);
  vi.advanceTimersByTime(250);
  expect(wires.length).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(wires.length).toBe(3);
});

test("says hello with nothing known, and draws what it is told", () => {
  expect(wire().last()).toEqual({ type: "hello", last: null, look: null });
  wire().say(welcome(3));
  expect(live.status).toBe("open");
  expect(live.table?.code).toBe("KDPQWR");
  expect(live.shown?.number).toBe(0);
  expect(live.settled).toBe(true);
});

test("a move carries its text and the number of the position, and is done when acknowledged", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  const sent = wire().last();
  expect(sent).toMatchObject({ type: "move", seat: 0, number: 0, text: "N3:1" });
  expect(live.underway).toBe(true);
  wire().say({ type: "ack", id: String(sent.id), seq: 4 });
  await vi.advanceTimersByTimeAsync(0);
  expect(live.underway).toBe(true);
  const count = wire().sent.length;
  expect(await live.play("N3:1")).toBeNull(); // the old moves are not taken once more
  expect(wire().sent).toHaveLength(count);
  wire().say(moved(4, 1, 0));
  expect(await done).toBeNull();
  expect(live.underway).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(live.sending).toBe(false);
});

test("a move that takes its time is seen to be on its way, one that does not is not", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  await vi.advanceTimersByTimeAsync(299);
  expect(live.sending).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(live.sending).toBe(true);
  wire().say({ type: "ack", id: String(wire().last().id), seq: 4 }, moved(4, 1, 0));
  expect(await done).toBeNull();
  expect(live.sending).toBe(false);
});

test("answer and news may come in one frame, a line each", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  wire().say({ type: "ack", id: String(wire().last().id), seq: 4 }, moved(4, 1, 0));
  expect(await done).toBeNull();
  expect(live.shown?.number).toBe(1);
});

test("a refusal comes back with words and article", async () => {
  wire().say(welcome(3));
  const done = live.play("N2:1");
  const words = { en: "The first piece …", fr: "La première pièce …" };
  wire().say({ type: "refused", id: String(wire().last().id), code: "own-first", words, article: "4d" });
  expect(await done).toMatchObject({ code: "own-first", article: "4d", words });
});

test("a move of which the server could not tell whether it is stored is sent again, with the same id", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  const first = wire().last();
  const words = { en: "…", fr: "…" };
  const unsure = { type: "refused", id: String(first.id), code: "store-away", words, article: null } as const;
  for (const count of [2, 3]) {
    wire().say(unsure);
    await vi.advanceTimersByTimeAsync(1000);
    expect(wire().sent.filter(({ id }) => id === first.id)).toHaveLength(count);
  }
  expect(live.underway).toBe(true);
  wire().say({ type: "ack", id: String(first.id), seq: 4 }, moved(4, 1, 0));
  expect(await done).toBeNull();
  wire().say(unsure);
  await vi.advanceTimersByTimeAsync(1000);
  expect(wire().sent.filter(({ id }) => id === first.id)).toHaveLength(3);
});

test("a move without an answer is sent again, with the same id, after the connection is back", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  const first = wire().last();
  wire().die();
  expect(live.status).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  expect(wires).toHaveLength(2);
  wire().open();
  expect(wire().last()).toEqual({ type: "hello", last: 3, look: 0 });
  wire().say(welcome(3, { since: 3 }));
  expect(wire().last()).toEqual(first);
  wire().say(moved(4, 1, 0));
  wire().say({ type: "ack", id: String(first.id), seq: 4 });
  expect(await done).toBeNull();
});

test("a server that does not answer for two seconds is noticed, and nothing is sent twice when it goes on", async () => {
  wire().say(welcome(3));
  const done = live.play("N3:1");
  await vi.advanceTimersByTimeAsync(1999);
  expect([live.status, live.cut]).toEqual(["open", false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([live.status, live.cut, live.underway]).toEqual(["late", true, true]);
  wire().say({ type: "ack", id: String(wire().last().id), seq: 4 }, moved(4, 1, 0));
  expect(live.cut).toBe(false);
  expect(await done).toBeNull();
  expect(wires).toHaveLength(1);
  expect(wire().sent.filter(({ type }) => type === "move")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(live.status).toBe("open");
});

test("whoever says something meanwhile is not gone: only silence counts", async () => {
  wire().say(welcome(3));
  void live.play("N3:1");
  await vi.advanceTimersByTimeAsync(1500);
  wire().say({ type: "rules", compiling: null, hurried: false });
  await vi.advanceTimersByTimeAsync(1500);
  expect(live.status).toBe("open");
  await vi.advanceTimersByTimeAsync(500);
  expect(live.status).toBe("late");
});

test("a question that takes thought may take its time", async () => {
  wire().say(welcome(3));
  void live.hint(0);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(live.status).toBe("open");
});

test("a server that stays silent is called anew, and the same move sent again", async () => {
  wire().say(welcome(3));
  void live.play("N3:1");
  const first = wire().last();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(wires).toHaveLength(2);
  wire().open();
  wire().say(welcome(3, { since: 3 }));
  expect(wire().last()).toEqual(first);
});

test("a network that goes is noticed at once, and the table called when it is back", async () => {
  wire().say(welcome(3));
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new globalThis.Event("offline"));
  expect([live.status, live.cut]).toEqual(["offline", true]);
  void live.play("N3:1");
  await vi.advanceTimersByTimeAsync(20_000);
  expect([live.status, wires.length]).toEqual(["offline", 1]);
  network.mockReturnValue(true);
  dispatchEvent(new globalThis.Event("online"));
  expect(wires).toHaveLength(2);
  wire().open();
  wire().say(welcome(3, { since: 3 }));
  expect(live.cut).toBe(false);
  expect(wire().last()).toMatchObject({ type: "move", text: "N3:1" });
  network.mockRestore();
});

test("questions are not kept: a preview that is lost is nothing", async () => {
  wire().say(welcome(3));
  const asked = live.preview(0, "N3:1");
  wire().die();
  expect(await asked).toBeNull();
});

test("tries again more and more slowly, and not at all where there is no table", async () => {
  wire().say(welcome(3));
  wire().die();
  for (let i = 0; i < 6; i++) {
    await vi.advanceTimersByTimeAsync(9_600);
    wire().die();
  }
  const tries = wires.length;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(wires.length - tries).toBeLessThanOrEqual(1);
  await vi.advanceTimersByTimeAsync(9_600);
  wire().die(4404);
  expect(live.status).toBe("gone");
  const before = wires.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires.length).toBe(before);
});

test("moves that come together are shown one after the other, and can be skipped", async () => {
  const told: number[] = [];
  live.onstep = (events) => void told.push(events.length);
  live.pace = () => 500;
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  wire().say(moved(5, 2));
  wire().say(moved(6, 3));
  expect(live.game?.number).toBe(3);
  expect(live.shown?.number).toBe(1);
  expect(live.before?.number).toBe(0);
  expect(live.events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.shown?.number).toBe(2);
  expect(live.settled).toBe(false);
  live.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(live.shown?.number).toBe(3);
  expect(live.settled).toBe(true);
  expect(live.before).toBeNull();
  expect(told).toEqual([1, 1]);
});

test("the log tells no more than the board has shown, but says at once what needs no board", async () => {
  live.pace = () => 500;
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  wire().say(moved(5, 2, 0));
  wire().say({ type: "news", seq: 6, items: [{ kind: "chat", seq: 6, at: 0, seat: 1, phrase: null, text: "Hop" }], game: null, table: null, ask: null });
  expect(live.log.map((item) => item.seq)).toEqual([4, 5, 6]);
  expect(live.told.map((item) => item.seq)).toEqual([6]);
  expect(live.actors).toEqual([1]);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.told.map((item) => item.seq)).toEqual([4, 6]);
  expect(live.actors).toEqual([0]);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.told.map((item) => item.seq)).toEqual([4, 5, 6]);
  expect(live.actors).toEqual([]);
  live.replay();
  expect(live.actors).toEqual([0]);
  expect(live.told).toHaveLength(3);
});

test("what takes no time is not shown, so that nobody is disturbed who is choosing", async () => {
  const told: number[] = [];
  live.onstep = (events) => void told.push(events.length);
  live.pace = () => 0;
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  expect(live.settled).toBe(true);
  expect(live.before).toBeNull();
  expect(live.shown?.number).toBe(1);
  expect(live.told).toHaveLength(1);
  expect(told).toEqual([1]);
});

test.each([["off", 300], ["quick", 450], ["normal", 900], ["slow", 1575]] as const)("at speed %s a step is shown as long as that takes", async (speed, length) => {
  settings.setSpeed(speed);
  live.pace = () => 900;
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  await vi.advanceTimersByTimeAsync(length - 1);
  expect(live.settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(live.settled).toBe(true);
});

test("whoever is far behind is shown things faster", async () => {
  live.pace = () => 900;
  wire().say(welcome(3));
  for (let i = 0; i < 8; i++) wire().say(moved(4 + i, 1 + i));
  await vi.advanceTimersByTimeAsync(900); // the first came alone
  expect(live.shown?.number).toBe(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(live.shown?.number).toBe(3);
});

test("the last step can be shown again", async () => {
  live.pace = () => 500;
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  await vi.advanceTimersByTimeAsync(500);
  expect(live.replayable).toBe(true);
  live.replay();
  expect(live.before?.number).toBe(0);
  expect(live.events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.settled).toBe(true);
  expect(live.shown?.number).toBe(1);
});

test("what happened since one last looked is told, but not one's own moves", () => {
  localStorage.setItem("echappee.seen.KDPQWR", JSON.stringify({ seq: 4, number: 1 }));
  const items = [moved(4, 1), moved(5, 2, 0), moved(6, 3, 1)].flatMap((news) => news.items);
  wire().say(welcome(6, { items, game: game(3) }));
  expect(live.missed.map((item) => item.seq)).toEqual([6]);
  expect(live.log).toHaveLength(3);
});

/** Look again after two moves; the answer to what is asked then. */
function lookAgain(): Replayed {
  localStorage.setItem("echappee.seen.KDPQWR", JSON.stringify({ seq: 4, number: 1 }));
  const items = [moved(5, 2, 1), moved(6, 3, 1)].flatMap((news) => news.items);
  wire().say(welcome(6, { items, game: game(3) }));
  const steps = [2, 3].map((number) => ({ number, seat: 1, events: moved(4, number, 1).items.flatMap(done), view: view(number) }));
  return { type: "since", id: "", number: 3, before: view(1), steps };
}
const done = (item: LogItem): Event[] => (item.kind === "move" ? item.events : []);

test("what was missed is shown again on the board, step by step", async () => {
  live.pace = () => 500;
  const answer = lookAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(wire().last()).toMatchObject({ type: "since", seat: 0, number: 1 });
  expect(live.settled).toBe(false);
  wire().say({ ...answer, id: String(wire().last().id) });
  await vi.advanceTimersByTimeAsync(0);
  expect(live.recalling).toBe(true);
  expect(live.before?.number).toBe(1);
  expect(live.shown?.view.number).toBe(2);
  expect(live.shown?.moves).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.shown?.view.number).toBe(3);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.settled).toBe(true);
  expect(live.recalling).toBe(false);
  expect(live.shown?.moves).toHaveLength(2);
  expect(live.missed).toHaveLength(2);
});

test("what was missed can be skipped, even before it is known", async () => {
  const answer = lookAgain();
  await vi.advanceTimersByTimeAsync(0);
  live.skip();
  expect(live.settled).toBe(true);
  wire().say({ ...answer, id: String(wire().last().id) });
  await vi.advanceTimersByTimeAsync(0);
  expect(live.settled).toBe(true);
  expect(live.shown?.number).toBe(3);
});

test("news that come before the answer are shown instead of what was missed", async () => {
  live.pace = () => 500;
  const answer = lookAgain();
  await vi.advanceTimersByTimeAsync(0);
  const asked = String(wire().last().id);
  wire().say(moved(7, 4, 0));
  wire().say({ ...answer, id: asked });
  await vi.advanceTimersByTimeAsync(500);
  expect(live.shown?.number).toBe(4);
  expect(live.settled).toBe(true);
});

test("a server that can't show it again leaves the list", async () => {
  lookAgain();
  await vi.advanceTimersByTimeAsync(0);
  const words = { en: "No", fr: "Non" };
  wire().say({ type: "refused", id: String(wire().last().id), code: "not-looking", words, article: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(live.settled).toBe(true);
  expect(live.missed).toHaveLength(2);
});

test("a device that was laid aside shows what happened meanwhile", async () => {
  live.pace = () => 500;
  wire().say(welcome(3));
  live.seen();
  wire().say(moved(4, 1, 1));
  await vi.advanceTimersByTimeAsync(500);
  live.lookAgain();
  expect(wire().last()).toMatchObject({ type: "since", seat: 0, number: 0 });
  expect(live.missed.map((item) => item.seq)).toEqual([4]);
  live.skip();
  live.seen();
  live.lookAgain();
  expect(live.missed).toEqual([]);
  expect(live.settled).toBe(true);
});

test("the log grows, and nothing is told twice", () => {
  wire().say(welcome(3));
  wire().say(moved(4, 1));
  wire().say(moved(4, 1));
  expect(live.log).toHaveLength(1);
});

test("a look through another seat starts afresh", async () => {
  wire().say(welcome(3, { you: [0, 1], look: 0, items: moved(3, 1).items }));
  const done = live.lookThrough(1);
  wire().say(welcome(3, { id: String(wire().last().id), you: [0, 1], look: 1, items: moved(3, 1).items }));
  expect(await done).toBeNull();
  expect(live.look).toBe(1);
  expect(live.log).toHaveLength(1);
  expect(live.missed).toHaveLength(0);
});

test("the table and the open question follow the news", () => {
  wire().say(welcome(3));
  wire().say({ type: "news", seq: 4, items: [], game: null, table: { ...table(4), paused: true }, ask: { ask: 4, seat: 1, waits: [0] } });
  expect(live.table?.paused).toBe(true);
  expect(live.ask?.seat).toBe(1);
});

test("hears how far the rules are, and when they are compiled", () => {
  wire().say(welcome(3, { compiling: { percent: 10, failed: false } }));
  expect(live.compiling?.percent).toBe(10);
  wire().say({ type: "rules", compiling: { percent: 60, failed: false }, hurried: true });
  expect(live.hurried).toBe(true);
  expect(live.compiling?.percent).toBe(60);
  wire().say({ type: "rules", compiling: null, hurried: false });
  expect(live.compiling).toBeNull();
});
