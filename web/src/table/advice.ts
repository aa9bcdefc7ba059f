/** A bot's advice in words: its choice with the chance to win, and what it would do else. */
import { speech } from "../lib/i18n.svelte";
import type { Advised } from "../protocol";

const ELSE = 2;

function chance({ wins, proved }: Advised): string {
  if (!proved) return speech.t.hintWins(Math.round(100 * wins));
  const { won, drawn, lost } = speech.t.hintSure;
  return wins === 1 ? won : wins === 0 ? lost : drawn;
}

/** `describe` says a move as an order; waiting is a move, too. */
export function adviceText(advised: readonly Advised[], describe: (move: string) => string): string {
  const [best, ...others] = advised.filter((one) => one.text !== null);
  if (!best?.text) return speech.t.hintWait;
  const first = speech.t.hintSays(describe(best.text), chance(best));
  if (best.proved || others.length === 0) return first;
  const rest = others.slice(0, ELSE).map((one) => `${describe(one.text!)} (${chance(one)})`);
  return `${first} ${speech.t.hintElse(rest.join("; "))}`;
}
