import { describe, expect, it } from "vitest";
import { letters } from "./letters";

describe("the letters on jerseys", () => {
  it("are those that names begin with", () => {
    expect(letters(["Ana", "élodie", "Zélie"])).toEqual(["A", "É", "Z"]);
  });
  it("differ where names begin alike", () => {
    expect(letters(["Ana", "Anselme", "Anna"])).toEqual(["A", "N", "B"]);
    expect(letters(["Équipier 1", "Équipier 2", "Équipier 3"])).toEqual(["É", "Q", "U"]);
  });
  it("are there for names without any", () => {
    expect(letters(["★ Léa", "🚲", ""])).toEqual(["L", "A", "B"]);
  });
});
