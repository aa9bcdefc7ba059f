"""The record of a race, and the numbers of its moves, refusals and endings."""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge import stage_option
from echappee.games.flamme_rouge.material import KINDS, MOST_TEAMS
from echappee.rulebook.state_layout import state_dtype

MOST_SQUARES = stage_option.MOST_SQUARES
MOST_RIDERS = 2 * MOST_TEAMS

STATE = state_dtype(
    ("tiles", np.int8, stage_option.MOST_TILES),  # faces from the start on, numbered from 1
    ("road", np.int8, MOST_SQUARES),  # each square: its terrain + 8 × its lanes
    ("most", np.int8, MOST_SQUARES),  # each square: the longest move that an ascent allows
    ("crowd", np.int8, MOST_SQUARES),  # each square: how many riders stand there
    ("deck", np.int8, (MOST_RIDERS, KINDS)),  # face-down cards by kind
    ("recycled", np.int8, (MOST_RIDERS, KINDS)),  # face-up cards under the deck
    ("played", np.int8, (MOST_RIDERS, KINDS)),  # cards that left the game
    ("hand", np.int8, (MOST_TEAMS, KINDS)),
    ("face_down", np.int8, MOST_RIDERS),  # how many cards the deck has
    ("square", np.int8, MOST_RIDERS),  # NOWHERE before the rider is placed
    ("lane", np.int8, MOST_RIDERS),  # from 0 on the right
    ("crossed", np.int8, MOST_RIDERS),  # the round in which the rider crossed the line
    ("sealed", np.int8, MOST_RIDERS),  # kind of the card laid face down + 1
    ("fresh", np.int8, MOST_RIDERS),  # see cards.py
    ("late", np.int8, MOST_RIDERS),
    ("old", np.int8, MOST_RIDERS),
    ("mixed", np.int8, MOST_RIDERS),  # was there a shuffle in the middle of this round's draw?
    ("holding", np.int8, MOST_TEAMS),  # whose hand a seat holds: 1 Sprinteur, 2 Rouleur
    ("order", np.int8, MOST_TEAMS),  # the seats as they place their riders
    ("players", np.int8),
    ("teams", np.int8),
    ("peloton", np.int8),  # is the first dummy team the Peloton team?
    ("start", np.int8),  # squares before the start line
    ("finish", np.int8),  # squares before the finish line
    ("length", np.int8),  # squares in all
    ("one_by_one", np.int8),  # option placement
    ("to_the_end", np.int8),  # option finish
    ("players_only", np.int8),  # option dummies_win, turned round
    ("placed", np.int8),  # how many of the players' riders are placed
    ("rounds", np.int8),  # how many rounds have been ridden
    ("waiting", np.int8),  # bit mask of the seats that have something to choose
    ("over", np.int8),  # why the race is over; 0 while it runs
    ("version", np.int8),  # of the rules that this race is ridden by
    ("meteo", np.int8),  # option meteo
    ("slippery", np.int8),  # is there a wet square on the road?
    ("weather", np.int8, MOST_SQUARES),  # each square: its weather
    ("fallen", np.int8, MOST_RIDERS),  # does the rider lie on a wet road?
    ("breakaway", np.int8),  # option breakaway: 1 until the bids are over, then 2
    ("bidder", np.int8, MOST_TEAMS),  # who bids for a seat: 1 Sprinteur, 2 Rouleur
    ("bids", np.int8, (MOST_TEAMS, 2)),  # bids that were shown: kind of card + 1
)

# Moves: placing is rider * 15 + square * 3 + lane; drawing a hand DRAW + rider; a card is
# CARD + rider * 10 + kind, where kind 9 is a 2 without a card. BEYOND + rider names a place that is
# not behind the start line: it can be said, but is never legal.
DRAW, CARD, BEYOND = 30, 32, 52
PER_RIDER, PER_SQUARE, PER_HAND = 15, 3, 10

# Why a move is refused, and by which article; judge() returns the place in this list.
REFUSALS = (
    ("", ""),
    ("over", "7"),
    ("not-your-turn", "3"),
    ("place-first", "3"),
    ("race-is-on", "3"),
    ("outside-start", "3"),
    ("already-placed", "3"),
    ("no-such-lane", "3"),
    ("lane-taken", "3"),
    ("keep-right", "3"),
    ("sealed", "4"),
    ("draw-first", "4"),
    ("already-drawn", "4"),
    ("rider-done", "4"),
    ("rider-home", "12"),
    ("other-hand", "4"),
    ("not-in-hand", "4"),
    ("has-cards", "4a"),
    ("other-bidder", "14"),
)
OVER, NOT_YOUR_TURN, PLACE_FIRST, RACE_IS_ON, OUTSIDE_START, ALREADY_PLACED = 1, 2, 3, 4, 5, 6
NO_SUCH_LANE, LANE_TAKEN, KEEP_RIGHT, SEALED, DRAW_FIRST, ALREADY_DRAWN = 7, 8, 9, 10, 11, 12
RIDER_DONE, RIDER_HOME, OTHER_HAND, NOT_IN_HAND, HAS_CARDS, OTHER_BIDDER = 13, 14, 15, 16, 17, 18

# Why a race ended, and by which article; over() returns the place in this list.
ENDINGS = (
    ("", ""),
    ("line-crossed", "7"),
    ("all-home", "12"),
    ("dummy-first", "11"),
    ("dummy-won", "11"),
)
LINE_CROSSED, ALL_HOME, DUMMY_FIRST, DUMMY_WON = 1, 2, 3, 4
