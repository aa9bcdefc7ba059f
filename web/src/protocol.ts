// Written by `python -m echappee.server.http.typescript`. Do not edit.

/** Nobody is hurried. */
export interface NoClock {
  kind: "none";
}

/** Each move has ``move`` seconds; what it takes beyond comes out of ``bank`` seconds. */
export interface LiveClock {
  kind: "live";
  move: number;
  bank: number;
}

/** Each move may take ``days`` days, whether anybody is connected or not. */
export interface DaysClock {
  kind: "days";
  days: number;
}

export type Clock = NoClock | LiveClock | DaysClock;

/** A seat for whoever sets the table; several of them make a hot seat. */
export interface You {
  kind: "you";
  name: string;
}

/** A seat for whoever comes with the link. */
export interface Open {
  kind: "open";
}

/** A seat for a bot: of a level, one of its riders sits down, unless it is named otherwise. */
export interface BotSeat {
  kind: "bot";
  bot: string;
  name?: string | null;
}

export type SeatPlan = You | Open | BotSeat;

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person" | "reserved";
  name: string | null;
  bot: string | null;
  stand_in: "left" | "time" | null;
  resigned: boolean;
}

/** Who sits in a seat has changed. */
export interface Taken {
  kind: "seat";
  seq: number;
  at: number;
  seat: SeatInfo;
}

/** The game begins. */
export interface Started {
  kind: "started";
  seq: number;
  at: number;
}

/** Something that happened, as one viewer may know it; ``words/`` has a sentence for it. */
export interface Event {
  kind: string;
  seat: number | null;
  facts: Record<string, unknown>;
}

/** A move: what it did, as this viewer may know it. */
export interface Moved {
  kind: "move";
  seq: number;
  at: number;
  seat: number;
  number: number;
  events: Event[];
}

/** A move was taken back, and all after it. */
export interface Undone {
  kind: "undo";
  seq: number;
  at: number;
  seat: number;
  number: number;
  by_consent: boolean;
}

/** A seat asks to take its last move back; ``seq`` is the number to answer to. */
export interface UndoAsked {
  kind: "undo-asked";
  seq: number;
  at: number;
  seat: number;
  waits: number[];
}

/** A seat agreed, or refused (which settles it). */
export interface UndoAnswered {
  kind: "undo-answered";
  seq: number;
  at: number;
  seat: number;
  ask: number;
  agree: boolean;
}

/** Somebody said something: a text, or the id of a quick phrase. */
export interface Said {
  kind: "chat";
  seq: number;
  at: number;
  seat: number;
  text: string | null;
  phrase: string | null;
}

/** A seat asked a bot for a hint, in a game against people. */
export interface HintTold {
  kind: "hint";
  seq: number;
  at: number;
  seat: number;
}

/** The game rests. */
export interface Paused {
  kind: "paused";
  seq: number;
  at: number;
  seat: number;
}

/** The game goes on. */
export interface Resumed {
  kind: "resumed";
  seq: number;
  at: number;
  seat: number;
}

/** A seat gave up; a bot plays on for it if others go on. */
export interface Resigned {
  kind: "resigned";
  seq: number;
  at: number;
  seat: number;
}

/** A bot plays for a person who left or ran out of time. */
export interface StoodIn {
  kind: "stand-in";
  seq: number;
  at: number;
  seat: number;
  why: "left" | "time";
}

/** A person has the seat back. */
export interface Returned {
  kind: "returned";
  seq: number;
  at: number;
  seat: number;
}

/** The same sentence in English and in French. */
export interface Phrase {
  en: string;
  fr: string;
}

/** How the seats stand now: scores, and places from 1 (equal seats share one). */
export interface Standing {
  scores: number[];
  places: number[];
}

/** How a table ended. */
export interface TableEnd {
  why: "played" | "resigned";
  words: Phrase;
  article: string | null;
  winners: number[];
  standing: Standing;
}

/** The game is over. */
export interface Ended {
  kind: "ended";
  seq: number;
  at: number;
  end: TableEnd;
}

/** The next table is set; ``code`` is null for spectators. */
export interface Rematched {
  kind: "rematch";
  seq: number;
  at: number;
  code: string | null;
  watch: string;
}

