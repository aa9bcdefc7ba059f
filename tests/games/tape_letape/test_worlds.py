"""Possible worlds of Tape l'étape (TLE-36): true to what a seat saw, each equally likely."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from echappee.games.tape_letape import cards, knowledge, notation, scoring
from echappee.games.tape_letape.state import END, PASS, VITAMIN
from echappee.match.match import Match
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from tests.games.tape_letape.helpers import COUNTS, RULES, play, rider, state, table

F = RULES.functions

Hands = tuple[int, ...]
Played = tuple[Any, int, int, Any]


def stream(seed: int) -> Any:
    words = new_chance()
    F.kernel(start_stream)(words, seed, 0)
    return words


def hands_of(s: Any) -> Hands:
    return tuple(int(hand) for hand in s.hand)


def holders(s: Any, viewer: int, card: int) -> set[int]:
    mask = F.kernel(knowledge.holders_of)(s, viewer, card)
    return {seat for seat in range(6) if mask >> seat & 1}


def deals(s: Any, viewer: int, may_hold: Callable[[int], set[int]]) -> set[Hands]:
    """Every way to deal the cards that a viewer can't see, each to a seat that may hold it."""
    others = [seat for seat in range(int(s.players)) if seat != viewer]
    hidden = [card for card in range(48) for seat in others if int(s.hand[seat]) >> card & 1]
    hands = [int(s.hand[viewer]) if seat == viewer else 0 for seat in range(6)]
    room = [0 if seat == viewer else int(n) for seat, n in enumerate(s.cards)]
    allowed = [may_hold(card) for card in hidden]
    found: set[Hands] = set()

    def deal(i: int) -> None:
        if i == len(hidden):
            found.add(tuple(hands))
            return
        for seat in allowed[i]:
            if room[seat]:
                hands[seat] |= 1 << hidden[i]
                room[seat] -= 1
                deal(i + 1)
                hands[seat] &= ~(1 << hidden[i])
                room[seat] += 1

    deal(0)
    return found


def all_worlds(s: Any, viewer: int) -> set[Hands]:
    """Every deal of the hidden cards that nothing the viewer knows contradicts."""
    return deals(s, viewer, lambda card: holders(s, viewer, card))


def sampled(s: Any, viewer: int, count: int, seed: int) -> dict[Hands, int]:
    words = stream(seed)
    found: dict[Hands, int] = {}
    for _ in range(count):
        world = s.copy()
        F.redeal(world, viewer, words)
        found[hands_of(world)] = found.get(hands_of(world), 0) + 1
    return found


def knowledge_text(match: Match) -> tuple[str, str]:
    """What passes and vitamins have told, as the position text writes it."""
    lacks, known = match.position().split(" ")[11:]
    return lacks, known


FOUR = "R3/R4.R7/R5.R8/R9.R10"
"""Four players, only red cards left, and of the red ones the 6 laid: R5 and R7 can be laid."""


@pytest.mark.parametrize(
    ("hands", "lacks", "known", "count"),
    [
        (FOUR, "-", "-", 90),
        (FOUR, "0123:3:R5.R7", "-", None),
        (FOUR, "0123:1:R5;0123:3:R5.R7", "-", None),
        (FOUR, "0123:3:R5.R7", "0:R10:3", None),
        (FOUR, "0123:3:R5.R7", "0:R10:13;1:R9:3", None),
        ("R3/R4.R7.R10/R5.R8/R9", "0123:2:R7;0123:3:R5.R7", "0:R8:123;0:R10:12", None),
        ("B10.R9.R10/R4.R8/B3.B5.R7/B4.R3.R5", "023:1:B5.R7;0:2:R5;0:3:R7", "-", None),
    ],
)
def test_redeal_is_uniform_over_all_consistent_worlds(
    hands: str, lacks: str, known: str, count: int | None
) -> None:
    s = state(table(hands, turn="0>0", lacks=lacks, known=known))
    worlds = all_worlds(s, 0)
    assert hands_of(s) in worlds
    assert len(worlds) == count or count is None
    draws = 150 * len(worlds)
    found = sampled(s, 0, draws, seed=len(worlds))
    assert set(found) == worlds
    expected = draws / len(worlds)
    chi_square = sum((n - expected) ** 2 / expected for n in found.values())
    freedom = len(worlds) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_without_what_was_concluded_every_deal_is_possible() -> None:
    s = state(table(FOUR, turn="0>0", lacks="0123:3:R5.R7", known="0:R10:3"))
    assert len(sampled(s, 0, 1000, seed=1)) < 90
    for part in RULES.inferred:
        s[part] = 0
    assert len(sampled(s, 0, 5000, seed=1)) == 90


