/** From a few choices in plain words to a table. */
import type { BotInfo, Clock, CreateTable, GameInfo, SeatPlan } from "../protocol";

export type Mode = "bots" | "friends" | "screen";

export interface Plan {
  mode: Mode;
  players: number;
  names: string[];
  bot: string;
  options: Record<string, boolean | number | string>;
  /** The values of a series' matches, in order; null: one match. */
  series: string[] | null;
  clock: Clock;
  /** A table to try things out, which counts nowhere. */
  practice: boolean;
  /** May people ask for hints against each other? */
  hints: boolean;
  /** Does everybody on the home page see it while it waits? */
  public: boolean;
}

/** The bot to meet: the one that was chosen last, `wished`, if it is there. A newcomer's is strong
 *  enough to be fun, and not the strongest. */
export const usualBot = (bots: BotInfo[], wished = ""): string =>
  bots.find((one) => one.name === wished)?.name ?? bots[Math.min(2, bots.length - 1)]?.name ?? "random";

export function usual(game: GameInfo, bots: BotInfo[], mode: Mode, level = ""): Plan {
  // Who asks for company has some, even where a game can be played alone.
  const wished = mode === "bots" ? 4 : 2;
  const players = Math.max(game.fewest, Math.min(game.most, wished));
  return {
    mode,
    players,
    names: [],
    bot: usualBot(bots, level),
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    series: null,
    clock: { kind: "none" },
    practice: false,
    hints: false,
    public: false,
  };
}

/** `you` is what to call the first seat, `player(n)` the others on the same screen. */
export function request(
  game: GameInfo,
  plan: Plan,
  you: string,
  player: (n: number) => string,
): CreateTable {
  const seats = Array.from({ length: plan.players }, (_, i): SeatPlan => {
    const name = plan.names[i]?.trim();
    if (i === 0) return { kind: "you", name: name || (plan.mode === "screen" ? player(1) : you) };
    if (plan.mode === "bots") return { kind: "bot", bot: plan.bot };
    if (plan.mode === "friends") return { kind: "open" };
    return { kind: "you", name: name || player(i + 1) };
  });
  return {
    game: game.id,
    seats,
    options: plan.options,
    clock: plan.clock,
    start: "full",
    series: plan.series,
    practice: plan.practice,
    hints: plan.mode === "friends" && plan.hints,
    public: plan.mode === "friends" && plan.public,
  };
}
