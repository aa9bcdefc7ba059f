"""The ladder of a game: each level against a table of the level below, as a page of the docs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from echappee import arguments
from echappee.bots.levels import levels
from echappee.errors import UsageError
from echappee.lab.arena import Arena, arena, check_budget
from echappee.lab.confidence import Interval
from echappee.lab.ledger import Ledger
from echappee.lab.pages import COLUMNS, Row, cells, kept_rows, table_of, table_with, thinking_of
from echappee.lab.shards import Executor
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
    ledger: Ledger | None = None,
    progress: Callable[[str, int, Interval], None] | None = None,
    prepare: Callable[[], None] | None = None,
    play_all: bool = False,
    executor: Executor | None = None,
) -> Iterator[Arena]:
    """Each level against a table of the one below, the weakest first, as they are decided.

    Each step has ``games`` games at most; deals in the ``ledger`` are not played again. ``budgets``
    scale the thinking of both sides: one for all steps, or one for each. ``only`` names the levels
    whose steps are wanted; default: all. With ``play_all`` no game is left out when a step is
    decided. ``prepare`` is called when all is checked, before the first game. An ``executor``, such
    as a cluster, plays in the place of threads.
    """
    names = [level.name for level in levels()]
    wanted, factors = arguments.texts("only", only), arguments.items("budgets", budgets)
    if unknown := [name for name in wanted if name not in names[1:]]:
        raise UsageError("bad-step", name=unknown[0], steps=", ".join(names[1:]))
    pairs = [(a, b) for a, b in itertools.pairwise(names) if not wanted or b in wanted]
    if len(factors) not in (1, len(pairs)):
        raise UsageError("bad-budgets", count=len(factors), steps=len(pairs))
    for factor in factors:
        if factor is not None:
            check_budget(factor)
    scales = factors * (len(pairs) // len(factors))
    for (weaker, stronger), budget in zip(pairs, scales, strict=True):

        def tell(done: int, found: Interval, name: str = stronger) -> None:
            if progress is not None:
                progress(name, done, found)

        yield arena(
            game_id, (stronger, weaker), games, players, options, seed=seed, budget=budget,
            claim=claim_of(players), threads=threads, ledger=ledger, progress=tell,
            play_all=play_all, prepare=prepare, executor=executor,
        )  # fmt: skip
        prepare = None


def page_of(steps: Sequence[Arena], before: str = "") -> str:
    """The ladder as a table for the docs; of an earlier table, rows that were not run anew stay."""
    first = steps[0]
    new = [_row(step) for step in steps]
    rows = sorted([*kept_rows(before, new, 3), *new], key=_place)
    head = f"| level | against | thinking | {COLUMNS} |"
    wanted = f"{table_of(first)}; wanted: {first.claim:.0%} of the wins."
    return f"{wanted}\n\n{table_with(head, rows)}"


def _place(row: Row) -> int:
    """Where a row belongs: by its level, those of other bots last."""
    names = [level.name for level in levels()]
    return names.index(row[0]) if row[0] in names else len(names)


def _row(step: Arena) -> Row:
    one, other = step.entrants
    return (one.bot, other.bot, thinking_of(step), *cells(step))
