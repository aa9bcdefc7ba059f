/** What to call the seats: people by their names, bots by their level, numbered where several. */
import { speech } from "../lib/i18n.svelte";
import type { BotInfo, SeatInfo } from "../protocol";

/** The players of a record: a bot is written there by its id. */
export function recordNames(names: readonly (string | null)[], bots: readonly BotInfo[]): string[] {
  const seats = names.map((name, seat): SeatInfo => {
    const bot = bots.find((one) => one.name === name);
    const called = bot ? null : (name ?? speech.t.nameOf(seat + 1));
    return { seat, kind: bot ? "bot" : "person", name: called, bot: bot?.name ?? null, stand_in: null, resigned: false };
  });
  return seatNames(seats, bots);
}

export function seatNames(seats: readonly SeatInfo[], bots: readonly BotInfo[]): string[] {
  const plain = seats.map((seat) => {
    if (seat.name) return seat.name;
    if (seat.kind !== "bot") return speech.t.seatFree;
    const bot = bots.find((one) => one.name === seat.bot);
    return bot ? speech.of(bot.label) : speech.t.bot;
  });
  return plain.map((name, i) => {
    const unnamedBot = !seats[i]?.name && seats[i]?.kind === "bot";
    if (!unnamedBot || plain.filter((other) => other === name).length === 1) return name;
    return `${name} ${plain.slice(0, i + 1).filter((other) => other === name).length}`;
  });
}
