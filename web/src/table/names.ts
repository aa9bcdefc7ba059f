/** What to call the seats: people and riders by their names, other bots by their level or as bots,
 *  numbered where several. */
import { speech } from "../lib/i18n.svelte";
import type { BotInfo, HouseInfo, RiderInfo, SeatInfo } from "../protocol";

/** The rider in a seat; null: somebody else, or nobody. */
export const riderOf = (seat: SeatInfo | undefined, house: HouseInfo | null): RiderInfo | null =>
  (seat?.kind === "bot" && house?.riders.find((one) => one.id === seat.bot && one.name === seat.name)) || null;

/** A rider's level, in words. */
export function levelOf(rider: RiderInfo, bots: readonly BotInfo[]): string {
  const level = bots.find((one) => one.name === rider.level);
  return level ? speech.of(level.label) : "";
}

/** What to call a bot by its id, as it was kept on this device; `full`: a rider with his level. */
export function botName(id: string, house: HouseInfo | null, full = false): string {
  const rider = house?.riders.find((one) => one.id === id);
  if (rider && full) return `${rider.name} (${levelOf(rider, house?.bots ?? []).toLocaleLowerCase(speech.lang)})`;
  if (rider) return rider.name;
  const bot = house?.bots.find((one) => one.name === id);
  return bot ? speech.of(bot.label) : id;
}

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
