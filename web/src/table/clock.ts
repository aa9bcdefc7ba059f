/** Clocks as people read them. The server keeps the time; between its messages the page counts. */
import type { Clocks, SeatClock } from "../protocol";

const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** What is left for this move, then in the bank, `passed` milliseconds after the message. */
export function left(clocks: Clocks, seat: number, passed: number): SeatClock | null {
  const clock = clocks.seats.find((one) => one.seat === seat);
  if (!clock) return null;
  if (!clock.running || clocks.resting) return clock;
  const move = Math.max(0, clock.move - passed);
  const bank = Math.max(0, clock.bank - Math.max(0, passed - clock.move));
  return { ...clock, move, bank };
}

export function readable(milliseconds: number, lang: "en" | "fr"): string {
  if (milliseconds >= DAY)
    return `${Math.floor(milliseconds / DAY)} ${lang === "fr" ? "j" : "d"} ${Math.floor((milliseconds % DAY) / HOUR)} h`;
  const seconds = Math.ceil(milliseconds / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
