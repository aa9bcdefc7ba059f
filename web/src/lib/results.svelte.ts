/** The games that were finished on this device, as the server told their end. */
import type { TableInfo } from "../protocol";
import { winnersFor } from "./counted";
import { keep, recall } from "./device";

export interface Finished {
  /** The code of the table, and of its record. */
  code: string;
  game: string;
  /** When the end was seen here. */
  at: number;
  /** My seat. */
  seat: number;
  /** Names of people; "@" and the id for bots. */
  names: (string | null)[];
  scores: number[];
  places: number[];
  winners: number[];
  why: "played" | "resigned";
  /** The game's own numbers of my seat; null: not looked up yet. */
  facts: Record<string, number> | null;
  /** What was ridden, where games differ by it. */
  course: string | null;
}

const MOST = 1000;

class Results {
  list = $state.raw<Finished[]>(recall<Finished[]>("results", []));

  find(code: string): Finished | undefined {
    return this.list.find((one) => one.code === code);
  }

  /** Note how a game ended in which this device held one seat, if it counts. */
  note(table: TableInfo, you: number[]): void {
    const { code, end } = table;
    const seat = you[0];
    if (code === null || !end || seat === undefined || you.length !== 1 || this.find(code)) return;
    const winners = winnersFor(table, end, seat);
    if (winners === null) return;
    const fresh: Finished = {
      code,
      game: table.game,
      at: Date.now(),
      seat,
      names: table.seats.map((one) => (one.bot ? `@${one.bot}` : one.name)),
      scores: end.standing.scores,
      places: end.standing.places,
      winners,
      why: end.why,
      facts: null,
      course: null,
    };
    this.save([fresh, ...this.list].slice(0, MOST));
  }

  /** Add the game's own numbers to a result. */
  learn(code: string, facts: Record<string, number>, course: string | null): void {
    const old = this.find(code);
    if (!old || old.facts) return;
    this.save(this.list.map((one) => (one === old ? { ...one, facts, course } : one)));
  }

  clear(): void {
    this.save([]);
  }

  private save(list: Finished[]): void {
    this.list = list;
    keep("results", list);
  }
}

export const results = new Results();
