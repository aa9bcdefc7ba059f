import { expect, it } from "vitest";
import { articlesOf, type Words } from "./words";

it("articles stand in the order of the rulebook, whatever an object makes of their ids", () => {
  const order = ["0", "M", "P1", "1.1", "1.2a", "2.1", "3", "4.1", "5", "G"];
  const article = { title: "?", text: "?" };
  const words: Words = { name: "?", articles: Object.fromEntries(order.map((id) => [id, article])), order };
  expect(Object.keys(words.articles!)).not.toEqual(order);
  expect(articlesOf(words).map(([id]) => id)).toEqual(order);
  expect(articlesOf(null)).toEqual([]);
});
