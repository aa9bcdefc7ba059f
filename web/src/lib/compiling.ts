/** How far the rules are, in a sentence. */
import type { Compiling } from "../protocol";
import { speech } from "./i18n.svelte";

export const compilingText = ({ percent, failed }: Compiling): string =>
  failed ? speech.t.compileFailed : speech.t.compiling(percent);
