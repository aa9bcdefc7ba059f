"""Cards are told as drawn when they are dealt, and only then."""

from __future__ import annotations

import random
from pathlib import Path

from tests.games.tour_de_france.helpers import GAME, view

MATERIAL = Path(__file__).parent / "short_tour.toml"


def test_who_draws_at_the_start_of_a_stage_has_just_those_cards() -> None:
    """While riders line up, or are chosen, the cards of the last stage are no news."""
    match = GAME.start(3, {"material": MATERIAL.read_text(encoding="utf-8")}, seed=5)
    chance = random.Random(5)
    dealt: dict[str, int] = {}
    while not match.over:
        seat, number, phase = match.awaited[0], match.number, view(match)["phase"]
        match.play(seat, chance.choice(list(match.moves(seat))))
        if phase not in ("deal", "grid", "starter"):
            continue
        told = {event.seat: event.facts for _, event in match.events(None, number)}
        drawn = {owner: facts["count"] for owner, facts in told.items() if "count" in facts}
        held = {owner: team["cards"] for owner, team in enumerate(view(match)["seats"])}
        if drawn:
            assert drawn == {owner: count for owner, count in held.items() if count}
            dealt[view(match)["phase"]] = dealt.get(view(match)["phase"], 0) + 1
    assert dealt["card"] == 3, "stages 2, 3 and 5"
    assert dealt["seal"] >= 2
