/** A table as it lives: what the server says, and what is being shown of it step by step. */
import type {
  Clocks,
  Compiling,
  Event,
  Explained,
  GameNow,
  Hinted,
  LogItem,
  News,
  Presence,
  Previewed,
  Problem,
  Refused,
  ServerMessage,
  TableInfo,
  UndoAsk,
  View,
  Welcome,
} from "../protocol";
import { keep, recall } from "./device";
import { stepLength, wait } from "./motion.svelte";
import { type Connect, Line, type Request, socketOf, type Status } from "./socket";

interface Step {
  events: Event[];
  game: GameNow;
  /** Who does what is shown. */
  actors: number[];
  /** What the log says up to here has been shown after it; null: it had been before. */
  seq: number | null;
}

/** What this device had seen of a table when it last looked. */
interface Seen {
  seq: number;
  number: number;
}

const PATIENCE = 300; // an answer that comes sooner needs no sign that it is awaited
const BEHIND = 5_000; // with more than this waiting to be shown, each step is shown faster

/** The moves of others after a number. */
const missedBy = (look: number | null, items: readonly LogItem[], seq: number): LogItem[] =>
  items.filter((item) => item.seq > seq && item.kind === "move" && item.seat !== look);

/** What the log may not tell before the board has shown it. */
const SHOWN: ReadonlySet<LogItem["kind"]> = new Set<LogItem["kind"]>(["move", "undo", "ended", "rematch"]);

const problem = ({ code, words, article }: Refused): Problem => ({ code, words, article, line: null });

export class Live {
  status = $state<Status>("connecting");
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<number[]>([]);
  host = $state(false);
  look = $state<number | null>(null);
  /** The present. */
  game = $state.raw<GameNow | null>(null);
  ask = $state.raw<UndoAsk | null>(null);
  presence = $state.raw<Presence | null>(null);
  clocks = $state.raw<Clocks | null>(null);
  /** How far the rules of the game are; null: compiled. */
  compiling = $state.raw<Compiling | null>(null);
  /** Do the bots think less than usual, because many think at once? */
  hurried = $state(false);
  /** When `clocks` came, by `performance.now()`. */
  clocksHeard = $state(0);
  log = $state.raw<LogItem[]>([]);

  /** What the board draws now, and what led to it while it is being shown. */
  shown = $state.raw<GameNow | null>(null);
  before = $state.raw<View | null>(null);
  events = $state.raw<Event[]>([]);
  /** Who does what is being shown. */
  actors = $state.raw<number[]>([]);
  /** Up to here the board has shown what the log tells; null: all of it. */
  private shownTo = $state<number | null>(null);
  /** What happened while this device was not looking; the frame tells it and clears it. */
  missed = $state.raw<LogItem[]>([]);
  /** Is what was missed being shown again? */
  recalling = $state(false);
  /** A move is on its way: no other is taken meanwhile. */
  underway = $state(false);
  /** It has been for so long that one should see it; before that, drawing it would only cost time. */
  sending = $state(false);
  /** How long a step is shown, by the game's own measure. */
  pace: (events: Event[]) => number = () => 700;
  /** Called for each step as it begins: sentences for screen readers. */
  onstep: (events: Event[]) => void = () => {};
  /** Called when a seat asks for a hint in a game against people. */
  onhint: (seat: number) => void = () => {};

  /** The last step that was shown, to show it again. */
  private last = $state.raw<{ before: View; events: Event[]; actors: number[]; number: number } | null>(null);
  private seq: number | null = null;
  private queue = $state.raw<Step[]>([]);
  private showing: AbortController | null = null;
  /** Who waits until everything up to a number has been told. */
  private awaiting: { seq: number; done: () => void }[] = [];
  private readonly line: Line;

  constructor(
    readonly code: string,
    connect: Connect = socketOf(code),
  ) {
    this.line = new Line(
      connect,
      () => ({ type: "hello", last: this.seq, look: this.look }),
      (message) => this.hear(message),
      (status) => (this.status = status),
    );
  }

  /** Is nothing heard of the table just now? What is done meanwhile is kept. */
  get cut(): boolean {
    return this.table !== null && this.status !== "open";
  }

  /** The log as far as the board has shown it. */
  get told(): LogItem[] {
    const to = this.shownTo;
    return to === null ? this.log : this.log.filter((item) => item.seq <= to || !SHOWN.has(item.kind));
  }

