import type { Shelf } from "../shelf";
import Poster from "./Poster.svelte";

const shelf: Shelf = { order: 3, name: "Flamme Rouge", Poster, gallery: { href: "/stages" } };

export default shelf;
