/** A page of a game's own, beside its board, such as a calculator or a gallery. */
import type { Component } from "svelte";
import type { Lang } from "../lib/i18n.svelte";

export interface OwnPage<Props extends object = object> {
  /** The page's properties, where the address is its own; null: it is not. */
  read: (path: readonly string[], query: URLSearchParams) => Props | null;
  load: () => Promise<{ default: Component<Props> }>;
  /** The page begins anew when this changes; without it, it lives on. */
  key?: (props: Props) => string;
  /** A page that works without network: its address, in words, and a sentence that says so. */
  offline?: { href: string; label: (lang: Lang) => string; help: (lang: Lang) => string };
}

/** One page as one of many: each reads and draws properties of its own. */
export const ownPage = <Props extends object>(page: OwnPage<Props>): OwnPage => page as unknown as OwnPage;
