"""The text of a game: its options, its secret and its moves; `docs/notation.md` describes it.

    echappee 1
    game tapas
    rules 1
    players 2
    option extras 3
    commitment 5f0c…            the hash of the secret
    secret 91aa…                once the game is over
    start 0f3a9c21              checksum of the first position
    1 0 N3:2 8d1e02bb           number, seat, move, checksum of the position after it
    2 1 E2:1 77f00c1d
    3 1 undo 8d1e02bb
    result played-out scores 10,8 places 1,2
    end 3

A game that did not start from the deal has its first ``position``; with ``redeal SEAT`` all that
this seat can't see there was drawn anew, from the chance of the deal. Only such a record needs the
second version of the format.

The chance of a move is numbered by the moves that stand, so that the same move in the same place
draws the same again. Records of before the third version numbered it by the entries of the log: the
two differ only after a taking back. The third version is written only where it matters, for a game
with takebacks and for one that is ``practice``, which a line of its own says.

While a game runs its record has no secret, but where a move drew something, the 256 bits it drew
from: enough to replay it, nothing of what is to come.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

import msgspec

from echappee.errors import BadRecord
from echappee.rulebook.values import Score

FORMAT = 3
"""The newest version; what an older one can say is still written in it."""
UNDO, UNDO_BY_CONSENT = "undo", "undo!"
PRACTICE = "practice"

_ENTRY = re.compile(r"(\d+) ([0-9]) (\S+) ([0-9a-f]{8})(?: ([0-9a-f]{64}))?")
_START = re.compile(r"([0-9a-f]{8})(?: ([0-9a-f]{64}))?")
_HEX_64 = re.compile(r"[0-9a-f]{64}")
_SCORE, _PLACE = r"-?[0-9]{1,9}(?:\.[0-9]{0,2}[1-9])?", r"[0-9]{1,9}"
_RESULT = re.compile(rf"(\S+) scores ({_SCORE}(?:,{_SCORE})*) places ({_PLACE}(?:,{_PLACE})*)")
_SEAT = re.compile(r"[0-9]")
_SINGLE = (
    "game", "rules", "players", "position", "redeal", "commitment", "secret", "start", "result",
    "end",
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a game: a move, or the taking back of one."""

    number: int
    seat: int
    text: str
    chance: bytes | None = None
    """What a move drew from; None if it drew nothing."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    ending: str
    scores: tuple[Score, ...]
    places: tuple[int, ...]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its text holds it."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    names: dict[int, str]
    position: str | None
    redeal: int | None = None
    """The seat for which the position was drawn anew."""
    practice: bool = False
    """May everybody look and try again? Such a game counts nowhere."""
    by_entry: bool = False
    """Is the chance of a move numbered by the entries of the log, takebacks counted?"""
    commitment: str
    secret: bytes | None
    start: str
    start_chance: bytes | None
    entries: tuple[Entry, ...]
    checks: tuple[str, ...]
    """The checksum of the position after each entry."""
    result: Result | None


def checksum(position: str) -> str:
    """A short checksum of a position: that of a record made by other rules will differ."""
    return hashlib.blake2s(position.encode(), digest_size=4).hexdigest()


def write_record(record: Record, *, with_chance: bool) -> str:
    """The text of a record; ``with_chance`` adds what each move drew from."""
    lines = [
        f"echappee {_version(record)}",
        f"game {record.game}",
        f"rules {record.rules}",
        f"players {record.players}",
        *(f"option {name} {value}" for name, value in record.options.items()),
        *(f"name {seat} {name}" for seat, name in record.names.items()),
    ]
    if record.position is not None:
        lines.append(f"position {record.position}")
    if record.redeal is not None:
        lines.append(f"redeal {record.redeal}")
    if record.practice:
        lines.append(PRACTICE)
    lines.append(f"commitment {record.commitment}")
    if record.secret is not None:
        lines.append(f"secret {record.secret.hex()}")

    def drawn(chance: bytes | None) -> str:
        return f" {chance.hex()}" if with_chance and chance is not None else ""

    lines.append(f"start {record.start}{drawn(record.start_chance)}")
    for e, check in zip(record.entries, record.checks, strict=True):
        lines.append(f"{e.number} {e.seat} {e.text} {check}{drawn(e.chance)}")
    if record.result is not None:
        scores = ",".join(map(str, record.result.scores))
        places = ",".join(map(str, record.result.places))
        lines.append(f"result {record.result.ending} scores {scores} places {places}")
    lines.append(f"end {len(record.entries)}")
    return "\n".join(lines) + "\n"


def _version(record: Record) -> int:
    """The oldest version of the format that can say all of a record."""
    if record.practice or (not record.by_entry and _takes_back(record.entries)):
        return 3
    return 1 if record.redeal is None else 2


def _takes_back(entries: Iterable[Entry]) -> bool:
    return any(entry.text in (UNDO, UNDO_BY_CONSENT) for entry in entries)


def read_record(text: str) -> Record:
    """Read the text of a record; raises `BadRecord` with the line that is wrong."""
    lines = _numbered(text)
    number, first = next(lines, (1, ""))
    found = re.fullmatch(r"echappee ([0-9]{1,9})", first)
    if not found:
        raise _unreadable(number, first)
    version = int(found[1])
    if version > FORMAT:
        raise BadRecord("record-newer", made_by=found[1], known=FORMAT)
    single: dict[str, tuple[int, str]] = {}
    options: dict[str, str] = {}
    names: dict[int, str] = {}
    entries: list[tuple[Entry, str]] = []
    practice = False
    for number, line in lines:
        key, _, rest = line.partition(" ")
        if "end" in single:
            raise _unreadable(number, line)
        if key.isdecimal():
            entries.append(_entry(number, line, len(entries) + 1))
        elif key == "option" and len(rest.split(" ", 1)) == 2:
            name, value = rest.split(" ", 1)
            options[name] = value
        elif key == "name" and re.fullmatch(r"[0-9] .+", rest):
            names[int(rest[0])] = rest[2:]
        elif line == PRACTICE and version > 2 and not practice:
            practice = True
        elif key in _SINGLE and rest and key not in single and (key != "redeal" or version > 1):
            single[key] = (number, rest)
        else:
            raise _unreadable(number, line)
    record = _assemble(single, options, names, entries)
    by_entry = version < 3 and _takes_back(record.entries)
    return msgspec.structs.replace(record, practice=practice, by_entry=by_entry)


def _assemble(
    single: dict[str, tuple[int, str]],
    options: dict[str, str],
    names: dict[int, str],
    entries: list[tuple[Entry, str]],
) -> Record:
    for key in ("game", "rules", "players", "commitment", "start", "end"):
        if key not in single:
            raise BadRecord("record-truncated", missing=f"“{key}”")

    def whole(key: str) -> int:
        number, value = single[key]
        if not re.fullmatch(r"[0-9]{1,9}", value):
            raise _unreadable(number, f"{key} {value}")
        return int(value)

    def matching(key: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        if key not in single:
            return None
        number, value = single[key]
        found = pattern.fullmatch(value)
        if not found:
            raise _unreadable(number, f"{key} {value}")
        return found

    if whole("end") != len(entries):
        raise BadRecord("record-truncated", missing=f"{len(entries)} ≠ {whole('end')}")
    commitment, secret = matching("commitment", _HEX_64), matching("secret", _HEX_64)
    start, result = matching("start", _START), matching("result", _RESULT)
    redeal = matching("redeal", _SEAT)
    if redeal and ("position" not in single or int(redeal[0]) >= whole("players")):
        raise _unreadable(single["redeal"][0], f"redeal {redeal[0]}")
    assert commitment is not None
    assert start is not None
    return Record(
        game=single["game"][1],
        rules=whole("rules"),
        players=whole("players"),
        options=options,
        names=names,
        position=single["position"][1] if "position" in single else None,
        redeal=int(redeal[0]) if redeal else None,
        commitment=commitment[0],
        secret=bytes.fromhex(secret[0]) if secret else None,
        start=start[1],
        start_chance=bytes.fromhex(start[2]) if start[2] else None,
        entries=tuple(entry for entry, _ in entries),
        checks=tuple(check for _, check in entries),
        result=result
        and Result(
            result[1],
            tuple(float(n) if "." in n else int(n) for n in result[2].split(",")),
            tuple(int(n) for n in result[3].split(",")),
        ),
    )


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; ``#`` starts a remark."""
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _entry(number: int, line: str, expected: int) -> tuple[Entry, str]:
    """An entry, and the checksum after it."""
    found = _ENTRY.fullmatch(line)
    if not found or found[1] != str(expected):
        raise _unreadable(number, line)
    chance = bytes.fromhex(found[5]) if found[5] else None
    return Entry(expected, int(found[2]), found[3], chance), found[4]


def _unreadable(number: int, line: str) -> BadRecord:
    return BadRecord("record-unreadable", line=number, text=line[:60])
