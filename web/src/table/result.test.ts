import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import flamme from "../games/flamme-rouge";
import { states } from "../games/flamme-rouge/dev/fixtures";
import tapas from "../games/tapas";
import { speech } from "../lib/i18n.svelte";
import type { FlammeRougeView } from "../protocol";
import { game, table } from "../../test/fixtures";
import Result from "./Result.svelte";
import { Session } from "./session.svelte";

let session: Session;
beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  speech.set("en");
  session = new Session("KDPQWR");
  session.words = { name: "A game" };
  session.live.you = [0];
  session.live.look = 0;
  session.live.game = session.live.shown = game(9);
});

function ended(winners: number[], players = 2): void {
  const seats = Array.from({ length: players }, (_, seat) => ({ ...table().seats[Math.min(seat, 1)]!, seat }));
  const places = seats.map(({ seat }) => (winners.includes(seat) ? 1 : 2));
  const end = { why: "over", winners, standing: { scores: places.map(() => 0), places }, words: { en: "All played.", fr: "Tout est joué." } };
  session.live.table = { ...table(9), players, seats, status: "over", end: end as never };
  render(Result, { session, onclose: () => {} });
}
const title = (): string | null => screen.getByRole("heading", { level: 2, hidden: true }).textContent;

describe("the result", () => {
  it("says to the one who lost against another that he did", () => {
    ended([1]);
    expect(title()).toBe("You lost");
  });
  it("says it in French", () => {
    speech.set("fr");
    ended([1]);
    expect(title()).toBe("Vous avez perdu");
  });
  it("tells whoever watches, and one of several, who won", () => {
    ended([2], 3);
    expect(title()).toContain("wins");
  });
  it("of Tapas has a plate and no cyclists", () => {
    session.page = tapas;
    ended([0]);
    expect(title()).toBe("You win!");
    expect(document.querySelector('.podium use[href="#jal"]')).not.toBeNull();
    expect(document.querySelector('.podium use[href="#rider"]')).toBeNull();
  });
  it("of Flamme Rouge lists all riders with their gaps, and why a tie fell as it did", () => {
    const step = Object.values(states)[0]!;
    const drawn = step.view.table as FlammeRougeView;
    const riders = [["S", 0], ["R", 0], ["S", 1], ["R", 1]] as const;
    const classification = riders.map(([rider, team], i) => ({ team, rider, place: i + 1, behind: [0, 0, 4, 9][i]!, why: ([null, "lane", "square", "square"] as const)[i]! }));
    const race = { ...drawn, teams: drawn.teams.slice(0, 2), phase: "over" as const, classification };
    session.page = flamme;
    session.words = { name: "Flamme Rouge", behind: { lane: "the right lane is ahead" } };
    session.live.shown = { ...game(9), view: { ...step.view, table: race, over: true } };
    ended([0]);
    const rows = [...document.querySelectorAll(".own tbody tr")].map((row) => row.textContent!.replace(/\s+/g, " "));
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain("winner");
    expect(rows[2]).toContain("the right lane is ahead");
    expect(rows[3]).toContain("−4");
    expect(rows[4]).toContain("−9");
  });
});
