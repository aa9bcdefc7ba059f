"""A game at the prompt, as a person plays it: asked, refused, helped, kept."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import echappee
from echappee.bots.chair import Chair
from echappee.bots.registry import bot
from echappee.cli.kept_games import new_path
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.cli.terminal_game import TerminalGame
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.cli.printed import flat, last_kept
from tests.generic.cases import brief

Run = Callable[..., str]
RACE = (
    "play",
    "tape-letape",
    "--seed",
    "5",
    "--bot",
    "greedy",
    "--bot",
    "greedy",
    "--bot",
    "greedy",
)


def test_a_whole_game_is_played_refused_hinted_undone_saved_and_resumed(
    run: Run, tmp_path: Path
) -> None:
    saved = tmp_path / "mine.echappee"
    typed = (
        f"N3:2\nundo\nwhy N2:2\nN2:2\nhello\nhint\nmoves\nrules 4d\nposition\nsave {saved}\nhelp\n"
    )
    options = ("play", "tapas", "--seed", "7", "-o", "first_colour=j", "--lang", "en")
    text = flat(run(*options, typed=typed))
    assert "[Article 4d]" in text
    assert "“hello” is neither a move nor a command" in text
    assert "A hint" in text
    assert "32 moves" in text
    assert "Not behind your own" in text
    assert "j 1111222334" in text
    assert "Taken back." in text
    assert "--resume" in text
    match = echappee.replay(saved.read_text("utf-8"))
    assert [entry.text for entry in match.entries][-1] == "undo!"
    resumed = run("play", "tapas", "--resume", str(saved), typed="N5:1\n")
    assert "Going on" in resumed
    assert echappee.replay(saved.read_text("utf-8")).number > match.number


def test_the_first_lines_tell_a_newcomer_what_to_do(run: Run) -> None:
    text = run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="q\n")
    begin = flat(text.partition("your move >")[0])
    first = begin[: begin.index("Commands")]
    assert first.index("Aim Push your rival's tapas") < first.index("Signs") < first.index("Moves")
    assert "help · moves · hint · undo" in begin
    assert "For example now: N3:1 (1 from the top, column 3)" in begin
    match = echappee.game("tapas").start(2, {"first_colour": "j"}, seed="7")
    assert "N3:1" in match.moves(0)
    assert match.commitment not in text
    assert match.commitment in flat(
        run("play", "tapas", "--seed", "7", typed="proof\nq\n")
    ).replace(" ", "")


def test_the_sides_of_the_plate_are_on_the_board(run: Run) -> None:
    text = run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="q\n")
    lines = [line.strip("│ ") for line in text.splitlines() if line.startswith("│")]
    assert lines[0].split()[0] == "N"
    assert any(line.startswith("W 3") and "3 E" in line for line in lines)
    assert any(line.split()[:1] == ["S"] for line in lines)


def test_what_was_drawn_is_taken_back_only_in_practice(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "race.echappee"
    typed = f"S@1R\nR@1L\nS\nundo\nsave {saved}\n"
    options = ("play", "flamme-rouge", "--players", "2", "--bot", "random", "--seed", "1")
    refused = flat(run(*options, typed=typed))
    assert "no other person can agree" in refused
    assert "--practice" in refused
    assert "Taken back." not in refused
    assert echappee.replay(saved.read_text("utf-8")).entries[-1].text == "S"
    late = run("play", "flamme-rouge", "--resume", str(saved), "--practice", status=2)
    assert "from its beginning" in flat(late)
    tried = flat(run(*options, "--practice", typed=typed))
    assert "A practice game" in tried
    assert "Taken back." in tried
    match = echappee.replay(saved.read_text("utf-8"))
    assert match.practice
    assert match.entries[-1].text == "undo"
    again = run("play", "flamme-rouge", "--resume", str(saved), typed="S\nundo\n", status=0)
    assert "Taken back." in again


# ------------------------------------------------------------------------------------ out of turn


@pytest.mark.parametrize(
    "said", ["?", "help", "moves", "aide", "coups", "hello", "stage:flat", "5"]
)
def test_only_a_word_for_waiting_waits(run: Run, said: str) -> None:
    """Whatever else is said is answered, and the question is asked again."""
    text = run(*RACE, typed=f"{said}\npuncture>4\n")
    assert text.count("act out of turn?") >= 2
    assert [(e.seat, e.text) for e in last_kept("tape-letape").entries][1] == (0, "puncture>3")


@pytest.mark.parametrize("said", ["", "wait", "attendre"])
def test_waiting_waits_for_one_turn_and_long_waiting_for_all(run: Run, said: str) -> None:
    text = run(*RACE, typed=f"{said}\n")
    assert text.count("act out of turn?") == 1
    assert "Greedy bot 4 lays" in text
    long = run(*RACE, typed="w\n")
    assert "act out of turn?" not in long.partition("act out of turn?")[2].partition("your move")[0]


def test_table_and_hand_are_shown_before_the_question(run: Run) -> None:
    text = run(*RACE, typed="q\n")
    before = text.partition("act out of turn?")[0]
    assert "Broom wagon" in before
    assert "Your hand" in before


def test_waiting_is_no_answer_where_the_game_waits_for_one(run: Run) -> None:
    text = run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="wait\n")
    assert "the game waits for you" in text


def _table_of(people: int, typed: list[str]) -> tuple[Match, str]:
    """Tape l'étape with people alone before one screen; what they type, then they leave."""
    match = echappee.game("tape-letape").start(people, seed=5)
    out = StringIO()
    console = Console(file=out, width=100, color_system=None)
    game = TerminalGame(Session(match, {}, Speech(console, "en"), new_path("tape-letape")))
    lines = iter(typed)

    def answer(prompt: object) -> str:
        out.write(f"{prompt}")
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    console.input = answer  # type: ignore[method-assign, assignment]
    game.run()
    return match, out.getvalue()


