/** Enter, correct and remove stages: each function gives a new race, or refuses and says why. */
import { FACTS, profileName, PROFILES, CalculatorError, refusal } from "./facts";
import { checkDeck, checkHand } from "./left";
import { checkNames, checkTitle, printable } from "./names";
import { chooserOf, count, course, type Left, type Race, type Setting, type Stage } from "./race";
import { finalStarter } from "./standing";

export function newRace(given: Setting): Race {
  const names = checkNames(given.names);
  const each = given.mode === "sprint" ? 1 : given.each;
  return { ...given, names, each, title: checkTitle(given.title), stages: [] };
}

export function addStage(race: Race, stage: Stage): Race {
  const number = race.stages.length + 1;
  const { length } = course(race);
  if (number > length) {
    const error = refusal("race-over", { stages: length });
    error.stage = number;
    throw error;
  }
  return { ...race, stages: [...race.stages, checkStage(race, number, stage)] };
}

/** The race with stage `number` as it really was. */
export function correctStage(race: Race, number: number, stage: Stage): Race {
  checkNumber(race, number);
  return again(race, race.stages.with(number - 1, stage));
}

/** The race with a forgotten stage; who chose the later ones follows. */
export function insertStage(race: Race, number: number, stage: Stage): Race {
  if (number !== race.stages.length + 1) checkNumber(race, number);
  return again(race, [...race.stages.slice(0, number - 1), stage, ...unchosen(race.stages.slice(number - 1))]);
}

export function removeStage(race: Race, number = race.stages.length): Race {
  if (race.stages.length === 0) throw refusal("no-stages");
  checkNumber(race, number);
  return again(race, [...race.stages.slice(0, number - 1), ...unchosen(race.stages.slice(number))]);
}

/** The race with another setting; the stages stay. */
export function changeRace(race: Race, setting: Setting): Race {
  const changed = newRace(setting);
  if (changed.names.length !== race.names.length && race.stages.length > 0)
    throw refusal("players-changed", { players: race.names.length });
  return again(changed, unchosen(race.stages));
}

const unchosen = (stages: Stage[]): Stage[] => stages.map((stage) => ({ ...stage, chooser: null }));
const again = (race: Race, stages: Stage[]): Race => stages.reduce(addStage, { ...race, stages: [] });

function checkNumber(race: Race, number: number): void {
  if (number < 1 || number > race.stages.length)
    throw refusal("no-such-stage", { number, done: race.stages.length });
}

/** A stage as it is entered as number `number`, with its chooser. */
function checkStage(race: Race, number: number, stage: Stage): Stage {
  try {
    checkProfile(race, number, stage.profile);
    for (const seat of stage.order) checkSeat(race, seat);
    let left: Left[] = [];
    if (stage.profile === FACTS.broom) {
      checkOrder(race, stage.order);
      if (stage.left.some(count)) throw refusal("cards-in-broom-wagon");
    } else {
      checkFinish(race, stage.order, stage.left);
      left = stage.left;
    }
    return { ...stage, left, chooser: checkChooser(race, number, stage.chooser) };
  } catch (error) {
    if (error instanceof CalculatorError) error.stage = number;
    throw error;
  }
}

function checkSeat(race: Race, seat: number): void {
  if (!(seat in race.names)) throw refusal("unknown-seat", { seat: seat + 1, players: race.names.length });
}

/** A profile is chosen once by each player, and the final is a mountain. */
export function checkProfile(race: Race, number: number, profile: string): void {
  if (!PROFILES.includes(profile)) {
    const known = PROFILES.map(profileName);
    const join = (lang: "en" | "fr"): string => known.map((one) => one[lang]).join(", ");
    throw refusal("unknown-profile", { text: printable(profile), known: join("en"), known_fr: join("fr") });
  }
  const chooser = chooserOf(race, number);
  if (chooser === null) {
    if (profile !== FACTS.mountain) throw refusal("final-mountain");
    return;
  }
  const earlier = race.stages.slice(0, number - 1).findIndex((one) => one.chooser === chooser && one.profile === profile) + 1;
  if (earlier === 0) return;
  const name = profileName(profile);
  throw refusal("profile-used", { name: race.names[chooser], profile: name.en, profile_fr: name.fr, earlier, number });
}

/** A broom wagon needs the whole order in which hands got empty. */
export function checkOrder(race: Race, order: number[]): void {
  if (order.length === 0) throw refusal("nobody-finished");
  const twice = order.find((seat, i) => order.indexOf(seat) < i);
  if (twice !== undefined) throw refusal("twice-in-order", { name: race.names[twice] });
  const missing = race.names.filter((_, seat) => !order.includes(seat));
  if (missing.length > 0) throw refusal("order-incomplete", { names: missing.join(", ") });
}

/** The first empty hand ends a stage, so exactly one player has no cards left. */
function checkFinish(race: Race, order: number[], lefts: Left[]): void {
  const players = race.names.length;
  const named = (seats: number[]): string => seats.map((seat) => race.names[seat]).join(", ");
  if (order.length === 0) throw refusal("nobody-finished");
  if (order.length > 1) throw refusal("two-winners", { names: named(order) });
  if (lefts.length !== players) throw refusal("cards-missing", { players, count: lefts.length });
  lefts.forEach((left, seat) => checkHand(left, players, race.names[seat]!));
  const winner = order[0]!;
  const held = count(lefts[winner]!);
  if (held > 0) throw refusal("winner-has-cards", { name: race.names[winner], count: held });
  const empty = lefts.flatMap((left, seat) => (count(left) === 0 ? [seat] : []));
  if (empty.length > 1) throw refusal("two-winners", { names: named(empty) });
  checkDeck(lefts, players);
}

/** The turn to choose goes round; who begins the final follows from the classification. */
function checkChooser(race: Race, number: number, given: number | null): number | null {
  const due = chooserOf(race, number);
  if (given === null || given === due) return due;
  checkSeat(race, given);
  const name = race.names[given];
  if (due !== null) throw refusal("wrong-chooser", { name, due: race.names[due], number });
  const starter = finalStarter({ ...race, stages: race.stages.slice(0, number - 1) });
  if (given !== starter) throw refusal("wrong-starter", { name, due: race.names[starter] });
  return null;
}
