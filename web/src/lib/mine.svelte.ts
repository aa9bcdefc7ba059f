/** My games on this device: codes with what was last seen of them, and the keys of my seats. */
import type { Key, TableInfo } from "../protocol";
import { keep, recall } from "./device";
import { results } from "./results.svelte";

export interface Kept {
  /** The code to play by, or the spectators' code. */
  code: string;
  game: string;
  /** Names of people; "@" and the id for bots. */
  seats: (string | null)[];
  you: number[];
  status: TableInfo["status"];
  /** Seats to move, as last seen. */
  awaited: number[];
  won: boolean | null;
  seen: number;
  /** Private links by seat ("host" for the host's). */
  links: Record<string, string>;
}

const MOST = 40;

class Mine {
  list = $state<Kept[]>(recall<Kept[]>("games", []));

  find(code: string): Kept | undefined {
    return this.list.find((kept) => kept.code === code);
  }

  /** Note a table where this device holds a seat. */
  note(table: TableInfo, you: number[], awaited: number[] = [], keys: Key[] = []): void {
    const code = table.code;
    if (code === null || (you.length === 0 && keys.length === 0)) return;
    results.note(table, you);
    const old = this.find(code);
    const links = { ...old?.links };
    for (const key of keys) links[key.seat ?? "host"] = key.link;
    const fresh: Kept = {
      code,
      game: table.game,
      seats: table.seats.map((seat) => seat.name ?? (seat.bot ? `@${seat.bot}` : null)),
      you,
      status: table.status,
      awaited,
      won: table.end ? table.end.winners.some((seat) => you.includes(seat)) : null,
      seen: Date.now(),
      links,
    };
    this.save([fresh, ...this.list.filter((kept) => kept.code !== code)].slice(0, MOST));
  }

  forget(code: string): void {
    this.save(this.list.filter((kept) => kept.code !== code));
  }

  private save(list: Kept[]): void {
    this.list = list;
    keep("games", list);
  }
}

export const mine = new Mine();
