"""What was played, kept in a file: a contest or a simulation that was stopped goes on from there.

One line of JSON a deal of a contest, or a shard of a simulation or of a report. Each tells what it
belongs to: the game and its version, the table, the factor of the budget, and how each bot thinks:
its level, and a hash of all code that it and the rules are made of. So one file can hold many
contests, and a bot that has changed since begins anew. Of a bot that is not one of ours its file is
known; of one that is in no file, only the name.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.contest import contest
from echappee.bots.registry import file_of
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.files import add_line, read_if_there
from echappee.lab.shards import Shard
from echappee.lab.tally import Tally
from echappee.rulebook.compiler import RULES, is_ours, sources_digest
from echappee.rulebook.options import Options
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook

Array = np.ndarray[Any, Any]
Arrays = tuple[Array, ...]
Kept = TypeVar("Kept")


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
    file: str = ""
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


class _Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What games must have in common to be counted together."""

    game: str
    version: int
    players: int
    options: Mapping[str, bool | int | str]
    bots: list[_Player]
    code: str
    seed: int


class _Reported(msgspec.Struct, frozen=True, kw_only=True):
    """What shards of a report must have in common to be put together."""

    game: str
    version: int
    what: str
    """What was measured there."""
    plan: Mapping[str, Any]
    bots: list[_Player]
    code: str


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contest: _Contest
    deal: int
    dealt: Dealt


