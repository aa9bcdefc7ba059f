import { expect, test } from "vitest";
import { fill, sentence, type Words } from "../src/lib/words";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";

const words: Words = {
  name: "Tapas",
  pieces: { TO: "Toast", c1: "Croquetas 1" },
  events: {
    push: "{seat|player} pushes a {value} in at {entry}.",
    taken: "{seat|player} takes {pieces|pieces} (+{points}).",
    bill: "The bill! {count} {count?piece is:pieces are} out.",
  },
  values: { yes: "on", no: "off" },
};
const names = ["Ana", "Zoé"];

test("the fact itself, a name in a table, the name of a seat", () => {
  expect(fill("{value} at {entry}", { value: 2, entry: "N3" }, names, words, "en")).toBe("2 at N3");
  expect(fill("{piece|pieces}", { piece: "TO" }, names, words, "en")).toBe("Toast");
  expect(fill("{seat|player}", { seat: 1 }, names, words, "en")).toBe("Zoé");
});

test("lists are joined, what has no name stays, yes and no are words", () => {
  expect(fill("{pieces|pieces}", { pieces: ["TO", "c1", "j9"] }, names, words, "en")).toBe("Toast, Croquetas 1, j9");
  expect(fill("{all|player}", { all: [1, 0] }, names, words, "en")).toBe("Zoé, Ana");
  expect(fill("{on|values}", { on: true }, names, words, "en")).toBe("on");
});

test("a word by number: none is plural in English, singular in French", () => {
  const say = (count: number, lang: "en" | "fr") => fill("{count?one:many}", { count }, names, words, lang);
  expect([0, 1, 2].map((n) => say(n, "en"))).toEqual(["many", "one", "many"]);
  expect([0, 1, 2].map((n) => say(n, "fr"))).toEqual(["one", "one", "many"]);
});

test("the sentence of an event, and none for an event without one", () => {
  const event = { kind: "taken", seat: 0, facts: { pieces: ["c1"], points: 1 } };
  expect(sentence(event, names, words, "en")).toBe("Ana takes Croquetas 1 (+1).");
  expect(sentence({ kind: "unheard-of", seat: 0, facts: {} }, names, words, "en")).toBe("");
});

test("nicknames are text, never a template", () => {
  const event = { kind: "push", seat: 0, facts: { value: 1, entry: "N2" } };
  expect(sentence(event, ["{seat|player}"], words, "en")).toBe("{seat|player} pushes a 1 in at N2.");
});

test("both languages have the same sentences", () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  for (const [key, value] of Object.entries(en))
    expect(typeof fr[key as keyof typeof fr], key).toBe(typeof value);
});
