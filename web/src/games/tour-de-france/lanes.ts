/**
 * The road of a time trial: one straight lane for each team, from left to right, one below the other.
 *
 * In the team trial all lanes are alike, and each of a team's three riders has a track of his own
 * within it, so that they never hide each other however narrow the squares are. In the individual
 * trial the lanes of those who ride now are large, and the runs of the others lie below them.
 */
import type { TourView } from "../../protocol";
import { GRID, type Road, type Spot } from "./geometry";

export interface Band {
  seat: number;
  lane: number;
  large: boolean;
  /** The whole band, its label included. */
  top: number;
  height: number;
  /** The asphalt. */
  y: number;
  high: number;
}

export type Plan = Pick<Band, "seat" | "lane" | "large">[];

/** Whose lane lies where: teams in the order of the road; of single riders those on the road come
 * first, then those who wait, then those who are home by their places. */
export function planOf(table: TourView, shown: readonly number[] = []): Plan {
  const seats = table.seats.map((seat, number) => ({ ...seat, number }));
  if (table.standing === "team-trial")
    return seats.sort((a, b) => a.lane - b.lane).map(({ number, lane }) => ({ seat: number, lane, large: true }));
  const now = heatOf(table, shown);
  return seats
    .map((one) => ({ ...one, large: now === null || one.heat === now }))
    .sort(
      (a, b) =>
        Number(b.large) - Number(a.large) ||
        (now !== null && a.large ? 0 : (a.placed ?? 0) - (b.placed ?? 0)) ||
        (a.heat ?? 9) - (b.heat ?? 9) ||
        a.number - b.number,
    )
    .map(({ number, lane, large }) => ({ seat: number, lane, large }));
}

/** The heat that is ridden; that of cards being turned over comes first. */
export function heatOf(table: TourView, shown: readonly number[] = []): number | null {
  const turning = shown.map((seat) => table.seats[seat]?.heat ?? null).find((heat) => heat !== null);
  return turning ?? table.seats.find((seat) => seat.riding)?.heat ?? null;
}

export class Lanes implements Road {
  readonly keeps = true;
  readonly infield: Road["infield"];
  readonly inside: string;
  readonly bands: Band[];
  readonly wide: boolean;
  /** Room for a card before each lane; 0 where there is none. */
  readonly slot: number;
  readonly head: number;
  readonly label: number;
  readonly row: number;
  readonly lane: number;
  /** From the first square of the grid to the finish. */
  readonly left: number;
  readonly finish: number;
  readonly edge: number;
  /** The mown ground around all lanes. */
  readonly top: number;
  readonly bottom: number;
  readonly last: number;
  private readonly grid: number;
  /** Squares of the grid are long enough to see who stands on them. */
  private readonly pace: number;

  constructor(
    readonly rows: number,
    readonly lanes: number,
    readonly width: number,
    readonly height: number,
    plan: Plan,
    readonly tracks: 1 | 3,
  ) {
    this.wide = width >= 560;
    this.grid = tracks === 3 ? GRID : 1;
    this.edge = this.wide ? 16 : 8;
    const tall = height >= 460;
    this.slot = tracks === 3 ? (this.wide ? 58 : 0) : this.wide ? 84 : 46;
    this.head = tall ? 72 : 52;
    this.label = tall ? (tracks === 3 ? 28 : this.wide ? 40 : 32) : tracks === 3 ? 22 : 26;
    this.left = this.edge + (this.slot ? this.slot + (this.wide ? 20 : 10) : this.wide ? 0 : 14);
    const home = this.wide ? 94 : 60;
    this.finish = width - this.edge - home;
    this.pace = tracks === 3 ? (this.wide ? 20 : 15) : this.wide ? 58 : 42;
    this.row = (this.finish - this.left - this.grid * this.pace) / rows;
    this.last = (this.finish + home / 2 + (this.wide ? 15 : 11) - this.x(1)) / this.row + 0.5;
    const foot = tall ? 34 : 24;
    const room = height - this.head - foot - 8;
    const gap = tall ? 8 : 4;
    const small = plan.filter((one) => !one.large).length;
    const low = Math.min(tall ? 62 : 44, room / plan.length);
    const most = tracks === 3 ? (tall ? 128 : 104) : tall ? 150 : 112;
    const high = Math.min(most, (room - small * low) / Math.max(1, plan.length - small));
    const used = small * low + (plan.length - small) * high;
    let top = this.head + 4 + (room - used) / 2;
    this.top = top - 4;
    this.bands = plan.map((one) => {
      const height = one.large ? high : low;
      const label = one.large ? this.label : 22;
      const band = { ...one, top, height, y: top + label, high: Math.max(12, height - label - gap) };
      top += height;
      return band;
    });
    this.bottom = top;
    this.lane = Math.min(...this.bands.map((band) => band.high));
    this.infield = { x: 0, y: 0, width, height: this.head };
    this.inside = `M0 ${this.top}H${width}V${this.bottom + foot - 2}H0Z`;
  }

  band(lane: number): Band | undefined {
    return this.bands.find((one) => one.lane === lane);
  }

  /** The left edge of a square. */
  x(row: number): number {
    return this.left + this.grid * this.pace + (row - 1) * (row < 1 ? this.pace : this.row);
  }

  /** The middle of a square; between two of them it lies between. */
  middle(row: number): number {
    const first = Math.floor(row);
    const at = (one: number): number => (this.x(one) + this.x(one + 1)) / 2;
    return at(first) + (at(first + 1) - at(first)) * (row - first);
  }

  /** A lane that nobody rides in lies beside its neighbour. */
  private y(lane: number): number {
    const band = this.band(lane);
    if (band) return band.y + band.high / 2;
    const near = this.bands.reduce((a, b) => (Math.abs(b.lane - lane) < Math.abs(a.lane - lane) ? b : a));
    return lane < near.lane ? near.y - 10 : near.y + near.high + 6;
  }

  size(lane: number): number {
    const high = this.band(lane)?.high ?? this.lane;
    return Math.min(high / this.tracks / 19, this.tracks === 3 ? 1.15 : this.wide ? 1.5 : 1.1);
  }

  spot(lane: number, row: number): Spot {
    const x = row > this.rows ? (this.finish + this.width - this.edge) / 2 : this.middle(row);
    return { x, y: this.y(lane), angle: 0 };
  }

  stand(lane: number, row: number, rider: number): Spot {
    const band = this.bands.find((one) => Math.abs(one.lane - lane) < 0.5) ?? this.bands[0]!;
    const x = this.middle(row);
    const track = this.tracks === 3 ? (rider - 0.5) / 3 : 0.5;
    return { x, y: band.y + band.high * track, angle: 0 };
  }

  square(lane: number, row: number, inset = 0): string {
    const band = this.band(lane);
    if (!band) return "";
    return box(this.x(row) + inset / 2, band.y + inset, this.x(row + 1) - this.x(row) - inset, band.high - 2 * inset);
  }

  beyond(lane: number): string {
    const band = this.band(lane);
    return band ? box(this.finish + 30, band.y + 2, this.width - this.edge - this.finish - 32, band.high - 4) : "";
  }

  /** People stand above and below. */
  verge(row: number, out: number): Spot {
    const above = Math.floor(row * 16) % 2 === 0 && this.top - this.head > 22;
    return { x: this.x(row), y: above ? this.top - out : this.bottom + 16 + out, angle: 0 };
  }

  covers(x: number, y: number, near = 0): boolean {
    return y > this.top - near && y < this.bottom + 24 + near && x > -near;
  }
}

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}Z`;
