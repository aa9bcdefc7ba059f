/** The sentences of the lessons and of the rulebook. */
import { speech } from "../lib/i18n.svelte";
import { theTitle, typeset } from "../lib/typeset";

const en = {
  learn: "Learn",
  lessonTitle: (game: string) => `First lesson: ${game}`,
  coach: "The coach",
  step: (n: number, total: number) => `Step ${n} of ${total}`,
  steps: "Steps of the lesson",
  stepNamed: (n: number, title: string, done: boolean) => `Step ${n}: ${title}${done ? " (done)" : ""}`,
  begin: "Let's go",
  goOn: "Go on",
  showMe: "Show me",
  shown: "Marked on the board: it is yours to play.",
  shownAs: (move: string) => `I would play: ${move}.`,
  again: "From the start",
  well: "Well done",
  tryAgain: "Try again",
  says: "What the rules say",
  article: (id: string) => `Article ${id}`,
  finished: "You know the game",
  finishedHelp: (game: string) => `That was ${game}, by the real rules. The rest is in the rulebook, and at the table every refusal tells its article.`,
  playNow: "Play now",
  readRules: "Read the rules",
  once: "Once more",
  noLesson: "This game has no lesson yet.",
  noLessonHelp: "Its rules are there to read.",

  rules: "Rules",
  rulesTitle: (game: string) => `The rules of ${game}`,
  rulesHelp: "In our own words, article by article. Where the printed rules leave a question open, we say how it is played here.",
  contents: "Contents",
  search: "Search the rules",
  found: (n: number) => (n === 1 ? "1 article" : `${n} articles`),
  nothing: (text: string) => `Nothing about “${text}”.`,
  ruling: "As we play it",
  linkTo: (id: string) => `Link to article ${id}`,
  toTable: "Back to the table",
  toLesson: "The lesson",
};

const fr: typeof en = {
  learn: "Apprendre",
  lessonTitle: (game) => `Premiers pas : ${game}`,
  coach: "Le coach",
  step: (n, total) => `Leçon ${n} sur ${total}`,
  steps: "Les leçons",
  stepNamed: (n, title, done) => `Leçon ${n} : ${title}${done ? " (faite)" : ""}`,
  begin: "C'est parti",
  goOn: "Continuer",
  showMe: "Montrez-moi",
  shown: "C'est marqué sur le plateau : à vous de le jouer.",
  shownAs: (move) => `Je jouerais : ${move}.`,
  again: "Reprendre la leçon",
  well: "Bien joué",
  tryAgain: "Encore un essai",
  says: "Ce que dit la règle",
  article: (id) => `Article ${id}`,
  finished: "Vous connaissez le jeu",
  finishedHelp: (game) => `C'était ${theTitle(game)}, avec les vraies règles. Le reste est dans le livret, et à table chaque refus cite son article.`,
  playNow: "Jouer maintenant",
  readRules: "Lire les règles",
  once: "Encore une fois",
  noLesson: "Ce jeu n'a pas encore de leçon.",
  noLessonHelp: "Ses règles sont là pour être lues.",

  rules: "Règles",
  rulesTitle: (game) => `Les règles de ${game}`,
  rulesHelp: "Avec nos mots, article par article. Là où la règle imprimée laisse une question ouverte, nous disons comment on joue ici.",
  contents: "Sommaire",
  search: "Chercher dans les règles",
  found: (n) => (n <= 1 ? `${n} article` : `${n} articles`),
  nothing: (text) => `Rien sur « ${text} ».`,
  ruling: "Ici, on joue ainsi",
  linkTo: (id) => `Lien vers l'article ${id}`,
  toTable: "Retour à la table",
  toLesson: "Les leçons",
};

const TABLES = { en, fr: typeset(fr) };

export type LearnWords = typeof en;
export const learnWords = (): LearnWords => TABLES[speech.lang];
export const LEARN_WORDS = TABLES;
