import { expect, test } from "vitest";
import type { SeatInfo, TableEnd, TableInfo } from "../protocol";
import { winnersFor } from "./counted";

const person: Omit<SeatInfo, "seat"> = { kind: "person", name: "Ana", bot: null, stand_in: null, resigned: false };

function finished(practice: boolean, ...seats: Partial<SeatInfo>[]): TableInfo {
  return { practice, seats: seats.map((one, seat) => ({ ...person, seat, ...one })) } as TableInfo;
}
const end = { winners: [0] } as unknown as TableEnd;

test("a game that one played to its end counts", () => {
  expect(winnersFor(finished(false, {}, { kind: "bot", bot: "champion" }), end, 0)).toEqual([0]);
  expect(winnersFor(finished(false, {}, {}), end, 1)).toEqual([0]);
});

test("a practice game counts for nobody", () => {
  expect(winnersFor(finished(true, {}, {}), end, 0)).toBeNull();
  expect(winnersFor(finished(true, {}, {}), end, 1)).toBeNull();
});

test("a game that a bot finished for somebody who left does not count for him", () => {
  for (const why of ["left", "time"] as const) {
    const table = finished(false, { stand_in: why, bot: "teammate" }, {});
    expect(winnersFor(table, end, 0)).toBeNull();
    expect(winnersFor(table, end, 1)).toEqual([0]);
  }
});

test("what a bot wins for somebody who gave up is not his win", () => {
  expect(winnersFor(finished(false, { resigned: true }, {}), end, 0)).toEqual([]);
});
