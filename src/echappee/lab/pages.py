"""Results of the lab in a document, each in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from echappee.files import read_if_there, write_file
from echappee.games import rulebook
from echappee.lab.arena import Arena
from echappee.rulebook.options import Options

COLUMNS = "wins | 95 % | × fair | games | shown"

_PLAIN = re.compile(r"[\w.]{1,24}")


Row = tuple[str, ...]


def cells(contest: Arena) -> Row:
    """How the first bot of a contest did, as the cells of ``COLUMNS``."""
    one = contest.entrants[0]
    share = one.share
    return (
        f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}", f"{one.times_fair:.2f}",
        str(contest.games), contest.verdict,
    )  # fmt: skip


def thinking_of(contest: Arena) -> str:
    """What all thinking was scaled by, or the time a move."""
    if contest.seconds is not None:
        return f"{contest.seconds:g} s"
    return "by the clock" if contest.budget is None else f"× {contest.budget:g}"


def table_with(head: str, rows: Sequence[Row]) -> str:
    """A table of Markdown."""
    lines = [head, "|" + "---|" * (head.count("|") - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def kept_rows(before: str, new: Sequence[Row], key: int) -> list[Row]:
    """The rows of an earlier page that were not run anew: they differ in their first cells."""
    anew = {row[:key] for row in new}
    return [row for row in _rows(before) if row[:key] not in anew]


def _rows(page: str) -> Iterator[Row]:
    """The rows of a page's table, without its head."""
    lines = [line for line in page.splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield tuple(cell.strip() for cell in line.strip("|").split("|"))


def settings_of(game_id: str, players: int, options: Options) -> str:
    """The options that are not the game's usual ones, as in ``race=endurance``.

    Of one that takes a long text there is only the name.
    """
    rules = rulebook(game_id)
    usual, chosen = rules.settle(players, {}), rules.settle(players, options)
    return ", ".join(
        f"{name}={value}" if _PLAIN.fullmatch(str(value)) else name
        for name, value in chosen.items()
        if value != usual[name]
    )


def table_of(contest: Arena) -> str:
    """What table a contest was played at: ``4 players``, and what was unusual in brackets."""
    settings = settings_of(contest.game, contest.players, contest.options)
    return f"{contest.players} players" + (f" ({settings})" if settings else "")


def read_page(path: Path, kind: str, game_id: str, settings: str = "") -> str:
    """What stands between the marks of a game; nothing, if it has none."""
    text = read_if_there(path)
    begin, end = _marks(kind, game_id, settings)
    return text.partition(begin)[2].partition(end)[0].strip()


def write_page(path: Path, kind: str, game_id: str, page: str, settings: str = "") -> None:
    """Put what was found out about a game between its marks, or at the end of its section.

    A game without a section gets one at the end of the document. With other ``settings`` a game
    has other marks.
    """
    begin, end = _marks(kind, game_id, settings)
    heading = f"## {rulebook(game_id).name.en}\n"
    text = read_if_there(path)
    part = f"{begin}\n{page}\n{end}"
    if begin in text and end in text:
        before, _, rest = text.partition(begin)
        text = before + part + rest.partition(end)[2]
    else:
        if heading not in text:
            text = f"{text.rstrip()}\n\n{heading}".lstrip()
        before, _, rest = text.partition(heading)
        own, mark, after = rest.partition("\n## ")
        own = f"{own.strip()}\n\n{part}".lstrip()
        text = f"{before}{heading}\n{own}\n{mark}{after}"
    write_file(path, text.encode())


def _marks(kind: str, game_id: str, settings: str) -> tuple[str, str]:
    place = " ".join(filter(None, (kind, game_id, settings)))
    return f"<!-- {place} -->", f"<!-- end of {place} -->"
