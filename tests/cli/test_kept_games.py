"""Kept games: none is lost, none is overwritten, and those who sat at a table sit there again."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import echappee
from echappee.bots.chair import Chair, next_action
from echappee.bots.registry import bot
from echappee.cli import kept_games
from echappee.cli.kept_games import newest, saves_folder, unfinished
from echappee.cli.play import resume_session
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.cli.terminal_game import TerminalGame
from echappee.files import write_file
from echappee.games import game_ids, rulebook
from echappee.match.game_record import read_record
from echappee.match.match import Match
from tests.cli.printed import flat, last_kept
from tests.generic.cases import brief

Run = Callable[..., str]


def test_an_interrupted_game_is_not_lost(run: Run) -> None:
    run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="N3:2\n")
    kept = last_kept("tapas")
    assert kept.entries[0].text == "N3:2"
    assert kept.number >= 2


def test_a_kept_game_is_never_overwritten_and_the_newest_is_resumed(run: Run) -> None:
    begin = ("play", "tapas", "--seed", "7", "-o", "first_colour=j")
    run(*begin, typed="N3:2\n")
    first = newest("tapas")
    text = run(*begin, typed="N3:1\n")
    assert "An unfinished game is kept" in text
    second = next(path for path in unfinished("tapas") if path != first)
    for age, path in enumerate((second, first)):
        os.utime(path, ns=(10**18 - age * 10**12, 10**18 - age * 10**12))
    assert kept_games.load(first).entries[0].text == "N3:2"
    assert kept_games.load(second).entries[0].text == "N3:1"
    for command in (("play", "--resume"), ("play", "tapas", "--resume")):
        assert second.name in flat(run(*command, typed="moves\n")).replace(" ", "")
        os.utime(second, ns=(10**18, 10**18))
    assert (
        "no unfinished game of flamme-rouge"
        in flat(run("play", "flamme-rouge", "--resume", status=2)).lower()
    )
    assert "comes after the game" in flat(run("play", "tapas", str(first), status=2))
    assert "Say which game" in flat(run("play", status=2))


def test_a_game_in_which_nobody_moved_is_not_kept(run: Run) -> None:
    text = run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="q\n")
    assert "nothing is kept" in text
    assert not unfinished("tapas")
    assert "No unfinished game is kept" in flat(run("play", "--resume", status=2))


def test_those_who_sat_at_a_kept_table_sit_there_again(run: Run) -> None:
    run("play", "tapas", "--bot", "none", "--seed", "7", "-o", "first_colour=j", typed="N3:2\n")
    text = run("play", "--resume", typed="E3:1\n")
    assert "Player 2, your move" in text
    path = newest("tapas")
    path.with_name(f"{path.stem}.seats.json").write_text("{]", encoding="utf-8")
    assert "doesn't say who plays" in flat(run("play", "--resume", status=2))


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(("language", "most"), [("en", True), ("fr", False)])
def test_bots_play_a_whole_game_in_the_terminal(
    game_id: str, language: str, most: bool, run: Run
) -> None:
    players = rulebook(game_id).players[most]
    bots = [word for _ in range(players) for word in ("--bot", "greedy")]
    changed = [word for name, value in brief(game_id) for word in ("-o", f"{name}={value}")]
    text = run("play", game_id, "-p", players, *changed, *bots, "--seed", "1", "--lang", language)
    assert ("wins" in text or "share the win" in text) == (language == "en")
    assert not unfinished(game_id)
    kept = list(saves_folder().glob("*"))
    assert len(kept) == 1
    assert echappee.verify(kept[0].read_text("utf-8")).moves > 0


def test_a_record_is_written_beside_another_of_the_same_secret_never_over_it(run: Run) -> None:
    bots = ("--bot", "greedy", "--bot", "random")
    for names, records in ((bots, 1), (bots, 1), (("--bot", "greedy", "--bot", "greedy"), 2)):
        run("play", "tapas", "--seed", "1", *names)
        assert len(list(saves_folder().glob("*.echappee"))) == records


def test_a_game_is_kept_whenever_a_person_is_asked_and_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, writes = tmp_path / "kept.echappee", []
    bots = {seat: bot("greedy") for seat in range(1, 4)}
    match = echappee.game("tape-letape").start(4, seed=1)
    console = Console(file=StringIO(), width=120)
    game = TerminalGame(Session(match, bots, Speech(console, "en"), path, auto=False))
    mine: list[int] = []

    def kept() -> int:
        return len(read_record(path.read_text("utf-8")).entries)

    def answer(*_: object) -> str:
        assert kept() == match.number
        mine.append(match.number)
        if 0 not in match.awaited:
            return "w"
        return game.session.terminal.show(match.moves(0)[0])

    def moved(*_: object) -> tuple[int, str] | None:
        """A bot's turn comes: what the person did is kept before the bot begins to think."""
        if match.number and match.entries[-1].seat == 0:
            assert kept() == match.number
        return next_action(match, bots)

    def write(where: Path, content: bytes) -> None:
        if where == path:
            writes.append(match.number)
        write_file(where, content)

    monkeypatch.setattr(console, "input", answer)
    monkeypatch.setattr("echappee.cli.session.next_action", moved)
    monkeypatch.setattr("echappee.cli.kept_games.write_file", write)
    game.run()
    assert match.over
    assert len(mine) > 10
    assert len(writes) <= 2 * len(mine) + 2 < match.number


