/** REST calls. A refusal is thrown as `Refusal` with the server's words. */
import type {
  BranchRecord,
  CheckedOptions,
  CheckOptions,
  CreateTable,
  GameInfo,
  HouseInfo,
  LessonAnswer,
  LessonInfo,
  OpenTable,
  OptionDescription,
  Problem,
  RecordChances,
  RecordCourse,
  RecordInfo,
  RecordReview,
  RecordStep,
  RecordSteps,
  RulesInfo,
  Seated,
} from "../protocol";
import type { Lang } from "./i18n.svelte";
import { typeset } from "./typeset";
import type { Words } from "./words";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.words.en);
  }
}

const UNREADABLE: Problem = {
  code: "internal",
  words: {
    en: "The server gave no answer that can be read. Try again in a moment.",
    fr: "Le serveur n’a pas répondu clairement. Réessayez dans un instant.",
  },
  article: null,
  line: null,
};

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, UNREADABLE);
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new Refusal(response.status, UNREADABLE);
  }
  if (!response.ok) {
    const problem = answer as Problem;
    throw new Refusal(response.status, problem?.words ? problem : UNREADABLE);
  }
  return answer as T;
}

const once = new Map<string, Promise<unknown>>();

/** Ask once a visit; forget a failure. */
function cached<T>(path: string): Promise<T> {
  let asked = once.get(path) as Promise<T> | undefined;
  if (!asked) {
    asked = call<T>("GET", path);
    once.set(path, asked);
    asked.catch(() => once.delete(path));
  }
  return asked;
}

const of = (id: string): string => `/records/${encodeURIComponent(id)}`;
const at = (code: string): string => `/tables/${encodeURIComponent(code)}`;

export const api = {
  house: () => cached<HouseInfo>("/house"),
  /** Asked anew: the rules may be further. */
  houseAgain: () => (once.delete("/house"), cached<HouseInfo>("/house")),
  games: () => cached<GameInfo[]>("/games"),
  /** Asked anew: a game may have become ready. */
  gamesAgain: () => (once.delete("/games"), cached<GameInfo[]>("/games")),
  words: async (game: string, lang: Lang) => {
    const words = await cached<Words>(`/games/${game}/words/${lang}`);
    return lang === "fr" ? typeset(words) : words;
  },
  /** What is in the box of a game: a document of its own. */
  material: <T>(game: string) => cached<T>(`/games/${game}/material`),
  /** A value of an option, checked and described. */
  describe: (game: string, option: string, value: string) =>
    call<OptionDescription>("GET", `/games/${game}/options/${option}/describe?value=${encodeURIComponent(value)}`),
  /** The options as a table would have them; refuses what can't be played with. */
  check: (game: string, players: number, options: CheckOptions["options"]) =>
    call<CheckedOptions>("POST", `/games/${game}/check`, { players, options }),
  /** The first lesson of a game: its steps. */
  lesson: (game: string) => cached<LessonInfo>(`/games/${encodeURIComponent(game)}/lesson`),
  /** Where a learner's moves lead in a step. */
  lessonStep: (game: string, step: string, moves: string[]) =>
    call<LessonAnswer>("POST", `/games/${encodeURIComponent(game)}/lesson/${encodeURIComponent(step)}`, { moves }),
  /** The rulebook, with positions to draw. */
  rules: (game: string) => cached<RulesInfo>(`/games/${encodeURIComponent(game)}/rules`),
  /** Who wants a game: the public tables that wait. */
  lobby: () => call<OpenTable[]>("GET", "/lobby"),
  create: (table: CreateTable) => call<Seated>("POST", "/tables", table),
  table: (code: string) => call<Seated>("GET", at(code)),
  sit: (code: string, seat: number, name: string) =>
    call<Seated>("POST", `${at(code)}/seats/${seat}`, { name }),
  fillSeat: (code: string, seat: number, bot: string | null) =>
    call<Seated>("PUT", `${at(code)}/seats/${seat}`, { bot }),
  leave: (code: string, seat: number) => call<Seated>("DELETE", `${at(code)}/seats/${seat}`),
  start: (code: string, fill: string | null) => call<Seated>("POST", `${at(code)}/start`, { fill }),
  recover: (code: string, token: string) => call<Seated>("POST", `${at(code)}/recover`, { token }),
  rematch: (code: string) => call<Seated>("POST", `${at(code)}/rematch`),
  importRecord: (text: string) => call<RecordInfo>("POST", "/records", { text }),
  record: (id: string) => call<RecordInfo>("GET", of(id)),
  step: (id: string, number: number, look: number | null) =>
    call<RecordStep>("GET", `${of(id)}/at/${number}${look === null ? "" : `?look=${look}`}`),
  steps: (id: string, first: number, count: number, look: number | null) =>
    call<RecordSteps>("GET", `${of(id)}/steps/${first}?count=${count}${look === null ? "" : `&look=${look}`}`),
  course: (id: string) => call<RecordCourse>("GET", `${of(id)}/course`),
  chances: (id: string) => call<RecordChances>("GET", `${of(id)}/chances`),
  /** The moves of a seat, judged. */
  review: (id: string, seat: number) => call<RecordReview>("GET", `${of(id)}/review?seat=${seat}`),
  /** What if: a new table that plays on from a moment of a record. */
  branch: (id: string, wanted: BranchRecord) => call<Seated>("POST", `${of(id)}/branch`, wanted),
};

/** A record as the text of its file. */
export async function recordText(id: string): Promise<string> {
  const response = await fetch(recordFile(id)).catch(() => null);
  if (!response?.ok) throw new Refusal(response?.status ?? 0, UNREADABLE);
  return response.text();
}

/** Where the file of a record lies. */
export const recordFile = (id: string): string => `/api${of(id)}/text`;

/** The words to show for whatever was thrown. */
export function words(error: unknown): Problem {
  return error instanceof Refusal ? error.problem : UNREADABLE;
}
