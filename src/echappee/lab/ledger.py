"""What was played, kept in a file: a contest or a simulation that was stopped goes on from there.

One line of JSON a deal of a contest, or a shard of a simulation. Each tells what it belongs to: the
game and its version, the table, the factor of the budget, and how each bot thinks: its level, and a
hash of all code that it and the rules are made of. So one file can hold many contests, and a bot
that has changed since begins anew. Of a bot that is not one of ours its file is known; of one that
is in no file, only the name.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

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


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contest: _Contest
    deal: int
    dealt: Dealt


class _Games(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    simulation: _Simulation
    first: int
    tally: Tally


_BEGINS = ('{"contest":', '{"simulation":')
"""So each line begins."""


class Ledger:
    """A file of deals and games, read once and written on; for several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path = arguments.path("path", path)
        self._lock = threading.Lock()
        self._dealt: dict[tuple[bytes, int], Dealt] = {}
        self._counted: dict[bytes, dict[int, Tally]] = {}
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

    def find(self, key: bytes, deal: int) -> Dealt | None:
        """A deal, if it was played."""
        with self._lock:
            return self._dealt.get((key, deal))

    def tallies(self, key: bytes) -> list[tuple[int, Tally]]:
        """What was counted of a simulation: from which game on, in the order of the games."""
        with self._lock:
            return sorted(self._counted.get(key, {}).items(), key=lambda one: one[0])

    def add(self, line: _Line | _Games) -> None:
        """Keep a deal, or games: they are in the file when this returns."""
        with self._lock:
            self._remember(line)
            add_line(self._path, msgspec.json.encode(line))

    def _remember(self, line: _Line | _Games) -> None:
        if isinstance(line, _Line):
            self._dealt[_key(line.contest), line.deal] = line.dealt
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
        found: list[tuple[Shard, Tally]] = []
        reached = 0
        for first, tally in self._ledger.tallies(_key(self._simulation)):
            shard = Shard(first, tally.games)
            if reached <= first and shard.end <= games:
                found.append((shard, tally))
                reached = shard.end
        return found

    def add(self, shard: Shard, tally: Tally) -> None:
        """Keep games."""
        self._ledger.add(_Games(self._simulation, shard.first, tally))


def _player(bot: Bot, rules: Rulebook) -> _Player:
    written = type(bot).__module__
    code = sources_digest(rules.package, written if is_ours(written) else RULES)
    if not isinstance(bot, ThinkingBot):
        file = file_of(bot)
        return _Player(bot.name, code, "" if file is None else file.digest)
    outlook = msgspec.structs.replace(bot.outlook(rules), levels=())  # those of others don't matter
    return _Player(bot.name, code, "", bot.effort(rules), outlook)


def _key(contest: _Contest | _Simulation) -> bytes:
    return msgspec.json.encode(contest, order="sorted")


def _read(line: str) -> _Line | _Games | None:
    """A line, if it is one: with a number for each of its bots."""
    try:
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
