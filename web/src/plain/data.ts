/** Values of a view as a line of text. */

const NOTHING = "–";

const simple = (value: unknown): boolean => value === null || typeof value !== "object";

/** Does it fit a line: a number, a word, or a list of them? */
export const inLine = (value: unknown): boolean => simple(value) || (Array.isArray(value) && value.every(simple));

export function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(" ") || NOTHING;
  if (value === null || value === undefined || value === "") return NOTHING;
  return typeof value === "boolean" ? (value ? "✓" : NOTHING) : String(value);
}
