/**
 * The road as one closed bean of arcs, for any number of rows and lanes and any window.
 *
 * A straight, an end that turns 180° + α, a dip that turns 2α the other way, a second end. It closes
 * when the dip's radius is B / (2 sin α) − R, B being the straight and R the ends' radius. Rows are of
 * equal length along the middle of the road; the riders go anticlockwise, so lane 1, their left, lies
 * inside. Where the window is higher than wide the bean stands on its end.
 */

export interface Spot {
  x: number;
  y: number;
  /** Heading in degrees. */
  angle: number;
}

/** What riders, squares and scenery ask of a road, whatever its shape. */
export interface Road {
  readonly rows: number;
  readonly lanes: number;
  readonly width: number;
  readonly height: number;
  /** Width of a lane. */
  readonly lane: number;
  /** Do riders who are home stay in sight? */
  readonly keeps: boolean;
  /** The row, behind the finish, to which they ride. */
  readonly last: number;
  /** Where nothing of the road is, and nothing grows. */
  readonly infield: { x: number; y: number; width: number; height: number };
  /** Mown grass. */
  readonly inside: string;
  /** How large a rider is drawn on that lane; his drawing is 42 long. */
  size(lane: number): number;
  /** The middle of a square; both may lie between two. */
  spot(lane: number, row: number): Spot;
  /** Where a rider of a team is drawn on a square; a row behind the last is home. */
  stand(lane: number, row: number, rider: number): Spot;
  /** A square's outline. */
  square(lane: number, row: number, inset?: number): string;
  /** What lies behind the finish line, for somebody on that lane. */
  beyond(lane: number): string;
  /** A place beside the road, so far from its edge. */
  verge(row: number, out: number): Spot;
  /** Is a point on the road, or so near? */
  covers(x: number, y: number, near?: number): boolean;
}

interface Piece {
  from: number;
  length: number;
  /** Radians; negative turns left. */
  turn: number;
  x: number;
  y: number;
  heading: number;
}

export const GRID = 3; // rows -2, -1 and 0
const RUN_OFF = 1.6; // rows behind the finish
const RADIANS = Math.PI / 180;
const EDGE = 15; // room around the road for labels and people

export class Circuit implements Road {
  /** Length of a row and width of a lane. */
  readonly row: number;
  readonly lane: number;
  readonly half: number;
  readonly length: number;
  readonly keeps = false;
  readonly last: number;
  /** Where nothing of the road is: the largest calm box inside. */
  readonly infield: { x: number; y: number; width: number; height: number };
  private readonly pieces: Piece[] = [];
  private dx = 0;
  private dy = 0;

  constructor(
    readonly rows: number,
    readonly lanes: number,
    readonly width: number,
    readonly height: number,
  ) {
    const tall = height > width;
    const [long, short] = tall ? [height, width] : [width, height];
    const outer = Math.max(40, Math.min(short / 2 - EDGE, (long - 2 * EDGE) / 2.45));
    this.half = outer * (0.19 + 0.022 * lanes);
    this.lane = (2 * this.half) / lanes;
    const radius = outer - this.half;
    const straight = Math.max(outer * 0.4, long - 2 * EDGE - 2 * outer);
    const bend = this.bend(radius, straight);
    const dip = straight / (2 * Math.sin(bend)) - radius;
    const end = radius * (Math.PI + bend);
    this.length = straight + 2 * end + dip * 2 * bend;
    this.row = this.length / (rows + GRID + RUN_OFF);
    this.last = rows + 1.5;
    // The starting grid lies on the straight, the finish shortly before it.
    const ahead = Math.min(straight * 0.62, GRID * this.row);
    let pose: Omit<Piece, "length" | "turn"> = { from: 0, x: 0, y: 0, heading: tall ? -Math.PI / 2 : 0 };
    const plan: [number, number][] = [
      [ahead, 0],
      [end, -(Math.PI + bend)],
      [dip * 2 * bend, 2 * bend],
      [end, -(Math.PI + bend)],
      [straight - ahead, 0],
    ];
    for (const [length, turn] of plan) {
      const piece = { ...pose, length, turn };
      this.pieces.push(piece);
      const next = along(piece, length);
      pose = { from: piece.from + length, x: next.x, y: next.y, heading: piece.heading + turn };
    }
    const edge = this.line(-this.half).concat(this.line(this.half));
    const [left, right] = span(edge.map((p) => p.x));
    const [top, bottom] = span(edge.map((p) => p.y));
    this.dx = (width - left - right) / 2;
    this.dy = (height - top - bottom) / 2;
    const inner = this.line(-this.half);
    const [l, r] = span(inner.map((p) => p.x));
    const [t, b] = span(inner.map((p) => p.y));
    // The dip takes a bite out of one long side.
    const bite = 2 * (radius - this.half) - this.across(tall);
    this.infield = tall
      ? { x: l + bite, y: t, width: r - l - bite, height: b - t }
      : { x: l, y: t + bite, width: r - l, height: b - t - bite };
  }

