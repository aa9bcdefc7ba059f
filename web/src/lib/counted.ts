/** Which games count in one's numbers: those that one has played oneself, and not for practice. */
import type { TableEnd, TableInfo } from "../protocol";

/** The winners as they count for a seat; null if the game does not count for it. */
export function winnersFor(table: TableInfo, end: TableEnd, seat: number): number[] | null {
  const mine = table.seats[seat];
  if (!mine || table.practice || mine.stand_in) return null;
  // A bot may win for somebody who gave up: it is not his win.
  return end.winners.filter((one) => one !== seat || !mine.resigned);
}
