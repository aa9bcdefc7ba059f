/** How the options of Tapas are chosen: a handicap by halves, and the fair one in one tap. */
import type { OwnOptions } from "../options";
import HandicapOption from "./HandicapOption.svelte";
import { own } from "./words";

const options: OwnOptions = {
  handicap: {
    Editor: HandicapOption,
    say: (value, _names, lang) => own(lang).handicapPoints(Number(value)),
  },
};

export default options;
