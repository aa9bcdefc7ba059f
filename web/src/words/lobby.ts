/** Sentences about finding somebody to play with. */
import type { Lang } from "../lib/i18n.svelte";
import { typeset } from "../lib/typeset";

const EN = {
  title: "Who wants a game?",
  wait: "Wait for somebody:",
  waitFor: (game: string) => `${game}: wait for somebody`,
  nobody: "Nobody waits just now. Wait, and everybody here sees it.",
  by: (name: string) => `${name} waits`,
  somebody: "Somebody",
  free: (n: number) => (n === 1 ? "1 seat free" : `${n} seats free`),
  since: (seconds: number) => (seconds < 60 ? "just now" : `for ${Math.floor(seconds / 60)} min`),
  join: "Join",
  mine: "Back to my table",
  publicSwitch: "Open to everybody",
  publicHelp: "Whoever looks at this server's home page sees the table and may sit down.",
  publicOn: "anybody may join",
  publicOff: "only by the link",
  waiting: "Waiting for somebody",
  waitingHelp: "Your table stands on the home page. You can send the link, too.",
  offer: (bot: string) => `Nobody yet? ${bot} would like to play.`,
  take: "Play with a bot",
};
export type Sentences = typeof EN;

const FR: Sentences = {
  title: "Qui veut jouer ?",
  wait: "Attendre quelqu’un :",
  waitFor: (game) => `${game} : attendre quelqu’un`,
  nobody: "Personne n’attend en ce moment. Attendez, et tout le monde ici le verra.",
  by: (name) => `${name} attend`,
  somebody: "Quelqu’un",
  free: (n) => (n === 1 ? "1 place libre" : `${n} places libres`),
  since: (seconds) => (seconds < 60 ? "à l’instant" : `depuis ${Math.floor(seconds / 60)} min`),
  join: "Rejoindre",
  mine: "Retour à ma table",
  publicSwitch: "Ouverte à tous",
  publicHelp: "Quiconque regarde l’accueil de ce serveur voit la table et peut s’asseoir.",
  publicOn: "tout le monde peut venir",
  publicOff: "seulement par le lien",
  waiting: "On attend quelqu’un",
  waitingHelp: "Votre table figure à l’accueil. Vous pouvez aussi envoyer le lien.",
  offer: (bot) => `Toujours personne ? ${bot} veut bien jouer.`,
  take: "Jouer avec un robot",
};

const TABLES: Record<Lang, Sentences> = { en: EN, fr: typeset(FR) };
export const lobbyWords = (lang: Lang): Sentences => TABLES[lang];
