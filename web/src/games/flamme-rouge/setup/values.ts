/** The options of a race that are texts, as the form edits them. */

/** The order of placing, `201`: seats from 0; those that it doesn't name come after. */
export function seatsOf(value: string, players: number): number[] {
  const all = Array.from({ length: players }, (_, seat) => seat);
  const named = [...new Set([...value].map(Number))].filter((seat) => all.includes(seat));
  return [...named, ...all.filter((seat) => !named.includes(seat))];
}

/** Exhaustion cards, `1/1,0/2`: those of Sprinteur and Rouleur, for each seat. */
export function tiredOf(value: string, players: number): [number, number][] {
  const pairs = value.split(",").map((pair) => /^(\d+)\/(\d+)$/.exec(pair));
  return Array.from({ length: players }, (_, seat) => [Number(pairs[seat]?.[1] ?? 0), Number(pairs[seat]?.[2] ?? 0)]);
}

export const writeTired = (counts: readonly (readonly [number, number])[]): string =>
  counts.map(([s, r]) => `${s}/${r}`).join(",");
