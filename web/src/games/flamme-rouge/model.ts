/** A race of Flamme Rouge as the page reads it: teams and their colours, places, moves. */
import type { FlammeRider, FlammeRougeView, FlammeTeam, View } from "../../protocol";
import type { Words } from "../../lib/words";
import { term } from "../../lib/words";

export type Letter = "S" | "R";
export type Terrain = FlammeRougeView["squares"][number]["terrain"];
export const LETTERS: readonly Letter[] = ["S", "R"];

export const tableOf = (view: View): FlammeRougeView => view.table as FlammeRougeView;

/** The teams' colours, with the emblem that goes with each: never the colour alone. */
export const COLOURS = ["rouge", "bleu", "vert", "jaune", "orange", "blanc"] as const;
const DEEP = ["rouge", "bleu", "vert", "ambre", "orange", "asphalte"] as const;

export const colourOf = (team: number): (typeof COLOURS)[number] => COLOURS[team % COLOURS.length]!;
export const deepOf = (team: number): string => `var(--${DEEP[team % DEEP.length]}-deep)`;

/** A rider by one text: `1S`. */
export const keyOf = (team: number, rider: string): string => `${team}${rider}`;

export interface Rider extends FlammeRider {
  key: string;
  team: number;
}

export const ridersOf = (table: FlammeRougeView): Rider[] =>
  table.teams.flatMap((squad, team) =>
    squad.riders.map((rider) => ({ ...rider, team, key: keyOf(team, rider.rider) })),
  );

export const teamName = (table: FlammeRougeView, team: number, names: readonly string[], words: Words): string => {
  const squad = table.teams[team];
  if (!squad || squad.kind === "player") return names[team] ?? "?";
  const same = table.teams.filter((one) => one.kind === squad.kind);
  const name = term(words, "dummies", squad.kind);
  return same.length > 1 ? `${name} ${same.indexOf(squad) + 1}` : name;
};

/** Is a rider, or a whole team, still to choose? */
export const waitsFor = (squad: FlammeTeam | undefined): Letter[] =>
  squad?.kind === "player" ? squad.riders.filter((one) => one.on_road && !one.chosen && !one.crossed).map((one) => one.rider) : [];

/** A square (from 1) and a lane: "12R". */
export interface Place {
  square: number;
  lane: string;
}
export function readPlace(text: string): Place {
  return { square: parseInt(text, 10), lane: text.slice(-1) };
}

/** How far a lane lies to the right of the middle of a road with so many lanes, in lanes. */
export function laneOffset(lane: string, lanes: number): number {
  const order = lanes === 3 ? "RML" : "RL";
  return (lanes - 1) / 2 - Math.max(0, order.indexOf(lane));
}

export interface Spot extends Place {
  rider: Letter;
  text: string;
}

export interface Offers {
  /** Places to start from. */
  spots: Spot[];
  /** Riders whose hand can be drawn. */
  draws: Letter[];
  /** Cards by their text, and the moves that play them. */
  cards: Map<string, string>;
}

export function readMoves(moves: readonly string[]): Offers {
  const offers: Offers = { spots: [], draws: [], cards: new Map() };
  for (const text of moves) {
    const rider = text[0] as Letter;
    const rest = text.slice(1);
    if (rest.startsWith("@")) offers.spots.push({ rider, text, ...readPlace(rest.slice(1)) });
    else if (rest === "") offers.draws.push(rider);
    else offers.cards.set(rest, text);
  }
  return offers;
}

/** Squares to the line for the better of a team's riders; beyond it, less than one. */
export function toGo(table: FlammeRougeView, team: number): number | null {
  const squares = (table.teams[team]?.riders ?? []).map((one) => one.square).filter((one) => one !== null);
  return squares.length ? table.finish + 1 - Math.max(...squares) : null;
}

/** What a card shows in its corner: "2" for exhaustion and for a 2 without a card. */
export const faceOf = (card: string): string => (card === "2x" || card === "-" ? "2" : card);
