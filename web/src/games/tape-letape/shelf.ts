import type { Shelf } from "../shelf";
import Card from "./calculator/Card.svelte";
import Poster from "./Poster.svelte";
import Symbols from "./Symbols.svelte";

const shelf: Shelf = {
  order: 1,
  name: "Tape l’étape",
  Poster,
  Symbols,
  Card,
  mark: { id: "c-rouge", box: "0 0 100 140", label: "7", at: [50, 107], labelClass: "nb" },
};

export default shelf;
