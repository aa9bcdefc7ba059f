/** Small tables for tests. */
import type { GameNow, News, TableInfo, TapasView, View, Welcome } from "../src/protocol";

const row = (text: string): (string | null)[] => text.split(" ").map((name) => (name === "." ? null : name));

export const tapas = (changes: Partial<TapasView> = {}): TapasView => ({
  board: [
    row(". j1 c1 j1 c1 ."),
    row("j1 . . . . c1"),
    row("c1 . . . . j1"),
    row("j1 . . . . c1"),
    row("c1 . . . . j1"),
    row(". c1 j1 c1 j1 ."),
  ],
  seats: [
    { colour: "j", hand: [1, 1, 1, 1, 2, 2, 2, 3, 3, 4], taken: [], extras: [], side: null, handicap: 0 },
    { colour: "c", hand: [1, 1, 1, 1, 2, 2, 2, 3, 3, 4], taken: [], extras: [], side: null, handicap: 0 },
  ],
  turn: 0,
  last: null,
  banned: null,
  swap: null,
  ...changes,
});

export const view = (number = 0, table: unknown = tapas(), awaited = [0]): View => ({
  game: "tapas",
  rules: 1,
  players: 2,
  options: {},
  seat: 0,
  number,
  awaited,
  actors: awaited,
  over: false,
  outcome: null,
  standing: { scores: [0, 0], places: [1, 1] },
  commitment: "00",
  table,
});

export const game = (number = 0, moves: string[] = ["N3:1", "W3:1"]): GameNow => ({
  number,
  view: view(number),
  moves,
  undo: "no",
});

export const table = (seq = 1): TableInfo => ({
  code: "KDPQWR",
  watch: "BWXZTRNM",
  game: "tapas",
  players: 2,
  options: {},
  clock: { kind: "none" },
  start: "full",
  practice: false,
  hints: false,
  public: false,
  status: "playing",
  paused: false,
  seats: [0, 1].map((seat) => ({
    seat,
    kind: seat ? "bot" : "person",
    name: seat ? null : "Ana",
    bot: seat ? "greedy" : null,
    stand_in: null,
    resigned: false,
  })),
  seq,
  number: 0,
  founder: 0,
  commitment: "00",
  created: 0,
  end: null,
  rematch: null,
  rematch_of: null,
  series: null,
  branch_of: null,
});

export const welcome = (seq = 1, changes: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  id: null,
  at: 0,
  table: table(seq),
  you: [0],
  host: true,
  look: 0,
  seq,
  since: null,
  items: [],
  game: game(),
  ask: null,
  presence: { type: "presence", seats: [], watchers: 0 },
  clocks: null,
  compiling: null,
  hurried: false,
  ...changes,
});

export const moved = (seq: number, number: number, seat = 1): News => ({
  type: "news",
  seq,
  items: [
    {
      kind: "move",
      seq,
      at: 0,
      seat,
      number,
      events: [{ kind: "push", seat, facts: { entry: "N3", value: 1, piece: "j1", moved: [["j1", null, 0], ["c1", 0, 1]], fallen: [] } }],
    },
  ],
  game: game(number),
  table: null,
  ask: null,
});
