/** A stage laid out in a window: the road turned to fit, and the country around it; made once. */
import type { FlammeRougeView } from "../../protocol";
import { country, type Country } from "./scenery";
import { shaped, Track, UNIT as U, type Box } from "./track";

export interface Layout {
  track: Track;
  /** What is seen when all is seen. */
  whole: Box;
  world: Box;
  country: Country;
}

const made = new Map<string, Layout>();
const MOST = 8;

/** What is known of a stage, ridden or only built. */
export type Stage = Pick<FlammeRougeView, "tiles" | "poses" | "squares" | "finish" | "bridges">;

export function layOut(table: Stage, shape: number, title: string): Layout {
  const key = `${table.tiles.join("-")} ${shape} ${title}`;
  const known = made.get(key);
  if (known) return known;
  const track = Track.of(table.poses, table.squares).fitted(shape);
  // Room for what lies on the map: the phases above, the buttons at the right.
  const box = track.box(1.25 * U);
  const whole = shaped({ x: box.x, y: box.y - U, width: box.width + 0.9 * U, height: box.height + U }, shape);
  const world = { x: whole.x - 5 * U, y: whole.y - 5 * U, width: whole.width + 10 * U, height: whole.height + 10 * U };
  const terrain = table.squares.map((one) => one.terrain);
  const layout = { track, whole, world, country: country({ track, terrain, finish: table.finish, world, letters: title.length }) };
  if (made.size >= MOST) made.delete(made.keys().next().value as string);
  made.set(key, layout);
  return layout;
}
