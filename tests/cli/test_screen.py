"""The full-screen table, driven by keys and a mouse: whole games, offers, hand-overs, the end."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog

import echappee
from echappee.bots.registry import bot
from echappee.cli.kept_games import load, new_path, unfinished
from echappee.cli.screen.dialogs import Ending, HandOver, Reading
from echappee.cli.screen.table_app import TableApp
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.errors import Language
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.cli.screens import (
    LARGE,
    SMALL,
    run_script,
    seated,
    settled,
    shows,
    text_of,
    towards_the_end,
    type_in,
)
from tests.depth import deep


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


# ---------------------------------------------------------------------------------------- the games


def test_a_game_is_played_to_its_end_with_the_cursor_keys() -> None:
    session = seated("tapas", 2)
    for _ in range(deep(12, 0)):
        seat = session.match.awaited[0]
        session.match.play(seat, session.match.moves(seat)[0])
    seen: list[str] = []

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        while not app.match.over:
            seen.append(text_of(app))
            await pilot.press("down", "enter")
            await settled(app, pilot)
        await settled(app, pilot)
        assert shows(app, Ending)
        ending = text_of(app)
        assert "wins." in ending or "share the win" in ending
        await pilot.press("end", "enter")

    app = run_script(session, script)
    assert app.match.over
    assert all("Player 1, your move" in one and "Jalapeños" in one for one in seen)
    assert echappee.verify(app.match.record()).moves == app.match.ply
    assert not unfinished("tapas")


def test_a_move_that_is_highlighted_as_the_screen_closes_is_not_drawn() -> None:
    """The list may outlive the table beside it for a moment."""

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await app.query_one("#board").remove()
        moves = app.query_one("#moves", OptionList)
        before = moves.highlighted
        await pilot.press("down")
        await pilot.pause()
        assert moves.highlighted != before

    run_script(seated("tapas", 2), script)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(
    ("size", "language"), deep([(SMALL, "fr")], [(SMALL, "fr"), (LARGE, "en")])
)
def test_every_game_shows_table_moves_log_and_whose_turn_it_is(
    game_id: str, size: tuple[int, int], language: Language
) -> None:
    session = seated(game_id, min(4, rulebook(game_id).players[1]), language=language)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        for _ in range(2):
            if app.match.over:
                return
            text = text_of(app)
            width, height = size
            assert all(len(line) == width for line in text.splitlines())
            assert len(text.splitlines()) == height
            assert app.match.rulebook.name[language] in text.splitlines()[0]
            assert app.session.names[0] in text.splitlines()[0]
            assert ("F1 Help" in text) == (language == "en")
            chosen = app._chosen()
            assert chosen is not None
            listed = text[text.index("Moves" if language == "en" else "Coups") :]
            assert chosen.told[:20] in listed
            assert app.query_one("#log", RichLog).lines
            await pilot.press("enter")
            await settled(app, pilot)

    app = run_script(session, script, size)
    assert [entry.seat for entry in app.match.entries].count(0) > 0 or app.match.number > 0


def test_a_short_tour_is_ridden_to_its_end() -> None:
    """The last of hundreds of moves: what is forced plays itself, and the end is told."""
    session = seated("tour-de-france", 2, seed=2)
    session.match = towards_the_end(session.match, 12)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        while not app.match.over:
            await pilot.press("enter")
            await settled(app, pilot)
        await settled(app, pilot)
        assert "the Tour is over" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        assert not shows(app, Ending)
        assert "The game is over." in text_of(app)
        await pilot.press("ctrl+q")

    assert run_script(session, script).match.over


# ------------------------------------------------------------------------------ choosing and asking


def test_typing_filters_and_a_click_plays() -> None:
    session = seated("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        moves = app.query_one("#moves", OptionList)
        everything = moves.option_count
        await pilot.press("N", "3")
        assert 0 < moves.option_count < everything
        assert all(choice.typed.startswith("N3") for choice in app._shown)
        await pilot.press("escape")
        assert moves.option_count == everything
        await _filtered(pilot, "column 3")
        assert all("column 3" in choice.told for choice in app._shown)
        chosen = app._shown[1].value
        await pilot.click("#moves", offset=(3, 1))
        await settled(app, pilot)
        assert app.match.entries[0].text == chosen
        await type_in(pilot, "nonsense")
        assert "is not a move" in text_of(app)
        await type_in(pilot, "why W6:1")
        assert "missing corners" in text_of(app)

    run_script(session, script)


def test_the_place_of_a_move_is_marked_on_the_board() -> None:
    session = seated("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "▼" in text_of(app)
        await _filtered(pilot, "W")
        await pilot.pause()
        assert "▶ C1" in text_of(app)
        assert "▼" not in text_of(app)

    run_script(session, script)


async def _filtered(pilot: Pilot[Session | None], text: str) -> None:
    pilot.app.query_one("#typed", Input).value = text
    await pilot.pause()


def test_several_typed_moves_and_undo_of_what_was_forced() -> None:
    session = seated("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await type_in(pilot, "N3:1 N3:2")
        await settled(app, pilot)
        assert app.match.entries[0].text == "N3:1"
        assert "other player's turn" in text_of(app)
        await pilot.press("f3")
        await settled(app, pilot)
        assert app.match.ply == 0
        assert "Taken back." in text_of(app)
        assert "takes a move back" in text_of(app)

    run_script(session, script)


def test_commands_have_keys_words_and_answers(tmp_path: Path) -> None:
    session = seated("tapas", 2, first_colour="j")
    saved = tmp_path / "here.echappee"

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("f1")
        assert shows(app, Reading)
        assert "N3:2 pushes a 2" in " ".join(text_of(app).split())
        await pilot.press("pagedown", "escape")
        await type_in(pilot, "rules 4e")
        assert "Not straight back" in text_of(app)
        await pilot.press("escape")
        await pilot.press("f4")
        assert shows(app, Reading)
        await pilot.press("f4")
        assert not shows(app, Reading)
        await type_in(pilot, "position")
        assert "--j1c1j1c1--" in text_of(app)
        await type_in(pilot, "preuve")
        assert app.match.commitment[:20] in text_of(app)
        await type_in(pilot, f"save {saved}")
        assert saved.exists()
        await pilot.press("f7")
        assert "Saved in" in text_of(app)
        await pilot.press("f5")
        assert app.session.auto is False
        await pilot.press("f6")
        text = text_of(app)
        assert "Joueur 1, à vous" in text
        assert "par le haut" in text
        assert "Conseil" in text
        await pilot.press("ctrl+q")

    app = run_script(session, script)
    assert not unfinished("tapas")
    assert "rien n’est gardé" in str(app.farewell[0])


def test_a_hint_comes_from_a_thread_and_the_screen_stays_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from threading import Event, current_thread, main_thread

    from echappee.rulebook.values import Advice, Advised

    asked, go_on = Event(), Event()

    def advise(match: Match, seat: int) -> Advice:
        assert current_thread() is not main_thread()
        asked.set()
        assert go_on.wait(60)
        return Advice(seat, match.number, "champion", (Advised("N3:1", 0.6, None, 0.9, False),))

    monkeypatch.setattr("echappee.cli.session.advise", advise)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("f2")
        while not asked.is_set():
            await asyncio.sleep(0.002)
        before = app._chosen()
        await pilot.press("down")
        assert app._chosen() != before
        assert "The champion thinks" in text_of(app)
        go_on.set()
        while "its choice" not in text_of(app):
            await pilot.pause()
            await asyncio.sleep(0.002)
        assert "wins 60 %" in text_of(app)

    run_script(seated("tapas", 2, first_colour="j"), script)


# -------------------------------------------------------------------------- out of turn, hand-overs


def test_who_is_asked_out_of_turn_waits_acts_or_asks_for_help() -> None:
    session = seated("tape-letape", 4)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert app._offered == (0,)
        text = text_of(app)
        assert "act out of turn?" in text
        assert "Your hand" in text
        number = app.match.number
        await type_in(pilot, "?")
        await pilot.press("escape")
        await type_in(pilot, "moves")
        assert app.match.number == number
        assert app._offered == (0,)
        await type_in(pilot, "wait")
        await settled(app, pilot)
        assert app.match.number > number
        await type_in(pilot, "puncture>2")
        await settled(app, pilot)
        mine = [entry.text for entry in app.match.entries if entry.seat == 0]
        assert mine[0] == "puncture>1"
        assert "Player 1 punctures Greedy bot 2." in " ".join(text_of(app).split())

    run_script(session, script, LARGE)


def test_several_people_are_asked_at_once_and_no_hand_is_seen() -> None:
    session = seated("tape-letape", 3, people=3)
    match = session.match
    hands = [match.typed_view(seat).table.riders[seat].hand for seat in range(3)]

    def hand_seen(app: TableApp, seat: int) -> bool:
        cards = [app.session.terminal.show(card) for card in hands[seat] or []]
        return all(f" {card} " in text_of(app) for card in cards)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        chooser = match.awaited[0]
        other = next(seat for seat in range(3) if seat != chooser)
        assert shows(app, HandOver)
        assert not any(hand_seen(app, seat) for seat in range(3))
        await pilot.press("enter")
        await settled(app, pilot)
        assert hand_seen(app, chooser)
        await pilot.press("enter")
        await settled(app, pilot)
        assert len(app._offered) == 2
        assert "Does anybody act out of turn?" in text_of(app)
        assert "Your hand" not in text_of(app)
        assert not shows(app, HandOver)
        await _filtered(pilot, f"Player {other + 1}")
        await pilot.press("enter")
        assert shows(app, HandOver)
        await pilot.press("enter")
        await pilot.pause()
        assert hand_seen(app, other)
        await type_in(pilot, f"puncture>{chooser + 1}")
        await settled(app, pilot)
        assert match.entries[-1].seat == other
        assert "Your hand" not in text_of(app) or shows(app, HandOver)

    run_script(session, script, LARGE)


# -------------------------------------------------------------------------------- leaving, resuming


def test_leaving_keeps_the_game_and_a_bot_that_thinks_is_not_waited_for() -> None:
    session = seated("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("enter")
        await pilot.press("ctrl+c")

    app = run_script(session, script)
    assert app.return_code == 130
    (path,) = unfinished("tapas")
    assert load(path).entries[0].seat == 0
    assert "--resume" in str(app.farewell[0])


def test_the_next_stage_of_a_series_follows() -> None:
    kind = rulebook("flamme-rouge").series
    assert kind is not None
    options = rulebook("flamme-rouge").settle(2, {})
    series = kind.begin(("avenue-corso-paseo", "avenue-corso-paseo"), 2, options)
    match = echappee.game("flamme-rouge").start(2, {**options, **series.options()}, seed=1)
    match = towards_the_end(match, 8)
    speech = Speech(Console(file=StringIO()), "fr")
    session = Session(match, {1: bot("greedy")}, speech, new_path("flamme-rouge"), series=series)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "Étape 1 sur 2" in text_of(app)
        while not app.match.over:
            await pilot.press("enter")
            await settled(app, pilot)
        await settled(app, pilot)
        assert "Classement général" in text_of(app)
        await pilot.press("enter")

    app = run_script(session, script, LARGE)
    following = app.return_value
    assert following is not None
    assert following.series is not None
    assert following.series.done == 1
    assert unfinished("flamme-rouge") == [following.path]