export type LogItem = Taken | Started | Moved | Undone | UndoAsked | UndoAnswered | Said | HintTold | Paused | Resumed | Resigned | StoodIn | Returned | Ended | Rematched;

/** The first message: what I have already and through which seat I look. */
export interface Hello {
  type: "hello";
  last?: number | null;
  look?: number | null;
  tokens?: string[];
}

/** A move: its text, and the number of the position it was chosen in. */
export interface PlayMove {
  type: "move";
  id: string;
  seat: number;
  number: number;
  text: string;
}

/** Take my last move back, by right or by asking. */
export interface TakeBack {
  type: "undo";
  id: string;
  seat: number;
}

/** An answer to the item ``undo-asked`` with the number ``ask``. */
export interface Consent {
  type: "consent";
  id: string;
  seat: number;
  ask: number;
  agree: boolean;
}

/** A sentence of one's own, or a quick phrase: exactly one of the two. */
export interface Say {
  type: "chat";
  id: string;
  seat: number;
  text?: string | null;
  phrase?: string | null;
}

/** Stop the game and its clocks. */
export interface Pause {
  type: "pause";
  id: string;
  seat: number;
}

/** Go on after a pause. */
export interface Resume {
  type: "resume";
  id: string;
  seat: number;
}

/** Give the game up. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** I am back: the bot that stands in for me may leave. */
export interface Return {
  type: "back";
  id: string;
  seat: number;
}

/** What would the best bot play? */
export interface AskHint {
  type: "hint";
  id: string;
  seat: number;
}

/** Why is this move (not) legal? */
export interface AskWhy {
  type: "explain";
  id: string;
  seat: number;
  text: string;
}

/** What would this move do? */
export interface AskPreview {
  type: "preview";
  id: string;
  seat: number;
  text: string;
}

/** Show me the moves after position ``number`` again, through the seat that I look through. */
export interface AskSince {
  type: "since";
  id: string;
  seat: number | null;
  number: number;
}

