"""A match after one of its entries: what each viewer saw, and what had just happened."""

from __future__ import annotations

from echappee import arguments
from echappee.match.game_record import Entry
from echappee.match.position import Position, Step
from echappee.match.setup import Setup
from echappee.rulebook.values import Event, Heading, Outcome, Standing, View


class Moment:
    """A match after an entry."""

    def __init__(
        self, setup: Setup, number: int, entry: Entry | None, position: Position, step: Step | None
    ) -> None:
        self._setup = setup
        self.number = number
        """How many entries the log had."""
        self.entry = entry
        """The last of them; None before the first one."""
        self._position = position
        self._step = step

    @property
    def check(self) -> str:
        """The checksum of the position."""
        return self._position.check

    @property
    def standing(self) -> Standing:
        """Scores and places."""
        return self._position.standing

    @property
    def heading(self) -> Heading | None:
        """The stage or round under way, in a game that has any."""
        heading = self._setup.rulebook.heading
        return None if heading is None else heading(self._position.plain)

    def view(self, seat: int | None = None) -> View:
        """All that a seat could know; ``None`` is a spectator."""
        viewer = arguments.viewer(seat, self._setup.players)
        return view_at(self._setup, self._position, self.number, viewer)

    def events(self, viewer: int | None = None) -> list[Event]:
        """What the entry did, as a ``viewer`` may know it."""
        viewer = arguments.viewer(viewer, self._setup.players)
        if self._step is not None:
            return self._step.events(viewer)
        return [] if self.entry is None else [Event("undo", self.entry.seat)]


def view_at(setup: Setup, position: Position, number: int, seat: int | None) -> View:
    """All that a seat may know of a position of a match."""
    return View(
        game=setup.rulebook.id,
        rules=setup.rules,
        players=setup.players,
        options=dict(setup.options),
        seat=seat,
        number=number,
        awaited=position.awaited,
        actors=position.actors,
        over=bool(position.over),
        outcome=outcome_at(position),
        standing=position.standing,
        commitment=setup.commitment,
        table=position.look(seat),
    )


def outcome_at(position: Position) -> Outcome | None:
    """Why the game ended and who won; None while it runs."""
    if not position.over:
        return None
    rulebook, standing = position.rulebook, position.standing
    ending, article = rulebook.rules.ENDINGS[position.over]
    words = rulebook.words.get("endings", ending)
    return Outcome(ending, words, article, standing.leaders, standing)
