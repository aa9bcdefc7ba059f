/** French sets a space that never breaks before ; : ! ? and inside guillemets. */

const NBSP = "\u00a0";

export const french = (text: string): string =>
  text.replace(/ (?=[;:!?»])/g, NBSP).replace(/« /g, `«${NBSP}`);

/** A whole table of words: strings, functions that make them, and tables in it. */
export function typeset<T>(words: T): T {
  return set(words) as T;
}

function set(value: unknown): unknown {
  if (typeof value === "string") return french(value);
  if (typeof value === "function") return (...given: unknown[]) => set((value as (...all: unknown[]) => unknown)(...given));
  if (Array.isArray(value)) return value.map(set);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, set(one)]));
  return value;
}
