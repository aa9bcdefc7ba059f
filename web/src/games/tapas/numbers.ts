/** Bests of Tapas: points, the lead, and the largest catch. */
import type { TapasView } from "../../protocol";
import type { GameNumbers } from "../numbers";

const numbers: GameNumbers = {
  kinds: [
    { key: "points", best: "high", label: (lang) => (lang === "fr" ? "Points en une partie" : "Points in a game") },
    { key: "lead", best: "high", label: (lang) => (lang === "fr" ? "Plus grand écart" : "Largest lead") },
    { key: "taken", best: "high", label: (lang) => (lang === "fr" ? "Tapas pris" : "Tapas taken") },
  ],
  of(view, seat): Record<string, number> {
    const mine = view.standing.scores[seat] ?? 0;
    const rival = view.standing.scores[1 - seat] ?? 0;
    const taken = (view.table as TapasView).seats[seat]?.taken.length ?? 0;
    return { points: mine, lead: mine - rival, taken };
  },
};

export default numbers;
