/** One visit to a table: the live table, the game's page and words, and what the frame is doing. */
import { adviceText } from "./advice";
import { api } from "../lib/api";
import { keep, recall } from "../lib/device";
import { seatNames } from "./names";
import { speech } from "../lib/i18n.svelte";
import { Live } from "../lib/live.svelte";
import { mine } from "../lib/mine.svelte";
import { stepLength } from "../lib/motion.svelte";
import { settings } from "../lib/settings.svelte";
import { tellNumbers } from "../me/looking";
import { sounds } from "../lib/sound";
import { notes } from "../lib/toast.svelte";
import { fill, term, type Words } from "../lib/words";
import type { Explanation, GameInfo, HouseInfo, Problem, View } from "../protocol";
import { loadPage, telling } from "../games";
import type { GamePage, Previewed } from "../games/types";
import type { Request } from "../lib/socket";

/** How long the only move is seen before it plays itself, and those that follow one, at normal speed. */
const SEEN = 700;
const FOLLOWS = 60;

export type Tab = "log" | "standings" | "rules" | "chat";

export class Session {
  readonly live: Live;
  page = $state.raw<GamePage | null>(null);
  words = $state.raw<Words | null>(null);
  house = $state.raw<HouseInfo | null>(null);
  info = $state.raw<GameInfo | null>(null);

  tab = $state<Tab>("log");
  /** Is the drawer open (where it is not always there)? */
  drawer = $state(false);
  /** On a wide screen: is the drawer closed, so that the board has its room? */
  folded = $state(recall("drawer.closed", false));
  article = $state<string | null>(null);
  hint = $state<string | null>(null);
  thinking = $state(false);
  /** Hot seat: whom a player asked to hand the device to. */
  asked = $state<number | null>(null);
  /** Has the result been put aside to see the board? */
  aside = $state(false);
  /** Chat lines read so far. */
  read = $state(0);

  /** The position in which a move last played itself. */
  private itself = -1;
  private previews = new Map<string, Promise<Previewed | null>>();
  private previewsOf = -1;

  constructor(readonly code: string) {
    this.live = new Live(code);
    this.live.onhint = (seat) => {
      if (!this.live.you.includes(seat)) notes.add(speech.t.logHint(this.names[seat] ?? ""));
    };
    this.live.onstep = (events) => {
      sounds.play("move");
      if (this.words)
        notes.say(events.map((one) => telling(this.page)(one, this.names, this.words!, speech.lang)).join(" "));
      this.hint = null;
    };
  }

  get names(): string[] {
    return seatNames(this.live.table?.seats ?? [], this.house?.bots ?? []);
  }

  /** The longer contest that this table is part of. */
  get series() {
    return this.live.table?.series ?? null;
  }

  /** Which of its matches this is, in words. */
  get part(): string | null {
    if (!this.series || !this.words) return null;
    return fill(term(this.words, "series", "part"), { ...this.series }, [], this.words, speech.lang);
  }

  get view() {
    return this.live.shown?.view ?? null;
  }

  /** What has been shown to its end: the frame is never ahead of the board. */
  get told(): View | null {
    return this.live.before ?? this.view;
  }

  /** What is being shown, in words, where it is not one seat's doing. */
  get happening(): string | null {
    const { events } = this.live;
    return events.length > 0 ? (this.page?.happening?.(events, speech.lang) ?? null) : null;
  }

  /** The seats that stand out: who does what is being shown, else whom the game waits for. */
  get onTurn(): number[] {
    if (!this.live.settled) return this.happening === null ? this.live.actors : [];
    return this.over ? [] : (this.view?.awaited ?? []);
  }

  /** What happened since my last move, in a line; null: nothing, or the game does not say it. */
  get since(): string | null {
    const { me, page, words } = this;
    if (me === null || !page?.since || !words || !this.myTurn) return null;
    const own = this.live.log.findLastIndex((item) => item.kind === "move" && item.seat === me);
    const events = this.live.log.slice(own + 1).flatMap((item) => (item.kind === "move" ? item.events : []));
    return page.since(events, me, this.names, words, speech.lang);
  }

  get me(): number | null {
    return this.live.look;
  }

  /** Several seats on this device. */
  get hotSeat(): boolean {
    return this.live.you.length > 1;
  }

  /** May I ask for hints: alone, among bots, for practice, or where the table allows them? */
  get hints(): boolean {
    const { table, you } = this.live;
    if (!table) return false;
    const people = table.seats.filter((one) => one.kind === "person" && !one.resigned);
    return table.hints || table.practice || people.every((one) => you.includes(one.seat));
  }

  get over(): boolean {
    return this.live.table?.status === "over";
  }

  /** Must my seat move, now that everything has been shown? */
  get myTurn(): boolean {
    const seat = this.me;
    return seat !== null && !this.over && this.live.settled && (this.view?.awaited.includes(seat) ?? false);
  }

  get busy(): boolean {
    const { live } = this;
    return (
      live.sending ||
      !live.settled ||
      this.over ||
      live.table?.paused === true ||
      (live.shown?.moves.length ?? 0) === 0
    );
  }

