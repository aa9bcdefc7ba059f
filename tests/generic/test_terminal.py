"""The terminal of every game: drawn in 80 columns, its moves typed, read and told in words."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from echappee.cli.game_terminal import GameTerminal
from echappee.cli.speech import Speech
from echappee.errors import LANGUAGES, Language
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.generic.cases import Case, brief

WIDTHS = (78, 80, 120)


def _moments(game_id: str, players: int) -> list[Match]:
    """Every seventh position of a game in which chance chooses among what there is."""
    match = Case(game_id, players, brief(game_id)).start(players)
    found = []
    for number in range(260):
        if match.over:
            break
        if number % 7 == 0:
            found.append(match.copy())
        seat = match.actors[number * 5 % len(match.actors)]
        moves = match.moves(seat) or match.moves(match.awaited[0])
        seat = seat if match.moves(seat) else match.awaited[0]
        match.play(seat, moves[number * 11 % len(moves)])
    return [*found, match]


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_of_a_move_is_read_as_that_move(game_id: str, language: Language) -> None:
    """In the language of the table, in any other, and in the notation where that has no seats."""
    rules = rulebook(game_id)
    terminal = GameTerminal(rules, Speech(Console(file=StringIO()), language))
    other: Language = "en" if language == "fr" else "fr"
    foreign = GameTerminal(rules, Speech(Console(file=StringIO()), other))
    names = [f"Rider {seat + 1}" for seat in range(rules.players[1])]
    for match in _moments(game_id, rules.players[1]):
        for seat in match.actors:
            view = match.typed_view(seat)
            for text in match.moves(seat):
                shown = terminal.show(text)
                assert terminal.read(shown, names) == [text]
                assert foreign.read(shown, names) == [text]
                assert terminal.read(f" {shown.lower()} , {shown} ", names)[1] == text
                assert terminal.describe(text, view, names)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("width", WIDTHS)
def test_a_table_fits_its_columns(game_id: str, width: int) -> None:
    rules = rulebook(game_id)
    for language, players in zip(LANGUAGES, (rules.players[1], rules.fewest_rivals), strict=True):
        terminal = GameTerminal(rules, Speech(Console(file=StringIO()), language))
        names = [f"Robot gourmand {seat + 1}" for seat in range(players)]
        for match in _moments(game_id, players)[::5]:
            for viewer in (None, *match.awaited[:1]):
                moves = [] if viewer is None else list(match.moves(viewer))
                for marked in (None, *moves[:1], *moves[-1:]):
                    out = StringIO()
                    console = Console(file=out, width=200, color_system=None)
                    console.print(terminal.draw(match, viewer, names, width, marked))
                    # Sentences may be wrapped by the console; frames and roads may not.
                    drawn = [line.rstrip() for line in out.getvalue().splitlines()]
                    assert max(map(len, filter(_is_picture, drawn)), default=0) <= width


def _is_picture(line: str) -> bool:
    """A line of the board, not a sentence: hardly any letters in a row."""
    return line[:1] in ("│", "╭", "╰") or "·  ·" in line


@pytest.mark.parametrize("game_id", game_ids())
def test_the_move_that_is_looked_at_is_seen_on_the_table(game_id: str) -> None:
    """Without colours, too: some sign differs, for most moves."""
    rules = rulebook(game_id)
    terminal = GameTerminal(rules, Speech(Console(file=StringIO()), "en"))
    names = [f"Rider {seat + 1}" for seat in range(rules.players[1])]
    seen = total = 0
    for match in _moments(game_id, rules.players[1])[:8]:
        for seat in match.awaited[:1]:
            plain = _drawn(terminal, match, seat, names, None)
            for text in list(match.moves(seat))[:6]:
                total += 1
                seen += _drawn(terminal, match, seat, names, text) != plain
    assert seen > total / 3


def _drawn(
    terminal: GameTerminal, match: Match, seat: int, names: list[str], marked: str | None
) -> str:
    out = StringIO()
    drawn = terminal.draw(match, seat, names, 80, marked)
    Console(file=out, width=80, color_system=None).print(drawn)
    return out.getvalue()


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_tells_its_aim_its_signs_and_its_moves(game_id: str) -> None:
    for language in LANGUAGES:
        terminal = GameTerminal(rulebook(game_id), Speech(Console(file=StringIO()), language))
        for key in ("aim", "legend", "help"):
            assert terminal.sentence(key)


def test_the_steps_of_the_tour_look_as_they_are_typed() -> None:
    """The road runs upwards: ``<`` is marked to the left of ``^``, both a row above the rider."""
    rules = rulebook("tour-de-france")
    terminal = GameTerminal(rules, Speech(Console(file=StringIO()), "en"))
    names = ["Rider 1", "Rider 2"]
    for match in _moments("tour-de-france", 2):
        if match.over:
            continue
        seat = match.awaited[0]
        steps = [text for text in match.moves(seat) if text in "<^>"]
        now = match.typed_view(seat).table.now
        if len(steps) < 2 or now.mover is None:
            continue
        team = match.typed_view(seat).table.seats[seat].colour[0].upper()
        places = {}
        for step in steps:
            lines = _drawn(terminal, match, seat, names, step).splitlines()
            places[step] = next(
                (y, line.index(sign))
                for y, line in enumerate(lines)
                for sign in "◇◉"
                if sign in line
            )
            rider = next(
                (y, line.index(f"{team}{now.mover}"))
                for y, line in enumerate(lines)
                if f"{team}{now.mover}" in line
            )
        columns = [places[step][1] for step in "<^>" if step in places]
        assert columns == sorted(columns)
        if places[steps[0]][0] < rider[0]:  # else the road goes on in the next stretch
            assert {y for y, _ in places.values()} == {rider[0] - 1}
            if "^" in places:
                assert places["^"][1] == rider[1]
            return
    raise AssertionError("no position with two ways was found")


def test_moves_may_be_typed_as_a_path_and_seats_by_name() -> None:
    tour = GameTerminal(rulebook("tour-de-france"), Speech(Console(file=StringIO()), "fr"))
    assert tour.read("211r 2>1 ^^<; pioche") == ["211r", "2>1", "^", "^", "<", "draw"]
    race = GameTerminal(rulebook("tape-letape"), Speech(Console(file=StringIO()), "en"))
    names = ["Ann", "Bob", "Bob Junior"]
    assert race.read("vitamin>bob junior:g10 puncture>Bob", names) == [
        "vitamin>2:V10",
        "puncture>1",
    ]
    plate = GameTerminal(rulebook("tapas"), Speech(Console(file=StringIO()), "fr"))
    assert plate.read("o3:2 passe pass") == ["W3:2", "pass", "pass"]
