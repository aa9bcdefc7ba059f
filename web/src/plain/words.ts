import type { Lang } from "../lib/i18n.svelte";
import { typeset } from "../lib/typeset";

const en = { table: "The table", moves: "Moves", wait: "Others are playing." };

const TABLES: Record<Lang, typeof en> = {
  en,
  fr: typeset({ table: "La table", moves: "Coups", wait: "D'autres jouent." }),
};

export const plainWords = (lang: Lang): typeof en => TABLES[lang];
