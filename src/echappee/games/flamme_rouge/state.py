"""The record that holds a race."""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge import stages
from echappee.games.flamme_rouge.material import KINDS, MOST_TEAMS
from echappee.rulebook.state_layout import record

MOST_SQUARES = 124
MOST_RIDERS = 2 * MOST_TEAMS

STATE = record(
    ("tiles", np.int8, stages.MOST_TILES),  # faces from the start on, numbered from 1
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
    ("fresh", np.int8, MOST_RIDERS),  # see decks.py
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
)
