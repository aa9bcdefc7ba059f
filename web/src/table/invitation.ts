/** What somebody who is invited wants to know first: the clock and the rules of the house, in words. */
import type { Options, OwnOptions } from "../games/options";
import { speech } from "../lib/i18n.svelte";
import type { Clock, GameInfo, OptionInfo } from "../protocol";

export interface HouseRule {
  label: string;
  value: string;
}

/** The clock in words. */
export function clockWords(clock: Clock): string {
  const t = speech.t.invited;
  if (clock.kind === "live") return t.clockLive(clock.move, clock.bank);
  return clock.kind === "days" ? t.clockDays(clock.days) : t.clockNone;
}

/** A value in words: the game's own, that of its table, what each seat has, or that it is their own. */
function valueWords(option: OptionInfo, value: Options[string], names: readonly string[], own: OwnOptions): string {
  const said = own[option.name]?.say?.(String(value), names, speech.lang);
  if (said) return said;
  const known = option.values.find((one) => one.value === value);
  if (known) return speech.of(known.label);
  const labels = String(value).split(",").map((part) => option.choices.find((one) => one.value === part)?.label);
  if (!labels.includes(undefined)) return labels.map((label, seat) => `${names[seat]} ${speech.of(label!)}`).join(", ");
  return speech.t.invited.own;
}

/** Where the table is not played as usual. */
export function houseRules(game: GameInfo, options: Options, names: readonly string[], own: OwnOptions): HouseRule[] {
  return game.options
    .filter((option) => option.name in options && options[option.name] !== option.default)
    .map((option) => ({ label: speech.of(option.label), value: valueWords(option, options[option.name]!, names, own) }));
}
