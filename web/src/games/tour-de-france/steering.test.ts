import { describe, expect, it } from "vitest";
import { inOrder, readCard, readGift, sumOf, writeGift } from "./model";
import { giftsOf, nearest, trail } from "./steering";

const MOVES = ["2>1", "2+>1", "1>1", "1+>1", "2>3", "2+>3", "1>3", "1+>3", "0+>1", "done"];

describe("giving numbers", () => {
  it("reads only gifts out of the moves, and writes them as they were", () => {
    const gifts = giftsOf(MOVES);
    expect(gifts.map(writeGift)).toEqual(MOVES.slice(0, -1));
    expect(readGift(">")).toBeNull();
    expect(readGift("211r")).toBeNull();
  });
  it("proposes the largest number for the rider in front, without the extra square", () => {
    expect(nearest(giftsOf(MOVES), {}, [3, 1, 2])).toEqual({ number: 2, extra: false, rider: 3 });
  });
  it("keeps what was touched last and gives way elsewhere", () => {
    const gifts = giftsOf(["2>1", "1>1", "1>3"]);
    const first = nearest(gifts, {}, [1, 2, 3]);
    expect(first).toEqual({ number: 2, extra: false, rider: 1 });
    expect(nearest(gifts, { ...first, rider: 3 }, [1, 2, 3], "rider")).toEqual({ number: 1, extra: false, rider: 3 });
    expect(nearest(giftsOf(["2>1", "0+>1"]), { number: 2, extra: true, rider: 1 }, [1, 2, 3], "extra")?.extra).toBe(true);
    expect(nearest([], {}, [1, 2, 3])).toBeNull();
  });
});

describe("steps", () => {
  it("follow the lanes: left is the lower one", () => {
    expect(trail([2, 8], "<^>>")).toEqual([
      [1, 9],
      [1, 10],
      [2, 11],
      [3, 12],
    ]);
  });
});

describe("cards and places", () => {
  it("reads colours and Sprint cards", () => {
    expect(readCard("211r")).toEqual({ text: "211r", numbers: [2, 1, 1], colour: "red" });
    expect(readCard("321").colour).toBeNull();
    expect(sumOf(readCard("321"))).toBe(6);
  });
  it("stands in the order of its places", () => {
    expect(inOrder([5, 9, 5, 0], [3, 1, 2, 4]).map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
      [3, 4],
    ]);
  });
});
