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


def is_final(table: Any) -> bool:
    """Is this the final mountain of the French sprint, under way or just finished?"""
    return scoring.has_final(table.english, table.endurance) and table.stage >= table.players


def cards_cost(table: Any) -> bool:
    """In a broom wagon only places count (§7a)."""
    return bool(table.profile != scoring.BROOM_WAGON)


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


def last_stage(table: Any) -> StageResult | None:
    """The result of the last finished stage; None before the first."""
    if not table.last_profile:
        return None
    seconds = table.last[: table.players]
    has_final = scoring.has_final(table.english, table.endurance)
    return StageResult(
        profile=PROFILES[table.last_profile - 1],
        chooser=table.last_chooser,
        final=has_final and table.stage > table.players,
        winner=seconds.index(min(seconds)),  # the only one with 40 or 60 seconds less
        seconds=seconds,
    )
