/**
 * The contract between the table's frame and a game's board.
 *
 * Each game is a folder `web/src/games/<id>/` whose `index.ts` has a `GamePage` as its default
 * export; it is loaded only when a table of that game is opened (see `games/index.ts`). A game
 * without one is shown by the plain page. What stands on the home page is in the folder's `shelf.ts`
 * (see `games/shelf.ts`), because home is there before any board; pages of the game's own are in its
 * `pages.ts` (see `games/ownpage.ts`).
 *
 * Who draws what
 * - The frame draws the header (whose turn it is, in words), the seats (name, presence, clock,
 *   cards left, and inside each the game's `Side`), the drawer (log, standings, rules, chat),
 *   undo, hint, invite, settings, hand-over, recap, refusals and the result.
 * - The board fills the middle and draws everything of the game itself: the table, the own hand at
 *   its bottom, and its one primary action. Where `narrow` is true the frame shows the *other*
 *   seats only, so the board shows what the player needs of his own side near the hand.
 * - Boards size themselves to their container: it has a definite height (use `height: 100%`,
 *   `min-height: 0`, container queries) and never scrolls sideways.
 *
 * Time
 * - `view` is the present to settle at. While something is being shown, `events` holds what led to
 *   it (all of one step: the events of one or more moves) and `before` the view it started from;
 *   at rest `events` is empty and `before` is null. The frame goes on after `pace(events)`
 *   milliseconds (times `settings.tempo`, which a board's own clock follows, too), or at once when
 *   the player skips: a board must always be right if it draws
 *   `view` and nothing else.
 * - `busy`: no input now (something is being shown or sent, the game rests or is over, not my turn
 *   to act). Boards show what can be played only while not busy.
 *
 * Elsewhere
 * - A record, a lesson and the pictures of a rulebook show the same board. In a rulebook it is as
 *   small as on a phone and can't be touched; what only serves to look around (`data-tools`) is
 *   left out there.
 *
 * Colours come from `lib/tokens.css`, symbols from `lib/symbols/` and the shelf through `<Symbol id="…">` or
 * `<use href="#…">`, motion lengths from `lib/motion.svelte.ts`; words from the game's own table
 * (`words`, see `lib/words.ts`) and from a small `words.ts` in the game's folder.
 */
import type { Component } from "svelte";
import type { Event, Explanation, SeriesInfo, View } from "../protocol";
import type { Lang } from "../lib/i18n.svelte";
import type { Words } from "../lib/words";
import type { Room, Row } from "../share/subject";

export interface Previewed {
  events: Event[];
  view: View;
  /** What could follow, in the game's own type, where the game tells it. */
  ahead?: unknown;
}

export interface BoardProps {
  view: View;
  /** The view before the events being shown; null at rest. */
  before: View | null;
  /** The seat looked through; null for a spectator or in a replay. */
  seat: number | null;
  /** The legal moves of that seat, as text. */
  moves: string[];
  /** The names of the seats. */
  names: string[];
  words: Words;
  lang: Lang;
  busy: boolean;
  /** A game of the past is looked at: nothing can be done, so no actions need to be there. */
  record?: boolean;
  /** What is being shown now; empty at rest. */
  events: Event[];
  /** Is the screen a phone's (the frame shows the other seats only)? */
  narrow: boolean;
  /** What a move would do; null where that can't be told. */
  preview: (text: string) => Promise<Previewed | null>;
  play: (text: string) => void;
  /** Why a move is (not) legal. With `show` the frame shows the reason with its article. */
  explain: (text: string, show?: boolean) => Promise<Explanation | null>;
  /** The text of the move that a hint proposes; show it on the board. */
  hint: string | null;
  /** Announce a sentence to screen readers. */
  say: (announcement: string) => void;
  /** Take back my latest move, where that is my right now; null: it is not. */
  undo?: (() => void) | null;
}

/** Inside a seat's card: what lies before that player. */
export interface SideProps {
  view: View;
  /** The seat that the card is about. */
  seat: number;
  /** The seat looked through. */
  me: number | null;
  names: string[];
  words: Words;
  lang: Lang;
  /** One line high (phone) or a card (desktop). */
  compact: boolean;
}