  /** Is everything shown that has happened? */
  get settled(): boolean {
    return this.queue.length === 0 && this.events.length === 0 && !this.recalling;
  }

  open(): void {
    this.line.open();
  }

  close(): void {
    this.showing?.abort();
    this.queue = [];
    this.line.close();
    this.reached(Infinity);
  }

  /** Sit down anew: keys have changed, so everything may look different. */
  again(): void {
    this.line.close();
    this.seq = null;
    this.look = null;
    this.line.open();
  }

  /** Send something that must arrive; null when done, else why not. */
  async do(request: Request): Promise<Problem | null> {
    const answer = await this.line.ask(request);
    return answer?.type === "refused" ? problem(answer) : null;
  }

  /** Between "done" and the news of it no move is taken: what is offered then is old. */
  async play(text: string): Promise<Problem | null> {
    if (this.look === null || !this.game || this.underway) return null;
    this.underway = true;
    const late = setTimeout(() => (this.sending = true), PATIENCE);
    try {
      const { number } = this.game;
      const answer = await this.line.ask({ type: "move", seat: this.look, number, text });
      if (answer?.type === "ack") await this.heard(answer.seq);
      return answer?.type === "refused" ? problem(answer) : null;
    } finally {
      clearTimeout(late);
      this.underway = this.sending = false;
    }
  }

  /** Wait until everything up to a number has been told. */
  private heard(seq: number): Promise<void> {
    if (this.seq !== null && this.seq >= seq) return Promise.resolve();
    return new Promise((done) => this.awaiting.push({ seq, done }));
  }

  private reached(seq: number): void {
    const [there, yet] = [[] as typeof this.awaiting, [] as typeof this.awaiting];
    for (const one of this.awaiting) (one.seq <= seq ? there : yet).push(one);
    this.awaiting = yet;
    for (const { done } of there) done();
  }

  async hint(seat: number): Promise<Hinted | Problem | null> {
    const answer = await this.line.ask({ type: "hint", seat });
    if (answer?.type === "refused") return problem(answer);
    return answer?.type === "hint" ? answer : null;
  }

  async explain(seat: number, text: string): Promise<Explained | null> {
    const answer = await this.line.ask({ type: "explain", seat, text });
    return answer?.type === "explained" ? answer : null;
  }

  async preview(seat: number, text: string): Promise<Previewed | null> {
    const answer = await this.line.ask({ type: "preview", seat, text });
    return answer?.type === "preview" ? answer : null;
  }

  /** Look through another of my seats, or (null) as a spectator. */
  async lookThrough(seat: number | null): Promise<Problem | null> {
    const answer = await this.line.ask({ type: "look", seat });
    return answer?.type === "refused" ? problem(answer) : null;
  }

  /** Can the last step be shown again? */
  get replayable(): boolean {
    return this.settled && this.last !== null && this.last.number === this.game?.number;
  }

  /** Show the last step again. */
  replay(): void {
    if (!this.replayable || !this.last || !this.game || !this.shown) return;
    this.shown = { ...this.shown, view: this.last.before };
    this.queue = [{ events: this.last.events, game: this.game, actors: this.last.actors, seq: null }];
    void this.show();
  }

  /** Show the present at once. */
  skip(): void {
    this.recalling = false;
    this.queue = [];
    this.showing?.abort();
  }

  /** The device is looked at: nothing up to now will be told as missed. */
  seen(): void {
    if (this.seq !== null) keep(`seen.${this.code}`, { seq: this.seq, number: this.game?.number ?? 0 });
  }

  /** The device is looked at again: what happened meanwhile is told and shown. */
  lookAgain(): void {
    const seen = recall<Seen | null>(`seen.${this.code}`, null);
    if (!seen || !this.game || !this.settled) return;
    this.missed = missedBy(this.look, this.log, seen.seq);
    this.recalling = this.missed.length > 0;
    if (this.recalling) void this.recall(seen.number);
  }

