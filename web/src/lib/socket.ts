/** The wire: one socket that comes back, and requests that are answered once or sent again. */
import type { ClientMessage, ServerMessage } from "../protocol";

/** `late`: the connection stands, but what was asked is not answered; `offline`: there is no network. */
export type Status = "connecting" | "open" | "late" | "lost" | "offline" | "gone";

/** What a socket needs; tests bring their own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export type Connect = () => Wire;

interface Waiting {
  message: Extract<ClientMessage, { id: string }>;
  /** Must it reach the server whatever happens to the connection? */
  firm: boolean;
  done: (answer: ServerMessage | null) => void;
}

const FIRM = new Set(["move", "undo", "consent", "chat", "pause", "resume", "resign", "back"]);
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const HEARTBEAT = 20_000;
const PATIENCE = 10_000;
/** Without an answer for so long, one is told. */
const LATE = 2_000;
/** Is it answered at once, so that silence tells something? Thinking about a hint takes its time. */
const awaited = ({ type }: Waiting["message"]): boolean => FIRM.has(type) || type === "ping";
const FOR_GOOD = new Set([4400, 4403, 4404]);
/** The server could not tell whether it was stored: the same id, sent again, is never done twice. */
const UNSURE = "store-away";
const AGAIN = 500;
/** The server ends or is replaced: another one waits, so one comes again at once, if not all at the same moment. */
const RESTARTING = 1012;
const SPREAD = 250;

const token = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

/** What can be asked, without the id. */
type Ask<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Request = Ask<ClientMessage>;

export class Line {
  private wire: Wire | null = null;
  private waiting = new Map<string, Waiting>();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private late = false;
  private ready = false;
  private closed = false;

  constructor(
    private readonly connect: Connect,
    private readonly hello: () => ClientMessage,
    private readonly onmessage: (message: ServerMessage) => void,
    private readonly onstatus: (status: Status, code?: number) => void,
  ) {}

  open(): void {
    this.closed = false;
    this.dial();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.drop();
    for (const asked of this.waiting.values()) asked.done(null);
    this.waiting.clear();
  }

  /** Moves and the like are kept and sent again until answered; questions get null when lost. */
  ask(request: Request): Promise<ServerMessage | null> {
    const message = { ...request, id: token() } as Waiting["message"];
    const firm = FIRM.has(message.type);
    return new Promise((done) => {
      if (!firm && !this.ready) return done(null);
      this.waiting.set(message.id, { message, firm, done });
      if (this.ready) this.wire?.send(JSON.stringify(message));
      if (this.ready && awaited(message)) this.await();
    });
  }

  /** From now on an answer is awaited: say so if nothing is heard for a while. */
  private await(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      this.late = true;
      this.onstatus("late");
    }, LATE);
  }

  /** Something was heard: the connection stands. */
  private answered(): void {
    clearTimeout(this.watch);
    if (this.late) this.onstatus("open");
    this.late = false;
    if ([...this.waiting.values()].some(({ message }) => awaited(message))) this.await();
  }

  /** The network is gone: it is of no use to wait until the connection finds out. */
  private readonly cut = (): void => {
    if (!this.closed) this.lost(4001);
  };

  private readonly hurry = (): void => {
    if (document.visibilityState === "hidden" || this.wire || this.closed) return;
    clearTimeout(this.timer);
    this.dial();
  };

  private dial(): void {
    if (this.closed || this.wire) return;
    if (!navigator.onLine) return this.away();
    this.onstatus("connecting");
    let wire: Wire;
    try {
      wire = this.connect();
    } catch {
      return this.later();
    }
    this.wire = wire;
    wire.onopen = () => wire.send(JSON.stringify(this.hello()));
    wire.onmessage = ({ data }) => {
      for (const line of String(data).split("\n")) this.hear(line);
    };
    wire.onclose = ({ code }) => {
      if (this.wire === wire) this.lost(code);
    };
    this.heard = Date.now();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.pulse(), 5_000);
  }

  private hear(text: string): void {
    this.heard = Date.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === "welcome" && !this.ready) {
      this.ready = true;
      this.attempt = 0;
      this.onmessage(message);
      this.onstatus("open");
      for (const asked of this.waiting.values()) this.wire?.send(JSON.stringify(asked.message));
      this.answered();
      return;
    }
    const id = "id" in message ? message.id : null;
    const asked = id === null ? undefined : this.waiting.get(id);
    if (asked?.firm && message.type === "refused" && message.code === UNSURE) {
      setTimeout(() => this.repeat(asked), AGAIN);
      return;
    }
    this.onmessage(message);
    if (asked && id !== null) {
      this.waiting.delete(id);
      asked.done(message);
    }
    this.answered();
  }

  private repeat({ message }: Waiting): void {
    if (this.ready && this.waiting.has(message.id)) this.wire?.send(JSON.stringify(message));
  }

  private pulse(): void {
    const silent = Date.now() - this.heard;
    if (silent > HEARTBEAT + PATIENCE || (this.late && silent > PATIENCE)) {
      this.lost(4000);
    } else if (this.ready && silent > HEARTBEAT) {
      void this.ask({ type: "ping" });
    }
  }

  private lost(code: number): void {
    this.drop();
    for (const [id, asked] of this.waiting) {
      if (!asked.firm) {
        this.waiting.delete(id);
        asked.done(null);
      }
    }
    if (FOR_GOOD.has(code)) {
      this.closed = true;
      this.onstatus("gone", code);
    } else if (!this.closed) {
      if (!navigator.onLine) return this.away();
      this.onstatus("lost", code);
      this.later(code === RESTARTING && this.attempt === 0);
    }
  }

  /** Without a network: it says itself when it is back, or at least may be asked again. */
  private away(): void {
    this.onstatus("offline");
    this.later();
  }

  private later(soon = false): void {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempt++);
    const pause = soon ? SPREAD * Math.random() : wait * (0.8 + 0.4 * Math.random());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.dial(), pause);
  }

  private drop(): void {
    clearInterval(this.beat);
    clearTimeout(this.watch);
    this.late = false;
    this.ready = false;
    const wire = this.wire;
    this.wire = null;
    if (wire) {
      wire.onopen = wire.onmessage = wire.onclose = null;
      wire.close();
    }
  }
}

/** The real one. */
export const socketOf = (code: string): Connect => () => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(
    `${scheme}//${location.host}/api/tables/${encodeURIComponent(code)}/live`,
  ) as unknown as Wire;
};
