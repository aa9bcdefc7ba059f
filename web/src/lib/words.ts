/** Sentences as data: the three forms of slots of docs/protocol.md, and the words of a game. */
import type { Event } from "../protocol";
import type { Lang } from "./i18n.svelte";
import { spoken } from "./typeset";

/** A game's table of words in one language, as the server sends it. */
export interface Words {
  name: string;
  tagline?: string;
  events?: Record<string, string>;
  articles?: Record<string, Article>;
  /** The ids of the articles as the rulebook has them: an object does not keep their order. */
  order?: string[];
  [table: string]: unknown;
}

export interface Article {
  title: string;
  text: string;
  rulings?: string[];
}

/** The articles in the order of the rulebook. */
export function articlesOf(words: Words | null): [string, Article][] {
  const { articles = {}, order = [] } = words ?? {};
  return order.flatMap((id): [string, Article][] => (articles[id] ? [[id, articles[id]]] : []));
}

const SLOT = /\{(\w+)(?:\|([\w-]+)|\?([^:{}]*):([^{}]*))?\}/g;

/** One word of a table of the game: `term(words, "pieces", "TO")`; the key itself if missing. */
export function term(words: Words, table: string, key: string | number | boolean): string {
  const name = typeof key === "boolean" ? (key ? "yes" : "no") : String(key);
  const found = (words[table] as Record<string, unknown> | undefined)?.[name];
  return typeof found === "string" ? found : name;
}

/** `{name}` the fact, `{name|table}` its name in a table, `{name?one:many}` a word by number. */
export function fill(
  template: string,
  facts: Record<string, unknown>,
  names: readonly string[],
  words: Words,
  lang: Lang,
): string {
  const filled = template.replace(SLOT, (_, name: string, table?: string, one?: string, many?: string) => {
    const value = facts[name];
    if (one !== undefined) {
      const count = Math.abs(Number(value));
      return (lang === "fr" ? count <= 1 : count === 1) ? one : (many ?? "");
    }
    const items: unknown[] = Array.isArray(value) ? value : [value];
    if (table === "player") return items.map((seat) => names[Number(seat)] ?? "?").join(", ");
    if (table === undefined) return items.map(String).join(", ");
    return items.map((item) => term(words, table, item as string)).join(", ");
  });
  return lang === "fr" ? spoken(filled) : filled;
}

/** The sentence of an event; empty where the game has none. */
export function sentence(
  event: Event,
  names: readonly string[],
  words: Words,
  lang: Lang,
): string {
  const template = words.events?.[event.kind];
  if (!template) return "";
  return fill(template, { seat: event.seat, ...event.facts }, names, words, lang);
}
