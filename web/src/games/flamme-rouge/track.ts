/**
 * Drawing on a winding road. Python says where each square begins (`poses`: x, y, heading); between
 * two poses the road is the circular arc that fits both, so nothing of a tile is known here.
 */
import { shaped, type Box } from "../../lib/boxes";
import { laneOffset } from "./model";

export { shaped, type Box };

export type Pose = readonly [x: number, y: number, heading: number];
export interface Point {
  x: number;
  y: number;
}

/** The width of a lane, in squares. */
export const LANE = 0.6;
/** The length of a square in the units of a drawing. */
export const UNIT = 40;

const round = (n: number): number => Math.round(n * 100) / 100;
const pair = (p: Point): string => `${round(p.x)} ${round(p.y)}`;

/** The pose a part of the way from one to the next, on the arc between them. */
export function between(a: Pose, b: Pose, part: number): Pose {
  const bend = b[2] - a[2];
  if (Math.abs(bend) < 1e-6) return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2]];
  const chord = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const radius = chord / (2 * Math.sin(bend / 2));
  const heading = a[2] + bend * part;
  return [
    a[0] + radius * (Math.sin(heading) - Math.sin(a[2])),
    a[1] - radius * (Math.cos(heading) - Math.cos(a[2])),
    heading,
  ];
}

export class Track {
  readonly length: number;

  /** Poses in drawing units; distances along the road are in squares. */
  constructor(
    readonly poses: readonly Pose[],
    readonly lanes: readonly number[],
  ) {
    this.length = Math.max(0, poses.length - 1);
  }

  static of(poses: readonly (readonly number[])[], squares: readonly { lanes: number }[]): Track {
    return new Track(
      poses.map(([x = 0, y = 0, heading = 0]) => [x * UNIT, y * UNIT, heading] as const),
      squares.map((square) => square.lanes),
    );
  }

  /** The middle of the road so many squares from its beginning. */
  pose(s: number): Pose {
    const i = Math.min(Math.max(0, Math.floor(s)), this.length - 1);
    return between(this.poses[i]!, this.poses[i + 1]!, s - i);
  }

  /** A point beside the middle, to the rider's right. */
  point(s: number, right = 0): Point & { heading: number } {
    const [x, y, heading] = this.pose(s);
    return { x: x - right * Math.sin(heading), y: y + right * Math.cos(heading), heading };
  }

  /** Where a rider stands: square from 1, and lane. */
  place(square: number, lane: string): { s: number; right: number } {
    const lanes = this.lanes[square - 1] ?? 2;
    return { s: square - 0.5, right: laneOffset(lane, lanes) * LANE * UNIT };
  }

  /** The middle line from `a` to `b` as a path of arcs. */
  line(a: number, b: number, right = 0): string {
    let path = `M${pair(this.point(a, right))}`;
    for (let i = Math.floor(a); i < b; i++) {
      const [from, to] = [Math.max(a, i), Math.min(b, i + 1)];
      if (to - from < 1e-9) continue;
      const bend = this.pose(to)[2] - this.pose(from)[2];
      const end = this.point(to, right);
      if (Math.abs(bend) < 1e-6) path += `L${pair(end)}`;
      else {
        const start = this.point(from, right);
        const radius = Math.abs(Math.hypot(end.x - start.x, end.y - start.y) / (2 * Math.sin(bend / 2)));
        path += `A${round(radius)} ${round(radius)} 0 0 ${bend > 0 ? 1 : 0} ${pair(end)}`;
      }
    }
    return path;
  }

  /** The outline of a stretch of road between two offsets. */
  strip(a: number, b: number, left: number, right: number): string {
    const steps = Math.max(2, Math.ceil((b - a) * 6));
    const at = (i: number): number => a + ((b - a) * i) / steps;
    const one = Array.from({ length: steps + 1 }, (_, i) => pair(this.point(at(i), left)));
    const two = Array.from({ length: steps + 1 }, (_, i) => pair(this.point(at(steps - i), right)));
    return `M${[...one, ...two].join("L")}Z`;
  }

  /** Half the width of the road on a square (from 1). */
  half(square: number): number {
    return ((this.lanes[square - 1] ?? 2) * LANE * UNIT) / 2;
  }

  /** One square of the road (from 1), or one of its lanes; the inset is in squares. */
  cell(square: number, inset = 0, lane: string | null = null): string {
    const [a, b, rim] = [square - 1 + inset, square - inset, inset * UNIT];
    const half = this.half(square);
    if (lane === null) return this.strip(a, b, -half + rim, half - rim);
    const { right } = this.place(square, lane);
    return this.strip(a, b, right - (LANE * UNIT) / 2 + rim, right + (LANE * UNIT) / 2 - rim);
  }

  /** The squares of a bridge with as much road on either side as leads up to it. */
  part(bridge: { begin: number; end: number }): { part: Track; from: number; to: number } {
    const [from, to] = [Math.max(0, bridge.begin - 1), Math.min(this.length, bridge.end + 1)];
    return { part: new Track(this.poses.slice(from, to + 1), this.lanes.slice(from, to)), from, to };
  }

  /** The smallest box around the road. */
  box(margin = 0, from = 0, to = this.length): Box {
    const steps = Math.max(1, Math.ceil((to - from) * 2));
    const points = Array.from({ length: steps + 1 }, (_, i) => this.point(from + ((to - from) * i) / steps));
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
  }

  /** The same road turned on the table. */
  turned(angle: number): Track {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return new Track(
      this.poses.map(([x, y, heading]) => [x * cos - y * sin, x * sin + y * cos, heading + angle] as const),
      this.lanes,
    );
  }

  /** The same road turned so that it is largest in a window of this shape. */
  fitted(aspect: number, margin = 1.4 * UNIT): Track {
    let best: { size: number; angle: number } | null = null;
    for (let step = 0; step < 24; step++) {
      const angle = (step * Math.PI) / 12;
      const box = this.turned(angle).box(margin);
      const size = Math.max(box.width / aspect, box.height) * (1 + 0.0001 * step);
      if (!best || size < best.size - 1e-9) best = { size, angle };
    }
    return this.turned(best?.angle ?? 0);
  }
}

/** Stretches of squares that have something in common: `[from, to)` in squares from 0. */
export function stretches<T>(items: readonly T[], of: (item: T) => string): { kind: string; from: number; to: number }[] {
  const found: { kind: string; from: number; to: number }[] = [];
  items.forEach((item, i) => {
    const kind = of(item);
    const last = found.at(-1);
    if (last?.kind === kind) last.to = i + 1;
    else found.push({ kind, from: i, to: i + 1 });
  });
  return found;
}