/** Look through another of my seats; null is a spectator's view. Answered by a welcome. */
export interface Look {
  type: "look";
  id: string;
  seat: number | null;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

export type ClientMessage = Hello | PlayMove | TakeBack | Consent | Say | Pause | Resume | Resign | Return | AskHint | AskWhy | AskPreview | AskSince | Look | Ping;

/** The longer contest that a table is part of. */
export interface SeriesInfo {
  part: number;
  length: number;
  goes_on: boolean;
  standing: unknown;
}

/** The moment of a record from which a table plays on. */
export interface BranchOf {
  record: string;
  number: number;
  seat: number;
}

/** A table as everybody sees it. */
export interface TableInfo {
  code: string | null;
  watch: string;
  game: string;
  players: number;
  options: Record<string, boolean | number | string>;
  clock: Clock;
  start: "full" | "host";
  practice: boolean;
  hints: boolean;
  public: boolean;
  status: "over" | "playing" | "waiting";
  paused: boolean;
  seats: SeatInfo[];
  founder: number | null;
  seq: number;
  number: number;
  commitment: string;
  created: number;
  end: TableEnd | null;
  rematch: string | null;
  rematch_of: string | null;
  series: SeriesInfo | null;
  branch_of: BranchOf | null;
}

/** Why a game ended and how. */
export interface Outcome {
  ending: string;
  words: Phrase;
  article: string;
  winners: number[];
  standing: Standing;
}

/** What one viewer may know of a game; ``table`` is the game's own part. */
export interface View {
  game: string;
  rules: number;
  players: number;
  options: Record<string, boolean | number | string>;
  seat: number | null;
  number: number;
  awaited: number[];
  actors: number[];
  over: boolean;
  outcome: Outcome | null;
  standing: Standing;
  commitment: string;
  table: unknown;
}

/** The game as the seat looked through may know it. */
export interface GameNow {
  number: number;
  view: View;
  moves: string[];
  undo: "alone" | "consent" | "no" | "right";
}

/** A question that is open: may ``seat`` take its move back? */
export interface UndoAsk {
  ask: number;
  seat: number;
  waits: number[];
}

/** Is the person of a seat connected? */
export interface SeatPresence {
  seat: number;
  here: boolean;
}

/** Who is there. Not numbered. */
export interface Presence {
  type: "presence";
  seats: SeatPresence[];
  watchers: number;
}

/** One seat's clock at the moment ``at`` of the message. */
export interface SeatClock {
  seat: number;
  running: boolean;
  move: number;
  bank: number;
}

/** All clocks. Not numbered: the latest is the only one that counts. */
export interface Clocks {
  type: "clocks";
  at: number;
  resting: boolean;
  seats: SeatClock[];
}

/** Rules that are being compiled: until they are, bots play simpler. */
export interface Compiling {
  percent: number;
  failed: boolean;
}

/** The answer to hello and look: all there is, and what was missed. */
export interface Welcome {
  type: "welcome";
  id: string | null;
  at: number;
  table: TableInfo;
  you: number[];
  host: boolean;
  look: number | null;
  seq: number;
  since: number | null;
  items: LogItem[];
  game: GameNow | null;
  ask: UndoAsk | null;
  presence: Presence;
  clocks: Clocks | null;
  compiling: Compiling | null;
  hurried: boolean;
}

/** What is new, and what it changed. Several items may come together. */
export interface News {
  type: "news";
  seq: number;
  items: LogItem[];
  game: GameNow | null;
  table: TableInfo | null;
  ask: UndoAsk | null;
}

/** Done, and on disk, under the number ``seq``. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** Not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  words: Phrase;
  article: string | null;
}

/** A move that an adviser has looked at. */
export interface Advised {
  text: string | null;
  wins: number;
  score: number | null;
  weight: number;
  proved: boolean;
}

/** What a bot would play in position ``number``. */
export interface Hinted {
  type: "hint";
  id: string;
  number: number;
  seat: number;
  bot: string;
  text: string | null;
  advised: Advised[];
}

/** Why a move is legal, or not: a code, words, and the article of the rulebook. */
export interface Explanation {
  legal: boolean;
  code: string;
  words: Phrase;
  article: string | null;
}

/** Why a move is legal, or not, in position ``number``. */
export interface Explained {
  type: "explained";
  id: string;
  number: number;
  text: string;
  explanation: Explanation;
}

/** What a move would do in position ``number``. */
export interface Previewed {
  type: "preview";
  id: string;
  number: number;
  text: string;
  events: Event[];
  view: View;
  ahead: unknown;
}

/** One move that was played: what it did and what the table looked like after it. */
export interface Step {
  number: number;
  seat: number;
  events: Event[];
  view: View;
}

/** The latest moves that led to position ``number``, and the view before the first of them. */
export interface Replayed {
  type: "since";
  id: string;
  number: number;
  before: View;
  steps: Step[];
}

/** How far the rules of this table's game are. Not numbered: the latest counts. */
export interface RulesNow {
  type: "rules";
  compiling: Compiling | null;
  hurried: boolean;
}

/** Here I am. */
export interface Pong {
  type: "pong";
  id: string;
  at: number;
}

export type ServerMessage = Welcome | News | Ack | Refused | Hinted | Explained | Previewed | Replayed | Presence | Clocks | RulesNow | Pong;

/** Ask whether a table could be set like this. */
export interface CheckOptions {
  players: number;
  options?: Record<string, boolean | number | string>;
}

/** Set a table. The number of players is the number of seats. */
export interface CreateTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, boolean | number | string>;
  clock?: Clock;
  start?: "full" | "host";
  series?: string[] | null;
  practice?: boolean;
  hints?: boolean;
  public?: boolean;
}

/** Sit down in an open seat. */
export interface TakeSeat {
  name: string;
}

/** Put a bot in a seat, or with null open it again. */
export interface FillSeat {
  bot: string | null;
}

/** Begin now; open seats get the bot ``fill``. */
export interface StartTable {
  fill?: string | null;
}

/** Show the token of a private link. */
export interface RecoverSeat {
  token: string;
}

/** A record to be checked by replay and shared. */
export interface ImportRecord {
  text: string;
}

/** Play on from a moment of a record, with bots in the other seats. */
export interface BranchRecord {
  number: number;
  seat: number;
  name: string;
  bot: string;
}

/** All moves that the learner has made in a step, the latest last. */
export interface LessonMoves {
  moves?: string[];
}

