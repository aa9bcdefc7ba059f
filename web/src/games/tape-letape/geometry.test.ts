import { describe, expect, it } from "vitest";
import { alongTheRoad, curve, fan, layOut, type Layout, type Profile } from "./geometry";
import { PROFILES } from "./model";

const DECKS: Record<number, { low: number; high: number; roads: number }> = {
  3: { low: 3, high: 10, roads: 3 },
  4: { low: 3, high: 10, roads: 4 },
  5: { low: 2, high: 11, roads: 4 },
  6: { low: 1, high: 12, roads: 4 },
};
const SIZES = {
  phone: { width: 390, height: 300, title: 44, cover: 0 },
  "small phone": { width: 360, height: 236, title: 44, cover: 0 },
  "phone on its side": { width: 560, height: 210, title: 44, cover: 0 },
  tablet: { width: 560, height: 620, title: 92, cover: 0 },
  desktop: { width: 732, height: 500, title: 92, cover: 0 },
  "desktop, choosing": { width: 732, height: 500, title: 0, cover: 168 },
  "phone, choosing": { width: 390, height: 350, title: 0, cover: 126 },
  wall: { width: 1370, height: 800, title: 92, cover: 0 },
};

type Scene = [string, Layout, { low: number; high: number; roads: number }, number];

function scenes(): Scene[] {
  const found: Scene[] = [];
  for (const [name, size] of Object.entries(SIZES))
    for (const [players, deck] of Object.entries(DECKS))
      for (const profile of PROFILES)
        found.push([`${profile}, ${players} players, ${name}`, layOut({ ...size, ...deck, profile }), deck, size.cover]);
  return found;
}

describe.each(scenes())("%s", (_, layout, deck, cover) => {
  const roads = Array.from({ length: deck.roads }, (_, i) => i);

  it("keeps every card inside", () => {
    const boxes = roads.flatMap((road) => layout.values.map((value) => layout.box(road, value)));
    expect(Math.min(...boxes.map((box) => box.left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map((box) => box.right))).toBeLessThanOrEqual(layout.width);
    expect(Math.min(...boxes.map((box) => box.top))).toBeGreaterThanOrEqual(cover);
    expect(Math.max(...boxes.map((box) => box.bottom))).toBeLessThanOrEqual(layout.height);
  });

  it("lets no two cards overlap, nor a card the road above", () => {
    const boxes = roads.flatMap((road) => layout.values.map((value) => layout.box(road, value)));
    const clashes = boxes.flatMap((a, i) =>
      boxes.slice(i + 1).filter((b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top),
    );
    expect(clashes).toEqual([]);
    const above = roads.slice(1).flatMap((road) =>
      layout.values.map((value) => {
        const box = layout.box(road, value);
        return box.top - layout.line(road - 1, (box.left + box.right) / 2) - layout.thickness / 2;
      }),
    );
    expect(Math.min(...above)).toBeGreaterThan(0);
  });

  it("leaves the flag at the left free", () => {
    const first = layout.values[0] ?? 0;
    for (const road of roads) expect(layout.box(road, first).left).toBeGreaterThan(layout.flag.x + 2);
  });

  it("keeps cards readable", () => {
    expect(layout.card.width).toBeGreaterThanOrEqual(20);
    expect(layout.card.height / layout.card.width).toBeCloseTo(1.2);
  });
});

describe("the shape of the roads", () => {
  const at = (profile: Profile) => layOut({ ...SIZES.desktop, ...DECKS[4]!, profile });

  it("climbs in the mountains, from the lowest value", () => {
    const layout = at("mountain");
    const heights = layout.values.map((value) => layout.place(0, value).y);
    expect(layout.values[0]).toBe(3);
    heights.slice(1).forEach((y, i) => expect(y).toBeLessThan(heights[i]!));
  });

  it("falls downhill, from the highest value", () => {
    const layout = at("downhill");
    const heights = layout.values.map((value) => layout.place(0, value).y);
    expect(layout.values[0]).toBe(10);
    heights.slice(1).forEach((y, i) => expect(y).toBeGreaterThan(heights[i]!));
    expect(layout.titleSide).toBe("right");
  });

  it("keeps the title clear of the cards of the first road", () => {
    for (const profile of PROFILES) {
      const layout = at(profile);
      const title = { width: 250, height: SIZES.desktop.title };
      for (const value of layout.values) {
        const box = layout.box(0, value);
        const beside = layout.titleSide === "left" ? box.left > title.width + 12 : box.right < layout.width - title.width - 12;
        expect(beside || box.top >= title.height).toBe(true);
      }
    }
  });

  it("orders values along the road", () => {
    expect(alongTheRoad("flat", 1, 4)).toEqual([1, 2, 3, 4]);
    expect(alongTheRoad("downhill", 1, 4)).toEqual([4, 3, 2, 1]);
  });

  it("draws smooth curves through all points", () => {
    expect(curve([[0, 0], [10, 10]])).toMatch(/^M0.0 0.0C.* 10.0 10.0$/);
  });
});

describe("the fan", () => {
  it.each([1, 2, 5, 8])("keeps %i cards inside and shows a finger's width of each", (count) => {
    for (const [width, card] of [[370, 84], [480, 104], [300, 60]] as const) {
      const spots = fan(count, width, card);
      for (const spot of spots) expect(Math.abs(spot.x) + card / 2).toBeLessThanOrEqual(width / 2 + 1);
      for (let i = 1; i < count; i++) expect(spots[i]!.x - spots[i - 1]!.x).toBeGreaterThanOrEqual(32);
    }
  });
});
