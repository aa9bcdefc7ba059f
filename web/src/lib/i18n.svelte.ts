/** The language of the page: the browser's, switchable, kept on this device. */
import type { Phrase } from "../protocol";
import { en, type Sentences } from "../words/en";
import { fr } from "../words/fr";
import { follow, keep, recall } from "./device";
import { french, typeset } from "./typeset";

export type Lang = "en" | "fr";
export const LANGS: readonly Lang[] = ["en", "fr"];

const TABLES: Record<Lang, Sentences> = { en, fr: typeset(fr) };

function first(): Lang {
  const kept = recall<string | null>("lang", null);
  if (kept === "en" || kept === "fr") return kept;
  const asked = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  for (const language of asked) {
    const short = language.slice(0, 2).toLowerCase();
    if (short === "fr" || short === "en") return short;
  }
  return "en";
}

class Speech {
  lang = $state<Lang>(first());

  /** The page's own sentences. */
  get t(): Sentences {
    return TABLES[this.lang];
  }

  /** Say it on the root element, and follow other windows of this device. Call once. */
  start(): void {
    this.speak(this.lang);
    follow("lang", null, () => this.speak(first()));
  }

  set(lang: Lang): void {
    keep("lang", lang);
    this.speak(lang);
  }

  private speak(lang: Lang): void {
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  /** A sentence that the server sent in both languages. */
  of(phrase: Phrase): string {
    return this.lang === "fr" ? french(phrase.fr) : phrase[this.lang];
  }
}

export const speech = new Speech();
