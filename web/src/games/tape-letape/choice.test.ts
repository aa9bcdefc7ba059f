import { describe, expect, it } from "vitest";
import { choiceOf, keepOffered, moveOf, NOTHING, primary, secondary } from "./choice";
import { ends, finishedTable, fromLeast, readMoves, sortHand, type Cost, type TapeView } from "./model";
import { states, words, NAMES } from "./dev/fixtures";
import { clock, gapText } from "./words";

const ask = (moves: string[], choice = NOTHING, turn = 0) => ({
  offers: readMoves(moves), choice, words: words.en, lang: "en" as const, names: NAMES, me: 0, turn, over: false,
});

describe("moves as offers", () => {
  it("sorts every move of every fixture, and loses none", () => {
    for (const { moves } of Object.values(states)) {
      const offers = readMoves(moves);
      const back = [
        ...offers.cards,
        ...offers.stages.map((profile) => `stage:${profile}`),
        ...(offers.gear ? ["gear"] : []),
        ...(offers.end ? ["end"] : []),
        ...(offers.pass ? ["pass"] : []),
        ...offers.punctures.map((seat) => `puncture>${seat}`),
        ...[...offers.vitamins].flatMap(([card, seats]) => seats.map((seat) => `vitamin>${seat}:${card}`)),
      ];
      expect(back.toSorted()).toEqual(moves.toSorted());
    }
  });

  it("reads a move as a choice and writes it again", () => {
    for (const { moves } of Object.values(states))
      for (const move of moves.filter((text) => text !== "end" && text !== "pass")) expect(moveOf(choiceOf(move))).toBe(move);
  });

  it("drops what is not offered any more", () => {
    const offers = readMoves(["J7", "puncture>1"]);
    expect(keepOffered({ kind: "card", card: "J8" }, offers)).toEqual(NOTHING);
    expect(keepOffered({ kind: "card", card: "J7" }, offers)).toEqual({ kind: "card", card: "J7" });
    expect(keepOffered({ kind: "puncture", target: 2 }, offers)).toEqual({ kind: "puncture", target: null });
    expect(keepOffered({ kind: "gear" }, offers)).toEqual(NOTHING);
    expect(keepOffered({ kind: "vitamin", card: "J7", target: 1 }, offers)).toEqual(NOTHING);
  });
});

describe("the primary action", () => {
  it("says what it does", () => {
    expect(primary(ask(["J9"], { kind: "card", card: "J9" }))).toMatchObject({ move: "J9", label: "Lay the 9", spoken: "Lay the 9, yellow" });
    expect(primary(ask(["J9"]))).toMatchObject({ move: null, label: "Choose a card" });
    expect(primary(ask(["pass"]))).toMatchObject({ move: "pass", label: "Pass" });
    expect(primary(ask(["J9", "end"]))).toMatchObject({ move: "end" });
    expect(primary(ask(["stage:flat"]))).toMatchObject({ move: null, label: "Choose a profile" });
    expect(primary(ask(["stage:flat"], { kind: "stage", profile: "flat" }))).toMatchObject({ move: "stage:flat" });
    expect(primary(ask(["puncture>1"], { kind: "puncture", target: 1 }, 2))).toMatchObject({ move: "puncture>1", label: "Puncture Hugo" });
    expect(primary(ask(["puncture>0"], { kind: "puncture", target: 0 }))).toMatchObject({ label: "Puncture yourself" });
    expect(primary(ask(["vitamin>2:J9"], { kind: "vitamin", card: "J9", target: 2 }))).toMatchObject({ move: "vitamin>2:J9" });
    expect(primary(ask([], NOTHING, 2))).toMatchObject({ move: null, label: "Inès's turn" });
  });

  it("has a way out beside a chosen card only if the moves have one", () => {
    expect(secondary(ask(["J9", "end"], { kind: "card", card: "J9" }))?.move).toBe("end");
    expect(secondary(ask(["J9", "pass"]))?.move).toBe("pass");
    expect(secondary(ask(["J9"], { kind: "card", card: "J9" }))).toBeNull();
    expect(secondary(ask(["pass"]))).toBeNull();
  });
});

describe("columns", () => {
  it("grow at their ends", () => {
    expect(ends({ colour: "J", low: 3, high: 5 }, 3, 3, 10)).toEqual([{ value: 6, way: 1 }]);
    expect(ends({ colour: "J", low: 8, high: 10 }, 10, 3, 10)).toEqual([{ value: 7, way: -1 }]);
    expect(ends({ colour: "J", low: 6, high: 7 }, 6, 3, 10)).toEqual([{ value: 5, way: -1 }, { value: 8, way: 1 }]);
    expect(ends({ colour: "J", low: null, high: null }, 6, 3, 10)).toEqual([{ value: 6, way: 1 }]);
    expect(ends({ colour: "J", low: null, high: null }, null, 3, 10)).toEqual([]);
    expect(ends({ colour: "J", low: 3, high: 10 }, 3, 3, 10)).toEqual([]);
  });

  it("offer only places that a card of the moves fits", () => {
    for (const { view, moves } of Object.values(states)) {
      const table = view.table as TapeView;
      if (table.profile === null || table.start === null) continue;
      for (const text of readMoves(moves).cards) {
        const column = table.columns.find((one) => one.colour === text[0])!;
        expect(ends(column, table.start, table.low, table.high).map((end) => end.value)).toContain(Number(text.slice(1)));
      }
    }
  });
});

describe("times", () => {
  const results = Object.values(states).flatMap((step) => step.events.filter((event) => event.kind === "stage-over"));

  it("explains the seconds of every stage that a race really had", () => {
    expect(results.length).toBeGreaterThan(3);
    for (const { facts } of results) {
      if (facts["profile"] === "broom-wagon") continue;
      const seconds = facts["seconds"] as number[];
      (facts["costs"] as Cost[]).forEach(({ small_seconds, big_seconds }, seat) => {
        if (seat !== facts["winner"]) expect(small_seconds + big_seconds).toBe(seconds[seat]);
      });
    }
  });

  it("keeps the old stage on the table while its last card is shown", () => {
    const step = Object.values(states).find((one) => one.events.some((event) => event.kind === "stage-over"))!;
    const table = finishedTable(step.before!.table as TapeView, step.events);
    expect(table.profile).toBe((step.before!.table as TapeView).profile);
    expect(table.riders.some((rider) => rider.cards === 0)).toBe(true);
  });

  it("is written as people read it", () => {
    expect([clock(160), clock(-40), clock(0), gapText(20), gapText(0)]).toEqual(["2:40", "−0:40", "0:00", "+0:20", "0:00"]);
    expect(fromLeast([2, 1, 2, 4])).toEqual([1, 0, 2, 3]);
    expect(sortHand(["R3", "J10", "J2", "B5"]).map((card) => card.text)).toEqual(["J2", "J10", "B5", "R3"]);
  });
});
