import { describe, expect, it } from "vitest";
import { speech } from "./i18n.svelte";
import { french, labelled, theTitle } from "./typeset";
import { fill } from "./words";

const NBSP = "\u00a0";

describe("names and titles", () => {
  it.each([
    ["Au tour de Équipier 3", "Au tour d’Équipier 3"],
    ["Le coureur 2 de Asger avance.", "Le coureur 2 d’Asger avance."],
    ["plus que Oscar", "plus qu’Oscar"],
    ["de Yves, de Yann, de Hugo", "d’Yves, de Yann, de Hugo"],
    ["De Œdipe à Ève", "D’Œdipe à Ève"],
    ["la pièce de a", "la pièce de a"],
    ["Jouer à Tour de France", "Jouer au Tour de France"],
    ["Les règles de Tour de France", "Les règles du Tour de France"],
    ["Une partie de Tapas", "Une partie de Tapas"],
    ["Afin de le poser", "Afin de le poser"],
    ["Monde Aérien", "Monde Aérien"],
  ])("%s", (typed, spoken) => expect(french(typed)).toBe(spoken));

  it("a title is named with its article", () => {
    expect(theTitle("Tour de France")).toBe("le Tour de France");
    expect(theTitle("Flamme Rouge")).toBe("Flamme Rouge");
  });

  it("the names in a game's sentence are spoken with the word before them", () => {
    const words = { name: "?" };
    expect(fill("Coureur 1 de {seat|player}", { seat: 0 }, ["Asger"], words, "fr")).toBe("Coureur 1 d’Asger");
    expect(fill("{seat|player} joue", { seat: 0 }, ["l'Ours"], words, "fr")).toBe("l'Ours joue");
    expect(fill("A game of {seat|player}", { seat: 0 }, ["Asger"], words, "en")).toBe("A game of Asger");
  });

  it("a label has its colon in each language", () => {
    expect(labelled("Places", 3, "fr")).toBe(`Places${NBSP}: 3`);
    expect(labelled("Seats", 3, "en")).toBe("Seats: 3");
  });
});

/** What is wrong with a French sentence as it is printed; empty: nothing. */
function wrong(text: string): string[] {
  const faults: [string, RegExp][] = [
    ["apostrophe", /\p{L}'/u],
    ["space that breaks", / [;:!?%»]|« /],
    ["no space before", /(?<!https?)[\p{L}\d»)][;!?](?=\s|$)|[\p{L}»)]:(?=\s|$)/u],
    ["elision", /(?<!\p{L})(de|que|se|ne|je) (?:[aâeéèêiîoôuœ]\p{L})/iu],
    ["contraction", /(?<!\p{L})(?:de|à) (?:Tour|le Tour)(?!\p{L})/u],
  ];
  return faults.filter(([, sign]) => sign.test(text)).map(([fault]) => `${fault}: ${text}`);
}

/** No sentence is made of more than so many things. */
const MOST_GIVEN = 8;

/** Every sentence of a table; those that are made of something, with names and numbers that are hard. */
function* told(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "function") {
    for (const given of ["Équipier 3", "Asger", "Tour de France", 1, 2, true]) {
      let said: unknown;
      try {
        said = value(...Array.from({ length: MOST_GIVEN }, () => given));
      } catch {
        continue; // it takes something else
      }
      yield* told(said);
    }
  } else if (value !== null && typeof value === "object") for (const one of Object.values(value)) yield* told(one);
}

const modules = import.meta.glob<Record<string, unknown>>(
  ["../words/*.ts", "../**/*words.ts", "../home/*option.ts", "../games/**/{card,numbers}.ts", "!../**/*.test.ts", "!../lib/**", "!../words/{en,fr}.ts"],
  { eager: true },
);
const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts", "!../**/dev/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The French of a module: tables by language, and functions that give one. */
function tables(module: Record<string, unknown>): unknown[] {
  return Object.values(module).flatMap((found) => {
    if (typeof found === "function" && found.length === 1) {
      try {
        const table: unknown = (found as (lang: string) => unknown)("fr");
        return table !== null && typeof table === "object" ? [table] : [];
      } catch {
        return [];
      }
    }
    if (found !== null && typeof found === "object" && "fr" in found) return [(found as { fr: unknown }).fr];
    return [];
  });
}

describe("every French sentence is printed and spoken well", () => {
  it.each(Object.keys(modules))("%s", (path) => {
    const faults = tables(modules[path]!).flatMap((table) => [...told(table)].flatMap(wrong));
    expect(faults).toEqual([]);
  });

  it("the page's own", () => {
    speech.lang = "fr";
    expect([...told(speech.t)].flatMap(wrong)).toEqual([]);
  });

  it("there are tables of words to look at, and all are looked at", () => {
    const looked = Object.keys(modules).filter((path) => tables(modules[path]!).length > 0);
    expect(looked.length).toBeGreaterThan(12);
    // A file that has sentences in French has them in a table that is typeset, or writes them as printed.
    const french = Object.entries(sources).filter(
      ([path, text]) => !looked.includes(path) && !/words\/fr\.ts$|typeset\.ts$/.test(path) && /"[^"\n]*[éèêàçô][^"\n]*"/.test(text),
    );
    const faults = french.flatMap(([path, text]) =>
      [...text.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").matchAll(/"([^"\n]*[éèêàçô][^"\n]*)"/g)]
        .flatMap(([, said]) => wrong(said!))
        .map((fault) => `${path}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it("no colon is set without its language in the markup", () => {
    const faults = Object.entries(sources)
      .filter(([path]) => path.endsWith(".svelte"))
      .flatMap(([path, text]) => {
        const markup = text.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, "");
        return [...markup.matchAll(/.*\}[:;!?] ?\{.*/g)].map(([line]) => `${path}: ${line.trim()}`);
      })
      .filter((line) => !/style[:=]|Languages\.svelte/.test(line));
    expect(faults).toEqual([]);
  });
});
