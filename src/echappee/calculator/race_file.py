"""A race as a small text file: readable, exact both ways, strict in what it takes.

The format is described in ``docs/calculator.md``. Blank lines and blanks around a line do not
matter; everything else does, and a refusal names its line. The last line says that it is the last:
a file that was cut short is noticed, and the stages that are whole are told with the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from echappee import arguments
from echappee.calculator.edit import add_stage, check_order, check_race, new_race
from echappee.calculator.left import check_hand, read_left, write_left
from echappee.calculator.names import printable, tidy
from echappee.calculator.race import (
    BROOM_WAGON,
    MOUNTAIN,
    WORDS,
    CalculatorError,
    Left,
    Race,
    Stage,
)
from echappee.errors import EchappeeError, Phrase
from echappee.files import read_text, write_file

VERSION = 2
FIRST_LINE = f"echappee race {VERSION}"
LAST_LINE = "end"
_WITHOUT_END = 1  # the version whose files have no last line of their own
LONGEST_FILE = 100_000
_FIRST = re.compile(r"echappee race (\d{1,9})$")
_STAGE = re.compile(r"stage (\d{1,3}): ([a-z-]+), chosen by ([^,:]+)(?:, won by ([^,:]+))?$")
_FINAL = re.compile(r"stage (\d{1,3}): final mountain, won by ([^,:]+)$")
_RACE = re.compile(r"(sprint)$|(endurance) ([2-5])$")
_TIES = {"shared": False, "broken": True}


def write_race(race: Race) -> str:
    """The text of a race."""
    race = check_race(race)
    mode = race.mode if race.mode == "sprint" else f"{race.mode} {race.stages_each}"
    lines = [FIRST_LINE]
    if race.title:
        lines.append(f"title: {race.title}")
    lines += [
        f"players: {', '.join(race.names)}",
        f"edition: {race.edition}",
        f"race: {mode}",
        f"ties: {'broken' if race.tie_break else 'shared'}",
        f"first: {race.names[race.first]}",
    ]
    for number, stage in enumerate(race.stages, 1):
        lines += ["", *_stage_lines(race, number, stage)]
    return "\n".join([*lines, "", LAST_LINE]) + "\n"


def _stage_lines(race: Race, number: int, stage: Stage) -> Iterator[str]:
    if stage.chooser is None:
        yield f"stage {number}: final {MOUNTAIN}, won by {race.names[stage.order[0]]}"
    else:
        head = f"stage {number}: {stage.profile}, chosen by {race.names[stage.chooser]}"
        won = "" if stage.profile == BROOM_WAGON else f", won by {race.names[stage.order[0]]}"
        yield head + won
    if stage.profile == BROOM_WAGON:
        yield f"  order: {', '.join(race.names[seat] for seat in stage.order)}"
        return
    for seat, name in enumerate(race.names):
        if seat not in stage.order:
            yield f"  {name}: {write_left(stage.left[seat])}"


def read_race(text: str) -> Race:
    """The race that a text holds, checked from its first line to its last."""
    if len(arguments.text("text", text)) > LONGEST_FILE:
        raise CalculatorError("file-long")
    return _Reader(text).race()


class _Reader:
    """Reads a race line by line."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        self._lines = [(number, line.strip()) for number, line in lines if line.strip()]
        self._next = 0
        self._broken_off = bool(text.rpartition("\n")[2].strip())

    def race(self) -> Race:
        version = self._first_line()
        race = self._setting()
        sure = race
        try:
            while self._next < len(self._lines) and self._peek() != LAST_LINE:
                sure = race
                race = self._stage(race)
            if not self._broken_off:  # a last line without its end may have been longer
                sure = race
            self._last_line(version)
        except CalculatorError as error:
            if self._lines[-1][1] != LAST_LINE:
                error.readable = sure
            raise
        return race

    def _last_line(self, version: int) -> None:
        if self._peek() is None and version <= _WITHOUT_END:
            return
        self._take("end")
        if self._peek() is not None:
            self._unreadable("nothing")

    # ---------------------------------------------------------------------------------- the heading

    def _first_line(self) -> int:
        text = self._peek() or ""
        match = _FIRST.match(text)
        with self._at_line():
            if match and int(match[1]) > VERSION:
                raise CalculatorError("file-newer", version=match[1])
            if match is None or int(match[1]) < _WITHOUT_END:
                raise CalculatorError("file-start", expected=FIRST_LINE, text=printable(text))
        self._next += 1
        return int(match[1])

    def _setting(self) -> Race:
        title = ""
        if (self._peek() or "").startswith("title:"):
            title = self._value("title")
        names = [name.strip() for name in self._value("players").split(",")]
        with self._at_line(-1):
            race = new_race(names, title=title)
        edition = self._value("edition")
        if edition not in ("FR", "EN"):
            self._unreadable("edition", back=1)
        mode = _RACE.match(self._value("race"))
        if mode is None:
            self._unreadable("race", back=1)
        assert mode is not None
        ties = self._value("ties")
        if ties not in _TIES:
            self._unreadable("ties", back=1)
        first = self._value("first")
        with self._at_line(-1):
            seat = _named(race, first)
        each = int(mode[3]) if mode[3] else None
        return new_race(names, edition, mode[1] or mode[2], each, _TIES[ties], seat, title)

    def _value(self, key: str) -> str:
        """The rest of a line that begins with ``key:``."""
        line = self._take(key)
        found, colon, value = line.partition(":")
        if found != key or not colon or not value.strip():
            self._unreadable(key, back=1)
        return value.strip()

    # --------------------------------------------------------------------------------------- stages

    def _stage(self, race: Race) -> Race:
        number = len(race.stages) + 1
        begun = self._next
        if number > race.length:
            self._unreadable("nothing")
        if race.is_final(number):
            line = self._take("final", number=number)
            match = _FINAL.match(line)
            if match is None or int(match[1]) != number:
                self._unreadable("final", back=1, number=number)
            assert match is not None
            profile, chooser, winner = MOUNTAIN, None, match[2]
        else:
            line = self._take("stage", number=number)
            match = _STAGE.match(line)
            if match is None or int(match[1]) != number:
                self._unreadable("stage", back=1, number=number)
            assert match is not None
            profile, winner = match[2], match[4]
            with self._at_line(-1):
                chooser = _named(race, match[3])
            if (winner is None) != (profile == BROOM_WAGON):
                kind = "broom" if profile == BROOM_WAGON else "stage"
                self._unreadable(kind, back=1, number=number)
        if profile == BROOM_WAGON:
            stage = Stage(profile, self._order(race), (), chooser)
        else:
            with self._at_line(-1):
                won = _named(race, winner)
            stage = Stage(profile, (won,), self._left(race, won), chooser)
        with self._at_line(begun - self._next):
            return add_stage(race, stage)

    def _order(self, race: Race) -> tuple[int, ...]:
        names = self._value("order").split(",")
        with self._at_line(-1):
            order = tuple(_named(race, name) for name in names)
            check_order(race, order)
            return order

    def _left(self, race: Race, winner: int) -> tuple[Left, ...]:
        found = []
        for seat, name in enumerate(race.names):
            if seat == winner:
                found.append(Left())
                continue
            line = self._take("left", name=name)
            given, colon, cards = line.partition(":")
            if tidy(given) != name or not colon:
                self._unreadable("left", back=1, name=name)
            with self._at_line(-1):
                left = read_left(cards)
                check_hand(left, race.players, name)
            if write_left(left) != " ".join(cards.split()):
                self._unreadable("left", back=1, name=name)
            found.append(left)
        return tuple(found)

    # --------------------------------------------------------------------------------------- lines

    def _peek(self) -> str | None:
        return self._lines[self._next][1] if self._next < len(self._lines) else None

    def _take(self, expected: str, **facts: Any) -> str:
        line = self._peek()
        if line is None:
            wanted = WORDS.say("expected", expected, **facts)
            with self._at_line(-1):
                raise CalculatorError("file-end", expected=wanted.en, expected_fr=wanted.fr)
        self._next += 1
        return line

    def _unreadable(self, expected: str, back: int = 0, **facts: Any) -> None:
        wanted = WORDS.say("expected", expected, **facts)
        text = printable(self._lines[self._next - back][1])
        with self._at_line(-back):
            raise CalculatorError("file-line", text=text, expected=wanted.en, expected_fr=wanted.fr)

    @contextmanager
    def _at_line(self, step: int = 0) -> Iterator[None]:
        """Put the number of a line before whatever is refused here."""
        try:
            yield
        except EchappeeError as error:
            place = min(max(self._next + step, 0), len(self._lines) - 1)
            line = self._lines[place][0] if self._lines else 1
            raise _at(error, line) from None


def _at(error: EchappeeError, line: int) -> CalculatorError:
    words = WORDS.say("line", "at", line=line, words=error.words.en, words_fr=error.words.fr)
    found = CalculatorError.__new__(CalculatorError)
    EchappeeError.__init__(found, error.code, words=Phrase(words.en, words.fr))
    found.stage = getattr(error, "stage", None)
    found.readable = None
    found.line = line
    return found


def _named(race: Race, text: str) -> int:
    """The seat of a name that is written out in full."""
    name = tidy(text)
    if name in race.names:
        return race.names.index(name)
    if not name:
        raise CalculatorError("empty-name")
    seat_names = ", ".join(race.names)
    raise CalculatorError("unknown-name", name=printable(name), names=seat_names)


# -------------------------------------------------------------------------------------------- files


def load_race(path: Path) -> Race:
    """The race saved in a file."""
    return read_race(read_text(arguments.path("path", path), 4 * LONGEST_FILE + 1))


def save_race(path: Path, race: Race) -> None:
    """Save a race whole or not at all."""
    write_file(arguments.path("path", path), write_race(race).encode())
