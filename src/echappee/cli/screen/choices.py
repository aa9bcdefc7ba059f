"""What somebody may do now, as a list to choose from and to filter by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from echappee.cli.command_words import WAIT, WAIT_LONG
from echappee.cli.session import Session
from echappee.rulebook.typed_words import plain_word


class Choice(NamedTuple):
    """A line of the list."""

    kind: str
    """``move``, ``seat``, or one of the words for waiting."""
    value: str
    """The move in the game's notation, or the number of a seat."""
    typed: str
    """What one would type for it."""
    told: str
    """It in words."""

    def line(self, width: int) -> Text:
        """As it is listed, with so much room for what is typed."""
        return Text.assemble((f"{self.typed:<{width}}  ", "bold"), self.told, no_wrap=True)

    @property
    def whole(self) -> str:
        """All that it can be found by."""
        return plain_word(f"{self.typed} {self.told}")


def found_by(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices in which a text occurs, or, where it occurs in none, all its words; those that
    begin with it first."""
    sought = plain_word(text)
    found = [choice for choice in choices if sought in choice.whole]
    if not found:
        words = sought.split()
        found = [choice for choice in choices if all(word in choice.whole for word in words)]
    return sorted(found, key=lambda choice: not choice.whole.startswith(sought))


def moves_of(session: Session, seat: int, *, out_of_turn: bool) -> list[Choice]:
    """The moves of a person; who is asked out of turn may wait, and that comes first."""
    view = session.match.typed_view(seat)
    found = [
        Choice("move", text, session.terminal.show(text),
               session.terminal.describe(text, view, session.names))
        for text in session.match.moves(seat)
    ]  # fmt: skip
    return [*_waits(session), *found] if out_of_turn else found


def people_of(session: Session, seats: Sequence[int]) -> list[Choice]:
    """Who may act out of turn, for several people before one screen."""
    nobody = session.speech.text("screen", "nobody")
    later = session.speech.text("screen", "nobody-long")
    return [
        Choice(WAIT, "", "", nobody),
        Choice(WAIT_LONG, "", "", later),
        *(Choice("seat", str(seat), str(seat + 1), session.names[seat]) for seat in seats),
    ]


def _waits(session: Session) -> list[Choice]:
    speech = session.speech
    return [
        Choice(kind, "", speech.text("commands", kind), speech.text("screen", kind))
        for kind in (WAIT, WAIT_LONG)
    ]