def test_bots_alone_are_kept_when_one_leaves(tmp_path: Path) -> None:
    path = tmp_path / "kept.echappee"

    class Tired:
        name = "tired"

        def choose(self, chair: Chair) -> str | None:
            if chair.number > 20:
                raise KeyboardInterrupt
            return None if chair.out_of_turn else chair.moves[0]

    match = echappee.game("tape-letape").start(3, seed=1)
    bots = {seat: Tired() for seat in range(3)}
    game = TerminalGame(Session(match, bots, Speech(Console(file=StringIO()), "en"), path))
    with pytest.raises(SystemExit) as left:
        game.run()
    assert left.value.code == 130
    assert echappee.replay(path.read_text("utf-8")).number == match.number > 20


# ------------------------------------------------------------------------------------------ series

TOUR = ("play", "flamme-rouge", "-p", "2", "--bot", "greedy", "--seed", "4", "--series")
SHORT = "avenue-corso-paseo,avenue-corso-paseo"


class _Pilot:
    """Plays the first move that he has, and goes on to the next stage, until he is tired."""

    def __init__(self, stages: int) -> None:
        self.stages = stages
        self.out = StringIO()

    def play(self, session: Session | None) -> Session | None:
        while session is not None and self.stages:
            console = Console(file=self.out, width=90, color_system=None)
            session.speech.console = console
            match = session.match

            def answer(*_: object, match: Match = match) -> str:
                return "" if match.over else match.moves(0)[0]

            console.input = answer  # type: ignore[method-assign, assignment]
            session = TerminalGame(session).run()
            self.stages -= 1
        return session


def test_a_grand_tour_goes_on_stage_by_stage_with_times_points_and_tired_legs(
    run: Run, tmp_path: Path
) -> None:
    text = flat(run(*TOUR, SHORT, typed="S@1R\n"))
    assert "Stage 1 of 2" in text
    path = newest("flamme-rouge")
    seating = kept_games.read_seating(path)
    assert seating is not None
    speech = Speech(Console(file=StringIO()), "en")
    first = resume_session(kept_games.load(path), path, None, 1, speech)
    pilot = _Pilot(1)
    second = pilot.play(first)
    assert second is not None
    assert "General classification after 1 of 2 stages" in pilot.out.getvalue()
    assert second.match.options["exhaustion"] != "usual"
    assert second.match.options["finish"] == "all"
    assert second.series is not None
    assert second.series.done == 1
    # Between two stages one may leave, and finds the next one again.
    text = flat(run("play", "--resume", typed="moves\n"))
    assert "Stage 2 of 2" in text
    again = resume_session(kept_games.load(second.path), second.path, None, 1, speech)
    assert again.series == second.series
    pilot = _Pilot(1)
    assert pilot.play(again) is None
    told = pilot.out.getvalue()
    assert "the Grand Tour." in told
    assert "General classification after 2 of 2 stages" in told
    assert not unfinished("flamme-rouge")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "tapas", "--series", "1"), "has no series"),
        (("play", "flamme-rouge", "--series", "9"), "choose 1 to 3"),
        (("play", "flamme-rouge", "--series", " , "), "one stage at least"),
        (("play", "flamme-rouge", "--series", "nowhere"), "neither a tile nor a stage"),
    ],
)
def test_a_series_that_is_none_is_one_sentence(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    text = flat(run(*arguments, status=2))
    assert words in text
    assert "Traceback" not in text


def test_flamme_rouge_is_a_race_against_bots(run: Run) -> None:
    text = run("play", "flamme-rouge", "--seed", "1", typed="q\n")
    assert "Teammate 4" in text
