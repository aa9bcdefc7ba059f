import type { Lang } from "../lib/i18n.svelte";

const en = { table: "The table", moves: "Moves", wait: "Others are playing." };

const TABLES: Record<Lang, typeof en> = {
  en,
  fr: { table: "La table", moves: "Coups", wait: "D'autres jouent." },
};

export const plainWords = (lang: Lang): typeof en => TABLES[lang];
