/**
 * The same object as long as it says the same.
 *
 * Every view comes from the wire as new objects. What never changes in a game (a road, a board)
 * would be laid out and drawn anew with every move if it were taken for new each time:
 *
 *     const same = steady<Ground>();
 *     const ground = $derived(same(view.table.ground));
 */
export function steady<T>(): (value: T) => T {
  let kept: T | undefined;
  let text: string | undefined;
  return (value) => {
    const written = JSON.stringify(value);
    if (written !== text) [kept, text] = [value, written];
    return kept as T;
  };
}