# --------------------------------------------------------------------------------- hand-made cases


def test_a_pass_rules_out_what_could_be_laid() -> None:
    match = table("B3.B4/B5.B9/B10")
    play(match, "pass")
    lacks = match.position().split(" ")[11]
    assert lacks == "012:0:B5.B9"
    play(match, "B9")
    assert match.position().split(" ")[11] == "012:0:B5"  # nothing is known yet about B10


def test_a_pass_that_need_not_be_tells_nothing() -> None:
    match = table("B3.B4/B5.B9/B10", "time-trial:6", race="FR,sprint,may,shared")
    play(match, "pass")
    assert match.position().split(" ")[11] == "-"
    play(match, "pass", "pass")  # all have passed: from now on it tells
    play(match, "pass")
    assert match.position().split(" ")[11] == "012:0:B5.B9"


def test_a_swapped_card_is_known_to_the_two_until_it_is_laid() -> None:
    match = table("B3.B4/B5/B9.B10", jokers="v/-/-")
    match.play(0, "vitamin>1:B4")
    assert match.position().split(" ")[12] == "0:B4:1;1:B5:0"
    assert rider(match, 1, 0).known == ["B4"]
    assert rider(match, 0, 1).known == ["B5"]
    play(match, "B5", "end")
    assert match.position().split(" ")[12] == "0:B4:1"
    assert rider(match, 0, 1).known == []


def test_a_swapped_card_may_be_swapped_on() -> None:
    match = table("R3.R4/R9/R5.R8/R10", jokers="v/-/v/-")
    match.play(0, "vitamin>1:R4")  # for R9
    play(match, "pass", "pass")
    assert knowledge_text(match) == ("0123:0:R5.R8;0123:1:R5.R8", "0:R4:1;1:R9:0")
    match.play(2, "vitamin>1:R5")  # for R4, unseen by seats 0 and 3
    assert knowledge_text(match) == ("0123:0:R5.R8;12:1:R8", "0:R4:12;1:R9:0;2:R5:1;1:R4:2")
    assert rider(match, 1, 0).known == rider(match, 2, 0).known == []
    assert rider(match, 2, 1).known == ["R4"]
    match.play(2, "R8")
    assert knowledge_text(match) == ("0123:0:R5", "0:R4:12;1:R9:0;2:R5:1;1:R4:2")


def test_a_pass_narrows_down_where_a_known_card_is() -> None:
    match = table("B3.B9/B10/B4.B8", turn="0>1", known="0:B4:12")
    play(match, "pass")
    assert knowledge_text(match) == ("012:1:B4.B8", "0:B4:2")
    assert rider(match, 2, 0).known == ["B4"]


def test_the_two_of_a_vitamin_still_know_what_a_pass_told() -> None:
    match = table("R5.R9/R3.R4/R8/R10", jokers="v/-/-/-", lacks="0123:1:R5.R8")
    match.play(0, "vitamin>1:R5")
    assert knowledge_text(match)[0] == "01:1:R8"  # to seats 2 and 3 it may now hold either


def test_a_world_forgets_what_only_others_know() -> None:
    s = state(table(FOUR, lacks="01:3:R5.R7;23:3:R7", known="0:R10:3;1:R9:3;2:R9:3"))
    F.redeal(s, 2, stream(1))
    lacks, known = notation.write_position(s).split(" ")[11:]
    assert (lacks, known) == ("0123:3:R7", "2:R9:3")


# ---------------------------------------------------------------------------------- whole histories


