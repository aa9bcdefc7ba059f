"""The rules of Tape l'étape, compiled. § is the rulebook's section, TLE-nn a ruling.

§1 aim, §2 material, §3 preparation, §4 the course (§4a choosing a stage, §4b a turn, §4c must play,
§4d the end of a stage, §4e the race), §5 the profiles (§5a flat, §5b mountain, §5c downhill,
§5d time trial, §5e broom wagon), §6 jokers (§6a puncture, §6b vitamin, §6c gear change), §7 times
(§7a broom wagon, §7b classification), §8 endurance (§8a refuelling, §8b each profile once).

``s.open`` holds the cards that can be laid now, whoever has them: the start value of every colour
without a column, and the neighbours of every column. Each column grows away from the start value
only, so mountains rise, descents fall, and a time trial does what its first card makes of it
(TLE-08). Laid cards are those in nobody's hand. `turns` plays cards and jokers, `stages` goes from
turn to turn and from stage to stage, `scoring` has the times, `knowledge` what seats know of one
another.

A turn in which several cards may be laid (§5d, §6c, the sprint of §5a) ends when its player says so
or has no card left; it never ends by itself, because that would show everybody that he has nothing
to go on with.
"""

from __future__ import annotations

from echappee.games.tape_letape.cards import VALUES, deck, lowest
from echappee.games.tape_letape.knowledge import learn_from_pass, redeal_hands
from echappee.games.tape_letape.observation import FEATURES, fill_features
from echappee.games.tape_letape.scoring import high_value, low_value
from echappee.games.tape_letape.stages import (
    ahead,
    begin_stage,
    next_turn,
    open_road,
    refill_jokers,
)
from echappee.games.tape_letape.state import (
    ALREADY_CHOSEN,
    CHOOSE_FIRST,
    COLUMN_CLOSED,
    END,
    ENDINGS,
    GEAR_CHANGE,
    GEARS,
    JOKER_AFTER_CARD,
    JOKER_USED,
    MUST_PLAY,
    NO_SUCH_SEAT,
    NOT_IN_HAND,
    NOT_IN_PLAY,
    NOT_NEXT,
    NOT_NEXT_DOWN,
    NOT_NEXT_UP,
    NOT_YOUR_TURN,
    NOTHING_LAID,
    OVER,
    PASS,
    PASS_AFTER_CARD,
    PROFILE_USED,
    PUNCTURE,
    PUNCTURES,
    REFUSALS,
    RETALIATION,
    STAGE,
    STATE,
    TARGET_FINISHED,
    VITAMIN,
    VITAMIN_EMPTY,
    VITAMIN_SELF,
    VITAMINS,
)
from echappee.games.tape_letape.turns import lay, must_play, puncture, swap
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.randomness import Chance, below

__all__ = ["ENDINGS", "FEATURES", "REFUSALS", "STATE"]

_ALL_PROFILES = 31


