"""One match at one keyboard, however it is shown: who is next, what is played, kept, taken back.

The prompt and the full-screen table both play by this. It prints and reads nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from echappee.bots.advice import advise
from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.levels import levels
from echappee.bots.riders import riders
from echappee.cli import kept_games
from echappee.cli.game_terminal import GameTerminal
from echappee.cli.kept_games import Seating
from echappee.cli.speech import CLI_WORDS, Speech
from echappee.errors import EchappeeError, UndoRefused
from echappee.files import write_file
from echappee.games import rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.series import Series
from echappee.rulebook.values import Event

_ADVISED = 3  # moves that a hint tells of
_LONG = 10**9  # until one's next turn


class Offer(NamedTuple):
    """These people may act out of turn now, and have not said that they wait."""

    seats: tuple[int, ...]


class Turn(NamedTuple):
    """The game waits for this person."""

    seat: int


class Forced(NamedTuple):
    """The game waits for a person who has no choice."""

    seat: int
    text: str


class Thinking(NamedTuple):
    """Bots are to be asked what they do."""


class Over(NamedTuple):
    """The game is over."""


Next = Offer | Turn | Forced | Thinking | Over


class Hint(NamedTuple):
    """A move that the best bot has looked at."""

    text: str | None
    """None: to wait."""
    wins: float
    weight: float
    proved: bool
    best: bool


class Session:
    """A match, its people and its bots; seats without a bot are people."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        speech: Speech,
        path: Path,
        *,
        auto: bool = True,
        series: Series | None = None,
        seed: str | None = None,
    ) -> None:
        """``path`` is where it is kept; with ``auto``, moves without a choice play themselves.

        ``series`` is the one that the match is part of, as it stood before it.
        """
        self.match = match
        self.bots = bots
        self.speech = speech
        self.path = path
        self.auto = auto
        self.series = series
        self.seed = seed
        self.people = tuple(seat for seat in range(match.players) if seat not in bots)
        self.terminal = GameTerminal(match.rulebook, speech)
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self._waiting: dict[int, int] = {}
        self._bots_asked = -1
        self._kept = -1

    # -------------------------------------------------------------------------------- what is next

    def next(self) -> Next:
        """Who is to do something now. People who may act out of turn are asked first."""
        match = self.match
        if match.over:
            return Over()
        number = match.number
        offered = tuple(
            seat
            for seat in match.offered
            if seat in self.people and self._waiting.get(seat, -1) < number
        )
        if offered:
            return Offer(offered)
        if self.bots and self._bots_asked != number:
            return Thinking()
        waiting = [seat for seat in match.awaited if seat in self.people]
        seat = self.at_keyboard if self.at_keyboard in waiting else waiting[0]
        assert seat is not None
        forced = self.forced(match, seat)
        return Turn(seat) if forced is None else Forced(seat, forced)

    def ask_bots(self, match: Match | None = None) -> tuple[int, str] | None:
        """What the bots do in this position; None where they all wait for people.

        A screen hands in a copy of the match, since it goes on drawing meanwhile.
        """
        return next_action(self.match if match is None else match, self.bots)

    def bots_wait(self) -> None:
        """The bots have been asked in this position, and wait."""
        self._bots_asked = self.match.number

    def wait(self, seats: Sequence[int], *, until_turn: bool = False) -> None:
        """These people do not act out of turn in this position, or not before their turn."""
        for seat in seats:
            self._waiting[seat] = _LONG if until_turn else self.match.number

    def begin_turn(self, seat: int) -> None:
        """A person's turn has come: from now on he is asked out of turn again."""
        self._waiting.pop(seat, None)

    def must_hand_over(self, seat: int) -> bool:
        """Would somebody else see a hand that is hidden from him?"""
        return self.at_keyboard != seat and self.match.rulebook.hidden and len(self.people) > 1

    def forced(self, match: Match, seat: int) -> str | None:
        """The only move of a person who is awaited, if it is to play itself.

        Where several people look at one screen and hands are hidden, nothing does: that a move
        was the only one would tell them what its player does not hold.
        """
        seen = match.rulebook.hidden and len(self.people) > 1
        if not self.auto or seen or seat not in match.awaited:
            return None
        moves = match.moves(seat)
        return moves[0] if len(moves) == 1 else None

    # ---------------------------------------------------------------------------- what people do

    def play(self, seat: int, text: str) -> None:
        """Play one move in the game's notation; what a bot may not do is told with its name."""
        if seat in self.bots:
            play_chosen(self.match, seat, text, self.bots)
        else:
            self.match.play(seat, text)
            self.keep()

    def play_line(self, seat: int, texts: Sequence[str]) -> list[str]:
        """Play moves one after the other, what is forced between them included; return those that
        were played. The first that is refused raises, and what came before it stays played."""
        played: list[str] = []
        for place, text in enumerate(texts):
            try:
                while (forced := self.forced(self.match, seat)) and place and text != forced:
                    self.play(seat, forced)
                    played.append(forced)
                self.play(seat, text)
            except EchappeeError as error:
                if not place:
                    raise
                raise LineStopped(error, played, list(texts[place:])) from error
            played.append(text)
        return played

    def undo(self, seat: int) -> None:
        """Take a person's last choice back, and with it the moves that had none.

        A right; where no other person plays, the bots let their own moves be taken back. What was
        drawn or shown they can't forgive: for that there are practice games.
        """
        trial = self.match.copy()
        steps = 0
        while not steps or self.forced(trial, seat) is not None:
            self._take_back(trial, seat)
            steps += 1
        for _ in range(steps):
            self._take_back(self.match, seat)
        self._waiting.clear()
        self.keep()

    def _take_back(self, match: Match, seat: int) -> None:
        try:
            match.undo(seat)
        except UndoRefused as refusal:
            if len(self.people) > 1 or refusal.code == "nothing-to-undo":
                raise
            if refusal.code != "undo-others":
                raise UndoRefused("undo-alone") from None
            match.undo(seat, consent=tuple(self.bots))

    def hints(self, seat: int, match: Match | None = None) -> list[Hint]:
        """What the best bot thinks of a person's moves, by its figures; its choice is marked.

        It chooses what it looked at most, which also weighs points and places: that need not be
        what wins most often by a hair.
        """
        advice = advise(self.match if match is None else match, seat)
        found = [
            Hint(one.text, one.wins, one.weight, one.proved, place == 0)
            for place, one in enumerate(advice.moves[:_ADVISED])
        ]
        return sorted(found, key=lambda hint: (-round(hint.wins, 2), not hint.best))

    # -------------------------------------------------------------------------------- what is seen

    @property
    def names(self) -> list[str]:
        """The names of all seats, in the language of the table."""
        match = self.match
        return [match.names.get(seat) or self._name(seat) for seat in range(match.players)]

    def _name(self, seat: int) -> str:
        if seat not in self.bots:
            return self.speech.text("play", "seat", n=seat + 1)
        label = bot_label(self.bots[seat].name, self.speech)
        return f"{label} {seat + 1}" if self.match.players > 2 or len(self.bots) > 1 else label

    def news(self, viewer: int | None, since: int) -> list[Event]:
        """What happened after an entry, as a viewer may know it."""
        return [event for _, event in self.match.events(viewer, since)]

    def hint_lines(self, hints: Sequence[Hint]) -> list[str]:
        """Hints as people read them."""
        lines = []
        for hint in hints:
            text = self.speech.text("play", "wait")
            if hint.text is not None:
                text = self.terminal.show(hint.text)
            wins = f"{hint.wins:.0%}".replace("%", " %")
            weight = f"{hint.weight:.0%}".replace("%", " %")
            key = "hint-sure" if hint.proved else "hint-chance"
            told = self.speech.text("play", key, wins=wins, weight=weight)
            mark = self.speech.text("play", "hint-best") if hint.best else ""
            lines.append(f"{'▸' if hint.best else ' '} {text:<14} {told}{mark}")
        return lines

    # -------------------------------------------------------------------------------- what is kept

    def keep(self) -> None:
        """Keep the game if it has gone on: after what a person did, and before one is asked.

        What bots do in between is quickly done again; in a long game, to write all of it each time
        would take longer than to play.
        """
        if self._kept != self.match.number:
            kept_games.keep(self.path, self.match, self._seating())
            self._kept = self.match.number

    def leave(self) -> bool:
        """Stop here. A game in which no person has moved is not kept, nor one that is over."""
        if self.match.over:
            return False
        begun = any(entry.seat in self.people for entry in self.match.entries)
        if begun or not self.people or (self.series is not None and self.series.done):
            self.keep()
            return True
        kept_games.forget(self.path)
        return False

    def save(self, path: Path) -> None:
        """Write the game to a file of the person's choice."""
        if path == self.path:
            kept_games.keep(path, self.match, self._seating())
        else:
            write_file(path, self.match.save().encode())

    def finish(self) -> tuple[Path, Session | None]:
        """The game is over: write its record; return where, and the next match of its series."""
        record = kept_games.finished_path(self.path, self.match)
        write_file(record, self.match.record().encode())
        kept_games.forget(self.path)
        following = self.series_now
        if following is None or following.done == following.length:
            return record, None
        session = series_session(
            self.match.rulebook.id, following, self.match.players, self.match.options, self.bots,
            self.speech, self.seed, practice=self.match.practice, auto=self.auto,
        )  # fmt: skip
        session.keep()
        return record, session

    @property
    def series_now(self) -> Series | None:
        """The series after this match, once it is over; None where there is none."""
        if self.series is None:
            return None
        return self.series.after(self.match.typed_view().table)

    def _seating(self) -> Seating:
        bots = {seat: bot.name for seat, bot in self.bots.items()}
        series = None if self.series is None else msgspec.json.encode(self.series).decode()
        return Seating(bots, series, self.seed)


class LineStopped(Exception):
    """Of several moves on a line one was refused; those before it were played."""

    def __init__(self, error: EchappeeError, played: list[str], left: list[str]) -> None:
        super().__init__(str(error))
        self.error = error
        self.played = played
        self.left = left


def series_session(
    game_id: str,
    series: Series,
    players: int,
    options: Mapping[str, bool | int | str],
    bots: Mapping[int, Bot],
    speech: Speech,
    seed: str | None,
    *,
    practice: bool = False,
    auto: bool = True,
) -> Session:
    """The next match of a series."""
    own = None if seed is None else f"{seed} {series.done + 1}"
    wanted = {**options, **series.options()}
    match = Game(rulebook(game_id)).start(players, wanted, own, practice=practice)
    return Session(
        match, bots, speech, kept_games.new_path(game_id), auto=auto, series=series, seed=seed
    )


def bot_label(name: str, speech: Speech) -> str:
    """A bot as people call it: a level by its label, a rider by his name, others as they say."""
    for level in levels():
        if level.name == name:
            return level.label[speech.language]
    for rider in riders():
        if rider.id == name:
            return rider.name
    known = CLI_WORDS.texts(speech.language)["bots"]
    return str(known.get(name) or speech.text("play", "bot", name=name))
