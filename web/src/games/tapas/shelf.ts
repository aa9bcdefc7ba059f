import type { Shelf } from "../shelf";
import Poster from "./Poster.svelte";
import Symbols from "./Symbols.svelte";

const shelf: Shelf = { order: 2, name: "Tapas", Poster, Symbols, mark: { id: "jal", label: "2" } };

export default shelf;
