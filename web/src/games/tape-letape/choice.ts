/** What the player has picked so far; it becomes a move once it is complete. */
import { term, type Words } from "../../lib/words";
import type { Lang } from "../../lib/i18n.svelte";
import type { Profile } from "./geometry";
import { readCard, type Offers } from "./model";
import { sentences } from "./words";

export type Choice =
  | { kind: "none" }
  | { kind: "card"; card: string }
  | { kind: "gear" }
  | { kind: "puncture"; target: number | null }
  | { kind: "vitamin"; card: string | null; target: number | null }
  | { kind: "stage"; profile: Profile };

export const NOTHING: Choice = { kind: "none" };

/** The move's text; null while something is missing. */
export function moveOf(choice: Choice): string | null {
  switch (choice.kind) {
    case "card":
      return choice.card;
    case "gear":
      return "gear";
    case "puncture":
      return choice.target === null ? null : `puncture>${choice.target}`;
    case "vitamin":
      return choice.card === null || choice.target === null ? null : `vitamin>${choice.target}:${choice.card}`;
    case "stage":
      return `stage:${choice.profile}`;
    default:
      return null;
  }
}

/** What is left of a choice when the moves have changed. */
export function keepOffered(choice: Choice, offers: Offers): Choice {
  switch (choice.kind) {
    case "card":
      return offers.cards.has(choice.card) ? choice : NOTHING;
    case "gear":
      return offers.gear ? choice : NOTHING;
    case "stage":
      return offers.stages.includes(choice.profile) ? choice : NOTHING;
    case "puncture":
      if (!offers.punctures.length) return NOTHING;
      return choice.target !== null && !offers.punctures.includes(choice.target) ? { ...choice, target: null } : choice;
    case "vitamin": {
      if (!offers.vitamins.size) return NOTHING;
      const targets = choice.card === null ? null : offers.vitamins.get(choice.card);
      if (choice.card !== null && !targets) return { kind: "vitamin", card: null, target: null };
      if (choice.target !== null && targets && !targets.includes(choice.target)) return { ...choice, target: null };
      return choice;
    }
    default:
      return choice;
  }
}

/** A move's text as a choice, to show a hint with. */
export function choiceOf(text: string | null): Choice {
  if (text === null) return NOTHING;
  if (readCard(text)) return { kind: "card", card: text };
  if (text === "gear") return { kind: "gear" };
  if (text.startsWith("stage:")) return { kind: "stage", profile: text.slice(6) as Profile };
  const [head = "", rest = ""] = text.split(">");
  if (head === "puncture") return { kind: "puncture", target: Number(rest) };
  if (head === "vitamin") {
    const [target = "", card = ""] = rest.split(":");
    return { kind: "vitamin", card, target: Number(target) };
  }
  return NOTHING;
}

export interface Action {
  /** Null: nothing to do yet; the label then says what is missing. */
  move: string | null;
  label: string;
  /** The same with the colour, for who can't see the card. */
  spoken: string;
}

interface Asked {
  offers: Offers;
  choice: Choice;
  words: Words;
  lang: Lang;
  names: readonly string[];
  me: number | null;
  /** Who is on turn, and is the race over? */
  turn: number;
  over: boolean;
}

/** The one primary action. */
export function primary({ offers, choice, words, lang, names, me, turn, over }: Asked): Action {
  const t = sentences(lang);
  const say = (move: string | null, label: string, spoken = label): Action => ({ move, label, spoken });
  const name = (seat: number): string => names[seat] ?? "?";
  const move = moveOf(choice);
  /** What is spoken begins with what is written, so that it can be asked for by voice. */
  const coloured = (text: string | null, label: string, card: string): Action =>
    say(text, label, `${label}, ${term(words, "colours", readCard(card)?.colour ?? "")}`);
  switch (choice.kind) {
    case "card":
      return coloured(move, t.lay(readCard(choice.card)?.value ?? 0), choice.card);
    case "gear":
      return say(move, t.changeGear);
    case "stage":
      return say(move, t.chooseStage(term(words, "profiles", choice.profile)));
    case "puncture":
      if (choice.target === null) return say(null, t.pickTarget);
      return say(move, choice.target === me ? t.punctureSelf : t.punctureOf(name(choice.target)));
    case "vitamin":
      if (choice.card === null) return say(null, t.pickCard);
      if (choice.target === null) return say(null, t.pickTarget);
      return coloured(move, t.swapShort(readCard(choice.card)?.value ?? 0, name(choice.target)), choice.card);
    default:
  }
  if (over) return say(null, t.over);
  if (offers.stages.length) return say(null, t.pickStage);
  if (offers.end) return say("end", t.end);
  if (offers.cards.size) return say(null, t.pickCard);
  if (offers.pass) return say("pass", t.pass);
  return say(null, turn === me ? t.moment : t.wait(name(turn)));
}

/** A way out beside the primary action: end the turn or pass while a card is picked. */
export function secondary({ offers, choice, lang }: Pick<Asked, "offers" | "choice" | "lang">): Action | null {
  const t = sentences(lang);
  if (choice.kind !== "none" && choice.kind !== "card") return null;
  if (choice.kind === "card" && offers.end) return { move: "end", label: t.end, spoken: t.end };
  if (offers.pass && (choice.kind === "card" || offers.cards.size)) return { move: "pass", label: t.pass, spoken: t.pass };
  return null;
}
