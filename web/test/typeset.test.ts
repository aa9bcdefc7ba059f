import { expect, test } from "vitest";
import { speech } from "../src/lib/i18n.svelte";
import { french, typeset } from "../src/lib/typeset";

test("French never breaks before its double signs nor inside guillemets", () => {
  expect(french("Qui crève ? Moi ! Bon : oui ; non")).toBe("Qui crève\u00a0? Moi\u00a0! Bon\u00a0: oui\u00a0; non");
  expect(french("« Allez »")).toBe("«\u00a0Allez\u00a0»");
  expect(french("https://example.org/t: rien")).toBe("https://example.org/t: rien");
});

test("a whole table of words is set: articles, functions, lists", () => {
  const set = typeset({ articles: { "4a": { text: "Oui : ici" } }, who: (name: string) => `${name} ?`, list: ["a !"], n: 3 });
  expect(set.articles["4a"].text).toBe("Oui\u00a0: ici");
  expect(set.who("Ana")).toBe("Ana\u00a0?");
  expect(set.list).toEqual(["a\u00a0!"]);
  expect(set.n).toBe(3);
});

test("the page's own French and the server's phrases are set, English is left alone", () => {
  speech.set("fr");
  expect(speech.t.resignSure).toContain("\u00a0?");
  expect(speech.of({ en: "Hello!", fr: "Bonjour !" })).toBe("Bonjour\u00a0!");
  speech.set("en");
  expect(speech.of({ en: "Well ?", fr: "" })).toBe("Well ?");
});