def test_several_people_are_asked_at_once_without_a_hand_over() -> None:
    """One question to the whole table, over a table on which no hand is seen."""
    match = echappee.game("tape-letape").start(3, seed=5)
    chooser = match.awaited[0]
    profile = match.moves(chooser)[0]
    _, text = _table_of(3, ["", profile, "hello", "hint", "?"])
    asked = text.partition("Does anybody act out of turn?")
    others = " · ".join(f"{s + 1} Player {s + 1}" for s in range(3) if s != chooser)
    assert f"Does anybody act out of turn? {others} · Enter: nobody" in text
    assert asked[0].count("Pass the keyboard") == 1
    assert "Pass the keyboard" not in asked[2]
    shown = asked[0].rpartition("chooses:")[2]
    assert "Your hand" not in shown
    assert text.count("Does anybody act out of turn?") == 4
    assert "Say first who you are" in text


def test_only_who_acts_takes_the_keyboard() -> None:
    match = echappee.game("tape-letape").start(3, seed=5)
    chooser = match.awaited[0]
    other, third = (seat for seat in range(3) if seat != chooser)
    profile = match.moves(chooser)[0]
    played, text = _table_of(3, ["", profile, str(other + 1), "", f"puncture>{third + 1}", "w", ""])
    assert [(e.seat, e.text) for e in played.entries][1:] == [(other, f"puncture>{third}")]
    after = text.partition("Does anybody act out of turn?")[2]
    assert after.count("Pass the keyboard to Player") == 2
    assert f"Pass the keyboard to Player {other + 1}" in after
    played, _ = _table_of(3, ["", profile, str(other + 1), "", "", "", ""])
    assert len(played.entries) == 1


# ---------------------------------------------------------------------- numbers, words and letters


def test_seats_are_counted_from_one_in_what_is_typed_and_shown(run: Run) -> None:
    text = run(*RACE, typed="puncture>2\n")
    assert "Player 1 punctures Greedy bot 2." in text
    assert last_kept("tape-letape").entries[1].text == "puncture>1"
    text = run(*RACE, typed="puncture>greedy bot 3\n")
    assert "Player 1 punctures Greedy bot 3." in text
    assert "no seat 0" in flat(run(*RACE, "--seat", "0", status=2))
    assert "seats are 1 to 4" in flat(run(*RACE, "--seat", "5", status=2))


