/** Bests of Tape l'étape: the race's time, and stages won. */
import { tableOf } from "./model";
import { clock } from "./words";
import type { GameNumbers } from "../numbers";

const numbers: GameNumbers = {
  kinds: [
    { key: "time", best: "low", label: (lang) => (lang === "fr" ? "Meilleur temps" : "Best time"), show: (value) => clock(value) },
    { key: "stages", best: "high", label: (lang) => (lang === "fr" ? "Étapes gagnées" : "Stages won") },
  ],
  of(view, seat): Record<string, number> {
    const rider = tableOf(view).riders[seat];
    return rider ? { time: rider.total, stages: rider.wins } : {};
  },
};

export default numbers;
