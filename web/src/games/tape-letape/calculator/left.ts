/** The cards left in a hand: how the file writes them, and whether there are that many in the deck. */
import { FACTS, refusal } from "./facts";
import { fold, printable, words } from "./names";
import { count, type Left, NOTHING } from "./race";

const LONG = /(?<![a-z0-9])(\d+) *(small|petites?|big|grosses?|grandes?|[spbg])(?![a-z0-9])/g;
const COUNTS = /^(?:\d+[spbg])+$/;
const CARD = /^([jvbryg]?)(\d+)$/;
const SPELT: Record<string, string> = { y: "J", g: "V" };
const NONE = ["", "0", "none", "nothing", "finished", "rien", "aucune", "fini"];
const MOST_DIGITS = 3;

const value = (card: string): number => Number(card.replace(/^\D+/, ""));

/** Cards by name, sorted by value. */
function named(cards: string[]): Left {
  const found = cards.toSorted((a, b) => value(a) - value(b) || (a < b ? -1 : a > b ? 1 : 0));
  const small = found.filter((card) => FACTS.smalls.includes(value(card))).length;
  return { small, big: found.length - small, cards: found };
}

function readCard(word: string, text: string): string {
  const [, colour = "", digits = ""] = CARD.exec(word) ?? [];
  if (!digits || digits.length > MOST_DIGITS) throw refusal("unreadable-cards", { text: printable(text) });
  return `${SPELT[colour] ?? colour.toUpperCase()}${Number(digits)}`;
}

/** What was left, as people write it: `2s 1b`, `2 small 1 big`, `7 9 3` or `J7 V10`. */
export function readLeft(text: string): Left {
  const rest = text.toLowerCase().replace(/[,+]/g, " ").trim();
  if (NONE.includes(fold(rest))) return NOTHING;
  const parts = words(rest.replace(LONG, (_, number: string, kind: string) => ` ${number}${kind[0]} `));
  let [small, big] = [0, 0];
  for (const [, number = "", kind = ""] of parts.filter((part) => COUNTS.test(part)).join(" ").matchAll(/(\d+)([spbg])/g)) {
    if (number.length > MOST_DIGITS) throw refusal("unreadable-cards", { text: printable(text) });
    if (kind === "s" || kind === "p") small += Number(number);
    else big += Number(number);
  }
  const cards = named(parts.filter((part) => !COUNTS.test(part)).map((part) => readCard(part, text)));
  return small + big > 0 ? { small: small + cards.small, big: big + cards.big, cards: [] } : cards;
}

/** What was left as the file has it. */
export function writeLeft(left: Left): string {
  if (left.cards.length > 0) return left.cards.join(" ");
  const parts = [left.small > 0 ? `${left.small} small` : "", left.big > 0 ? `${left.big} big` : ""];
  return parts.filter(Boolean).join(" ") || "finished";
}

/** One hand alone: cards that are in play, and no more than a hand holds. */
export function checkHand(left: Left, players: number, name: string): void {
  if (left.small < 0 || left.big < 0) throw refusal("negative-cards", { name });
  if (count(left) > FACTS.hand) throw refusal("more-than-a-hand", { name, count: count(left), hand: FACTS.hand });
  const { low, high, colours } = FACTS.decks[players]!;
  const letters = FACTS.colours.slice(0, colours);
  for (const card of left.cards) {
    if (card !== readCard(card.toLowerCase(), card)) throw refusal("unreadable-cards", { text: printable(card) });
    if (value(card) < low || value(card) > high) throw refusal("value-not-in-play", { card, players, low, high });
    const colour = card.replace(/\d+$/, "");
    if (colour && !letters.includes(colour))
      throw refusal("colour-not-in-play", { card, players, colours: letters.join(" ") });
  }
  if (left.cards.length === 0) return;
  const real = named(left.cards);
  if (real.small !== left.small || real.big !== left.big || real.cards.join() !== left.cards.join())
    throw refusal("cards-and-counts", { name });
}

/** All hands together: no card twice, and no more of a kind than there are. */
export function checkDeck(lefts: Left[], players: number): void {
  const deck = FACTS.decks[players]!;
  const cards = lefts.flatMap((left) => left.cards);
  for (const card of cards)
    if (!/^\d/.test(card) && cards.indexOf(card) !== cards.lastIndexOf(card)) throw refusal("card-twice", { card });
  for (const one of cards.map(value)) {
    const times = cards.filter((card) => value(card) === one).length;
    if (times > deck.colours) throw refusal("value-too-often", { value: one, times, most: deck.colours, players });
  }
  for (const kind of ["small", "big"] as const) {
    const all = lefts.reduce((sum, left) => sum + left[kind], 0);
    if (all > deck[kind]) throw refusal(`too-many-${kind}`, { count: all, most: deck[kind], players });
  }
}