def random_stage(players: int, seed: int, barred: frozenset[int] = frozenset()) -> Iterator[Played]:
    """The first stage of a random race, move by move: before, seat, move, after.

    Seats in ``barred`` swap cards with one another never: each vitamin involves somebody else.
    """
    rng = np.random.default_rng(seed)
    words = stream(seed)
    s = RULES.blank()[0]
    options = {"race": "endurance", "time_trial": ("must", "may")[seed % 2]}
    F.setup(s, players, RULES.option_numbers(RULES.read_options(options)), words)
    buffer = RULES.buffer()
    while not s.stage:
        seat = int(s.turn)
        asked = [q for q in range(players) if F.offered(s) >> q & 1]
        if asked and rng.integers(10) == 0:
            seat = asked[int(rng.integers(len(asked)))]
        found = [int(move) for move in buffer[: F.legal(s, seat, buffer)]]
        found = [m for m in found if m < VITAMIN or not {seat, (m - 62) // 48} <= barred]
        others = [move for move in found if move < VITAMIN]
        if others and rng.integers(5):
            found = others  # else nearly all moves would be vitamins
        move = found[int(rng.integers(len(found)))]
        before = s.copy()
        F.apply(s, seat, move, words)
        yield before, seat, move, s.copy()


def tells(s: Any) -> bool:
    """Would a pass tell something? §4c, and TLE-06 (b)."""
    return bool(s.may == 0 or s.profile != scoring.TIME_TRIAL or s.passes >= s.players)


def rewinds(world: Hands, history: list[Played]) -> bool:
    """Could these hands have come out of everything that a viewer of all vitamins saw?"""
    hands = list(world)
    for before, seat, move, after in reversed(history):
        if move < END:
            hands[seat] |= 1 << move
        elif move == PASS:
            if tells(before) and hands[seat] & int(before.open):
                return False
        elif move >= VITAMIN:
            target, given = divmod(move - VITAMIN, 48)
            drawn = int(after.hand[seat]) & ~int(before.hand[seat])
            if not hands[seat] & drawn or not hands[target] >> given & 1:
                return False
            hands[seat] ^= drawn | 1 << given
            hands[target] ^= drawn | 1 << given
    return True


@pytest.mark.parametrize("players", COUNTS)
def test_worlds_are_exactly_those_that_history_allows(players: int) -> None:
    """Where the viewer was part of every vitamin, brute force over all deals finds the same."""
    compared = constrained = 0
    for seed in range(12):
        viewer = seed % players
        history: list[Played] = []
        for played in random_stage(players, seed, frozenset(range(players)) - {viewer}):
            history.append(played)
            after = played[3]
            if after.stage:
                break
            hidden = sum(int(n) for q, n in enumerate(after.cards) if q != viewer)
            if hidden > 7:
                if len(history) % 7 == 0:
                    for world in sampled(after, viewer, 3, seed):
                        assert rewinds(world, history), notation.write_position(after)
                continue
            every = deals(after, viewer, lambda card: set(range(players)))
            possible = {world for world in every if rewinds(world, history)}
            assert possible == all_worlds(after, viewer), notation.write_position(after)
            compared += 1
            constrained += len(possible) < len(every)
    assert compared > 5
    assert constrained > 3


@pytest.mark.parametrize("players", COUNTS)
def test_holders_by_the_written_rule_card_by_card(players: int) -> None:
    """The rule of `knowledge`, told again with plain sets; the real holder is never ruled out."""
    swaps = 0
    for seed in range(100, 104):
        sets = [[set(range(players)) - {v} for _ in range(48)] for v in range(players)]
        for number, (before, seat, move, after) in enumerate(random_stage(players, seed)):
            if after.stage:
                break
            if move == PASS:
                if tells(before):
                    for viewer in range(players):
                        for card in range(48):
                            if int(before.open) >> card & 1:
                                sets[viewer][card] -= {seat}
            elif move >= VITAMIN:
                swaps += 1
                target, given = divmod(move - VITAMIN, 48)
                drawn = (int(after.hand[seat]) & ~int(before.hand[seat])).bit_length() - 1
                for viewer in range(players):
                    if viewer in (seat, target):
                        sets[viewer][given], sets[viewer][drawn] = {target}, {seat}
                        continue
                    for where in sets[viewer]:
                        if where & {seat, target}:
                            where |= {seat, target}
            if number % 4:
                continue
            for viewer in range(players):
                for card in range(48):
                    at = [q for q in range(players) if int(after.hand[q]) >> card & 1]
                    if at and at != [viewer]:
                        wanted = {q for q in sets[viewer][card] if after.cards[q] and q != viewer}
                        assert set(at) <= wanted
                        assert holders(after, viewer, card) == wanted
    assert swaps > 5


def test_redeal_never_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six players, all cards but the first ones in hand, and everybody knows much."""
    sizes = []

    def measure(s: Any, bound: Any, holders: Any, n: int, room: Any, chance: Any) -> None:
        sizes.append(int(knowledge.steps(holders, n, room)[6]))
        raise InterruptedError

    monkeypatch.setattr(knowledge, "_place", measure)
    words = stream(3)
    for seed in range(30):
        for number, (_, _, _, after) in enumerate(random_stage(6, 300 + seed)):
            if after.stage or number % 10:
                continue
            with contextlib.suppress(InterruptedError), np.errstate(over="ignore"):
                knowledge.redeal_hands(after.copy(), number % 6, words)
    assert len(sizes) > 100
    assert max(sizes) < 2_000  # states to count for one world, of 9**5 at most


def test_cards_helper_counts() -> None:
    assert cards.count(cards.deck(6)) == 48
    assert cards.count_big(cards.deck(6)) == 24
    assert [cards.lowest(1 << card) for card in range(48)] == list(range(48))
    assert [cards.nth(0b1011, n) for n in range(3)] == [0, 1, 3]
