/** From finished games to numbers: shares, streaks, opponents, bests. No rule of any game is here. */
import type { NumberKind } from "../games/numbers";
import type { Finished } from "../lib/results.svelte";

export type Outcome = "won" | "shared" | "lost";

export function outcome(one: Finished): Outcome {
  if (!one.winners.includes(one.seat)) return "lost";
  return one.winners.length === 1 ? "won" : "shared";
}

export interface Tally {
  games: number;
  won: number;
  shared: number;
  /** Of all games, from 0 to 1. */
  share: number;
}

export function tally(list: Finished[]): Tally {
  const won = list.filter((one) => outcome(one) === "won").length;
  const shared = list.filter((one) => outcome(one) === "shared").length;
  return { games: list.length, won, shared, share: list.length ? won / list.length : 0 };
}

/** Games won in a row: now, and at best. The newest game is the first. */
export function streaks(list: Finished[]): { now: number; best: number } {
  let [now, best, run] = [0, 0, 0];
  list.forEach((one, i) => {
    run = outcome(one) === "won" ? run + 1 : 0;
    best = Math.max(best, run);
    if (run === i + 1) now = run;
  });
  return { now, best };
}

export interface Rival extends Tally {
  /** A nickname, or "@" and the id of a bot. */
  name: string;
  bot: boolean;
  /** Games in which I was placed before him. */
  ahead: number;
}

/** Everybody met, those met most often first. A bot of one level counts once a game. */
export function rivals(list: Finished[]): Rival[] {
  const met = new Map<string, Finished[]>();
  for (const one of list) {
    const names = new Set(one.names.filter((name, seat): name is string => name !== null && seat !== one.seat));
    for (const name of names) met.set(name, [...(met.get(name) ?? []), one]);
  }
  return [...met]
    .map(([name, games]) => ({
      name,
      bot: name.startsWith("@"),
      ...tally(games),
      ahead: games.filter((one) => one.names.every((other, seat) => other !== name || seat === one.seat || one.places[one.seat]! < one.places[seat]!)).length,
    }))
    .sort((a, b) => b.games - a.games || a.name.localeCompare(b.name));
}

export interface Best {
  kind: NumberKind;
  value: number;
  game: Finished;
}

/** The best of each of a game's numbers. */
export function bests(list: Finished[], kinds: NumberKind[]): Best[] {
  return kinds.flatMap((kind) => {
    let best: Best | null = null;
    for (const game of list) {
      const value = game.facts?.[kind.key];
      if (value === undefined) continue;
      if (best === null || (kind.best === "high" ? value > best.value : value < best.value)) best = { kind, value, game };
    }
    return best ? [best] : [];
  });
}

/** Games by what was ridden, those ridden most often first. */
export function courses(list: Finished[]): { course: string; list: Finished[] }[] {
  const by = new Map<string, Finished[]>();
  for (const one of list) if (one.course) by.set(one.course, [...(by.get(one.course) ?? []), one]);
  return [...by].map(([course, games]) => ({ course, list: games })).sort((a, b) => b.list.length - a.list.length || a.course.localeCompare(b.course));
}

/** The share of games won up to each game, from the oldest to the newest. */
export function growth(list: Finished[]): number[] {
  let won = 0;
  return [...list].reverse().map((one, i) => {
    if (outcome(one) === "won") won += 1;
    return won / (i + 1);
  });
}

const cell = (value: unknown): string => {
  const text = String(value ?? "");
  // A sheet must not take a nickname for a formula.
  const safe = /^[=+\-@\t]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line for each game, for a spreadsheet. */
export function csv(list: Finished[]): string {
  const keys = [...new Set(list.flatMap((one) => Object.keys(one.facts ?? {})))].sort();
  const head = ["code", "game", "date", "players", "seat", "place", "score", "result", "ended", "names", "course", ...keys];
  const rows = list.map((one) => [
    one.code,
    one.game,
    new Date(one.at).toISOString(),
    one.names.length,
    one.seat + 1,
    one.places[one.seat],
    one.scores[one.seat],
    outcome(one),
    one.why,
    one.names.map((name) => name ?? "").join(" / "),
    one.course,
    ...keys.map((key) => one.facts?.[key]),
  ]);
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
