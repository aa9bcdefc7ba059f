"""Deals that were played, kept in a file: a contest that was stopped goes on where it was.

One line of JSON a deal. Each tells what it belongs to: the game and its version, the table, the
factor of the budget, and how each bot thinks: its level, and a hash of all code that it and the
rules are made of. So one file can hold many contests, and a bot that has changed since begins anew.
Of a bot that is not one of ours only the name is known.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.files import add_line, read_if_there
from echappee.rulebook.compiler import RULES, is_ours, sources_digest
from echappee.rulebook.options import Options
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook


class Dealt(msgspec.Struct, frozen=True):
    """One deal, played from every seat."""

    shares: list[float]
    places: list[float]
    """By bot, as means over its seats; so are the shares."""
    wins: list[list[float]]
    """Of each bot against each other."""


class _Player(msgspec.Struct, frozen=True):
    """A bot, and all that its choices depend on."""

    bot: str
    code: str = ""
    effort: Effort | None = None
    outlook: Outlook | None = None


class _Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What deals must have in common to be counted together."""

    game: str
    version: int
    players: int
    options: Mapping[str, bool | int | str]
    bots: list[_Player]
    budget: float | None
    seconds: float | None = None


class _Line(msgspec.Struct, frozen=True):
    contest: _Contest
    deal: int
    dealt: Dealt


_BEGIN = '{"contest":'
"""So each line begins."""


class Ledger:
    """A file of deals, read once and written on; for several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path = arguments.path("path", path)
        self._lock = threading.Lock()
        self._dealt: dict[tuple[bytes, int], Dealt] = {}
        *lines, rest = read_if_there(path).split("\n")
        if not (rest.startswith(_BEGIN) or _BEGIN.startswith(rest)):  # not a line cut short
            raise UsageError("bad-ledger", path=path, line=len(lines) + 1)
        for number, line in enumerate(lines, 1):
            found = _read(line)
            if found is None:
                raise UsageError("bad-ledger", path=path, line=number)
            self._dealt[_key(found.contest), found.deal] = found.dealt

    def page(
        self,
        rules: Rulebook,
        players: int,
        options: Options,
        bots: Sequence[Bot],
        budget: float | None,
        seconds: float | None,
    ) -> Page:
        """The deals of one contest."""
        return Page(
            self,
            _Contest(
                game=rules.id,
                version=rules.version,
                players=players,
                options=dict(options),
                bots=[_player(bot, rules) for bot in bots],
                budget=budget,
                seconds=seconds,
            ),
        )

    def find(self, key: bytes, deal: int) -> Dealt | None:
        """A deal, if it was played."""
        with self._lock:
            return self._dealt.get((key, deal))

    def add(self, key: bytes, line: _Line) -> None:
        """Keep a deal: it is in the file when this returns."""
        with self._lock:
            self._dealt[key, line.deal] = line.dealt
            add_line(self._path, msgspec.json.encode(line))


class Page:
    """The deals of one contest in a ledger."""

    def __init__(self, ledger: Ledger, contest: _Contest) -> None:
        self._ledger = ledger
        self._contest = contest
        self._key = _key(contest)

    def find(self, deal: int) -> Dealt | None:
        """A deal, if it was played."""
        return self._ledger.find(self._key, deal)

    def add(self, deal: int, dealt: Dealt) -> None:
        """Keep a deal."""
        self._ledger.add(self._key, _Line(self._contest, deal, dealt))


def _player(bot: Bot, rules: Rulebook) -> _Player:
    written = type(bot).__module__
    code = sources_digest(rules.package, written if is_ours(written) else RULES)
    if not isinstance(bot, ThinkingBot):
        return _Player(bot.name, code)
    outlook = msgspec.structs.replace(bot.outlook(rules), levels=())  # those of others don't matter
    return _Player(bot.name, code, bot.effort(rules), outlook)


def _key(contest: _Contest) -> bytes:
    return msgspec.json.encode(contest, order="sorted")


def _read(line: str) -> _Line | None:
    """A line, if it is one: with a number for each of its bots."""
    try:
        found = msgspec.json.decode(line, type=_Line)
    except msgspec.DecodeError:
        return None
    dealt, bots = found.dealt, len(found.contest.bots)
    sizes = {len(dealt.wins), *map(len, (dealt.shares, dealt.places, *dealt.wins))}
    whole = sizes == {bots} and all(0 <= share <= 1 for share in dealt.shares)
    return found if whole else None
