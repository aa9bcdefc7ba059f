"""Tape l'étape: a race of cards, stage by stage, for three to six."""

from __future__ import annotations

from echappee.games.tape_letape import course, notation, rules, scoring, view
from echappee.games.tape_letape.policy import policy
from echappee.rulebook.options import Option, Options
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook


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
    jokers = players * sum(course.joker_count(joker, endurance) for joker in range(course.JOKERS))
    jokers *= 2 if endurance else 1  # §8a: they come back once
    return stages * (1 + 8 * players * (2 + 2 * players)) + jokers * (1 + players)


RULEBOOK = Rulebook(
    id="tape-letape",
    version=2,
    package=__name__,
    rules=rules,
    notation=notation,
    table=view,
    view_type=view.TapeView,
    heading=view.heading,
    players=(3, 6),
    options=(
        Option("edition", ("FR", "EN"), "FR"),
        Option("race", ("sprint", "endurance"), "sprint"),
        Option("stages_each", (2, 3, 4, 5), 3),
        Option("time_trial", ("must", "may"), "must"),
        Option("tie_break", (False, True), False),
    ),
    hidden=True,
    own=view.own,
    told=view.told,
    longest=longest,
    # Six players, five stages each: six broom wagons and 24 other stages, all won; or, at worst,
    # eight big cards kept in each of the 24.
    scores=(
        6 * scoring.BROOM_SECONDS + 24 * scoring.WINNER_SECONDS,
        24 * scoring.MOST_STAGE_SECONDS,
    ),
    low_wins=True,
    move_codes=rules.MOVE_CODES,
    # The start of a time trial: eight cards, a pass, a gear change, vitamins with eight cards and
    # five targets, punctures on six.
    most_moves=8 + 1 + 1 + 40 + 6,
    chapter=rules.chapter,
    policy=policy,
    concluded=("lacks", "known"),
    outlook=Outlook(
        win=0.3,
        margin=0.7,
        scale=60.0,
        chapters=2,
        curiosity=2.0,
        rivals=False,
        levels=(
            Effort(simulations=60, overlook=0.6, doubt=0.06),
            Effort(simulations=60, overlook=0.27, doubt=0.02),
            Effort(simulations=100, overlook=0.11, doubt=0.006),
            Effort(simulations=320, doubt=0.003, seconds=0.9),
            Effort(simulations=20_000, seconds=2.5),
        ),
    ),
)
