"""The greedy bot is worth something, and the terminal shows a race."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from echappee.errors import LANGUAGES, Language
from echappee.games.flamme_rouge import road, terminal
from echappee.games.flamme_rouge.policy import _promise
from echappee.lab.simulate import simulate
from tests.depth import deep
from tests.games.flamme_rouge.helpers import GAME, SIX, finish_round, race, start, state_of

RACES = deep(400, 2000)


@pytest.mark.parametrize("stage", SIX)
def test_greedy_wins_twice_its_fair_share_among_four(stage: str) -> None:
    bots = ("greedy", "random", "random", "random")
    result = simulate("flamme-rouge", RACES, 4, {"stage": stage}, bots, seed=7)
    assert result.bots[0].share >= 2 / 4
    assert result.bots[0].mean_place < min(other.mean_place for other in result.bots[1:])


@pytest.mark.parametrize("stage", SIX)
def test_greedy_beats_one_rival(stage: str) -> None:
    result = simulate("flamme-rouge", RACES, 2, {"stage": stage}, ("greedy", "random"), seed=7)
    assert result.bots[0].share >= 0.9


def test_greedy_rides_every_kind_of_race() -> None:
    tables: tuple[tuple[int, dict[str, str]], ...] = (
        (1, {}),
        (3, {"stage": "peloton-9", "finish": "all"}),
        (6, {"stage": "peloton-11", "order": "543210"}),
    )
    for players, options in tables:
        result = simulate("flamme-rouge", 20, players, options, ("greedy",), seed=1)
        assert result.games == 20


@pytest.mark.parametrize(
    ("place", "tiles", "squares"),
    [
        ("12R", "a-b-3-c-d-u", 2),
        ("13R", "a-b-3-c-d-u", 4),  # a supply zone (§10a)
        ("41R", "AebQRNHPcgikDFsLojmtu", 2),  # an ascent (§8a)
        ("25R", "AebQRNHPcgikDFsLojmtu", 5),  # a descent (§8b)
    ],
)
def test_what_a_rider_without_cards_promises_is_what_the_road_gives_a_2(
    place: str, tiles: str, squares: int
) -> None:
    state = state_of(race({"0S": place, "0R": "3R", "1S": "2R", "1R": "1R"}, tiles=tiles))
    state.deck[0], state.recycled[0] = 0, 0
    here = int(state.square[0])
    assert _promise(state, 0, 1) == 10 * (here + squares)
    assert road.reach(state, 0, 2) == here + squares


def draw(viewer: int | None, language: Language) -> str:
    match = race(
        {"0S": "20R", "0R": "22R", "1S": "22L", "1R": "40R", "2S": "30R", "2R": "31R"},
        dummies="M",
        tiles="AebQRNHPcgikDFsLojmtu",
    )
    console = Console(width=100, record=True, file=StringIO())
    view = match.typed_view(viewer)
    moves = list(match.moves(viewer)) if viewer is not None else []
    console.print(terminal.draw(view, moves, ["Ann", "Bob"], GAME.rulebook.words, language))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_road_shows_riders_slopes_lines_and_packs(language: Language) -> None:
    text = draw(1, language)
    assert "La Classicissima" in text
    for mark in ("1S", "2R", "3S", "▲▲", "▽▽", "┃", "Ann", "Bob"):
        assert mark in text
    assert "2R    ◂ 3R 3S    ◂ 1R 2S    ◂ 1S" in text


def test_the_terminal_shows_a_hand_to_its_owner_alone() -> None:
    assert "→ 43" in draw(1, "en")
    assert "→ 43" not in draw(0, "en")
    assert "→ 43" not in draw(None, "en")


def test_the_terminal_shows_every_phase() -> None:
    match = start(2)
    for language in LANGUAGES:
        terminal.draw(
            match.typed_view(0), list(match.moves(0)), "AB", GAME.rulebook.words, language
        )
    match = race({"0S": "73R", "0R": "3R", "1S": "2R", "1R": "1R"})
    finish_round(match)
    terminal.draw(match.typed_view(None), [], "AB", GAME.rulebook.words, "fr")