/** A bot that can take a seat. */
export interface BotInfo {
  name: string;
  label: Phrase;
  help: Phrase;
}

/** What a portrait is drawn from. */
export interface Features {
  skin: "dark" | "deep" | "light" | "tan";
  hair: "bald" | "bob" | "bun" | "curls" | "long" | "ponytail" | "short";
  colour: "black" | "blond" | "brown" | "grey" | "red";
  head: "bare" | "cap" | "helmet" | "laurel";
  face: "beard" | "freckles" | "glasses" | "moustache" | "plain" | "shades" | "smile" | "stubble";
  jersey: "band" | "chevron" | "dots" | "hoops" | "plain" | "sash";
  tint: "ambre" | "asphalte" | "bleu" | "descente" | "jaune" | "montee" | "orange" | "rouge" | "vert";
}

/** A bot with a name and a face, who takes a seat of his level. */
export interface RiderInfo {
  id: string;
  name: string;
  level: string;
  style: Phrase;
  look: Features;
}

/** A sentence to say with one click, in everybody's own language. */
export interface QuickPhrase {
  id: string;
  words: Phrase;
}

/** How long things may be, in characters. */
export interface Limits {
  name: number;
  chat: number;
  record: number;
}

/** What this server offers. */
export interface HouseInfo {
  version: string;
  languages: ("en" | "fr")[];
  bots: BotInfo[];
  riders: RiderInfo[];
  phrases: QuickPhrase[];
  limits: Limits;
  compiling: Compiling | null;
}

/** One value that an option takes. */
export interface OptionValue {
  value: boolean | number | string;
  label: Phrase;
}

/** A value of an option that was found to be fair between equal players. */
export interface OptionSuggestion {
  level: string;
  options: Record<string, boolean | number | string>;
  value: boolean | number | string;
}

/** An option of a game, in words. */
export interface OptionInfo {
  name: string;
  label: Phrase;
  help: Phrase;
  values: OptionValue[];
  default: boolean | number | string;
  free: boolean;
  document: boolean;
  choices: OptionValue[];
  suggested: OptionSuggestion[];
}

/** A longer contest that a game offers: a series of matches. */
export interface SeriesOffer {
  label: Phrase;
  help: Phrase;
  single: Phrase;
  option: string;
  settles: string[];
  most: number;
  examples: string[][];
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  name: Phrase;
  tagline: Phrase;
  duration: Phrase;
  rules: number;
  fewest: number;
  most: number;
  hidden: boolean;
  options: OptionInfo[];
  series: SeriesOffer | null;
  ready: boolean;
}

/** Why something was refused. */
export interface Problem {
  code: string;
  words: Phrase;
  article: string | null;
  line: number | null;
}

/** A value of an option: checked, and shown as far as it goes. */
export interface OptionDescription {
  value: boolean | number | string | null;
  problem: Problem | null;
  about: unknown;
}

/** It could: every option with its value, in its one way of writing. */
export interface CheckedOptions {
  options: Record<string, boolean | number | string>;
}

/** What opens a seat from any device. It is shown once and stored nowhere in the clear. */
export interface Key {
  seat: number | null;
  token: string;
  link: string;
}

/** A table, and what the device that asks may do at it. */
export interface Seated {
  table: TableInfo;
  you: number[];
  host: boolean;
  keys: Key[];
}

/** A public table that waits for somebody, as strangers may know it. */
export interface OpenTable {
  code: string;
  game: string;
  options: Phrase[];
  founder: string | null;
  free: number;
  players: number;
  waiting: number;
}

/** One line of a record. */
export interface EntryInfo {
  number: number;
  seat: number;
  text: string;
}

/** A game that is over, or was imported: everything is open. */
export interface RecordInfo {
  id: string;
  game: string;
  rules: number;
  players: number;
  options: Record<string, boolean | number | string>;
  names: (string | null)[];
  bots: (string | null)[];
  entries: EntryInfo[];
  end: TableEnd | null;
  commitment: string;
  practice: boolean;
  verified: boolean;
}

/** A record after one of its entries, as one seat saw it (or, with null, a spectator). */
export interface RecordStep {
  number: number;
  total: number;
  look: number | null;
  events: Event[];
  view: View;
  seats: View[];
  position: string;
}

