/** What a race card could do on the road, as the game tells its holder before he lays it. */
import type { TourAhead, TourReach } from "../../protocol";
import type { Previewed } from "../types";
import type { Sentences } from "./words";

/** A square, or the finish, and the numbers that lead there. */
export interface Mark {
  /** Null: over the finish, where lanes don't matter. */
  to: readonly [lane: number, row: number] | null;
  /** Who gets there; null where it may be any of them. */
  rider: number | null;
  labels: string[];
}

const label = ({ number, extra }: TourReach): string => (extra ? `${number}+1` : String(number));
/** Numbers before the same with an extra square, small ones first. */
const order = (a: string, b: string): number => a.length - b.length || a.localeCompare(b);

/** Every square once, with all numbers that could bring somebody there; or once for each rider. */
export function marksOf(reach: readonly TourReach[], apart = false): Mark[] {
  const found = new Map<string, Mark>();
  for (const one of reach) {
    const rider = apart ? one.rider : null;
    const ends: Mark["to"][] = one.to.map(([lane, row]) => [lane!, row!]);
    if (one.home) ends.push(null);
    for (const to of ends) {
      const key = `${rider} ${to}`;
      const mark = found.get(key) ?? { to, rider, labels: [] };
      if (!mark.labels.includes(label(one))) mark.labels.push(label(one));
      found.set(key, mark);
    }
  }
  for (const mark of found.values()) mark.labels.sort(order);
  return [...found.values()];
}

/** In words, a line for each rider who could move: "Rider 1: with 1 to row 9 (lanes 1, 2)". */
export function linesOf(reach: readonly TourReach[], t: Sentences): { rider: number; text: string }[] {
  return [1, 2, 3].flatMap((rider) => {
    const own = reach.filter((one) => one.rider === rider).toSorted((a, b) => order(label(a), label(b)));
    const ways = own.map((one) => {
      if (one.home) return t.reachesHome(label(one));
      const row = Math.max(...one.to.map(([, at]) => at!));
      return t.reaches(label(one), row, one.to.flatMap(([lane, at]) => (at === row ? [lane!] : [])));
    });
    return ways.length > 0 ? [{ rider, text: t.couldGo(rider, ways) }] : [];
  });
}

/** What was told of the cards looked at in one position. */
export class Foresight {
  private told = $state.raw<{ number: number; cards: Record<string, TourReach[]> }>({ number: -1, cards: {} });

  /** What is known of a card in a position; null: nothing yet. */
  of(card: string | null, number: number): TourReach[] | null {
    return card !== null && this.told.number === number ? (this.told.cards[card] ?? null) : null;
  }

  /** Ask what a card could do in a position. */
  async ask(card: string, number: number, preview: (text: string) => Promise<Previewed | null>): Promise<void> {
    if (this.of(card, number)) return;
    const ahead = (await preview(card))?.ahead as TourAhead | null | undefined;
    if (!ahead) return;
    const cards = this.told.number === number ? this.told.cards : {};
    this.told = { number, cards: { ...cards, [card]: ahead.reach } };
  }
}