  /** Show on the board what happened after a position, in short. */
  private async recall(number: number): Promise<void> {
    const { look, game } = this;
    const answer = await this.line.ask({ type: "since", seat: look, number });
    const told = answer?.type === "since" && answer.steps.length > 0 ? answer : null;
    if (!this.recalling || this.showing) return; // skipped, or something newer is being shown
    if (!told || !game || this.game !== game || told.number !== game.number) {
      this.recalling = false;
      return;
    }
    const last = told.steps.length - 1;
    this.shown = { ...game, view: told.before, moves: [] };
    this.queue = told.steps.map(({ events, view, seat }, i) => ({
      events,
      actors: [seat],
      seq: null,
      game: i === last ? game : { ...game, view, moves: [] },
    }));
    await this.show();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "news":
        return this.news(message);
      case "presence":
        this.presence = message;
        return;
      case "clocks":
        this.setClocks(message);
        return;
      case "rules":
        this.compiling = message.compiling;
        this.hurried = message.hurried;
    }
  }

  private welcome(message: Welcome): void {
    const fresh = this.seq === null || message.since === null || message.look !== this.look;
    const seen = recall<Seen | null>(`seen.${this.code}`, null);
    const known = fresh ? (seen?.seq ?? null) : message.since;
    const from = fresh ? (seen?.number ?? 0) : (this.game?.number ?? 0);
    const sameLook = this.seq === null || message.look === this.look;
    this.table = message.table;
    this.you = message.you;
    this.host = message.host;
    this.look = message.look;
    this.seq = message.seq;
    this.ask = message.ask;
    this.presence = message.presence;
    this.setClocks(message.clocks);
    this.compiling = message.compiling;
    this.hurried = message.hurried;
    this.log = fresh ? message.items : [...this.log, ...message.items];
    this.game = message.game;
    if (known !== null && sameLook && message.id === null) {
      const news = missedBy(message.look, message.items, known);
      if (news.length > 0) this.missed = news;
    }
    this.queue = [];
    this.showing?.abort();
    this.shown = message.game;
    this.before = null;
    this.events = [];
    this.actors = [];
    this.shownTo = null;
    this.reached(message.seq);
    this.recalling = this.missed.length > 0;
    if (this.recalling) queueMicrotask(() => void this.recall(from));
  }

  private news(message: News): void {
    const items = message.items.filter((item) => this.seq === null || item.seq > this.seq);
    const before = this.seq ?? 0;
    this.seq = Math.max(before, message.seq);
    if (items.length > 0) this.log = [...this.log, ...items];
    if (items.some((item) => item.kind === "move" || item.kind === "undo")) this.missed = [];
    if (message.table) this.table = message.table;
    for (const item of items) if (item.kind === "hint") this.onhint(item.seat);
    this.ask = message.ask;
    this.take(message, items, before);
    this.reached(this.seq);
  }

  /** A new position goes to the end of what is to be shown. */
  private take(message: News, items: LogItem[], before: number): void {
    if (!message.game) return;
    this.game = message.game;
    const events = items.flatMap((item) => (item.kind === "move" ? item.events : []));
    const actors = items.flatMap((item) => (item.kind === "move" ? [item.seat] : []));
    if (!this.showing) this.shownTo = before;
    this.queue = [...this.queue, { events, game: message.game, actors, seq: message.seq }];
    if (!this.showing) void this.show();
  }

  private setClocks(clocks: Clocks | null): void {
    this.clocks = clocks;
    this.clocksHeard = performance.now();
  }

  /** Steps one after the other, as long as there are any. */
  private async show(): Promise<void> {
    this.showing = new AbortController();
    while (this.queue.length > 0) {
      const [step, ...rest] = this.queue as [Step, ...Step[]];
      const full = this.pace(step.events);
      // What takes no time (a card laid face down) disturbs nobody who is choosing.
      const seen = step.events.length > 0 && full > 0;
      this.before = seen ? (this.shown?.view ?? null) : null;
      this.events = seen ? step.events : [];
      this.actors = step.actors;
      this.shown = step.game;
      this.queue = rest;
      if (step.events.length > 0) this.onstep(step.events);
      if (seen) {
        if (this.before) this.last = { before: this.before, events: step.events, actors: step.actors, number: step.game.number };
        const pace = stepLength(full);
        const behind = rest.reduce((sum, one) => sum + this.pace(one.events), 0);
        await wait(behind > BEHIND ? pace / 3 : pace, this.showing.signal);
      }
      if (step.seq !== null) this.shownTo = step.seq;
      if (this.showing.signal.aborted) this.showing = new AbortController();
    }
    this.events = [];
    this.actors = [];
    this.before = null;
    this.shown = this.game;
    this.shownTo = null;
    this.showing = null;
    this.recalling = false;
  }
}
