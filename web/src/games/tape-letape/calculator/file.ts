/** A race as the small text file of the command line (docs/calculator.md): exact both ways. */
import { addStage, checkOrder, newRace } from "./entering";
import { CalculatorError, type Edition, FACTS, type Mode, refusal, say } from "./facts";
import { checkHand, readLeft, writeLeft } from "./left";
import { printable, strip, tidy, words } from "./names";
import { course, isFinal, type Left, NOTHING, type Race, type Setting, type Stage } from "./race";

const FIRST = /^echappee race (\d{1,9})$/;
const STAGE = /^stage (\d{1,3}): ([a-z-]+), chosen by ([^,:]+)(?:, won by ([^,:]+))?$/;
const FINAL = /^stage (\d{1,3}): final mountain, won by ([^,:]+)$/;
/** The version whose files have no last line of their own. */
const WITHOUT_END = 1;
const MODE = /^(?:(sprint)|(endurance) ([2-5]))$/;

export function writeRace(race: Race): string {
  const lines = [FACTS.file.first];
  if (race.title) lines.push(`title: ${race.title}`);
  lines.push(
    `players: ${race.names.join(", ")}`,
    `edition: ${race.edition}`,
    `race: ${race.mode === "sprint" ? race.mode : `${race.mode} ${race.each}`}`,
    `ties: ${race.tieBreak ? "broken" : "shared"}`,
    `first: ${race.names[race.first]}`,
  );
  race.stages.forEach((stage, i) => lines.push("", ...stageLines(race, i + 1, stage)));
  lines.push("", FACTS.file.last);
  return `${lines.join("\n")}\n`;
}

function stageLines(race: Race, number: number, stage: Stage): string[] {
  const name = (seat: number): string => race.names[seat]!;
  const broom = stage.profile === FACTS.broom;
  const won = broom ? "" : `, won by ${name(stage.order[0]!)}`;
  const head = stage.chooser === null ? `final ${FACTS.mountain}` : `${stage.profile}, chosen by ${name(stage.chooser)}`;
  if (broom) return [`stage ${number}: ${head}`, `  order: ${stage.order.map(name).join(", ")}`];
  const rest = race.names.flatMap((one, seat) => (seat === stage.order[0] ? [] : [`  ${one}: ${writeLeft(stage.left[seat]!)}`]));
  return [`stage ${number}: ${head}${won}`, ...rest];
}

/** The race that a text holds, checked from its first line to its last. */
export function readRace(text: string): Race {
  if ([...text].length > FACTS.limits.file) throw refusal("file-long");
  return new Reader(text).race();
}

class Reader {
  private readonly lines: [number, string][];
  private readonly brokenOff: boolean;
  private at = 0;

  constructor(text: string) {
    this.brokenOff = strip(text.slice(text.lastIndexOf("\n") + 1)) !== "";
    this.lines = text
      .replace(/^\ufeff/, "")
      .split("\n")
      .map((line, i): [number, string] => [i + 1, strip(line)])
      .filter(([, line]) => line !== "");
  }

  race(): Race {
    const version = this.firstLine();
    let race = this.setting();
    let sure = race;
    try {
      while (this.at < this.lines.length && this.peek() !== FACTS.file.last) {
        sure = race;
        race = this.stage(race);
      }
      if (!this.brokenOff) sure = race; // a last line without its end may have been longer
      this.lastLine(version);
    } catch (error) {
      if (error instanceof CalculatorError && this.lines.at(-1)![1] !== FACTS.file.last) error.readable = sure;
      throw error;
    }
    return race;
  }

  private lastLine(version: number): void {
    if (this.peek() === undefined && version <= WITHOUT_END) return;
    this.take("end");
    if (this.peek() !== undefined) this.unreadable("nothing", 0);
  }

  private firstLine(): number {
    const text = this.peek() ?? "";
    const version = Number(FIRST.exec(text)?.[1] ?? Number.NaN);
    this.inLine(0, () => {
      if (version > FACTS.file.version) throw refusal("file-newer", { version: FIRST.exec(text)![1] });
      if (!(version >= WITHOUT_END)) throw refusal("file-start", { expected: FACTS.file.first, text: printable(text) });
    });
    this.at++;
    return version;
  }

