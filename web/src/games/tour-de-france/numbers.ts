/** Bests of whole Tours: points in all, and in each of the two classifications. */
import { tour, whole } from "./model";
import type { GameNumbers } from "../numbers";

const numbers: GameNumbers = {
  kinds: [
    { key: "points", best: "high", label: (lang) => (lang === "fr" ? "Points en un Tour" : "Points in a Tour") },
    { key: "individual", best: "high", label: (lang) => (lang === "fr" ? "Points individuels" : "Individual points") },
    { key: "team", best: "high", label: (lang) => (lang === "fr" ? "Points d’équipe" : "Team points") },
  ],
  of(view, seat): Record<string, number> {
    const team = whole(tour(view)) ? tour(view).seats[seat] : undefined;
    return team ? { points: view.standing.scores[seat] ?? 0, individual: team.individual, team: team.team } : {};
  },
};

export default numbers;
