import { expect, test } from "vitest";
import { SHELF } from "../games/shelf";
import type { GameInfo } from "../protocol";
import { en } from "../words/en";
import { fr } from "../words/fr";
import { shelf } from "./catalogue";

const info = (id: string) => ({ id }) as GameInfo;

test("until the server has spoken, the pictures stand on the shelf in their order", () => {
  expect(shelf(null).map(({ id, info }) => [id, info])).toEqual(SHELF.map(({ id }) => [id, null]));
  const orders = SHELF.map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
});

test("the server's games stand there, those without a picture last", () => {
  const [first, second] = SHELF.map(({ id }) => id);
  expect(shelf([info("nim"), info(second!), info(first!)]).map(({ id }) => id)).toEqual([first, second, "nim"]);
  expect(shelf([])).toEqual([]);
});

test("the slogan counts them", () => {
  expect([1, 5, 12].map((n) => en.slogan(n)[0])).toEqual(["One game for the table.", "Five games for the table.", "12 games for the table."]);
  expect([1, 5, 12].map((n) => fr.slogan(n)[0])).toEqual(["Un jeu de table.", "Cinq jeux de table.", "12 jeux de table."]);
});
