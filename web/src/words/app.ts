/** The sentences of the app around the games: settings, notifications, being without network. */
import { typeset } from "../lib/typeset";
import type { Lang } from "../lib/i18n.svelte";

const en = {
  docs: "Documentation",
  settingsHelp: "Kept on this device.",
  licences: "Licences of fonts and software",
  forced: "Forced moves",
  forcedSelf: "Play themselves",
  forcedHand: "I play them",
  forcedHelp: "Where a single move is left and nothing is decided by it. It can be taken back as any other.",
  notify: "Notifications",
  notifyOn: "When it is my turn",
  notifyOff: "None",
  notifyHelp: "Only while the page is open behind something else.",
  notifyDenied: "This browser does not let the page notify. Allow it in the settings of the site.",
  notifyNone: "This browser has no notifications, or the page is not reached by https.",
  turnTitle: (game: string) => `${game}: your turn`,
  turnBody: (code: string) => `Table ${code}`,
  offline: "No network",
  offlineHelp: "Games need the server; they go on as soon as the network is back.",
  silent: "The server does not answer",
  silentHelp: "It is tried again and again.",
  fetchFailed: "This part of the page could not be loaded",
  fetchFailedHelp: "There may be a new version, or no network just now.",
};

type Sentences = typeof en;

const fr: Sentences = {
  docs: "Documentation",
  settingsHelp: "Gardés sur cet appareil.",
  licences: "Licences des polices et des logiciels",
  forced: "Coups forcés",
  forcedSelf: "Se jouent seuls",
  forcedHand: "Je les joue",
  forcedHelp: "Quand il ne reste qu'un coup et qu'il ne décide de rien. Il se reprend comme les autres.",
  notify: "Notifications",
  notifyOn: "Quand c'est à moi",
  notifyOff: "Aucune",
  notifyHelp: "Seulement quand la page est ouverte derrière autre chose.",
  notifyDenied: "Ce navigateur ne laisse pas la page notifier. Autorisez-la dans les réglages du site.",
  notifyNone: "Ce navigateur n'a pas de notifications, ou la page n'est pas en https.",
  turnTitle: (game) => `${game} : à vous`,
  turnBody: (code) => `Table ${code}`,
  offline: "Pas de réseau",
  offlineHelp: "Les parties ont besoin du serveur ; elles reprennent dès que le réseau revient.",
  silent: "Le serveur ne répond pas",
  silentHelp: "De nouveaux essais sont en cours.",
  fetchFailed: "Cette partie de la page n'a pas pu être chargée",
  fetchFailedHelp: "Il y a peut-être une nouvelle version, ou pas de réseau pour l'instant.",
};

const TABLES: Record<Lang, Sentences> = { en, fr: typeset(fr) };

export const appWords = (lang: Lang): Sentences => TABLES[lang];
