"""What comes up in front of the table: a hand-over, a text to read, the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static


class HandOver(ModalScreen[None]):
    """Nothing is seen until the next person is at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "go_on", "")]
    DEFAULT_CSS = """
    HandOver { align: center middle; background: $background; }
    HandOver Static { width: auto; max-width: 90%; padding: 2 4; border: round $primary; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The request to pass the keyboard."""
        yield Static(self._text, markup=False)

    def on_click(self) -> None:
        """A click is as good as a key."""
        self.dismiss(None)

    def action_go_on(self) -> None:
        """The next person is here."""
        self.dismiss(None)


class Reading(ModalScreen[None]):
    """Something to read, as long as it takes: help, the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,f1,f4", "close", ""),
        ("up", "scroll(-1)", ""),
        ("down", "scroll(1)", ""),
        ("pageup", "scroll(-10)", ""),
        ("pagedown,space", "scroll(10)", ""),
    ]
    DEFAULT_CSS = """
    Reading { align: center middle; }
    Reading VerticalScroll {
        width: 90%; max-width: 96; height: 90%; padding: 0 2; border: round $primary;
        background: $surface;
    }
    """

    def __init__(self, content: RenderableType, how_to_close: str) -> None:
        super().__init__()
        self._content = content
        self._how_to_close = how_to_close

    def compose(self) -> ComposeResult:
        """The text in a frame that tells how to close it."""
        frame = VerticalScroll(Static(self._content))
        frame.border_subtitle = self._how_to_close
        yield frame

    def action_scroll(self, lines: int) -> None:
        """Read on, or back."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class Ending(ModalScreen[str]):
    """The result of a game, and what to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "look", "")]
    DEFAULT_CSS = """
    Ending { align: center middle; }
    Ending > Vertical {
        width: auto; max-width: 90%; height: auto; max-height: 95%; padding: 0 2;
        border: round $warning; background: $surface;
    }
    Ending VerticalScroll { height: auto; max-height: 16; width: auto; max-width: 100%; }
    Ending Static { width: auto; max-width: 100%; }
    Ending OptionList, Ending OptionList:focus {
        height: auto; width: 100%; min-width: 40; border: none; background: $surface;
    }
    """

    def __init__(self, parts: Sequence[RenderableType], choices: Sequence[tuple[str, str]]) -> None:
        """``choices`` are pairs of what is answered and what is shown."""
        super().__init__()
        self._parts = parts
        self._choices = choices

    def compose(self) -> ComposeResult:
        """Why it ended and how, then the choices."""
        with Vertical():
            with VerticalScroll():
                for part in self._parts:
                    yield Static(part)
            yield OptionList(*(label for _, label in self._choices))

    def on_mount(self) -> None:
        """The choices have the keys."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One of the choices."""
        self.dismiss(self._choices[event.option_index][0])

    def action_look(self) -> None:
        """Close it and look at the table."""
        self.dismiss("look")
