/** The race on this device: its text, what it was before each change, and earlier races. */
import { keep, recall } from "../../../lib/device";
import { readRace, writeRace } from "./file";
import type { Race } from "./race";

interface Kept {
  now: string | null;
  /** The texts before each change, the last one at the end. */
  past: string[];
  /** Earlier races, the most recent first. */
  earlier: string[];
}

const KEY = "race";
const MOST_UNDO = 60;
const MOST_EARLIER = 12;
const EMPTY: Kept = { now: null, past: [], earlier: [] };

/** A text that an older or a newer page kept may not be readable: then there is no race. */
function readable(text: string | null): Race | null {
  try {
    return text === null ? null : readRace(text);
  } catch {
    return null;
  }
}

export class Book {
  private kept = $state.raw<Kept>(EMPTY);
  readonly race = $derived(readable(this.kept.now));
  readonly earlier = $derived(
    this.kept.earlier.flatMap((text) => {
      const race = readable(text);
      return race ? [{ text, race }] : [];
    }),
  );

  constructor() {
    this.load();
  }

  /** Another tab may have gone on. */
  load(): void {
    this.kept = { ...EMPTY, ...recall<Partial<Kept>>(KEY, EMPTY) };
  }

  get canUndo(): boolean {
    return this.kept.past.length > 0;
  }

  /** Begin (or open) another race; the present one is put with the earlier ones. */
  begin(race: Race): void {
    const { now } = this.kept;
    const text = writeRace(race);
    const old = this.race && this.race.stages.length > 0 && now !== null ? [now] : [];
    const earlier = [...old, ...this.kept.earlier].filter((one) => one !== text).slice(0, MOST_EARLIER);
    this.save({ now: text, past: [], earlier });
  }

  /** The same race, changed. */
  change(race: Race): void {
    const { now, past } = this.kept;
    const text = writeRace(race);
    if (text === now) return;
    this.save({ ...this.kept, now: text, past: now === null ? [] : [...past, now].slice(-MOST_UNDO) });
  }

  undo(): void {
    const { past } = this.kept;
    if (past.length > 0) this.save({ ...this.kept, now: past.at(-1)!, past: past.slice(0, -1) });
  }

  forget(text: string): void {
    this.save({ ...this.kept, earlier: this.kept.earlier.filter((one) => one !== text) });
  }

  private save(kept: Kept): void {
    this.kept = kept;
    keep(KEY, kept);
  }
}

/** A stage that is being entered; it outlives a reload. */
export interface Draft {
  number: number;
  insert: boolean;
  profile: string | null;
  order: number[];
  small: number[];
  big: number[];
}

export const keepDraft = (draft: Draft | null): void => keep("race.draft", draft);
export const recallDraft = (number: number, insert: boolean, players: number): Draft | null => {
  const kept = recall<Draft | null>("race.draft", null);
  return kept?.number === number && kept.insert === insert && kept.small?.length === players ? kept : null;
};
