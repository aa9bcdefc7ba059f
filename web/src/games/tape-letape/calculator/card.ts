/** What the rest of the page says of the calculator, before it is loaded. */
import type { Lang } from "../../../lib/i18n.svelte";
import { typeset } from "../../../lib/typeset";

const en = {
  title: "Race calculator",
  help: "Playing Tape l'étape with real cards? Count the times here.",
  open: "Open",
  goThere: "To the calculator",
  works: "The calculator works without it.",
};

type Sentences = typeof en;

const fr: Sentences = {
  title: "Calculateur de course",
  help: "Vous jouez à Tape l'étape avec les vraies cartes ? Comptez les temps ici.",
  open: "Ouvrir",
  goThere: "Au calculateur",
  works: "Le calculateur s'en passe.",
};

const TABLES: Record<Lang, Sentences> = { en, fr: typeset(fr) };

export const cardWords = (lang: Lang): Sentences => TABLES[lang];
