"""Results of the lab in a document, each in its place."""

from __future__ import annotations

from pathlib import Path

from echappee.files import write_file
from echappee.games import rulebook
from echappee.lab.arena import Arena

COLUMNS = "wins | 95 % | × fair | games | shown"


def cells(contest: Arena) -> str:
    """How the first bot of a contest did, as the cells of ``COLUMNS``."""
    one = contest.entrants[0]
    share = one.share
    return (
        f"{share.mean:.1%} | {share.low:.1%} to {share.high:.1%} "
        f"| {one.times_fair:.2f} | {contest.games} | {contest.verdict}"
    )


def read_page(path: Path, kind: str, game_id: str) -> str:
    """What stands between the marks of a game; nothing, if it has none."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    begin, end = _marks(kind, game_id)
    return text.partition(begin)[2].partition(end)[0].strip()


def write_page(path: Path, kind: str, game_id: str, page: str) -> None:
    """Put what was found out about a game between its marks, or at the end of its section.

    A game without a section gets one at the end of the document.
    """
    begin, end = _marks(kind, game_id)
    heading = f"## {rulebook(game_id).name.en}\n"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
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


def _marks(kind: str, game_id: str) -> tuple[str, str]:
    return f"<!-- {kind} {game_id} -->", f"<!-- end of {kind} {game_id} -->"
