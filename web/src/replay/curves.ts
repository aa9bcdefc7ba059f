/** Where the points and lines of a curve lie. */

export interface Point {
  number: number;
  value: number;
}

/** From a span of numbers to a span of pixels. */
export function scale(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}

const at = (x: number, y: number): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A line through all points. */
export function line(points: readonly Point[], x: (n: number) => number, y: (v: number) => number): string {
  return points.map(({ number, value }, i) => `${i ? "L" : "M"}${at(x(number), y(value))}`).join("");
}

/** A line that holds each value until the next one comes, up to `end`. */
export function stairs(points: readonly Point[], end: number, x: (n: number) => number, y: (v: number) => number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const steps = rest.map(({ number, value }) => `H${Math.round(x(number) * 10) / 10}V${Math.round(y(value) * 10) / 10}`);
  return `M${at(x(first.number), y(first.value))}${steps.join("")}H${Math.round(x(end) * 10) / 10}`;
}

/** A few round values from low to high, for the lines behind a curve. */
export function ticks(low: number, high: number, most = 4): number[] {
  const span = high - low;
  if (span <= 0) return [low];
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const found: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    found.push(Math.round(value * 1e6) / 1e6);
  return found;
}

/** What holds at an entry: the value of the last point up to it. */
export const valueAt = (points: readonly Point[], number: number): number | null =>
  points.findLast((point) => point.number <= number)?.value ?? null;

/** The value at an entry, between two points in proportion. */
export function between(points: readonly Point[], number: number): number | null {
  const after = points.findIndex((point) => point.number >= number);
  const next = points[after];
  if (after < 0 || !next) return points.at(-1)?.value ?? null;
  const last = points[after - 1];
  if (!last || next.number === number) return next.value;
  return last.value + ((number - last.number) / (next.number - last.number)) * (next.value - last.value);
}

/** A dash pattern for each line, so that colours never stand alone. */
export const DASHES = ["", "7 4", "2 4", "11 4 2 4", "5 2", "1 3"];

/** Where labels of values stand so that none lies on another: each at least `gap` lower. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let least = low;
  for (const i of order) {
    placed[i] = Math.max(least, wanted[i] ?? 0);
    least = placed[i] + gap;
  }
  let most = high;
  for (const i of order.reverse()) {
    placed[i] = Math.min(most, placed[i] ?? 0);
    most = placed[i] - gap;
  }
  return placed;
}
