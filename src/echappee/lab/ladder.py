"""The ladder of a game: each level against a table of the level below, as a page of the docs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from echappee.bots.levels import levels
from echappee.errors import UsageError
from echappee.lab.arena import Arena, arena
from echappee.lab.deciding import Interval
from echappee.lab.pages import COLUMNS, cells, table_of
from echappee.rulebook.options import Options

TWO_PLAYERS, MORE_PLAYERS = 0.65, 1.6
"""What a level is to reach against the one below: wins of two, or times its fair share of more."""


def claim_of(players: int) -> float:
    """The share of wins that a level is to reach against a table of the level below."""
    return TWO_PLAYERS if players == 2 else MORE_PLAYERS / players


def ladder(
    game_id: str,
    games: int,
    players: int,
    options: Options | None = None,
    *,
    budgets: Sequence[float | None] = (None,),
    only: Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[str, int, Interval], None] | None = None,
) -> Iterator[Arena]:
    """Each level against a table of the one below, the weakest first, as they are decided.

    ``budgets`` scale the thinking of both sides: one for all steps, or one for each. ``only`` names
    the levels whose steps are wanted; default: all.
    """
    names = [level.name for level in levels()]
    if unknown := [name for name in only if name not in names[1:]]:
        raise UsageError("bad-step", name=unknown[0], steps=", ".join(names[1:]))
    pairs = [(a, b) for a, b in itertools.pairwise(names) if not only or b in only]
    if len(budgets) not in (1, len(pairs)):
        raise UsageError("bad-budgets", count=len(budgets), steps=len(pairs))
    scales = list(budgets) * (len(pairs) // len(budgets))
    for (weaker, stronger), budget in zip(pairs, scales, strict=True):

        def tell(done: int, found: Interval, name: str = stronger) -> None:
            if progress is not None:
                progress(name, done, found)

        yield arena(
            game_id, (stronger, weaker), games, players, options, seed=seed, budget=budget,
            claim=claim_of(players), threads=threads, progress=tell,
        )  # fmt: skip


def page_of(steps: Sequence[Arena], before: str = "") -> str:
    """The ladder as a table for the docs; of an earlier table, rows that were not run anew stay."""
    first = steps[0]
    new = [_row(step) for step in steps]
    anew = {row[:3] for row in new}
    rows = [row for row in _rows(before) if row[:3] not in anew] + new
    lines = [
        f"{table_of(first)}; wanted: {first.claim:.0%} of the wins.",
        "",
        f"| level | against | thinking | {COLUMNS} |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(row)} |" for row in sorted(rows, key=_place)]
    return "\n".join(lines)


def _place(row: Sequence[str]) -> int:
    """Where a row belongs: by its level, those of other bots last."""
    names = [level.name for level in levels()]
    return names.index(row[0]) if row[0] in names else len(names)


def _row(step: Arena) -> tuple[str, ...]:
    one, other = step.entrants
    scale = "by the clock" if step.budget is None else f"× {step.budget:g}"
    return (one.bot, other.bot, scale, *cells(step).split(" | "))


def _rows(table: str) -> Iterator[tuple[str, ...]]:
    """The rows of an earlier table, without its head."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield tuple(cell.strip() for cell in line.strip("|").split("|"))
