"""A session at the full-screen table: people choose with keys and a mouse, bots think beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList

from echappee.cli.command_words import COMMANDS, WAIT, WAIT_LONG, read_command
from echappee.cli.screen.choices import Choice, moves_of, people_of
from echappee.cli.screen.dialogs import Ending, HandOver, Reading
from echappee.cli.screen.table_view import KEYS, TableView
from echappee.cli.session import Forced, LineStopped, Offer, Over, Session, Thinking
from echappee.cli.table_texts import (
    about_game,
    command_table,
    example_line,
    result_parts,
    rules_text,
    why_line,
)
from echappee.cli.terminal_game import INTERRUPTED
from echappee.errors import LANGUAGES, EchappeeError, UsageError
from echappee.match.match import Match

_PACE = 0.15  # seconds between two moves that nobody here chose


def run_table(session: Session) -> Session | None:
    """Play a session full-screen; return the next match of its series, if one follows."""
    app = TableApp(session)
    following = app.run()
    for line in app.farewell:
        session.speech.console.print(line)
    if app.return_code == INTERRUPTED:
        raise SystemExit(INTERRUPTED)
    return following


class TableApp(TableView):
    """A session with keys and a mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"command('{name}')", priority=True) for key, name in KEYS),
        Binding("ctrl+c", "interrupt", priority=True),
    ]

    def __init__(self, session: Session, pace: float = _PACE) -> None:
        """``pace`` is how long a move stays before the next, in seconds."""
        super().__init__(session)
        self.pace = pace
        self.farewell: list[RenderableType] = []
        """What is printed once the screen is gone."""
        self._following: Session | None = None

    def on_mount(self) -> None:
        """Say what the game is about, and begin."""
        self.title = self.match.rulebook.name[self.session.speech.language]
        self.query_one("#moves").can_focus = False
        self.query_one("#log").can_focus = False
        self.query_one("#typed").focus()
        self._name_things()
        self.session.keep()
        self.call_after_refresh(self._advance)

    # ----------------------------------------------------------------------------------- the game

    def _advance(self) -> None:
        """Do what is next, until somebody here is to choose."""
        following = self.session.next()
        self._seat, self._offered = None, ()
        if isinstance(following, Over):
            self._finish()
        elif isinstance(following, Thinking):
            self._show_thinking()
            self._think(self.match.number, self.match.copy())
        elif isinstance(following, Offer):
            self._offer(following.seats)
        elif isinstance(following, Forced):
            self._play_forced(*following)
        else:
            self.session.begin_turn(following.seat)
            self._hand_over(following.seat)

    @work(thread=True, exclusive=True, group="bots")
    def _think(self, number: int, match: Match) -> None:
        try:
            action = self.session.ask_bots(match)
        except EchappeeError as error:
            self.call_from_thread(self._refuse, error)
            return
        self.call_from_thread(self._bots_said, number, action)

    def _bots_said(self, number: int, action: tuple[int, str] | None) -> None:
        """What the bots chose; if the game has moved on meanwhile, it is forgotten."""
        if number != self.match.number or self.match.over:
            return
        if action is None:
            self.session.bots_wait()
            self._advance()
            return
        self.session.play(*action)
        self._show_all()
        self._go_on_soon()

    def _play_forced(self, seat: int, text: str) -> None:
        self.session.begin_turn(seat)
        self.session.at_keyboard = seat
        shown = self.session.terminal.show(text)
        told = self.session.speech.text("play", "forced", name=self.session.names[seat], move=shown)
        self.session.play(seat, text)
        self._tell(Text(told, "dim"))
        self._show_all()
        self._go_on_soon()

    def _go_on_soon(self) -> None:
        if self.pace:
            self.set_timer(self.pace, self._advance)
        else:
            self.call_after_refresh(self._advance)

    def _offer(self, seats: tuple[int, ...]) -> None:
        """Ask who may act out of turn: one person at once, several by the public table."""
        if len(self.session.people) == 1:
            self._ask(seats[0], out_of_turn=True)
            return
        self.session.at_keyboard = None
        self._offered = seats
        self._list(people_of(self.session, seats))
        self._show_all()

    def _hand_over(self, seat: int, *, out_of_turn: bool = False) -> None:
        if not self.session.must_hand_over(seat):
            self._ask(seat, out_of_turn=out_of_turn)
            return
        self._list([])
        self.session.at_keyboard = None
        self._show_all()
        name = self.session.names[seat]
        told = self.session.speech.text("play", "hand-over", name=name)
        self.push_screen(HandOver(told), lambda _: self._ask(seat, out_of_turn=out_of_turn))

    def _ask(self, seat: int, *, out_of_turn: bool = False) -> None:
        self.session.at_keyboard = seat
        self.session.keep()
        self._seat = seat
        self._offered = (seat,) if out_of_turn else ()
        self._list(moves_of(self.session, seat, out_of_turn=out_of_turn))
        self._show_all()

    def _finish(self) -> None:
        """The game is over: tell how, and what can be done now."""
        session, speech = self.session, self.session.speech
        record, self._following = session.finish()
        people = session.people
        if len(people) != 1 and self.match.rulebook.hidden:
            session.at_keyboard = None
        self._list([])
        self._show_all()
        parts: list[RenderableType] = list(result_parts(self.match, session.names, speech))
        series = session.series_now
        if series is not None:
            drawn = session.terminal.draw_series(series.summary(), session.names)
            parts += [] if drawn is None else [drawn]
        parts.append(Text(speech.text("play", "proved", path=record), "dim"))
        self.farewell = parts
        choices = [
            ("look", speech.text("screen", "look")),
            ("leave", speech.text("screen", "leave")),
        ]
        if self._following is not None:
            label = self.match.rulebook.words.get("series", "next")[speech.language]
            choices.insert(0, ("next", label))
        self.push_screen(Ending(parts, choices), self._after_the_end)

    def _after_the_end(self, answer: str | None) -> None:
        if answer == "next":
            self.exit(self._following)
        elif answer == "leave":
            self._leave()

    # --------------------------------------------------------------------------- what is chosen

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a move plays it."""
        if event.option_list.id == "moves":
            self._take(self._shown[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A command, moves typed whole, or else what the cursor is on."""
        typed = event.value.strip()
        command = read_command(typed) if typed else None
        chosen = self._chosen()
        if command is not None and command[0] in COMMANDS:
            self.query_one("#typed", Input).clear()
            self._obey(*command)
        elif command is not None and self._offered:
            self._wait(until_turn=command[0] == WAIT_LONG)
        elif typed and self._seat is not None and self._is_typed_whole(typed):
            self._play(typed)
        elif chosen is not None:
            self._take(chosen)
        elif typed:
            self._play(typed)

    def _is_typed_whole(self, typed: str) -> bool:
        """Is this a move that one has, or several moves, rather than words to filter by?"""
        assert self._seat is not None
        texts = self.session.terminal.read(typed, self.session.names)
        return bool(texts) and self.match.explain(self._seat, texts[0]).legal

    def _take(self, choice: Choice) -> None:
        if choice.kind in (WAIT, WAIT_LONG):
            self._wait(until_turn=choice.kind == WAIT_LONG)
        elif choice.kind == "seat":
            self._hand_over(int(choice.value), out_of_turn=True)
        else:
            self._play_moves([choice.value])

    def _wait(self, *, until_turn: bool) -> None:
        self.session.wait(self._offered, until_turn=until_turn)
        self._tell()
        self._advance()

    def _play(self, typed: str) -> None:
        self._play_moves(self.session.terminal.read(typed, self.session.names))

    def _play_moves(self, texts: Sequence[str]) -> None:
        try:
            self.session.play_line(self._whose(), texts)
            self._tell()
        except LineStopped as stopped:
            self._refuse(stopped.error)
        except EchappeeError as error:
            self._refuse(error)
            return
        self._show_all()
        self._advance()

    # ------------------------------------------------------------------------------------ commands

    def action_command(self, name: str) -> None:
        """A key or a click for a command."""
        if len(self.screen_stack) > 1 and name != "quit":
            self.pop_screen()
            return
        self._obey(name, "")

    def _obey(self, name: str, rest: str) -> None:
        try:
            getattr(self, f"_do_{name}")(rest)
        except EchappeeError as error:
            self._refuse(error)

    def _whose(self) -> int:
        """The seat that a command is about."""
        if self._seat is not None:
            return self._seat
        if len(self.session.people) == 1:
            return self.session.people[0]
        raise UsageError("whose")

    def _do_help(self, rest: str) -> None:
        speech = self.session.speech
        parts: list[RenderableType] = list(about_game(self.session))
        if self._seat is not None and (example := example_line(self.session, self._seat)):
            parts.append(example)
        parts += [Text(), Text(speech.text("screen", "keys")), Text(), command_table(speech)]
        self.push_screen(Reading(Group(*parts), speech.text("screen", "close")))

    def _do_rules(self, rest: str) -> None:
        speech = self.session.speech
        text = rules_text(self.match.rulebook, speech, rest or None)
        self.push_screen(Reading(text, speech.text("screen", "close")))

    def _do_hint(self, rest: str) -> None:
        seat = self._whose()
        if self._seat is None:
            raise UsageError("no-advice", seat=seat + 1)
        self._tell(Text(self.session.speech.text("screen", "advising"), "dim"))
        self._advise(seat, self.match.number, self.match.copy())

    @work(thread=True, exclusive=True, group="advice")
    def _advise(self, seat: int, number: int, match: Match) -> None:
        try:
            hints = self.session.hints(seat, match)
        except EchappeeError as error:
            self.call_from_thread(self._refuse, error)
            return
        lines = self.session.hint_lines(hints)
        told = [
            Text(line, "green" if hint.best else "")
            for hint, line in zip(hints, lines, strict=True)
        ]
        self.call_from_thread(self._advised, number, told)

    def _advised(self, number: int, lines: Sequence[Text]) -> None:
        if number == self.match.number:
            self._tell(Text(self.session.speech.text("play", "hint")), *lines)

    def _do_undo(self, rest: str) -> None:
        self.session.undo(self._whose())
        self._tell(Text(self.session.speech.text("play", "undone"), "green"))
        self._show_all()
        self._advance()

    def _do_why(self, rest: str) -> None:
        self._tell(why_line(self.session, self._whose(), rest))

    def _do_moves(self, rest: str) -> None:
        self._filter("")

    def _do_table(self, rest: str) -> None:
        self.query_one("#board").scroll_home(animate=False)
        self._show_all()

    def _do_log(self, rest: str) -> None:
        self._logged_by = None
        self._show_log()

    def _do_auto(self, rest: str) -> None:
        self.session.auto = not self.session.auto
        key = "auto-on" if self.session.auto else "auto-off"
        self._tell(Text(self.session.speech.text("play", key), "green"))

    def _do_position(self, rest: str) -> None:
        if self.match.rulebook.hidden:
            raise UsageError("position-hidden")
        self._tell(Text(self.match.position()))

    def _do_proof(self, rest: str) -> None:
        told = self.session.speech.text("play", "commitment", hash=self.match.commitment)
        self._tell(Text(told))

    def _do_save(self, rest: str) -> None:
        path = Path(rest) if rest else self.session.path
        self.session.save(path)
        self._tell(Text(self.session.speech.text("play", "saved", path=path), "green"))

    def _do_language(self, rest: str) -> None:
        speech = self.session.speech
        place = LANGUAGES.index(speech.language) + 1
        speech.language = LANGUAGES[place % len(LANGUAGES)]
        self._name_things()
        self._tell()
        if self._seat is not None:
            out_of_turn = bool(self._offered)
            self._list(moves_of(self.session, self._seat, out_of_turn=out_of_turn))
        elif self._offered:
            self._list(people_of(self.session, self._offered))
        self._show_all()

    def _do_quit(self, rest: str) -> None:
        self._leave()

    def action_interrupt(self) -> None:
        """Ctrl-C: leave as always, with the status of what was interrupted."""
        self._leave(INTERRUPTED)

    def _leave(self, status: int = 0) -> None:
        """Save and go; what is over is written already."""
        speech = self.session.speech
        if not self.match.over:
            kept = self.session.leave()
            key = "left" if kept else "left-unbegun"
            self.farewell = [Text(speech.text("play", key, game=self.match.game_id))]
        elif self._following is not None:
            told = speech.text("play", "left", game=self.match.game_id)
            self.farewell = [*self.farewell, Text(told)]
        self.exit(None, return_code=status)
