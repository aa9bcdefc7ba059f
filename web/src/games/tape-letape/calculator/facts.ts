/**
 * What the game's own functions gave, as data: `facts.json` is written by
 * `python -m echappee.calculator.facts`, so no figure and no sentence of the rules is stated here.
 */
import type { Lang } from "../../../lib/i18n.svelte";
import { fill, type Words } from "../../../lib/words";
import type { Phrase } from "../../../protocol";
import written from "./facts.json";
import type { Race } from "./race";

export type Edition = "FR" | "EN";
export type Mode = "sprint" | "endurance";

interface Deck {
  low: number;
  high: number;
  /** How many colours, the first ones of `colours`. */
  colours: number;
  /** How many small and big cards there are in all. */
  small: number;
  big: number;
}
interface Length {
  length: number;
  /** Does it end with the mountain that nobody chooses? */
  final: boolean;
  refuel: number | null;
}
interface Facts {
  players: [number, number];
  hand: number;
  colours: string[];
  /** The values that count as small cards. */
  smalls: number[];
  /** Seconds by place from the first, and of each card left by all but the first. */
  profiles: Record<string, { places: number[]; small: number; big: number }>;
  broom: string;
  mountain: string;
  decks: Record<string, Deck>;
  /** By number of players and seat: who chooses next. */
  next: Record<string, number[]>;
  each: number[];
  races: Record<string, Length>;
  limits: { name: number; title: number; file: number };
  file: { version: number; first: string; last: string };
  words: Record<Lang, Words>;
}

export const FACTS = written as unknown as Facts;
export const PROFILES = Object.keys(FACTS.profiles);

function find(lang: Lang, path: string[]): string {
  let at: unknown = FACTS.words[lang];
  for (const key of path) at = (at as Record<string, unknown>)[key];
  return String(at);
}

/** A sentence of the calculator with its facts filled in, in both languages. */
export function say(path: string[], facts: Record<string, unknown> = {}): Phrase {
  const one = (lang: Lang): string => fill(find(lang, path), facts, [], FACTS.words[lang], lang);
  return { en: one("en"), fr: one("fr") };
}

export const profileName = (profile: string): Phrase => say(["profiles", profile]);

/** Something that can't have happened at a table. Nothing was changed. */
export class CalculatorError extends Error {
  stage: number | null = null;
  line: number | null = null;
  /** Of a file that was cut short: the race with its whole stages. */
  readable: Race | null = null;

  constructor(
    readonly code: string,
    readonly words: Phrase,
  ) {
    super(words.en);
  }
}

export const refusal = (code: string, facts: Record<string, unknown> = {}): CalculatorError =>
  new CalculatorError(code, say(["refusals", code], facts));