  /**
   * The only move that there is, where it plays itself: my turn, everything shown and told, and
   * nothing decided by it. What was taken back is not played again before I have moved by hand.
   */
  get forced(): string | null {
    const { live, me, page, view } = this;
    const [only, ...more] = live.shown?.moves ?? [];
    if (!settings.forced || only === undefined || more.length > 0 || me === null || !view) return null;
    if (!this.myTurn || this.busy || live.underway || live.cut || live.ask || live.missed.length > 0) return null;
    if (this.handOverTo !== null || live.table?.seats[me]?.stand_in) return null;
    if (live.log.findLast((item) => item.kind === "move" || item.kind === "undo")?.kind === "undo") return null;
    return page?.forced?.(only, view) ? only : null;
  }

  /** Play it once it has been seen; returns how to prevent that. Those that follow need no pause. */
  playForced(move: string): () => void {
    const number = this.live.game?.number ?? 0;
    const timer = setTimeout(() => {
      this.itself = number;
      void this.live.play(move);
    }, stepLength(this.itself === number - 1 ? FOLLOWS : SEEN));
    return () => clearTimeout(timer);
  }

  /** The hot seat's next player, who is not looking yet. */
  get handOverTo(): number | null {
    const { live } = this;
    if (!this.hotSeat || !live.settled || this.over || !live.game) return null;
    if (this.asked !== null) return this.asked;
    const awaited = live.game.view.awaited.filter((seat) => live.you.includes(seat));
    if (awaited.length === 0 || awaited.includes(live.look ?? -1)) return null;
    return awaited[0] ?? null;
  }

  /** Hot seat: hide everything until that player takes the device. */
  passTo(seat: number): void {
    this.asked = seat;
  }

  /** Hot seat: the player has the device. */
  async takeOver(seat: number): Promise<void> {
    const problem = await this.live.lookThrough(seat);
    this.asked = null;
    if (problem) this.refuse(problem);
  }

  async load(): Promise<void> {
    api.house().then((house) => (this.house = house), () => {});
  }

  async loadGame(id: string): Promise<void> {
    const [page, games] = await Promise.all([loadPage(id), api.games()]);
    this.page = page;
    this.info = games.find((game) => game.id === id) ?? null;
    if (page?.pace) this.live.pace = page.pace;
  }

  async loadWords(id: string, lang: typeof speech.lang): Promise<void> {
    const words = await api.words(id, lang);
    if (lang === speech.lang) this.words = words;
  }

  /** Keep the list of my games up to date. */
  remember(): void {
    const { live } = this;
    if (live.table) mine.note(live.table, live.you, live.game?.view.awaited ?? []);
    if (live.table?.end && live.game) void tellNumbers(live.table, live.game.view);
    if (document.visibilityState === "visible") live.seen();
  }

  refuse(problem: Problem): void {
    notes.add(speech.of(problem.words), "refusal", problem.article, 9000);
  }

  readonly play = async (text: string): Promise<void> => {
    this.hint = null;
    notes.clear();
    const problem = await this.live.play(text);
    if (problem) this.refuse(problem);
  };

  async do(request: Request): Promise<boolean> {
    const problem = await this.live.do(request);
    if (problem) this.refuse(problem);
    return problem === null;
  }

  readonly preview = (text: string): Promise<Previewed | null> => {
    const { me: seat, live } = this;
    if (seat === null || !live.game) return Promise.resolve(null);
    if (this.previewsOf !== live.game.number) {
      this.previews.clear();
      this.previewsOf = live.game.number;
    }
    let asked = this.previews.get(text);
    if (!asked) {
      asked = live.preview(seat, text);
      this.previews.set(text, asked);
    }
    return asked;
  };

  readonly explain = async (text: string, show = false): Promise<Explanation | null> => {
    if (this.me === null) return null;
    const explanation = (await this.live.explain(this.me, text))?.explanation ?? null;
    if (show && explanation && !explanation.legal)
      notes.add(speech.of(explanation.words), "refusal", explanation.article, 9000);
    return explanation;
  };

  async askHint(): Promise<void> {
    if (this.me === null || this.thinking) return;
    this.thinking = true;
    const answer = await this.live.hint(this.me);
    this.thinking = false;
    if (!answer) return;
    if (!("type" in answer) || answer.type !== "hint") return this.refuse(answer as Problem);
    if (answer.number !== this.live.game?.number) return;
    this.hint = answer.text;
    const { page, view, words } = this;
    if (answer.text === null) notes.add(speech.t.hintWait);
    else if (page && view && words) {
      const text = adviceText(answer.advised, (move) =>
        page.describe(move, view, words, speech.lang, this.names),
      );
      notes.add(text, "info", null, 12000);
      notes.say(text);
    }
  }

  openRules(article: string | null = null): void {
    this.article = article;
    this.open("rules");
  }

  /** Close the drawer of a wide screen, or open it again; this device remembers it. */
  fold(folded: boolean): void {
    this.folded = folded;
    keep("drawer.closed", folded);
  }

  open(tab: Tab): void {
    this.tab = tab;
    this.drawer = true;
    if (this.folded) this.fold(false);
    notes.clear();
  }
}