/** Beside the board on wide screens: reminders, gaps, what is to come. */
export interface NotesProps {
  view: View;
  me: number | null;
  names: string[];
  words: Words;
  lang: Lang;
}

/** The longer contest that a table is part of. */
export interface SeriesProps extends NotesProps {
  series: SeriesInfo;
}

/** What is drawn of a position in a picture to share: SVG alone, from 0, 0 to the room's corner. */
export interface PictureProps {
  view: View;
  names: string[];
  words: Words;
  lang: Lang;
}

export interface GamePage {
  Board: Component<BoardProps>;
  /** Optional: a position as the drawing of a picture to share, instead of the poster (`share/`). */
  picture?: () => Promise<{ default: Component<PictureProps & Room> }>;
  /** Optional: the lines of such a picture, instead of one for each seat; six at most. */
  ranking?: (view: View, names: readonly string[], words: Words, lang: Lang) => Row[] | null;
  /** Optional: a picture for places where the board is loaded anyway. */
  Poster?: Component;
  /** Optional: inside each seat's card. */
  Side?: Component<SideProps>;
  /** Optional: between the seats on wide screens. */
  Notes?: Component<NotesProps>;
  /** Optional: the drawer's tab of standings, instead of the plain one. */
  Standings?: Component<NotesProps>;
  /** Optional: the picture above the result, instead of the cyclists. */
  Finale?: Component<{ won: boolean }>;
  /** Optional: the places at the end of a game, instead of a line for each seat. */
  Result?: Component<NotesProps>;
  /** Optional: how a series of matches stands, where the game has one. */
  Series?: Component<SeriesProps>;
  /** A move in words, as an order or a proposal: "Push a 2 into row 3 from the left". */
  describe: (move: string, view: View, words: Words, lang: Lang, names: readonly string[]) => string;
  /** A sentence for an event where the page can say it better than the table; null: it can't. */
  tell?: (event: Event, names: readonly string[], words: Words, lang: Lang) => string | null;
  /**
   * The log in short: one line for what these events are together, which unfolds to their sentences.
   * "": the next such line says enough of them; null: they stand by themselves.
   */
  summary?: (events: Event[], names: readonly string[], words: Words, lang: Lang) => string | null;
  /** The seat's colour as a CSS value deep enough to carry cream text (`var(--vert-deep)`). */
  tint?: (view: View, seat: number) => string;
  /** What to do now, in a few words, beside "Your turn". */
  prompt?: (view: View, seat: number, lang: Lang) => string | null;
  /** What happened since my last turn, in a line beside "Your turn", where `prompt` says nothing. */
  since?: (events: Event[], me: number, names: readonly string[], words: Words, lang: Lang) => string | null;
  /** The symbol beside a refusal, with its box: "crevaison@0 0 100 140". */
  refusal?: string;
  /** What the banner says while these events are shown, where they are not one seat's doing. */
  happening?: (events: Event[], lang: Lang) => string | null;
  /** A line under the game's name: "Stage 3 of 5". */
  caption?: (view: View, words: Words, lang: Lang) => string | null;
  /** Points (or a time) as people read it; default is the plain score. */
  score?: (view: View, seat: number, lang: Lang) => string;
  /** The unit after the score ("pts", but "1 pt"), if any. */
  unit?: (lang: Lang, score: string) => string;
  /** How many cards or pieces a seat has left; null: not shown. */
  count?: (view: View, seat: number) => number | null;
  /** A line of the log before its sentence: the id of a symbol. */
  symbol?: (event: Event) => string | null;
  /**
   * May this move play itself where it is the only one? Not where something is drawn or shown by it,
   * or can't be taken back; nor where how long one takes tells others anything. Default: none does.
   */
  forced?: (move: string, view: View) => boolean;
  /** How long a step is shown, in milliseconds, at normal speed; 0: not at all. Default 700. */
  pace?: (events: Event[]) => number;
}
