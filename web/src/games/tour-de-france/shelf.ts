import type { Shelf } from "../shelf";
import Poster from "./Poster.svelte";

const shelf: Shelf = { order: 4, name: "Tour de France", Poster };

export default shelf;
