/** The sentences of the form in which a race is prepared. */
import type { Lang } from "../../../lib/i18n.svelte";
import { typeset } from "../../../lib/typeset";

const en = {
  stageHelp: "A stage of the boxes, one of your own, or one drawn by lot.",
  drawn: "A stage drawn by lot",
  mine: "My stage",
  choose: "Choose a stage",
  draw: "Draw one by lot",
  workshop: "Build one",
  both: "Tiles of the Peloton box too",
  bothHelp: "Cobbles, supply zones and the wide start may be drawn.",
  bothOn: "both boxes",
  bothOff: "base box",
  orderHelp: "By lot, or in the order that you set.",
  byLot: "by lot",
  inOrder: "in this order…",
  order: "Who places, one after the other",
  tiredHelp: "Exhaustion cards in the decks from the start: a handicap for who is stronger.",
  handicap: "a handicap…",
  cards: (rider: string, name: string) => `${rider} of ${name}: exhaustion cards`,
  fewer: (what: string) => `One fewer (${what})`,
  more: (what: string) => `One more (${what})`,
  tired: (name: string, s: number, r: number) => `${name} (Sprinteur ${s}, Rouleur ${r})`,
  breakaway: "Whose two cards are worth most starts further on. He has lost them, and takes two exhaustion cards.",
  weather: { crosswind: "Crosswind", tailwind: "Tailwind", headwind: "Headwind", rain: "Rain" },
  weatherHelp: { crosswind: "no slipstream", tailwind: "five cards to choose from", headwind: "three cards to choose from", rain: "who is blocked there falls" },
};
export type Sentences = typeof en;

const fr: Sentences = {
  stageHelp: "Une étape des boîtes, une des vôtres, ou une étape tirée au sort.",
  drawn: "Une étape tirée au sort",
  mine: "Mon étape",
  choose: "Choisir une étape",
  draw: "Tirer au sort",
  workshop: "En tracer une",
  both: "Avec les pièces de la boîte Peloton",
  bothHelp: "Pavés, ravitaillements et large départ peuvent sortir.",
  bothOn: "les deux boîtes",
  bothOff: "la boîte de base",
  orderHelp: "Au sort, ou dans l’ordre que vous fixez.",
  byLot: "au sort",
  inOrder: "dans cet ordre…",
  order: "Qui se place, l’un après l’autre",
  tiredHelp: "Des cartes Fatigue dans les paquets dès le départ : un handicap pour les plus forts.",
  handicap: "un handicap…",
  cards: (rider, name) => `${rider}, ${name} : cartes Fatigue`,
  fewer: (what) => `Une de moins (${what})`,
  more: (what) => `Une de plus (${what})`,
  tired: (name, s, r) => `${name} (Sprinteur ${s}, Rouleur ${r})`,
  breakaway: "Qui mise le plus avec ses deux cartes part plus loin. Il les a perdues, et prend deux cartes Fatigue.",
  weather: { crosswind: "Vent de travers", tailwind: "Vent arrière", headwind: "Vent de face", rain: "Pluie" },
  weatherHelp: { crosswind: "pas d'aspiration", tailwind: "cinq cartes au choix", headwind: "trois cartes au choix", rain: "qui y est bloqué tombe" },
};

const TABLES: Record<Lang, Sentences> = { en, fr: typeset(fr) };
export const sentences = (lang: Lang): Sentences => TABLES[lang];
