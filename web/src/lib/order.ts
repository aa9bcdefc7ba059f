/** Moving things within an order. */

/** The list with one item at another place; the list itself where nothing moves. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return list;
  const next = list.toSpliced(from, 1);
  next.splice(to, 0, list[from]!);
  return next;
}
