"""The options of a race, and how long it can be."""

from __future__ import annotations

from echappee.games.tape_letape import scoring
from echappee.games.tape_letape.stages import joker_count
from echappee.games.tape_letape.state import JOKERS
from echappee.rulebook.options import Option, Options

OPTIONS = (
    Option("edition", ("FR", "EN"), "FR"),
    Option("race", ("sprint", "endurance"), "sprint"),
    Option("stages_each", (2, 3, 4, 5), 3),
    Option("time_trial", ("must", "may"), "must"),
    Option("tie_break", (False, True), False),
)


def longest(players: int, options: Options) -> int:
    """No race has more moves; an upper bound that is far from being reached.

    A stage has one choice and at most 8 cards for each player, each of which may be followed by an
    ``end``. Before a card is laid, everybody may pass once in a time trial without must-play; then,
    as some hand holds a card that can be laid, at most all the others pass before its holder's turn
    comes: fewer than twice as many passes as there are players. Only a missed turn or a vitamin can
    make that round begin again; each joker is one move and lets everybody pass at most once more.
    """
    endurance = options["race"] == "endurance"
    english = options["edition"] == "EN"
    stages = scoring.stage_count(players, english, endurance, int(options["stages_each"]))
    jokers = players * sum(joker_count(joker, endurance) for joker in range(JOKERS))
    jokers *= 2 if endurance else 1  # §8a: they come back once
    return stages * (1 + 8 * players * (2 + 2 * players)) + jokers * (1 + players)