class _Games(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    simulation: _Simulation
    first: int
    tally: Tally


class _Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An array."""

    kind: str
    shape: list[int]
    data: bytes

    def unpacked(self) -> Array | None:
        """The array; None if it is none."""
        try:
            data, kind = zlib.decompress(self.data), np.dtype(self.kind)
        except (zlib.error, TypeError, ValueError):
            return None
        if kind.hasobject or min(self.shape, default=0) < 0:
            return None
        if len(data) != prod(self.shape) * kind.itemsize:
            return None
        return np.frombuffer(data, kind).reshape(self.shape)


class _Arrays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    report: _Reported
    first: int
    count: int
    arrays: list[_Packed]


_BEGINS = ('{"contest":', '{"simulation":', '{"report":')
"""So each line begins."""


class Ledger:
    """A file of deals and games, read once and written on; for several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path = arguments.path("path", path)
        self._lock = threading.Lock()
        self._dealt: dict[tuple[bytes, int], Dealt] = {}
        self._counted: dict[bytes, dict[int, Tally]] = {}
        self._arrays: dict[bytes, dict[int, tuple[int, list[_Packed]]]] = {}
        *lines, rest = read_if_there(path).split("\n")
        cut_short = any(rest.startswith(begin) or begin.startswith(rest) for begin in _BEGINS)
        if not cut_short:
            raise UsageError("bad-ledger", path=path, line=len(lines) + 1)
        for number, line in enumerate(lines, 1):
            found = _read(line)
            if found is None:
                raise UsageError("bad-ledger", path=path, line=number)
            self._remember(found)

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

    def counted(
        self, rules: Rulebook, players: int, options: Options, bots: Sequence[Bot], seed: int
    ) -> Counted:
        """The games of one simulation."""
        return Counted(
            self,
            _Simulation(
                game=rules.id,
                version=rules.version,
                players=players,
                options=dict(options),
                bots=[_player(bot, rules) for bot in bots],
                code=sources_digest(rules.package, contest.__module__),
                seed=seed,
            ),
        )

    def reported(
        self, rules: Rulebook, what: str, plan: Mapping[str, Any], bots: Sequence[Bot], module: str
    ) -> Reported:
        """What was measured at one table of a report, by the code of a ``module``."""
        return Reported(
            self,
            _Reported(
                game=rules.id,
                version=rules.version,
                what=what,
                plan=dict(plan),
                bots=[_player(bot, rules) for bot in bots],
                code=sources_digest(rules.package, module),
            ),
        )

    def find(self, key: bytes, deal: int) -> Dealt | None:
        """A deal, if it was played."""
        with self._lock:
            return self._dealt.get((key, deal))

    def tallies(self, key: bytes) -> list[tuple[int, Tally]]:
        """What was counted of a simulation: from which game on, in the order of the games."""
        with self._lock:
            return sorted(self._counted.get(key, {}).items(), key=lambda one: one[0])

    def packed(self, key: bytes) -> list[tuple[Shard, list[_Packed]]]:
        """The shards of a report, in the order of their deals."""
        with self._lock:
            found = sorted(self._arrays.get(key, {}).items(), key=lambda one: one[0])
        return [(Shard(first, count), arrays) for first, (count, arrays) in found]

    def add(self, line: _Line | _Games | _Arrays) -> None:
        """Keep a deal, or games: they are in the file when this returns."""
        with self._lock:
            self._remember(line)
            add_line(self._path, msgspec.json.encode(line))

    def _remember(self, line: _Line | _Games | _Arrays) -> None:
        if isinstance(line, _Line):
            self._dealt[_key(line.contest), line.deal] = line.dealt
        elif isinstance(line, _Arrays):
            known = self._arrays.setdefault(_key(line.report), {})
            known[line.first] = line.count, line.arrays
        else:
            self._counted.setdefault(_key(line.simulation), {})[line.first] = line.tally


class Page:
    """The deals of one contest in a ledger."""

    def __init__(self, ledger: Ledger, contest: _Contest) -> None:
        self._ledger = ledger
        self._contest = contest
        self._key = _key(contest)

    def shards(self, seed: int, deals: int) -> list[tuple[Shard, list[Dealt]]]:
        """Those of so many deals from ``seed`` on that were played, by their numbers from 0."""
        found = ((number, self._ledger.find(self._key, seed + number)) for number in range(deals))
        return [(Shard(number, 1), [dealt]) for number, dealt in found if dealt is not None]

    def add(self, seed: int, shard: Shard, dealt: Sequence[Dealt]) -> None:
        """Keep deals, whose numbers count from ``seed`` on."""
        for number, one in enumerate(dealt, seed + shard.first):
            self._ledger.add(_Line(self._contest, number, one))


class Counted:
    """The games of one simulation in a ledger."""

    def __init__(self, ledger: Ledger, simulation: _Simulation) -> None:
        self._ledger = ledger
        self._simulation = simulation

    def shards(self, games: int) -> list[tuple[Shard, Tally]]:
        """What was counted of the first so many games, none of them twice."""
        kept = self._ledger.tallies(_key(self._simulation))
        return _apart([(Shard(first, tally.games), tally) for first, tally in kept], games)

    def add(self, shard: Shard, tally: Tally) -> None:
        """Keep games."""
        self._ledger.add(_Games(self._simulation, shard.first, tally))


class Reported:
    """What was measured at one table of a report, in a ledger."""

    def __init__(self, ledger: Ledger, reported: _Reported) -> None:
        self._ledger = ledger
        self._reported = reported

    def shards(self, deals: int) -> list[tuple[Shard, Arrays]]:
        """What is known of the first so many deals, none of them twice."""
        kept = _apart(self._ledger.packed(_key(self._reported)), deals)
        return [(shard, _unpacked(arrays)) for shard, arrays in kept]

    def add(self, shard: Shard, arrays: Arrays) -> None:
        """Keep what came of some deals."""
        packed = [
            _Packed(one.dtype.str, list(one.shape), zlib.compress(one.tobytes())) for one in arrays
        ]
        self._ledger.add(_Arrays(self._reported, shard.first, shard.count, packed))


def _apart(kept: list[tuple[Shard, Kept]], total: int) -> list[tuple[Shard, Kept]]:
    """Of shards in their order those that do not overlap, up to a number of units."""
    found: list[tuple[Shard, Kept]] = []
    reached = 0
    for shard, one in kept:
        if reached <= shard.first and shard.end <= total:
            found.append((shard, one))
            reached = shard.end
    return found


def _unpacked(arrays: list[_Packed]) -> Arrays:
    found = [one.unpacked() for one in arrays]
    return tuple(one for one in found if one is not None)  # a line with another one was refused


def _player(bot: Bot, rules: Rulebook) -> _Player:
    written = type(bot).__module__
    code = sources_digest(rules.package, written if is_ours(written) else RULES)
    if not isinstance(bot, ThinkingBot):
        file = file_of(bot)
        return _Player(bot.name, code, "" if file is None else file.digest)
    outlook = msgspec.structs.replace(bot.outlook(rules), levels=())  # those of others don't matter
    return _Player(bot.name, code, "", bot.effort(rules), outlook)


def _key(common: _Contest | _Simulation | _Reported) -> bytes:
    return msgspec.json.encode(common, order="sorted")


def _read(line: str) -> _Line | _Games | _Arrays | None:
    """A line, if it is one: with a number for each of its bots."""
    try:
        if line.startswith(_BEGINS[2]):
            played = msgspec.json.decode(line, type=_Arrays)
            return played if _holds(played) else None
        if line.startswith(_BEGINS[1]):
            counted = msgspec.json.decode(line, type=_Games)
            return counted if _is_whole(counted) else None
        found = msgspec.json.decode(line, type=_Line)
    except msgspec.DecodeError:
        return None
    dealt, bots = found.dealt, len(found.contest.bots)
    sizes = {len(dealt.wins), *map(len, (dealt.shares, dealt.places, *dealt.wins))}
    whole = sizes == {bots} and all(0 <= share <= 1 for share in dealt.shares)
    return found if whole else None


def _is_whole(line: _Games) -> bool:
    """Has each bot and each seat its numbers, and every game its end?"""
    tally, players = line.tally, line.simulation.players
    rows: tuple[Sequence[object], ...] = (
        line.simulation.bots, tally.bot_scores, tally.bot_places, tally.seat_scores,
        tally.bot_wins, tally.seat_wins, *tally.bot_wins, *tally.seat_wins,
    )  # fmt: skip
    return (
        {len(row) for row in rows} == {players}
        and line.first >= 0
        and sum(tally.endings) == tally.games > 0
    )


def _holds(line: _Arrays) -> bool:
    """Has each array a row for each deal?"""
    rows = [one.shape[:1] for one in line.arrays]
    return (
        line.first >= 0
        and line.count > 0
        and bool(rows)
        and all(row == [line.count] for row in rows)
        and all(one.unpacked() is not None for one in line.arrays)
    )