@pytest.mark.parametrize(("language", "card"), [("en", "Y10"), ("fr", "J10")])
@pytest.mark.parametrize("typed", ["y10", "J10"])
def test_colours_are_read_in_both_languages_and_shown_in_ones_own(
    run: Run, language: str, card: str, typed: str
) -> None:
    match = echappee.game("tape-letape").start(4, seed="5")
    assert "J10" in match.typed_view(0).table.riders[0].hand
    text = run(*RACE, "--lang", language, typed=f"why {typed}\n")
    assert f" {card} " in text
    assert "is not a move" not in text
    assert "n'est pas un coup" not in text


def test_the_french_terminal_speaks_french(run: Run) -> None:
    text = flat(
        run("play", "tape-letape", "--seed", "5", "--lang", "fr", typed="coups\naide\nmoves\n")
    )
    assert "Équipier 2" in text
    assert "teammate" not in text.lower()
    assert "aide · coups · conseil · annuler · pourquoi COUP · règles" in text
    assert text.count("crevaison>2") >= 2
    again = run("play", "tape-letape", "--seed", "5", "--lang", "fr", typed="crevaison>2\n")
    assert "crève" in again or "crevaison" in again
    mine = [entry.text for entry in last_kept("tape-letape").entries if entry.seat == 0]
    assert mine[0] == "puncture>1"


def test_a_hint_is_in_the_order_of_its_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from echappee.rulebook.values import Advice, Advised

    def advise(match: Match, seat: int) -> Advice:
        chosen = [Advised("N3:1", 0.37, None, 0.6, False), Advised("N3:2", 0.39, None, 0.3, False)]
        return Advice(seat, match.number, "champion", tuple(chosen))

    monkeypatch.setattr("echappee.cli.session.advise", advise)
    text = run("play", "tapas", "--seed", "7", "-o", "first_colour=j", typed="hint\n")
    lines = [line for line in text.splitlines() if "of its thought" in line]
    assert [line.split()[:3] for line in lines] == [["N3:2", "wins", "39"], ["▸", "N3:1", "wins"]]
    assert "60 % of its thought · its choice" in lines[1]


# --------------------------------------------------------------------- several moves, forced moves


def _turn(match: Match, seat: int) -> list[str]:
    """First legal moves until the turn is over."""
    trial, found = match.copy(), []
    while not trial.over and seat in trial.awaited:
        found.append(trial.moves(seat)[0])
        trial.play(seat, found[-1])
    return found


def _tour(typed: str, *, auto: bool = True) -> tuple[Match, str, list[str]]:
    """A short Tour for two people's hands played by one; after the bot's first turn."""
    match = echappee.game("tour-de-france").start(2, dict(brief("tour-de-france")), seed=2)
    while 0 not in match.awaited or len(match.moves(0)) == 1 or match.number < 3:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
    turn = _turn(match, 0)
    out = StringIO()
    console = Console(file=out, width=80, color_system=None)
    session = Session(match, {1: bot("greedy")}, Speech(console, "en"), new_path("x"), auto=auto)
    lines = iter([typed.format(turn=" ".join(turn), first=turn[0], most=" ".join(turn[:-1]))])

    def answer(prompt: object) -> str:
        out.write(str(prompt))
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    console.input = answer  # type: ignore[method-assign, assignment]
    TerminalGame(session).run()
    return match, out.getvalue(), turn


def test_several_moves_stand_on_one_line() -> None:
    before = _tour("")[0].number
    match, _, turn = _tour("{turn}")
    assert len(turn) > 4
    assert [entry.text for entry in match.entries[before : before + len(turn)]] == turn


def test_a_line_that_is_refused_is_played_as_far_as_it_goes() -> None:
    before = _tour("")[0].number
    match, text, turn = _tour("{first} nonsense 999r")
    assert match.entries[before].text == turn[0]
    assert "Not played: nonsense 999r" in text


def test_moves_without_a_choice_play_themselves_and_say_so() -> None:
    auto, text, turn = _tour("{most}")
    asked, plain, _ = _tour("{most}", auto=False)
    assert f"Player 1 has one move only: {turn[-1]}" in text
    assert "has one move only" not in plain
    assert "auto switches that off" in text
    assert auto.number > asked.number


