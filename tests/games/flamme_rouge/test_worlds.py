"""FR-09: what is hidden stays hidden, and possible worlds are just those that can be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec

from echappee.games.flamme_rouge import cards
from echappee.match.match import Match
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from tests.games.flamme_rouge.helpers import GAME, RULES, place_all, start, state_of

OWN = "S@3R/222333444555999/-/-/-,R@2R/333444555666777/-/-/-,-,-"


def rival(world: str) -> list[str]:
    """Deck, recycled and played cards, and what is known, of seat 1's Sprinteur."""
    return world.split()[5].split(",")[0].split("/")[1:]


def tally(text: str, count: int) -> Counter[str]:
    """The possible worlds of seat 0 as positions, with how often each came."""
    match = GAME.position(text, seed=1)
    return Counter(map(RULES.notation.write_position, match.worlds(0, count, seed=5)))


def test_own_cards_and_all_played_cards_are_kept() -> None:
    match = place_all(start(3))
    for _ in range(40):
        seat = match.awaited[-1]
        match.play(seat, match.moves(seat)[-1])
    for seat in range(3):
        for world in match.worlds(seat, 5):
            for team in range(3):
                for r in (2 * team, 2 * team + 1):
                    assert (world.played[r] == state_of(match).played[r]).all()
                    if team == seat:
                        assert (world.deck[r] == state_of(match).deck[r]).all()
                        assert (world.recycled[r] == state_of(match).recycled[r]).all()
                    sizes = [cards.size_of(pile[r]) for pile in (world.deck, world.recycled)]
                    real = state_of(match)
                    assert sizes == [cards.size_of(p[r]) for p in (real.deck, real.recycled)]


def test_every_split_of_a_rivals_cards_is_as_likely() -> None:
    """Three cards face down, two recycled, all different: ten splits."""
    rider = "S@5R/234/59/2233445599/-"
    text = f"abcu 2 order:01 5 {OWN} {rider},R@4R/333444555666777/-/-/-,-,-"
    found = Counter(rival(world)[1] for world in tally(text, 4000).elements())
    assert set(found) == {a + b for a, b in combinations("23459", 2)}
    assert all(300 < times < 500 for times in found.values())


def test_exhaustion_taken_since_the_last_shuffle_lies_in_the_recycled_pile() -> None:
    rider = "S@5R/234/592x/2233445599/1.0.0"
    text = f"abcu 2 order:01 5 {OWN} {rider},R@4R/333444555666777/-/-/-,-,-"
    for world in tally(text, 300):
        assert "x" not in rival(world)[0]
        assert rival(world)[1].endswith("2x")


def test_cards_drawn_before_a_shuffle_are_not_the_exhaustion_that_was_shuffled_in() -> None:
    """Three old cards and one new one in the hand: one exhaustion card at most."""
    rider = "S@5R/2x2x/-/22333444555/0.2.3m"
    text = f"abcu 2 order:01 9 {OWN} {rider},R@4R/333444555666777/-/-/-,S:2999,-"
    hands = Counter(
        world.split()[5].split(",")[2].removeprefix("S:") for world in tally(text, 600).elements()
    )
    assert hands
    assert all(hand.count("x") <= 1 for hand in hands)
    assert any(hand.count("x") == 1 for hand in hands)


def test_a_sealed_card_is_dealt_anew_with_the_cards_laid_aside() -> None:
    rider = "S@5R/-/234/22334455599/-"
    text = f"abcu 2 order:01 9 {OWN} {rider},R@4R/33444555666777/-/-/-,R:3,S9"
    sealed = Counter(world.split()[5].split(",")[3] for world in tally(text, 2000).elements())
    assert set(sealed) == {"S2", "S3", "S4", "S9"}
    assert all(400 < times < 600 for times in sealed.values())


def test_nothing_of_a_rivals_choice_leaves_before_the_reveal() -> None:
    """The same sight, whatever the rival holds, lays aside and seals."""
    match = place_all(start(2))
    match.play(1, "S")
    twins = []
    for move in (match.moves(1)[0], match.moves(1)[-1]):
        twin = match.copy()
        twin.play(1, move)
        twins.append(twin)
    assert twins[0].position() != twins[1].position()
    assert _sight(twins[0]) == _sight(twins[1])


def _sight(match: Match) -> tuple[bytes, bytes]:
    events = [event for _, event in match.events(0)]
    return msgspec.json.encode(match.typed_view(0)), msgspec.json.encode(events)


def test_worlds_keep_every_hand_possible_through_whole_races() -> None:
    """Fresh exhaustion is never in a rival's hand or deck, however the piles have been shuffled."""
    functions = RULES.functions
    chance = new_chance()
    functions.kernel(start_stream)(chance, 11, 0)
    match = place_all(start(2, exhaustion="2/2,2/2"))
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
        real = state_of(match)
        world = real.copy()
        functions.redeal(world, 0, chance)
        for r in (2, 3):
            assert world.recycled[r, 7] >= real.fresh[r]