  /** As deep a dip as the road's own width allows. */
  private bend(radius: number, straight: number): number {
    let bend = 28 * RADIANS;
    while (bend > 0.02 && straight / (2 * Math.sin(bend)) - radius < this.half * 1.35) bend -= 0.01;
    return bend;
  }

  /** The free width of the infield at its waist. */
  private across(tall: boolean): number {
    const middle = this.pieces[2]!;
    const waist = along(middle, middle.length / 2);
    const straight = this.pieces[0]!;
    return (tall ? Math.abs(waist.x - straight.x) : Math.abs(waist.y - straight.y)) - 2 * this.half;
  }

  /** A point at a length along the road, so far to the riders' right of its middle. */
  at(length: number, right = 0): Spot {
    const s = Math.min(Math.max(length, 0), this.length);
    const piece = this.pieces.findLast((one) => s >= one.from) ?? this.pieces[0]!;
    const { x, y, heading } = along(piece, s - piece.from);
    return {
      x: x - right * Math.sin(heading) + this.dx,
      y: y + right * Math.cos(heading) + this.dy,
      angle: heading / RADIANS,
    };
  }

  /** The back edge of a row. */
  back(row: number): number {
    return (row + GRID - 1) * this.row;
  }

  /** How far right of the middle a lane lies. */
  offset(lane: number): number {
    return (lane - (this.lanes + 1) / 2) * this.lane;
  }

  /** The middle of a square; both may lie between two. */
  spot(lane: number, row: number): Spot {
    return this.at(this.back(row) + this.row / 2, this.offset(lane));
  }

  /** The shorter side of a square: within a bend those inside are the shorter ones. */
  side(lane: number, row: number): number {
    const [a, b] = [this.at(this.back(row), this.offset(lane)), this.at(this.back(row + 1), this.offset(lane))];
    return Math.min(this.lane, Math.hypot(a.x - b.x, a.y - b.y));
  }

  size(): number {
    return Math.min(this.row / 41, this.lane / 21);
  }

  stand(lane: number, row: number): Spot {
    return this.spot(lane, row);
  }

  beyond(): string {
    return this.band(this.back(this.rows + 1), this.back(this.rows + 2), -this.half, this.half);
  }

  verge(row: number, out: number): Spot {
    return this.at(this.back(row), this.half + out);
  }

  /** A square's outline. */
  square(lane: number, row: number, inset = 0): string {
    return this.strip(lane, row, row, inset);
  }

  /** Rows of a lane as one outline. */
  strip(lane: number, first: number, last: number, inset = 0): string {
    const side = this.lane / 2 - inset;
    const middle = this.offset(lane);
    return this.band(this.back(first) + inset, this.back(last + 1) - inset, middle - side, middle + side);
  }

  /** The outline of a part of the road. */
  band(from: number, to: number, left: number, right: number): string {
    const steps = Math.max(2, Math.ceil((to - from) / 9));
    const lengths = Array.from({ length: steps + 1 }, (_, k) => from + ((to - from) * k) / steps);
    const points = [
      ...lengths.map((s) => this.at(s, left)),
      ...lengths.reverse().map((s) => this.at(s, right)),
    ];
    return `${path(points)}Z`;
  }

  /** A line along the whole road, or a part of it. */
  line(right: number, from = 0, to = this.length): Spot[] {
    const steps = Math.ceil((to - from) / 7);
    return Array.from({ length: steps + 1 }, (_, k) => this.at(from + ((to - from) * k) / steps, right));
  }

  /** A line across the road. */
  rung(length: number, over = 0): string {
    return path([this.at(length, -this.half - over), this.at(length, this.half + over)]);
  }

  /** The outline of the infield. */
  get inside(): string {
    return `${path(this.line(-this.half))}Z`;
  }

  /** Is a point on the road, or so near? */
  covers(x: number, y: number, near = 0): boolean {
    return this.middles.some((p) => Math.hypot(p.x - x, p.y - y) < this.half + near);
  }

  private cache: Spot[] | null = null;
  private get middles(): Spot[] {
    return (this.cache ??= this.line(0));
  }
}

function along(piece: Piece, s: number): { x: number; y: number; heading: number } {
  const { x, y, heading, turn, length } = piece;
  if (Math.abs(turn) < 1e-9 || length === 0)
    return { x: x + s * Math.cos(heading), y: y + s * Math.sin(heading), heading };
  const radius = length / turn;
  const now = heading + s / radius;
  return {
    x: x + radius * (Math.sin(now) - Math.sin(heading)),
    y: y - radius * (Math.cos(now) - Math.cos(heading)),
    heading: now,
  };
}

function span(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

export function path(points: readonly { x: number; y: number }[]): string {
  return points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
}
