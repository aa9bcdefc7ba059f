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
const SAUCES: readonly string[] = ["KE", "MA", "WA"];
export const isSauce = (name: string): boolean => SAUCES.includes(name);
export const symbolOf = (name: string): string => SYMBOLS[name] ?? SYMBOLS[name[0] ?? ""] ?? "jal";
export const labelOf = (name: string): string | null => (isExtra(name) ? null : (name[1] ?? null));

/** Larger values are larger pieces. */
export const sizeOf = (name: string): number =>
  isExtra(name) ? 0.95 : 0.86 + 0.035 * (Number(name[1] ?? 1) - 1);
