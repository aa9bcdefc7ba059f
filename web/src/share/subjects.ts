/** A game as the subject of a picture: its end, or a moment of a game that is over. */
import { onShelf } from "../games/shelf";
import type { GamePage, PictureProps } from "../games/types";
import { speech, type Lang } from "../lib/i18n.svelte";
import type { Words } from "../lib/words";
import type { Standing, TableEnd, View } from "../protocol";
import { drawn, type CardWords, type Row, type Subject } from "./subject";

/** A game whose moments can be shown. */
export interface Shown {
  game: string;
  /** The name of the game. */
  title: string;
  page: GamePage;
  view: View;
  names: readonly string[];
  words: Words;
  lang: Lang;
}

/** The drawing of a position: the game's own, or its poster where it has none. */
async function drawing({ game, page, view, names, words, lang }: Shown): Promise<Pick<Subject, "Drawing" | "given">> {
  const own = await page.picture?.();
  if (own) return drawn<PictureProps>(own.default, { view, names: [...names], words, lang });
  const Poster = onShelf(game)?.Poster ?? (await import("./Plain.svelte")).default;
  return drawn((await import("./Framed.svelte")).default, { Poster });
}

const subject = async (shown: Shown, card: Omit<CardWords, "title" | "caption">, file: string): Promise<Subject> => ({
  ...(await drawing(shown)),
  card: { title: shown.title, caption: shown.page.caption?.(shown.view, shown.words, shown.lang) ?? undefined, ...card },
  file: `echappee-${shown.game}-${file}`,
});

/** With so many lines there is still room to say why. */
const FEW = 4;

/** Everybody with place and score, from the first to the last; or what the game ranks instead. */
function standings(shown: Shown, { places, scores }: Standing): Row[] {
  const { page, view, names, words, lang } = shown;
  const own = page.ranking?.(view, names, words, lang);
  if (own) return own;
  return names
    .map((_, seat) => seat)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b)
    .map((seat) => {
      const value = page.score?.(view, seat, lang) ?? String(scores[seat] ?? "");
      return {
        place: speech.t.place(places[seat] ?? 1),
        name: names[seat] ?? "",
        value,
        unit: page.unit?.(lang, value),
        tint: page.tint?.(view, seat) ?? "var(--line)",
      };
    });
}

/** Who won, for everybody's eyes. */
function won(winners: readonly number[], names: readonly string[]): string {
  const t = speech.t;
  const called = winners.map((seat) => names[seat] ?? "").join(", ");
  if (winners.length === 0) return t.resultNobody;
  if (winners.length === names.length && names.length > 1) return t.resultDraw;
  return winners.length > 1 ? t.resultMany(called) : t.resultOther(called);
}

const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase(speech.lang) + text.slice(1);

/** A game that is over. */
export function ofResult(shown: Shown, end: TableEnd): Promise<Subject> {
  const rows = standings(shown, end.standing);
  const note = rows.length <= FEW ? speech.of(end.words) : undefined;
  return subject(shown, { headline: sentence(won(end.winners, shown.names)), note, rows }, "result");
}

/** A moment of a game that is over, with what just happened. */
export const ofMoment = (shown: Shown, moment: { number: number; place: string; told: string }): Promise<Subject> =>
  subject(
    shown,
    {
      headline: sentence(moment.place),
      note: moment.told,
      rows: standings(shown, shown.view.standing),
    },
    `move-${moment.number}`,
  );

export interface Turn {
  number: number;
  headline: string;
  note: string;
  /** Each seat's chances before and after, from 0 to 1, and in words. */
  chances: { from: number; to: number; said: string }[];
}

/** Where a game turned: by how much everybody's chances changed. */
export const ofTurn = (shown: Shown, turn: Turn): Promise<Subject> =>
  subject(
    shown,
    {
      headline: turn.headline,
      note: turn.note,
      rows: turn.chances.map(({ from, to, said }, seat) => ({
        name: shown.names[seat] ?? "",
        value: said,
        tint: shown.page.tint?.(shown.view, seat) ?? "var(--bleu-deep)",
        bar: [from, to],
      })),
    },
    `turn-${turn.number}`,
  );
