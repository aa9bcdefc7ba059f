import { cleanup, fireEvent, render, screen, waitFor as until } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import { mine } from "../lib/mine.svelte";
import type { GameInfo, OpenTable, Seated } from "../protocol";
import { table } from "../../test/fixtures";
import OpenTables from "./OpenTables.svelte";
import { waitingFor } from "./waiting";

const game = { id: "tapas", name: { en: "Tapas", fr: "Tapas" }, fewest: 2, most: 2, options: [] } as unknown as GameInfo;
const offer = (changes: Partial<OpenTable> = {}): OpenTable => ({
  code: "ABCDEF",
  game: "tapas",
  options: [],
  founder: "Ana",
  free: 1,
  players: 2,
  waiting: 130,
  ...changes,
});
const seated: Seated = { table: table(), you: [1], host: false, keys: [] };
let tables: OpenTable[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, "lobby").mockImplementation(() => Promise.resolve(tables));
  vi.spyOn(api, "create").mockResolvedValue(seated);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  mine.list = [];
});

describe("who wants a game", () => {
  it("is looked up again and again, and said in words", async () => {
    tables = [];
    render(OpenTables, { games: [game], bots: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByText(/^Nobody waits/)).toBeTruthy();
    tables = [offer({ options: [{ en: "Red Mojo: 3 Extras", fr: "…" }] })];
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.getByText("Ana waits · 1 seat free · for 2 min")).toBeTruthy();
    expect(screen.getByText("Red Mojo: 3 Extras")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Join.*Ana, Tapas$/ }).getAttribute("href")).toBe("/t/ABCDEF");
    vi.mocked(api.lobby).mockRejectedValueOnce(new Error("offline"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.queryByText(/Ana waits/)).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.getByText(/Ana waits/)).toBeTruthy();
  });
  it("one tap sets a public table to wait at", async () => {
    tables = [];
    render(OpenTables, { games: [game], bots: [] });
    await fireEvent.click(screen.getByRole("button", { name: "Tapas: wait for somebody" }));
    await until(() => expect(api.create).toHaveBeenCalledTimes(1));
    expect(vi.mocked(api.create).mock.lastCall?.[0]).toMatchObject({ game: "tapas", public: true, start: "full" });
  });
  it("one tap sits down where somebody waits already", async () => {
    tables = [offer()];
    const open = { ...table(), seats: [...table().seats.slice(0, 1), { ...table().seats[0]!, seat: 1, kind: "open" as const, name: null }] };
    vi.spyOn(api, "table").mockResolvedValue({ ...seated, table: open });
    vi.spyOn(api, "sit").mockResolvedValue(seated);
    render(OpenTables, { games: [game], bots: [] });
    await fireEvent.click(screen.getByRole("button", { name: "Tapas: wait for somebody" }));
    await until(() => expect(api.sit).toHaveBeenCalledWith("ABCDEF", 1, expect.any(String)));
    expect(api.create).not.toHaveBeenCalled();
  });
  it("matches only games played as usual, and never my own table", () => {
    expect(waitingFor("tapas", [offer()])?.code).toBe("ABCDEF");
    expect(waitingFor("tapas", [offer({ game: "other" }), offer({ options: [{ en: "x", fr: "x" }] })])).toBeUndefined();
    mine.note({ ...table(), code: "ABCDEF" }, [0]);
    expect(waitingFor("tapas", [offer()])).toBeUndefined();
  });
});
