/** Which symbol a piece has. */
const SYMBOLS: Record<string, string> = {
  j: "jal",
  c: "cro",
  TO: "toast",
  KE: "ketchup",
  MA: "mayo",
  WA: "wasabi",
  SE: "serviette",
  AD: "addition",
};

export const isExtra = (name: string): boolean => name in SYMBOLS && name.length === 2;
export const symbolOf = (name: string): string => SYMBOLS[name] ?? SYMBOLS[name[0] ?? ""] ?? "jal";
export const labelOf = (name: string): string | null => (isExtra(name) ? null : (name[1] ?? null));

const FEW = 6;

/** What lies in a small tray: each piece, or, where they are many, each kind with its number. */
export function tally(names: readonly string[]): { name: string; count: number }[] {
  if (names.length <= FEW) return names.map((name) => ({ name, count: 1 }));
  return [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }));
}

/** Larger values are larger pieces. */
export const sizeOf = (name: string): number =>
  isExtra(name) ? 0.95 : 0.86 + 0.035 * (Number(name[1] ?? 1) - 1);