  private setting(): Race {
    const title = this.peek()?.startsWith("title:") ? this.value("title") : "";
    const names = this.value("players").split(",").map(strip);
    const plain: Setting = { names, edition: "FR", mode: "sprint", each: 1, tieBreak: false, first: 0, title };
    const race = this.inLine(-1, () => newRace(plain));
    const edition = this.value("edition");
    if (edition !== "FR" && edition !== "EN") this.unreadable("edition", 1);
    const mode = MODE.exec(this.value("race"));
    if (!mode) return this.unreadable("race", 1);
    const ties = this.value("ties");
    if (ties !== "shared" && ties !== "broken") this.unreadable("ties", 1);
    const chosen = this.value("first");
    const first = this.inLine(-1, () => seatOf(race, chosen));
    return newRace({
      ...plain, first,
      edition: edition as Edition,
      mode: (mode[1] ?? mode[2]) as Mode,
      each: Number(mode[3] ?? 1),
      tieBreak: ties === "broken",
    });
  }

  /** The rest of a line that begins with `key:`. */
  private value(key: string): string {
    const line = this.take(key);
    if (!line.startsWith(`${key}:`) || !strip(line.slice(key.length + 1))) this.unreadable(key, 1);
    return strip(line.slice(key.length + 1));
  }

  private stage(race: Race): Race {
    const number = race.stages.length + 1;
    const begun = this.at;
    if (number > course(race).length) this.unreadable("nothing", 0);
    let [profile, chooser, winner]: [string, number | null, string | undefined] = [FACTS.mountain, null, undefined];
    if (isFinal(race, number)) {
      const match = FINAL.exec(this.take("final", { number }));
      if (!match || Number(match[1]) !== number) return this.unreadable("final", 1, { number });
      winner = match[2];
    } else {
      const match = STAGE.exec(this.take("stage", { number }));
      if (!match || Number(match[1]) !== number) return this.unreadable("stage", 1, { number });
      [profile, winner] = [match[2]!, match[4]];
      chooser = this.inLine(-1, () => seatOf(race, match[3]!));
      const broom = profile === FACTS.broom;
      if ((winner === undefined) !== broom) this.unreadable(broom ? "broom" : "stage", 1, { number });
    }
    let stage: Stage;
    if (profile === FACTS.broom) stage = { profile, order: this.order(race), left: [], chooser };
    else {
      const won = this.inLine(-1, () => seatOf(race, winner!));
      stage = { profile, order: [won], left: this.left(race, won), chooser };
    }
    return this.inLine(begun - this.at, () => addStage(race, stage));
  }

  private order(race: Race): number[] {
    const names = this.value("order").split(",");
    return this.inLine(-1, () => {
      const order = names.map((name) => seatOf(race, name));
      checkOrder(race, order);
      return order;
    });
  }

  private left(race: Race, winner: number): Left[] {
    return race.names.map((name, seat) => {
      if (seat === winner) return NOTHING;
      const line = this.take("left", { name });
      const colon = line.indexOf(":");
      if (colon < 0 || tidy(line.slice(0, colon)) !== name) this.unreadable("left", 1, { name });
      const cards = line.slice(colon + 1);
      const left = this.inLine(-1, () => {
        const found = readLeft(cards);
        checkHand(found, race.names.length, name);
        return found;
      });
      if (writeLeft(left) !== words(cards).join(" ")) this.unreadable("left", 1, { name });
      return left;
    });
  }

  private peek(): string | undefined {
    return this.lines[this.at]?.[1];
  }

  private take(expected: string, facts: Record<string, unknown> = {}): string {
    const line = this.peek();
    const wanted = say(["expected", expected], facts);
    if (line === undefined)
      this.inLine(-1, () => {
        throw refusal("file-end", { expected: wanted.en, expected_fr: wanted.fr });
      });
    this.at++;
    return line!;
  }

  private unreadable(expected: string, back: number, facts: Record<string, unknown> = {}): never {
    const wanted = say(["expected", expected], facts);
    const text = printable(this.lines[this.at - back]![1]);
    return this.inLine(-back, () => {
      throw refusal("file-line", { text, expected: wanted.en, expected_fr: wanted.fr });
    });
  }

  /** Put the number of a line before whatever is refused here. */
  private inLine<T>(step: number, act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof CalculatorError)) throw error;
      const place = Math.min(Math.max(this.at + step, 0), this.lines.length - 1);
      const line = this.lines[place]?.[0] ?? 1;
      const told = say(["line", "at"], { line, words: error.words.en, words_fr: error.words.fr });
      const found = new CalculatorError(error.code, told);
      [found.stage, found.line] = [error.stage, line];
      throw found;
    }
  }
}

/** The seat of a name that is written out in full. */
function seatOf(race: Race, text: string): number {
  const name = tidy(text);
  if (race.names.includes(name)) return race.names.indexOf(name);
  if (!name) throw refusal("empty-name");
  throw refusal("unknown-name", { name: printable(name), names: race.names.join(", ") });
}
