"""What a stage brought: its winner, its seconds, what cards left in hand cost (§7)."""

from __future__ import annotations

from typing import Any

import msgspec

from echappee.games.tape_letape import cards, scoring
from echappee.games.tape_letape.material import PROFILES


class StageResult(msgspec.Struct, frozen=True):
    """The last finished stage."""

    profile: str
    chooser: int
    final: bool
    winner: int
    seconds: list[int]


def is_final(s: Any) -> bool:
    """Is this the final mountain of the French sprint, under way or just finished?"""
    return scoring.has_final(s.english, s.endurance) and s.stage >= s.players


def cards_cost(s: Any) -> bool:
    """In a broom wagon only places count (§7a)."""
    return bool(s.profile != scoring.BROOM_WAGON)


def cost_of(hand: int) -> dict[str, int]:
    """What cards left in hand cost, small and big ones apart (§7)."""
    big = cards.count_big(hand)
    small = cards.count(hand) - big
    return {
        "small": small,
        "small_seconds": scoring.left_seconds(small, 0),
        "big": big,
        "big_seconds": scoring.left_seconds(0, big),
    }


def last_stage(s: Any) -> StageResult | None:
    """The result of the last finished stage; None before the first."""
    if not s.last_profile:
        return None
    seconds = s.last[: s.players]
    has_final = scoring.has_final(s.english, s.endurance)
    return StageResult(
        profile=PROFILES[s.last_profile - 1],
        chooser=s.last_chooser,
        final=has_final and s.stage > s.players,
        winner=seconds.index(min(seconds)),  # the only one with 40 or 60 seconds less
        seconds=seconds,
    )
