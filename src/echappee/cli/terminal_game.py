"""A game at the prompt: people type moves and commands, bots answer; for any terminal and pipes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from echappee.cli.command_words import COMMANDS, WAIT, WAIT_LONG, list_commands, read_command
from echappee.cli.session import Forced, LineStopped, Offer, Over, Session, Thinking, Turn
from echappee.cli.table_texts import (
    about_game,
    command_table,
    example_line,
    rules_text,
    show_result,
    titled,
    why_line,
)
from echappee.errors import LANGUAGES, EchappeeError, InvalidMove, UsageError
from echappee.match.match import Match
from echappee.rulebook.values import Event

_NARROWEST = 60  # columns that a table is drawn for, at least
_WIDEST = 120
INTERRUPTED = 130
"""The status of a program that was stopped by Ctrl-C."""
_LOG = 12  # sentences that the log shows


class Leave(Exception):
    """The person wants to stop; the game is kept."""


class TerminalGame:
    """A session at the prompt."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.speech = session.speech
        self._told: dict[int | None, int] = {}
        self._example_shown = False

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.session.match

    def run(self) -> Session | None:
        """Play until the game is over or the person leaves; return the next match of a series."""
        self._welcome()
        self.session.keep()
        try:
            while self._step():
                pass
            return self._finish()
        except (Leave, EOFError):
            self._say_goodbye()
            return None
        except KeyboardInterrupt:
            self._say_goodbye()
            raise SystemExit(INTERRUPTED) from None

    def _say_goodbye(self) -> None:
        self.speech.console.print()
        if self.session.leave():
            self.speech.say("play", "left", game=self.match.game_id)
        else:
            self.speech.say("play", "left-unbegun")

    def _welcome(self) -> None:
        """What the game is about, what the signs mean, how a move is written, and all commands."""
        name = self.match.rulebook.name[self.speech.language]
        self.speech.console.rule(f"[bold yellow]{name}")
        commands = titled(self.speech.text("play", "title-commands"), list_commands(self.speech))
        for line in (*about_game(self.session), commands):
            self.speech.console.print(line)
        if self.session.auto:
            self.speech.say("play", "auto-on", style="dim")
        if self.match.practice:
            self.speech.say("play", "practice", style="dim")
        if self.session.series is not None:
            self._tell_part()

    def _tell_part(self) -> None:
        """Which match of its series this is."""
        series = self.session.series
        assert series is not None
        told = self.match.rulebook.words.say(
            "series", "part", part=series.done + 1, length=series.length
        )
        self.speech.console.print(told[self.speech.language], style="bold", highlight=False)

    # ----------------------------------------------------------------------------------- one step

    def _step(self) -> bool:
        """Do what is next; False once the game is over."""
        following = self.session.next()
        if isinstance(following, Over):
            return False
        if isinstance(following, Offer):
            self._offer(following.seats)
        elif isinstance(following, Thinking):
            self._let_bots_play()
        elif isinstance(following, Forced):
            self._play_forced(*following)
        elif isinstance(following, Turn):
            self._ask(following.seat)
        return True

    def _let_bots_play(self) -> None:
        action = self.session.ask_bots()
        if action is None:
            self.session.bots_wait()
            return
        self.session.play(*action)
        self._tell_the_only_viewer()

    def _play_forced(self, seat: int, text: str) -> None:
        self._hand_over(seat)
        self.session.begin_turn(seat)
        self._tell_news(seat)
        name, shown = self.session.names[seat], self.session.terminal.show(text)
        self.speech.say("play", "forced", name=name, move=shown, style="dim")
        self.session.play(seat, text)
        self._tell_news(seat)

    def _ask(self, seat: int) -> None:
        self.session.begin_turn(seat)
        self._hand_over(seat)
        self._tell_news(seat)
        self._show_table(seat)
        self._show_example(seat)
        self._converse(seat, lambda: self.speech.text("play", "prompt", name=self._name(seat)))

    def _converse(
        self, seat: int, prompt: Callable[[], str], *, may_wait: bool = False
    ) -> str | None:
        """Ask until something was played or taken back, or until who may wait says that he does."""
        number = self.match.number
        while self.match.number == number:
            answer = self._input(prompt())
            waits = _waits(answer) if may_wait else None
            if waits:
                return waits
            if answer:
                self._obey(seat, answer)
        return None

    def _offer(self, seats: Sequence[int]) -> None:
        """Ask whether anybody acts out of turn: only a plain word for waiting waits."""
        if len(self.session.people) == 1:
            self._offer_one(seats[0])
            return
        self._tell_news(None)
        self._show_table(None)
        while True:
            who = " · ".join(f"{seat + 1} {self._name(seat)}" for seat in seats)
            answer = self._input(self.speech.text("play", "offer-all", names=who))
            waits = _waits(answer)
            if waits:
                self.session.wait(seats, until_turn=waits == WAIT_LONG)
                return
            seat = self._seat_named(answer, seats)
            if seat is not None:
                self._hand_over(seat)
                self._offer_one(seat)
                return
            number = self.match.number
            self._obey(None, answer)
            if self.match.number != number:
                return

    def _offer_one(self, seat: int) -> None:
        """Ask one person, with table and hand before his eyes."""
        self._tell_news(seat)
        self._show_table(seat)
        waits = self._converse(
            seat,
            lambda: self.speech.text(
                "play", "offer", name=self._name(seat),
                wait=self.speech.text("commands", WAIT_LONG),
            ),
            may_wait=True,
        )  # fmt: skip
        if waits:
            self.session.wait([seat], until_turn=waits == WAIT_LONG)

    def _seat_named(self, answer: str, seats: Sequence[int]) -> int | None:
        for seat in seats:
            if answer in (str(seat + 1), self._name(seat)):
                return seat
        return None

    # ----------------------------------------------------------------------------------- commands

    def _obey(self, seat: int | None, line: str) -> None:
        """Carry out a command or play what a line says; a refusal changes nothing."""
        try:
            command = read_command(line)
            if command is not None and command[0] in COMMANDS:
                getattr(self, f"_{command[0]}")(seat, command[1])
            elif command is not None:
                raise UsageError("no-waiting")
            else:
                self._play(_whose(seat), line)
        except EchappeeError as error:
            self._refuse(error, line)

    def _play(self, seat: int, line: str) -> None:
        texts = self.session.terminal.read(line, self.session.names)
        try:
            self.session.play_line(seat, texts)
        except LineStopped as stopped:
            self._tell_the_only_viewer()
            left = " ".join(map(self.session.terminal.show, stopped.left))
            self.speech.say("play", "line-stopped", left=left)
            self._refuse(stopped.error, stopped.left[0])
            return
        self._tell_the_only_viewer()

    def _refuse(self, error: EchappeeError, line: str) -> None:
        """Say why; of what is no move, how moves are written here."""
        help_ = self.session.terminal.sentence("help")
        if isinstance(error, InvalidMove) and error.code == "move-unreadable" and help_:
            self.speech.say("play", "no-move", text=line[:60], style="red")
            self.speech.console.print(help_, style="red", markup=False, highlight=False)
            return
        self.speech.refuse(error)

    def _moves(self, seat: int | None, rest: str) -> None:
        terminal, names = self.session.terminal, self.session.names
        seat = _whose(seat)
        moves, view = list(self.match.moves(seat)), self.match.typed_view(seat)
        self.speech.say("play", "moves", count=len(moves))
        for text in moves:
            told = terminal.describe(text, view, names)
            line = Text.assemble((f"  {terminal.show(text):<16}", "bold"), (told, "dim"))
            self.speech.console.print(line, highlight=False)

    def _hint(self, seat: int | None, rest: str) -> None:
        """The best bot's choice with its chances, and what else it thought of."""
        hints = self.session.hints(_whose(seat))
        self.speech.say("play", "hint")
        for hint, line in zip(hints, self.session.hint_lines(hints), strict=True):
            style = "green" if hint.best else "dim"
            self.speech.console.print(line, style=style, markup=False, highlight=False)

    def _undo(self, seat: int | None, rest: str) -> None:
        seat = _whose(seat)
        self.session.undo(seat)
        self._told = dict.fromkeys(self._told, self.match.number)
        self.speech.say("play", "undone", style="green")

    def _why(self, seat: int | None, rest: str) -> None:
        self.speech.console.print(why_line(self.session, _whose(seat), rest))

    def _rules(self, seat: int | None, rest: str) -> None:
        self.speech.console.print(rules_text(self.match.rulebook, self.speech, rest or None))

    def _table(self, seat: int | None, rest: str) -> None:
        self._show_table(seat)

    def _log(self, seat: int | None, rest: str) -> None:
        viewer = seat if self.session.at_keyboard == seat else None
        self._tell(self.session.news(viewer, 0)[-_LOG:])

    def _auto(self, seat: int | None, rest: str) -> None:
        self.session.auto = not self.session.auto
        self.speech.say("play", "auto-on" if self.session.auto else "auto-off", style="green")

    def _position(self, seat: int | None, rest: str) -> None:
        if self.match.rulebook.hidden:
            raise UsageError("position-hidden")
        self.speech.console.print(self.match.position(), markup=False, highlight=False)

    def _proof(self, seat: int | None, rest: str) -> None:
        self.speech.say("play", "commitment", hash=self.match.commitment)

    def _save(self, seat: int | None, rest: str) -> None:
        path = Path(rest) if rest else self.session.path
        self.session.save(path)
        self.speech.say("play", "saved", path=path)

    def _language(self, seat: int | None, rest: str) -> None:
        place = LANGUAGES.index(self.speech.language) + 1
        self.speech.language = LANGUAGES[place % len(LANGUAGES)]
        self._show_table(seat)

    def _quit(self, seat: int | None, rest: str) -> None:
        raise Leave

    def _help(self, seat: int | None, rest: str) -> None:
        for line in about_game(self.session):
            self.speech.console.print(line)
        if seat is not None:
            self._example_shown = False
            self._show_example(seat)
        self.speech.console.print(command_table(self.speech))

    # -------------------------------------------------------------------------------------- inside

    def _name(self, seat: int) -> str:
        return self.session.names[seat]

    def _show_table(self, viewer: int | None) -> None:
        width = max(_NARROWEST, min(self.speech.console.width, _WIDEST))
        names = self.session.names
        self.speech.console.print(self.session.terminal.draw(self.match, viewer, names, width))

    def _show_example(self, seat: int) -> None:
        """How a move is written now, once."""
        example = None if self._example_shown else example_line(self.session, seat)
        if example is not None:
            self._example_shown = True
            self.speech.console.print(example, style="dim")

    def _tell_the_only_viewer(self) -> None:
        """Where one person plays, or none, tell at once what happened."""
        if len(self.session.people) <= 1:
            self._tell_news(self.session.people[0] if self.session.people else None)

    def _tell_news(self, viewer: int | None) -> None:
        """What happened since this viewer was last told; where nothing is hidden, all are one."""
        apart = self.match.rulebook.hidden and len(self.session.people) > 1
        key = viewer if apart else None
        self._tell(self.session.news(viewer, self._told.get(key, 0)))
        self._told[key] = self.match.number

    def _tell(self, events: Sequence[Event]) -> None:
        names = self.session.names
        for event in events:
            sentence = self.session.terminal.tell(event, names)
            self.speech.console.print(f"  {sentence}", style="cyan", markup=False, highlight=False)

    def _hand_over(self, seat: int) -> None:
        """Where hands are hidden, clear the screen before another person looks at it."""
        if self.session.must_hand_over(seat):
            self.speech.console.clear()
            self._input(self.speech.text("play", "hand-over", name=self._name(seat)))
        self.session.at_keyboard = seat

    def _input(self, prompt: str) -> str:
        self.session.keep()
        return self.speech.console.input(Text(f"{prompt} > ", "bold")).strip()

    def _finish(self) -> Session | None:
        people = self.session.people
        viewer = people[0] if len(people) == 1 else None
        self._tell_news(viewer)
        self._show_table(viewer)
        show_result(self.match, self.session.names, self.speech)
        record, following = self.session.finish()
        series = self.session.series_now
        if series is not None:
            drawn = self.session.terminal.draw_series(series.summary(), self.session.names)
            if drawn is not None:
                self.speech.console.print(drawn)
        self.speech.say("play", "proved", path=record, style="dim")
        if following is not None:
            label = self.match.rulebook.words.get("series", "next")[self.speech.language]
            try:
                if people and read_command(self._ask_on(label)) == ("quit", ""):
                    raise Leave
            except (Leave, EOFError, KeyboardInterrupt) as why:
                self.speech.console.print()
                self.speech.say("play", "left", game=self.match.game_id)
                if isinstance(why, KeyboardInterrupt):
                    raise SystemExit(INTERRUPTED) from None
                return None
        return following

    def _ask_on(self, label: str) -> str:
        return self.speech.console.input(
            Text(self.speech.text("play", "go-on", what=label) + " ", "bold")
        ).strip()


def _whose(seat: int | None) -> int:
    """The seat that a command is about; the whole table must say whose."""
    if seat is None:
        raise UsageError("whose")
    return seat


def _waits(answer: str) -> str | None:
    """Does an answer say that one waits, and how long? Nothing typed is a word for waiting."""
    if not answer:
        return WAIT
    command = read_command(answer)
    if command is not None and command[0] in (WAIT, WAIT_LONG):
        return command[0]
    return None
