"""What the full-screen table shows: whose turn it is, the table, a list to choose from, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static

from echappee.cli.screen.choices import Choice, found_by
from echappee.cli.session import Session
from echappee.cli.table_texts import about_game
from echappee.errors import EchappeeError
from echappee.match.match import Match

_LOGGED = 120  # entries that the log goes back to when it is written anew
_TYPED_ROOM = 14  # columns for what is typed, at most
_NARROWEST = 60  # columns that a table is drawn for, at least
KEYS = (
    ("f1", "help"), ("f2", "hint"), ("f3", "undo"), ("f4", "rules"), ("f5", "auto"),
    ("f6", "language"), ("f7", "save"), ("ctrl+q", "quit"),
)  # fmt: skip
"""The keys of commands."""


class TableView(App[Session | None]):
    """The widgets, and what is in them; `TableApp` plays."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it of an object
        (0, "-narrow"),
        (112, "-wide"),
    ]
    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)"),
        Binding("down", "choose(1)"),
        Binding("pageup", "scroll_table(-8)"),
        Binding("pagedown", "scroll_table(8)"),
        Binding("escape", "clear"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._seat: int | None = None
        """The person who is asked; None while nobody is, or the whole table."""
        self._offered: tuple[int, ...] = ()
        """Those who are asked whether they act out of turn."""
        self._choices: list[Choice] = []
        self._shown: list[Choice] = []
        self._drawn: tuple[object, ...] = ()
        """What the table shows: it is drawn anew when that changes."""
        self._logged = 0
        self._logged_by: tuple[int | None, str] | None = None

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.session.match

    def compose(self) -> ComposeResult:
        """Whose turn it is; the table; the moves and the log; a line to be told; the keys."""
        yield Static(id="status")
        with Container(id="body"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="table")
            with Container(id="side"):
                with Vertical(id="choice"):
                    yield Input(id="typed", compact=True)
                    yield OptionList(id="moves", compact=True, markup=False)
                yield RichLog(id="log", wrap=True, min_width=10)
        yield Static(id="message")
        yield Static(id="keys")

    def _name_things(self) -> None:
        """Titles and keys in the language of the table."""
        speech = self.session.speech
        self.query_one("#typed", Input).placeholder = speech.text("screen", "type")
        self.query_one("#log").border_title = speech.text("screen", "log")
        self.query_one("#keys", Static).update(self._key_line())

    def _key_line(self) -> str:
        """The keys, which can be clicked."""
        speech = self.session.speech
        parts = []
        for key, name in KEYS:
            label = key.upper().replace("CTRL+", "^")
            told = speech.text("screen", f"key-{name}")
            parts.append(f"[@click=app.command('{name}')][reverse]{label}[/reverse] {told}[/]")
        return " ".join(parts)

    # ------------------------------------------------------------------------------ what is shown

    def _show_all(self) -> None:
        self._show_status()
        self._show_table()
        self._show_log()

    def _show_status(self) -> None:
        speech, names = self.session.speech, self.session.names
        if self.match.over:
            told = speech.text("screen", "over")
        elif self._seat is None and self._offered:
            told = speech.text("screen", "offered-all")
        elif self._seat is None:
            waited = ", ".join(names[seat] for seat in self.match.awaited)
            told = speech.text("screen", "thinking", names=waited)
        else:
            key = "offered" if self._offered else "your-move"
            told = speech.text("screen", key, name=names[self._seat])
        title = self.match.rulebook.name[speech.language]
        if self.session.series is not None:
            series = self.session.series
            part = self.match.rulebook.words.say(
                "series", "part", part=series.done + 1, length=series.length
            )
            title += f" · {part[speech.language]}"
        self.query_one("#status", Static).update(Text(f" {title}  ▸ {told}", no_wrap=True))

    def _show_thinking(self) -> None:
        self._list([])
        self._show_status()

    def _show_table(self) -> None:
        """The table as who is at the keyboard sees it, with the chosen move's place."""
        width = max(_NARROWEST, self.query_one("#board").size.width - 1)
        chosen = self._chosen()
        marked = chosen.value if chosen is not None and chosen.kind == "move" else None
        viewer, language = self.session.at_keyboard, self.session.speech.language
        shown = (self.match.number, viewer, marked, width, language)
        if shown == self._drawn:
            return
        self._drawn = shown
        drawn = self.session.terminal.draw(self.match, viewer, self.session.names, width, marked)
        self.query_one("#table", Static).update(drawn)

    def _show_log(self) -> None:
        """What happened, as who is at the keyboard may know it."""
        log = self.query_one("#log", RichLog)
        by = (self.session.at_keyboard, self.session.speech.language)
        if by != self._logged_by:
            log.clear()
            log.write(Group(*about_game(self.session)[:1]))
            self._logged = max(0, self.match.number - _LOGGED)
            self._logged_by = by
        names = self.session.names
        for event in self.session.news(self.session.at_keyboard, self._logged):
            log.write(Text(self.session.terminal.tell(event, names)))
        self._logged = self.match.number

    def _tell(self, *lines: RenderableType) -> None:
        """Say something to the person, in place of what was said before."""
        message = self.query_one("#message", Static)
        message.display = bool(lines)
        message.update(Group(*lines))

    def _refuse(self, error: EchappeeError) -> None:
        words = error.words[self.session.speech.language]
        if error.article:
            article = self.session.speech.text("play", "article", article=error.article)
            words += f" [{article}]"
        self._tell(Text(words, "red"))

    def on_resize(self, event: events.Resize) -> None:
        """The table is drawn for the room that it has."""
        self.call_after_refresh(self._show_table)

    def _list(self, choices: Sequence[Choice]) -> None:
        self._choices = list(choices)
        self.query_one("#typed", Input).clear()
        self._filter("")

    def _filter(self, text: str) -> None:
        """Show the choices that a text is found in."""
        self._shown = found_by(text, self._choices)
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        room = min(_TYPED_ROOM, max((len(one.typed) for one in self._choices), default=0))
        moves.add_options([choice.line(room) for choice in self._shown])
        count = f"{self.session.speech.text('screen', 'moves')} {len(self._shown)}"
        self.query_one("#choice").border_title = count
        if self._shown:
            moves.highlighted = 0

    def _chosen(self) -> Choice | None:
        place = self.query_one("#moves", OptionList).highlighted
        return self._shown[place] if place is not None and place < len(self._shown) else None

    def action_choose(self, step: int) -> None:
        """Move the cursor of the list."""
        moves = self.query_one("#moves", OptionList)
        if step < 0:
            moves.action_cursor_up()
        else:
            moves.action_cursor_down()

    def action_scroll_table(self, lines: int) -> None:
        """See more of the table."""
        self.query_one("#board").scroll_relative(y=lines, animate=False)

    def action_clear(self) -> None:
        """Forget what was typed and told."""
        self.query_one("#typed", Input).clear()
        self._tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Typing filters."""
        self._filter(event.value.strip())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The place of a move is shown on the table, unless that is about to leave the screen."""
        if event.option_list.id == "moves" and self.query("#board"):
            self._show_table()
