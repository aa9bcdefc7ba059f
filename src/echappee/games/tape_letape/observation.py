"""What a seat sees as numbers, for programs that learn. Nothing that its view does not show."""

from __future__ import annotations

from echappee.games.tape_letape import material
from echappee.games.tape_letape.cards import deck
from echappee.games.tape_letape.knowledge import holders_of
from echappee.games.tape_letape.scoring import stage_count
from echappee.rulebook.contract import Numbers, State


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees, other seats counted clockwise from it; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    players = int(s.players)
    laid = deck(players)
    for other in range(players):
        laid &= ~int(s.hand[other])
    for card in range(material.CARDS):
        features[card] = int(s.hand[seat]) >> card & 1
        features[48 + card] = int(s.open) >> card & 1
        features[96 + card] = laid >> card & 1
        if (deck(players) & ~laid & ~int(s.hand[seat])) >> card & 1:
            who = holders_of(s, seat, card)
            for step in range(1, players):
                features[144 + 48 * (step - 1) + card] = who >> ((seat + step) % players) & 1
    for step in range(players):
        other = (seat + step) % players
        features[384 + step] = s.cards[other]
        features[390 + step] = s.total[other] / 10
        features[396 + step] = s.last[other] / 10
        features[402 + step] = s.wins[other]
        features[408 + step] = s.skips[other]
        features[414 + step] = s.finished[other]
        features[420 + step] = int(s.banned[other]) >> seat & 1
        features[426 + step] = int(s.banned[seat]) >> other & 1
        for joker in range(3):
            features[432 + 3 * step + joker] = s.jokers[other, joker]
        for profile in range(5):
            features[450 + 5 * step + profile] = int(s.profiles[other]) >> profile & 1
        features[480 + step] = 1 if s.turn == other else 0
        features[486 + step] = 1 if s.chooser == other else 0
        features[492 + step] = 1
    features[498 + int(s.profile)] = 1
    features[504 + int(s.start)] = 1
    features[517] = s.laid
    features[518] = s.gear
    features[519] = s.acted
    features[520] = s.passes
    features[521] = s.stage
    features[522] = stage_count(players, int(s.english), int(s.endurance), int(s.each)) - s.stage
    features[523] = s.endurance
    features[524] = s.may


FEATURES = {
    "hand": (0, 48),
    "open": (48, 48),
    "laid": (96, 48),
    "may_hold": (144, 240),
    "sizes": (384, 6),
    "totals": (390, 6),
    "last_stage": (396, 6),
    "wins": (402, 6),
    "skips": (408, 6),
    "finished": (414, 6),
    "may_not_hit_me": (420, 6),
    "i_may_not_hit": (426, 6),
    "jokers": (432, 18),
    "profiles": (450, 30),
    "turn": (480, 6),
    "chooser": (486, 6),
    "seated": (492, 6),
    "profile": (498, 6),
    "start": (504, 13),
    "laid_now": (517, 1),
    "gear": (518, 1),
    "acted": (519, 1),
    "passes": (520, 1),
    "stages_done": (521, 1),
    "stages_left": (522, 1),
    "endurance": (523, 1),
    "may_pass": (524, 1),
}
"""Slices of ``observe``: name → (start, length); seconds in tens."""
