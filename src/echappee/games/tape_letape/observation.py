"""What a seat sees as numbers, for programs that learn. Nothing that its view does not show."""

from __future__ import annotations

from echappee.games.tape_letape import material
from echappee.games.tape_letape.cards import deck, lowest
from echappee.games.tape_letape.knowledge import cards_known_of, holders_of
from echappee.games.tape_letape.scoring import stage_count
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.layout import Layout

_SEATS, _JOKERS, _PROFILES = max(material.DECKS), len(material.JOKERS), len(material.PROFILES)

FEATURES = Layout(
    hand=material.CARDS,
    open=material.CARDS,
    laid=material.CARDS,
    may_hold=(_SEATS - 1, material.CARDS),  # by seat, clockwise from one's left neighbour
    sizes=_SEATS,  # by seat, clockwise from oneself, here and below
    totals=_SEATS,
    last_stage=_SEATS,
    wins=_SEATS,
    skips=_SEATS,
    finished=_SEATS,
    may_not_hit_me=_SEATS,
    i_may_not_hit=_SEATS,
    jokers=(_SEATS, _JOKERS),
    profiles=(_SEATS, _PROFILES),
    turn=_SEATS,
    chooser=_SEATS,
    seated=_SEATS,
    profile=1 + _PROFILES,
    start=1 + material.VALUES,
    laid_now=1,
    gear=1,
    acted=1,
    passes=1,
    stages_done=1,
    stages_left=1,
    endurance=1,
    may_pass=1,
)
"""Slices of ``observe``; seconds in tens."""
_AT = FEATURES.starts


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees, other seats counted clockwise from it; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    players = int(s.players)
    hidden = 0
    for other in range(players):
        hidden |= int(s.hand[other])
    laid, hand = deck(players) & ~hidden, int(s.hand[seat])
    hidden &= ~hand
    for card in range(material.CARDS):
        features[_AT.hand + card] = hand >> card & 1
        features[_AT.open + card] = int(s.open) >> card & 1
        features[_AT.laid + card] = laid >> card & 1
    for step in range(1, players):
        row = _AT.may_hold + material.CARDS * (step - 1)
        if s.cards[(seat + step) % players] > 0:
            for card in range(material.CARDS):
                features[row + card] = hidden >> card & 1
    known = cards_known_of(s, seat) & hidden
    while known != 0:
        card = lowest(known)
        known &= known - 1
        who = holders_of(s, seat, card)
        for step in range(1, players):
            features[_AT.may_hold + material.CARDS * (step - 1) + card] = (
                who >> ((seat + step) % players) & 1
            )
    for step in range(players):
        other = (seat + step) % players
        features[_AT.sizes + step] = s.cards[other]
        features[_AT.totals + step] = s.total[other] / 10
        features[_AT.last_stage + step] = s.last[other] / 10
        features[_AT.wins + step] = s.wins[other]
        features[_AT.skips + step] = s.skips[other]
        features[_AT.finished + step] = s.finished[other]
        features[_AT.may_not_hit_me + step] = int(s.banned[other]) >> seat & 1
        features[_AT.i_may_not_hit + step] = int(s.banned[seat]) >> other & 1
        for joker in range(_JOKERS):
            features[_AT.jokers + _JOKERS * step + joker] = s.jokers[other, joker]
        for profile in range(_PROFILES):
            features[_AT.profiles + _PROFILES * step + profile] = (
                int(s.profiles[other]) >> profile & 1
            )
        features[_AT.turn + step] = 1 if s.turn == other else 0
        features[_AT.chooser + step] = 1 if s.chooser == other else 0
        features[_AT.seated + step] = 1
    features[_AT.profile + int(s.profile)] = 1
    features[_AT.start + int(s.start)] = 1
    features[_AT.laid_now] = s.laid
    features[_AT.gear] = s.gear
    features[_AT.acted] = s.acted
    features[_AT.passes] = s.passes
    features[_AT.stages_done] = s.stage
    features[_AT.stages_left] = (
        stage_count(players, int(s.english), int(s.endurance), int(s.each)) - s.stage
    )
    features[_AT.endurance] = s.endurance
    features[_AT.may_pass] = s.may
