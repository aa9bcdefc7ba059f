/** How the options of a race are chosen: stages by picture, an order by names, tired legs by counting. */
import type { OwnOptions } from "../options";
import BreakawayOption from "./setup/BreakawayOption.svelte";
import ExhaustionOption from "./setup/ExhaustionOption.svelte";
import MeteoOption from "./setup/MeteoOption.svelte";
import OrderOption from "./setup/OrderOption.svelte";
import StageOption from "./setup/StageOption.svelte";
import { seatsOf, tiredOf } from "./setup/values";
import { sentences } from "./setup/words";

const options: OwnOptions = {
  stage: { Editor: StageOption },
  meteo: { Editor: MeteoOption },
  breakaway: { Editor: BreakawayOption },
  order: {
    Editor: OrderOption,
    say: (value, names) => seatsOf(value, names.length).map((seat) => names[seat]).join(", "),
  },
  exhaustion: {
    Editor: ExhaustionOption,
    say: (value, names, lang) =>
      tiredOf(value, names.length)
        .flatMap(([s, r], seat) => (s + r > 0 ? [sentences(lang).tired(names[seat] ?? "", s, r)] : []))
        .join(", "),
  },
};

export default options;
