"""What each ingredient of the search is worth: the champion against itself without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from echappee.bots.levels import guiding_net, level_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.arena import Arena, arena
from echappee.lab.confidence import Interval
from echappee.lab.ledger import Ledger
from echappee.lab.pages import cells, kept_rows, table_of, table_with, thinking_of
from echappee.lab.shards import Executor
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook


def without(rules: Rulebook) -> Iterator[ThinkingBot]:
    """The champion of a game, each time without one thing and named after what it does instead."""
    champion, net = level_bots()[-1], guiding_net(rules)
    effort, outlook = champion.effort(rules), champion.outlook(rules)

    def thinks(name: str, **changes: float) -> ThinkingBot:
        return ThinkingBot(name, effort, msgspec.structs.replace(outlook, **changes), net=net)

    def tries(name: str, **changes: float) -> ThinkingBot:
        return ThinkingBot(name, msgspec.structs.replace(effort, **changes), net=net)

    if net is not None:
        yield ThinkingBot("no net", effort)
        yield thinks("no first guess by the net", trust=0.0)
        yield thinks("playouts, no judgement by the net", playouts=1.0)
    else:
        if outlook.noise < 1.0:
            yield thinks("random playouts", noise=1.0)
        if outlook.trust > 0.0:
            yield thinks("no first guess by the policy", trust=0.0)
    if outlook.chapters:
        yield thinks("playouts to the end of the game", chapters=0)
    if rules.hidden and not outlook.rivals:
        yield thinks("a search for the others too", rivals=True)
    if rules.inferred:
        yield tries("no inference about hidden cards", infer=False)
    if effort.reuse:
        yield tries("a new tree for every move", reuse=False)
    if effort.exact and rules.solvable:
        yield tries("no exact play", exact=0)


def ablation(
    game_id: str,
    games: int,
    players: int,
    options: Options | None = None,
    *,
    budget: float | None = None,
    seconds: float | None = None,
    only: Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
    ledger: Ledger | None = None,
    progress: Callable[[str, int, Interval], None] | None = None,
    prepare: Callable[[], None] | None = None,
    play_all: bool = False,
    executor: Executor | None = None,
) -> Iterator[Arena]:
    """The champion at a table of champions that lack something, for each thing that it has.

    Each contest has ``games`` games at most; ``budget``, ``seconds`` and ``ledger`` are those of
    the arena. ``only`` names what they are to do instead, as their rows do; default: all of it.
    With ``play_all`` no game is left out when a contest is decided. ``prepare`` is called when all
    is checked, before the first game. An ``executor``, such as a cluster, plays in the place of
    threads.
    """
    lessers = list(without(rulebook(game_id)))
    names = [lesser.name for lesser in lessers]
    if unknown := [name for name in only if name not in names]:
        raise UsageError("bad-lack", name=unknown[0], names=", ".join(names))
    for lesser in lessers:
        if only and lesser.name not in only:
            continue

        def tell(done: int, share: Interval, name: str = lesser.name) -> None:
            if progress is not None:
                progress(name, done, share)

        yield arena(
            game_id, (level_bots()[-1], lesser), games, players, options, seed=seed,
            budget=budget, seconds=seconds, threads=threads, ledger=ledger, progress=tell,
            play_all=play_all, prepare=prepare, executor=executor,
        )  # fmt: skip
        prepare = None


def page_of(contests: Sequence[Arena], before: str = "") -> str:
    """The contests as a table for the docs; of an earlier one, rows not run anew stay."""
    first = contests[0]
    names = [lesser.name for lesser in without(rulebook(first.game))]
    new = [(one.entrants[1].bot, thinking_of(one), *cells(one)) for one in contests]
    rows = sorted(
        [row for row in kept_rows(before, new, 2) if row[0] in names] + new,
        key=lambda row: names.index(row[0]),
    )
    head = "| the others | thinking | champion's wins | 95 % | × fair | games | better with it |"
    said = (
        f"{table_of(first)}: the champion at a table of champions without one thing; "
        f"a fair share is {first.claim:.0%}."
    )
    return f"{said}\n\n{table_with(head, rows)}"