/** One of many steps of a record. */
export interface ReplayStep {
  number: number;
  events: Event[];
  change: unknown;
}

/** Several steps of a record through one pair of eyes (null: all hands open). */
export interface RecordSteps {
  first: number;
  total: number;
  look: number | null;
  view: unknown;
  seats: unknown[];
  steps: ReplayStep[];
}

/** Where a stage or a round begins. */
export interface Milestone {
  number: number;
  kind: string;
  count: number;
}

/** Scores and places from an entry on. */
export interface StandingAt {
  number: number;
  scores: number[];
  places: number[];
}

/** A whole game at a glance. */
export interface RecordCourse {
  total: number;
  low_wins: boolean;
  chapters: Milestone[];
  standings: StandingAt[];
}

/** How likely each seat was to win after an entry, as far as bots can tell. */
export interface ChancesAt {
  number: number;
  wins: number[];
  games: number;
}

/** Where chances swung more than by accident. */
export interface TurningPoint {
  number: number;
  since: number;
  seat: number;
  swing: number;
}

/** Winning chances over a game; they get better while ``done`` is false: ask again. */
export interface RecordChances {
  done: boolean;
  later: boolean;
  net: boolean;
  points: ChancesAt[];
  turns: TurningPoint[];
}

/** A move that could have been made where one was judged. */
export interface ReviewedChoice {
  text: string | null;
  wins: number;
}

/** A move that cost a seat chances of winning, by what the seat could know then. */
export interface ReviewedMove {
  number: number;
  seat: number;
  played: string | null;
  best: string | null;
  line: (string | null)[];
  loss: number;
  grade: string;
  reasons: Phrase[];
  choices: ReviewedChoice[];
  proved: boolean;
}

/** The moves of one seat, judged; more of them while ``done`` is false: ask again. */
export interface RecordReview {
  seat: number;
  judged: number;
  total: number;
  done: boolean;
  later: boolean;
  moments: ReviewedMove[];
}

/** One step of a lesson, as the coach announces it. */
export interface LessonStep {
  id: string;
  article: string;
  title: Phrase;
  say: Phrase;
  seat: number;
  goals: number;
}

/** The first lesson of a game. */
export interface LessonInfo {
  game: string;
  names: Phrase[];
  steps: LessonStep[];
}

/** One move of a lesson as the learner sees it. */
export interface Frame {
  seat: number | null;
  text: string | null;
  events: Event[];
  view: View;
  open: boolean;
}

/** How the latest move went; without moves, how the step begins. */
export interface LessonAnswer {
  verdict: "done" | "on" | "other" | "refused" | "start";
  reached: number;
  frames: Frame[];
  moves: string[];
  hint: string | null;
  words: Phrase | null;
  problem: Problem | null;
}

/** What this house plays where the printed rules are silent or unclear. */
export interface Ruling {
  id: string;
  words: Phrase;
}

/** A position, for the game's board to draw. */
export interface Picture {
  id: string;
  seat: number | null;
  view: View;
  moves: string[];
  caption: Phrase;
}

/** One article of the rules. */
export interface Chapter {
  id: string;
  title: Phrase;
  text: Phrase;
  rulings: Ruling[];
  pictures: Picture[];
}

/** The rulebook of a game, article by article. */
export interface RulesInfo {
  game: string;
  names: Phrase[];
  articles: Chapter[];
}

/** One square of the road. */
export interface Square {
  terrain: "ascent" | "cobbles" | "descent" | "flat" | "supply" | "wet";
  lanes: number;
}

/** A stretch of road that passes over an earlier one: squares counted from 0, up to the end. */
export interface Bridge {
  begin: number;
  end: number;
}

/** The weather of a straight, where it isn't fair (§13). */
export interface Weather {
  kind: "crosswind" | "headwind" | "rain" | "tailwind";
  begin: number;
  end: number;
}

/** One rider, and his cards. */
export interface FlammeRider {
  rider: "R" | "S";
  square: number | null;
  lane: "L" | "M" | "R" | null;
  crossed: number | null;
  on_road: boolean;
  fallen: boolean;
  deck: number;
  recycled: number;
  recycled_cards: string[] | null;
  exhaustion: number;
  played: string[];
  chosen: boolean;
  card: string | null;
}

