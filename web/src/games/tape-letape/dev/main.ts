/** A trial page of the board alone, for development only: `?state=mine-mountain-4&lang=fr&theme=dark`. */
import { mount } from "svelte";
import "../../../lib/fonts.css";
import "../../../lib/tokens.css";
import "../../../lib/base.css";
import Trial from "./Trial.svelte";

mount(Trial, { target: document.getElementById("app") as HTMLElement });
