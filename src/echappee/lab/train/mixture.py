"""What is played while a net learns: every number of players, with all sorts of options."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from echappee.rulebook.options import Options, Value
from echappee.rulebook.rulebook import Rulebook

USUAL = 0.5
"""So many of the games have the usual options."""
_SETTINGS = 64
_TRIES = 1000


class Group(msgspec.Struct, frozen=True):
    """Games side by side with the same number of players."""

    players: int
    games: int
    options: tuple[Mapping[str, Value], ...]
    """The games take them in turn."""


def mixture(rules: Rulebook, games: int, seed: int) -> tuple[Group, ...]:
    """So many games, shared out among all numbers of players; the usual number has twice as many
    as any other.

    Half have the usual options, the others any values that the options name, as far as they go
    together.
    """
    counts = [count for count in rules.player_counts() if count >= rules.fewest_rivals]
    rest = [count for count in counts if count != rules.usual_players]
    each = games // (len(rest) + 2)
    shares = {count: each for count in rest if each > 0}
    shares[rules.usual_players] = games - sum(shares.values())
    chance = random.Random(f"mixture {rules.id} {seed}")
    return tuple(
        Group(count, shares[count], _settings(rules, count, shares[count], chance))
        for count in counts
        if count in shares
    )


def _settings(
    rules: Rulebook, players: int, games: int, chance: random.Random
) -> tuple[Options, ...]:
    usual = rules.settle(players, {})
    found: list[Options] = []
    wanted = min(_SETTINGS, games)
    for _ in range(_TRIES):
        if len(found) >= wanted - round(wanted * USUAL):
            break
        drawn = {option.name: chance.choice(option.values) for option in rules.options}
        if rules.refuses(players, drawn) is None:
            found.append(rules.settle(players, drawn))
    # Usual and unusual ones take turns, so that any number of games has both.
    mixed = [one for pair in zip([usual] * len(found), found, strict=True) for one in pair]
    return tuple(mixed[:games]) or (usual,)