def test_forced_moves_are_taken_back_with_the_choice_before_them() -> None:
    match = echappee.game("tour-de-france").start(2, seed=3)
    session = Session(
        match, {1: bot("greedy")}, Speech(Console(file=StringIO()), "en"), new_path("x")
    )
    # Lay cards until a choice is followed by a step that is forced and shows nothing.
    for _ in range(400):
        seat = match.awaited[0]
        text = match.moves(seat)[-1]
        chosen = len(match.moves(seat)) > 1
        number = match.number
        match.play(seat, text)
        if seat == 0 and chosen and session.forced(match, 0) and match.undo_bar(0) is None:
            forced = session.forced(match, 0)
            assert forced is not None
            match.play(0, forced)
            if match.undo_bar(0) is None and 0 in match.awaited:
                break
    session.undo(0)
    assert len(match.moves(0)) > 1
    assert match.ply == number


def test_what_is_forced_is_not_shown_to_other_people_before_the_screen() -> None:
    """That a move was the only one would tell what its player does not hold."""
    for game_id in game_ids():
        rules = rulebook(game_id)
        match = echappee.game(game_id).start(rules.fewest_rivals, seed=1)
        session = Session(match, {}, Speech(Console(file=StringIO()), "en"), new_path("x"))
        found = set()
        for _ in range(60):
            if match.over:
                break
            seat = match.awaited[0]
            found.add(session.forced(match, seat))
            match.play(seat, match.moves(seat)[0])
        assert found == {None} or not rules.hidden


# ----------------------------------------------------------------------------- people and menus


def test_people_take_turns_at_one_keyboard(run: Run) -> None:
    text = run("play", "tapas", "--bot", "none", "--seed", "1", "-o", "first_colour=j",
               typed="N3:2\nE3:1\nundo\nE4:1\n")  # fmt: skip
    assert "Player 2, your move" in text
    assert "Somebody else has acted" in text


def test_hidden_hands_are_handed_over() -> None:
    """Where anything is hidden, the screen is cleared before the next person looks."""
    for game_id in game_ids():
        rules = rulebook(game_id)
        match = echappee.game(game_id).start(rules.players[1], seed=1)
        out = StringIO()
        console = Console(file=out, force_terminal=True, width=120)
        game = TerminalGame(Session(match, {}, Speech(console, "en"), new_path(game_id)))
        game._input = lambda prompt: ""  # type: ignore[method-assign]
        game._hand_over(match.awaited[0])
        assert ("\x1b[2J" in out.getvalue()) == rules.hidden


def test_menu_plays_and_resumes(run: Run) -> None:
    place = str(game_ids().index("tapas") + 1)
    text = run(typed=f"{place}\n2\n4\n1\n1\n1\n1\n1\n1\n2\nmoves\nN3:1\nN2:1\nW2:1\nquit\n")
    assert "Échappée" in text
    assert "moves:" in text
    again = run(typed=f"{place}\n2\nquit\n")
    assert "unfinished" in again
    assert "Going on" not in again
    assert run(typed="nonsense\n0\n99\nq\n")


def test_the_menu_names_bots_and_series_and_enter_takes_what_is_usual(run: Run) -> None:
    place = str(game_ids().index("flamme-rouge") + 1)
    text = flat(run("--lang", "fr", typed=f"{place}\n\n\n2\n\n\nq\n"))
    assert "Une course" in text or "Grand Tour : Avenue Corso Paseo" in text
    assert "Équipier – Se trompe rarement" in text
    assert "Étape 1 sur 3" in text


class _Wild:
    """A bot that knows no rules."""

    name = "wild"

    def choose(self, chair: Chair) -> str:
        return "Z9"


def test_a_move_that_a_bot_may_not_make_is_told_with_its_name() -> None:
    match = echappee.game("tapas").start(seed=1)
    session = Session(match, {0: _Wild()}, Speech(Console(), "en"), new_path("tapas"))
    action = session.ask_bots()
    assert action is not None
    with pytest.raises(UsageError, match="wild") as refused:
        session.play(*action)
    assert refused.value.code == "bot-move"
    assert match.number == 0
