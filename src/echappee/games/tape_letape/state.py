"""The record of a race, and the numbers of its fields, moves, refusals and endings."""

from __future__ import annotations

import numpy as np

from echappee.games.tape_letape import material
from echappee.rulebook.state_layout import state_dtype

STATE = state_dtype(
    ("hand", np.int64, 6),  # bit mask of cards
    ("open", np.int64),  # bit mask of the cards that can be laid now
    ("lacks", np.int64, 6),  # by viewer, see `knowledge`
    ("known", np.int16, 24),  # cards seen through a vitamin, see `knowledge`
    ("total", np.int16, 6),  # seconds of all finished stages
    ("last", np.int16, 6),  # seconds of the last finished stage
    ("cards", np.int8, 6),  # cards in hand
    ("wins", np.int8, 6),  # stages won
    ("profiles", np.int8, 6),  # bit mask of profiles left, flat = 1
    ("jokers", np.int8, (6, 3)),  # how many vitamins, gear changes, punctures are left
    ("skips", np.int8, 6),  # turns still to be missed in this stage
    ("banned", np.int8, 6),  # bit mask of seats that may not be hit back with a vitamin
    ("finished", np.int8, 6),  # broom wagon: 1 for the first empty hand, 2 for the next …
    ("players", np.int8),
    ("english", np.int8),  # option edition
    ("endurance", np.int8),  # option race
    ("each", np.int8),  # stages that each player chooses; 1 in a sprint
    ("may", np.int8),  # option time_trial: one may pass in a time trial
    ("tie_break", np.int8),  # option tie_break
    ("stage", np.int8),  # how many stages are finished
    ("profile", np.int8),  # of the stage under way; 0 while it is being chosen
    ("start", np.int8),  # value that opens columns; 0 while a time trial has none
    ("chooser", np.int8),  # who chose or chooses this stage; in a final, who began it
    ("turn", np.int8),  # the seat on turn
    ("laid", np.int8),  # cards laid in this turn
    ("gear", np.int8),  # gear changed in this turn
    ("acted", np.int8),  # a card, a vitamin or a gear change in this turn
    ("passes", np.int8),  # passes since the last card, up to the number of players
    ("last_profile", np.int8),  # of the last finished stage; 0 before the first
    ("last_chooser", np.int8),  # of the last finished stage
    ("over", np.int8),  # why the race is over; 0 while it runs
    ("version", np.int8),  # of the rules that this race is ridden by
    ("spare", np.int8, 7),
)

# Moves: a card is its place in the box; then these; then a puncture for each seat; then a vitamin
# for each target and card given.
END = material.CARDS
PASS = END + 1
GEAR_CHANGE = END + 2
STAGE = END + 3 - 1  # + profile
PUNCTURE = STAGE + 6  # + target
VITAMIN = PUNCTURE + 6  # + 48 * target + card
MOVE_CODES = VITAMIN + 6 * material.CARDS

# Why a move is refused, and by which article; judge() returns the place in this list.
REFUSALS = (
    ("", ""),
    ("over", "4e"),
    ("not-your-turn", "4b"),
    ("choose-first", "4a"),
    ("already-chosen", "4a"),
    ("profile-used", "8b"),
    ("not-in-play", "3"),
    ("not-in-hand", "4b"),
    ("column-closed", "5"),
    ("not-next", "5"),
    ("must-play", "4c"),
    ("nothing-laid", "4b"),
    ("pass-after-card", "4c"),
    ("joker-used", "6"),
    ("joker-after-card", "6"),
    ("no-such-seat", "6"),
    ("target-finished", "6a"),
    ("vitamin-self", "6b"),
    ("vitamin-empty", "6b"),
    ("retaliation", "6b"),
    ("not-next-up", "5"),
    ("not-next-down", "5"),
)
OVER, NOT_YOUR_TURN, CHOOSE_FIRST, ALREADY_CHOSEN, PROFILE_USED, NOT_IN_PLAY = 1, 2, 3, 4, 5, 6
NOT_IN_HAND, COLUMN_CLOSED, NOT_NEXT, MUST_PLAY, NOTHING_LAID, PASS_AFTER_CARD = 7, 8, 9, 10, 11, 12
JOKER_USED, JOKER_AFTER_CARD, NO_SUCH_SEAT, TARGET_FINISHED = 13, 14, 15, 16
VITAMIN_SELF, VITAMIN_EMPTY, RETALIATION, NOT_NEXT_UP, NOT_NEXT_DOWN = 17, 18, 19, 20, 21

# Why a game ended, and by which article; over() returns the place in this list.
ENDINGS = (("", ""), ("all-stages", "4e"))
ALL_STAGES = 1

JOKERS = len(material.JOKERS)
VITAMINS, GEARS, PUNCTURES = 0, 1, 2  # the columns of ``s.jokers``, as in `material.JOKERS`
