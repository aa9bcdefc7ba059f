/** How far the rules are, in a sentence. */
import type { Compiling } from "../protocol";
import { speech } from "./i18n.svelte";

export const compilingText = ({ percent, failed }: Compiling): string =>
  failed ? speech.t.compileFailed : speech.t.compiling(percent);

/** The same in a few words, where there is room for no more. */
export const compilingBrief = ({ percent, failed }: Compiling): string =>
  failed ? speech.t.compileFailedBrief : speech.t.compilingBrief(percent);
