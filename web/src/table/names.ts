/** What to call the seats: people by their names, bots by their level, numbered where several. */
import { speech } from "../lib/i18n.svelte";
import type { BotInfo, SeatInfo } from "../protocol";

/** The players of a record: a bot is written there by its id. */
export function recordNames(names: readonly (string | null)[], bots: readonly BotInfo[]): string[] {
  return numbered(
    names.map((name, seat) => {
      const bot = bots.find((one) => one.name === name);
      return bot ? speech.of(bot.label) : (name ?? speech.t.nameOf(seat + 1));
    }),
    () => true,
  );
}

export function seatNames(seats: readonly SeatInfo[], bots: readonly BotInfo[]): string[] {
  const plain = seats.map((seat) => {
    if (seat.name) return seat.name;
    if (seat.kind !== "bot") return speech.t.seatFree;
    const bot = bots.find((one) => one.name === seat.bot);
    return bot ? speech.of(bot.label) : speech.t.bot;
  });
  return numbered(plain, (i) => !seats[i]?.name && seats[i]?.kind === "bot");
}

/** Names of which some get a number where several are called the same. */
const numbered = (plain: readonly string[], may: (i: number) => boolean): string[] =>
  plain.map((name, i) => {
    if (!may(i) || plain.filter((other) => other === name).length === 1) return name;
    return `${name} ${plain.slice(0, i + 1).filter((other) => other === name).length}`;
  });