def setup(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """§3: jokers and stage cards for everybody; the first to deal and choose is drawn (TLE-03).

    Options: edition, race, stages_each, time_trial (TLE-06), tie_break (TLE-29).
    """
    s.players = players
    s.english = options[0]
    s.endurance = options[1]
    s.each = options[2] if options[1] != 0 else 1
    s.may = options[3]
    s.tie_break = options[4]
    for seat in range(players):
        s.profiles[seat] = _ALL_PROFILES
    refill_jokers(s)
    begin_stage(s, below(chance, players), chance)


def awaited(s: State) -> int:
    """The seat on turn, or the one that chooses the stage."""
    return 0 if s.over != 0 else 1 << int(s.turn)


def actors(s: State) -> int:
    """§6a, TLE-14: besides the seat on turn, whoever still has a puncture, at any time.

    There is always somebody to hit: the seat on turn holds cards.
    """
    return 0 if s.over != 0 else 1 << int(s.turn) | _holding_punctures(s)


def offered(s: State) -> int:
    """TLE-14: punctures are offered at the start of every turn to those who are not on turn.

    While a stage is being chosen nobody is asked: its first turn is about to begin, and they will
    be asked then.
    """
    if s.over != 0 or s.profile == 0 or s.acted != 0:
        return 0
    return _holding_punctures(s) & ~(1 << int(s.turn))


def legal(s: State, seat: int, moves: Moves) -> int:
    """§4a a profile; §4b cards, the end of a turn; §4c a pass; §6 jokers."""
    if s.over != 0:
        return 0
    n = 0
    if seat == s.turn:
        if s.profile == 0:
            for profile in range(1, 6):
                if int(s.profiles[seat]) >> (profile - 1) & 1:
                    moves[n] = STAGE + profile
                    n += 1
        else:
            playable = int(s.hand[seat]) & int(s.open)
            while playable != 0:
                moves[n] = lowest(playable)
                playable &= playable - 1
                n += 1
            if s.laid != 0:
                moves[n] = END
                n += 1
            else:
                if n == 0 or not must_play(s):
                    moves[n] = PASS
                    n += 1
                if s.jokers[seat, GEARS] > 0:
                    moves[n] = GEAR_CHANGE
                    n += 1
                if s.jokers[seat, VITAMINS] > 0:
                    n = _list_vitamins(s, seat, moves, n)
    if s.jokers[seat, PUNCTURES] > 0:
        for target in range(int(s.players)):
            if s.cards[target] > 0:
                moves[n] = PUNCTURE + target
                n += 1
    return n


def judge(s: State, seat: int, move: int) -> int:
    """§4–§6, §8b: why ``move`` is refused; 0 if it is legal."""
    if s.over != 0:
        return OVER
    if PUNCTURE <= move < VITAMIN:
        return _refusal_of_puncture(s, seat, move - PUNCTURE)
    if seat != s.turn:
        return NOT_YOUR_TURN
    if STAGE < move < PUNCTURE:
        if s.profile != 0:
            return ALREADY_CHOSEN
        return 0 if int(s.profiles[seat]) >> (move - STAGE - 1) & 1 else PROFILE_USED
    if s.profile == 0:
        return CHOOSE_FIRST
    if move == END:
        return 0 if s.laid != 0 else NOTHING_LAID
    if move == PASS:
        if s.laid != 0:
            return PASS_AFTER_CARD
        return MUST_PLAY if must_play(s) and int(s.hand[seat]) & int(s.open) != 0 else 0
    if move < END:
        return _refusal_of_card(s, seat, move)
    return _refusal_of_joker(s, seat, move)


def reveals(s: State, seat: int, move: int) -> bool:
    """Cards, passes and vitamins do (TLE-36); stages, gear changes, punctures and ends don't."""
    return move < END or move == PASS or move >= VITAMIN


def apply(s: State, seat: int, move: int, chance: Chance) -> None:
    """§4–§6: play a legal move; when it ends a stage, count it and deal the next one."""
    if move < END:
        lay(s, seat, move, chance)
    elif move == PASS:
        if must_play(s):
            learn_from_pass(s, seat)
        if s.passes < s.players:
            s.passes += 1
        next_turn(s)
    elif move == END:
        next_turn(s)
    elif move >= VITAMIN:
        swap(s, seat, (move - VITAMIN) // END, (move - VITAMIN) % END, chance)
    elif move >= PUNCTURE:
        puncture(s, seat, move - PUNCTURE)
    elif move == GEAR_CHANGE:
        s.jokers[seat, GEARS] -= 1
        s.gear = 1
        s.acted = 1
    else:
        s.profiles[seat] &= ~(1 << (move - STAGE - 1))
        open_road(s, move - STAGE)


def over(s: State) -> int:
    """§4e: the race ends with its last stage."""
    return int(s.over)


def standing(s: State, scores: Numbers) -> None:
    """§7: the seconds of all finished stages; fewer are better, and they may be negative."""
    for seat in range(int(s.players)):
        scores[seat] = s.total[seat]


def ranking(s: State, places: Numbers) -> None:
    """§7b: by seconds; equal ones share a place, unless the tie-break is on (TLE-29)."""
    for seat in range(int(s.players)):
        place = 1
        for other in range(int(s.players)):
            if ahead(s, other, seat):
                place += 1
        places[seat] = place


def redeal(s: State, seat: int, chance: Chance) -> None:
    """TLE-36: the hands of the others drawn anew from all that `seat` can't rule out.

    See `knowledge`. When the race is over all hands lie open and nothing is hidden any more.
    """
    if s.over == 0:
        redeal_hands(s, seat, chance)


def observe(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees as numbers; see ``FEATURES``."""
    fill_features(s, seat, features)


def chapter(s: State) -> int:
    """§4d, §7: seconds are settled at the end of each stage."""
    return int(s.stage)


# ---------------------------------------------------------------------------------------- refusals


def _refusal_of_card(s: State, seat: int, card: int) -> int:
    """§4b, §5: only a card from one's hand, and only next to a column or as the start of one."""
    if deck(int(s.players)) >> card & 1 == 0:
        return NOT_IN_PLAY
    if int(s.hand[seat]) >> card & 1 == 0:
        return NOT_IN_HAND
    if int(s.open) >> card & 1:
        return 0
    opener = 1 << (VALUES * (card // VALUES) + int(s.start) - 1)
    if int(s.open) & opener != 0:
        return COLUMN_CLOSED
    if s.start == low_value(int(s.players)):
        return NOT_NEXT_UP
    return NOT_NEXT_DOWN if s.start == high_value(int(s.players)) else NOT_NEXT


def _refusal_of_joker(s: State, seat: int, move: int) -> int:
    """§6b, §6c, TLE-12: each once, before the first card of the turn; a vitamin has its targets."""
    joker = GEARS if move == GEAR_CHANGE else VITAMINS
    if s.jokers[seat, joker] == 0:
        return JOKER_USED
    if s.laid != 0:
        return JOKER_AFTER_CARD
    if joker == GEARS:
        return 0
    target, card = (move - VITAMIN) // END, (move - VITAMIN) % END
    if target >= s.players:
        return NO_SUCH_SEAT
    if target == seat:
        return VITAMIN_SELF
    if s.cards[target] == 0:
        return VITAMIN_EMPTY
    if int(s.banned[seat]) >> target & 1:
        return RETALIATION
    if deck(int(s.players)) >> card & 1 == 0:
        return NOT_IN_PLAY
    return 0 if int(s.hand[seat]) >> card & 1 else NOT_IN_HAND


def _refusal_of_puncture(s: State, seat: int, target: int) -> int:
    """§6a, TLE-14, 18, 19: at any time, on anybody who still has cards, oneself included."""
    if s.jokers[seat, PUNCTURES] == 0:
        return JOKER_USED
    if target >= s.players:
        return NO_SUCH_SEAT
    return 0 if s.cards[target] > 0 else TARGET_FINISHED


# -------------------------------------------------------------------------------------------- lists


def _list_vitamins(s: State, seat: int, moves: Moves, n: int) -> int:
    """§6b: every card of the hand with every opponent who has cards and may be hit (TLE-22, 23)."""
    for target in range(int(s.players)):
        if target == seat or s.cards[target] == 0 or int(s.banned[seat]) >> target & 1:
            continue
        cards = int(s.hand[seat])
        while cards != 0:
            moves[n] = VITAMIN + END * target + lowest(cards)
            cards &= cards - 1
            n += 1
    return n


def _holding_punctures(s: State) -> int:
    """The seats that still have a puncture, as a bit mask."""
    seats = 0
    for seat in range(int(s.players)):
        if s.jokers[seat, PUNCTURES] > 0:
            seats |= 1 << seat
    return seats