/** A card of the viewer's hand, and what it would do if the road ahead stayed as it is. */
export interface HandCard {
  card: string;
  value: number;
  reach: number;
  printed: number;
  why: ("ascent" | "descent" | "fallen" | "last-square" | "supply")[];
}

/** A player's team or a dummy team. */
export interface FlammeTeam {
  kind: "muscle" | "peloton" | "player";
  riders: FlammeRider[];
  holding: "R" | "S" | null;
  hand: HandCard[] | null;
  bidder: "R" | "S" | null;
  bids: string[];
}

/** A rider in a pack. */
export interface PackRider {
  team: number;
  rider: "R" | "S";
}

/** A rider where the race has brought him, first of all or behind another. */
export interface Classified {
  team: number;
  rider: "R" | "S";
  place: number;
  behind: number;
  why: "lane" | "round" | "square" | null;
}

/** The race as one viewer sees it. Teams are the seats, then the dummy teams. */
export interface FlammeRougeView {
  phase: "bidding" | "energy" | "over" | "placing";
  round: number;
  breakaway: number | null;
  stage: string;
  title: string | null;
  tiles: string[];
  squares: Square[];
  poses: number[][];
  bridges: Bridge[];
  weather: Weather[] | null;
  start: number;
  finish: number;
  to_the_end: boolean;
  order: number[];
  teams: FlammeTeam[];
  packs: PackRider[][];
  classification: Classified[];
}

/** One face of a tile, drawn by itself. */
export interface TileFace {
  face: string;
  piece: string;
  kind: "curve" | "finish" | "start" | "straight";
  box: string;
  turn: number;
  squares: Square[];
  poses: [number, number, number][];
  line: number | null;
}

/** A stage, or what has been laid of one. */
export interface StagePlan {
  tiles: string[];
  squares: Square[];
  poses: [number, number, number][];
  start: number | null;
  finish: number | null;
  title: string | null;
  crossing: [number, number] | null;
  bridges: Bridge[];
  fits: string[];
}

/** A stage with a name. */
export interface NamedStage {
  id: string;
  name: string;
  box: string;
  number: number | null;
  designer: string | null;
  confidence: "high" | "low" | "medium";
  tiles: string[];
  plan: StagePlan;
}

/** The tiles of all boxes, and the named stages. */
export interface StageMaterial {
  tiles: TileFace[];
  stages: NamedStage[];
}

/** Something that a stage needs, and how it stands with it. */
export interface StageNeed {
  id: string;
  state: "broken" | "met" | "open";
  words: Phrase;
  detail: Phrase;
}

/** Faces that can't be laid at the end of the road, and why. */
export interface UnfitFaces {
  faces: string[];
  words: Phrase;
}

/** A stage that is being built: what it needs, and how it could go on. */
export interface StageDraft {
  tiles: string[];
  squares: Square[];
  poses: [number, number, number][];
  start: number | null;
  finish: number | null;
  title: string | null;
  crossing: [number, number] | null;
  bridges: Bridge[];
  fits: string[];
  needs: StageNeed[];
  unfit: UnfitFaces[];
  completion: string[];
  ahead: Square[];
  ahead_poses: [number, number, number][];
  pieces_of: number;
  squares_of: number;
}

/** A rider in the general classification, for people. */
export interface GrandTourRider {
  team: number;
  rider: string;
  gap: number | null;
  exhaustion: number;
}

/** A rider at the end of a stage, for people. */
export interface GrandTourArrival {
  team: number;
  rider: string;
  change: number;
  points: number;
}

/** How a tour stands, for people. */
export interface GrandTourStanding {
  stages: string[];
  titles: (string | null)[];
  done: number;
  general: GrandTourRider[];
  points: number[];
  results: GrandTourArrival[][];
  winners: number[];
}

/** One player's side of the table. */
export interface TapasSeat {
  colour: "c" | "j";
  hand: number[];
  taken: number[];
  extras: string[];
  side: "E" | "N" | "S" | "W" | null;
  handicap: number;
}

/** The table, the same for everybody. */
export interface TapasView {
  board: ((string | null)[])[];
  seats: TapasSeat[];
  turn: number;
  last: string | null;
  banned: string | null;
  swap: "asked" | "kept" | "open" | "taken" | null;
}

