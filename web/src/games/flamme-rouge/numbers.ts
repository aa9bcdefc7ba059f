/** Bests of Flamme Rouge, stage by stage: rounds to the line, and exhaustion at the end. */
import type { FlammeRougeView } from "../../protocol";
import type { GameNumbers } from "../numbers";

const numbers: GameNumbers = {
  kinds: [
    { key: "rounds", best: "low", label: (lang) => (lang === "fr" ? "Tours jusqu’à la ligne" : "Rounds to the line") },
    { key: "exhaustion", best: "low", label: (lang) => (lang === "fr" ? "Cartes fatigue à l’arrivée" : "Exhaustion cards at the end") },
  ],
  of(view, seat): Record<string, number> {
    const riders = (view.table as FlammeRougeView).teams[seat]?.riders ?? [];
    const home = riders.flatMap((rider) => (rider.crossed === null ? [] : [rider.crossed]));
    const exhaustion = riders.reduce((sum, rider) => sum + rider.exhaustion, 0);
    return home.length > 0 ? { rounds: Math.min(...home), exhaustion } : { exhaustion };
  },
  course: (view) => {
    const table = view.table as FlammeRougeView;
    return table.title ?? table.tiles.join("");
  },
};

export default numbers;