/** What Extras are worth at the end (§6). */
export interface TapasBox {
  toast: number;
  sauces: string[];
  sauce_points: number[];
}

/** The cards of one colour on the table, from ``low`` to ``high``; null before the first. */
export interface Column {
  colour: string;
  low: number | null;
  high: number | null;
}

/** One player: all of it is open, but for ``hand`` and ``known``. */
export interface Rider {
  cards: number;
  hand: string[] | null;
  risk: number | null;
  known: string[];
  vitamins: number;
  gears: number;
  punctures: number;
  profiles: string[];
  skips: number;
  may_not_hit: number[];
  finished: number | null;
  total: number;
  gap: number;
  wins: number;
  yellow: boolean;
}

/** The last finished stage. */
export interface StageResult {
  profile: string;
  chooser: number;
  final: boolean;
  winner: number;
  seconds: number[];
}

/** The table as one viewer sees it. */
export interface TapeView {
  stage: number;
  stages: number;
  profile: string | null;
  start: number | null;
  low: number;
  high: number;
  final: boolean;
  chooser: number;
  next_chooser: number | null;
  refuel_after: number | null;
  turn: number;
  laid: number;
  gear: boolean;
  acted: boolean;
  must_play: boolean;
  columns: Column[];
  riders: Rider[];
  last_stage: StageResult | null;
}

/** The road on which the riders stand: between two stages that of the last one. */
export interface TourBoard {
  rows: number;
  lanes: ("blue" | "orange" | "red" | "white" | null)[];
  green_after: number | null;
  dots: number[][];
}

/** One rider. Riders are numbered from 1 within their team. */
export interface TourRider {
  where: "home" | "off" | "road";
  lane: number | null;
  row: number | null;
  arrived: number | null;
  turned: number;
  jersey: "green" | "yellow" | null;
  points: number;
}

/** A risk card; ``value`` is 0 where it has none. */
export interface TourRisk {
  effect: string;
  value: number;
  red: boolean;
  rider: number | null;
}

/** One team and its side of the table. */
export interface TourSeat {
  colour: "blue" | "orange" | "red" | "white";
  lane: number;
  riders: TourRider[];
  cards: number;
  hand: string[] | null;
  individual: number;
  individual_place: number;
  team: number;
  team_place: number;
  kept: TourRisk | null;
  starter: number | null;
  used: number;
  riding: boolean;
  laid: boolean;
  sealed: string | null;
  heat: number | null;
  to_go: number | null;
  placed: number | null;
}

/** A square on which the moving rider can end his move, and steps that lead there. */
export interface TourWay {
  to: number[] | null;
  path: string;
}

/** How far the turn has got. */
export interface TourTurn {
  card: string | null;
  numbers: number[];
  extra: boolean;
  riders: number[];
  mover: number | null;
  steps: number;
  ways: TourWay[];
  shut: Record<string, string>;
  risk: TourRisk | null;
  still: number | null;
  boosted: number | null;
}

/** The table as one seat sees it. */
export interface TourView {
  stage: number;
  kinds: ("classic" | "solo-trial" | "team-trial")[];
  kind: "classic" | "solo-trial" | "team-trial";
  standing: "classic" | "solo-trial" | "team-trial";
  phase: string;
  dealer: number;
  turn: number | null;
  board: TourBoard;
  seats: TourSeat[];
  arrivals: number[][];
  line: "open" | "taken" | "yellow-first";
  now: TourTurn;
  pile: number;
  discards: Record<string, number>;
  risk_pile: number;
  risks_under: TourRisk[];
  points: Record<string, number[]>;
  round: number | null;
  playoffs: number;
  yellow_choice: number[];
}

/** The squares on which a rider could stop with one number, if he went first. */
export interface TourReach {
  rider: number;
  number: number;
  extra: boolean;
  to: number[][];
  home: boolean;
}

/** What a race card could do, as the road lies now. */
export interface TourAhead {
  reach: TourReach[];
}

/** What `View.table` is, by the id of the game. */
export interface Tables {
  "flamme-rouge": FlammeRougeView;
  tapas: TapasView;
  "tape-letape": TapeView;
  "tour-de-france": TourView;
}
