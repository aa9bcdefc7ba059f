"""What each ingredient of the search is worth: the champion against itself without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from echappee.bots.levels import level_bots
from echappee.bots.thinking import ThinkingBot
from echappee.games import rulebook
from echappee.lab.arena import Arena, arena
from echappee.lab.deciding import Interval
from echappee.lab.pages import cells, table_of
from echappee.rulebook.game import Rulebook
from echappee.rulebook.options import Options


def without(rules: Rulebook) -> Iterator[ThinkingBot]:
    """The champion of a game, each time without one thing and named after what it does instead."""
    effort, outlook = level_bots()[-1].effort(rules), rules.outlook

    def thinks(name: str, **changes: float) -> ThinkingBot:
        return ThinkingBot(name, effort, msgspec.structs.replace(outlook, **changes))

    def tries(name: str, **changes: float) -> ThinkingBot:
        return ThinkingBot(name, msgspec.structs.replace(effort, **changes))

    if outlook.noise < 1.0:
        yield thinks("random playouts", noise=1.0)
    else:
        yield thinks("playouts by the policy", noise=0.0)
    if outlook.trust > 0.0:
        yield thinks("no first guess by the policy", trust=0.0)
    if outlook.chapters:
        yield thinks("playouts to the end of the game", chapters=0)
    if rules.concluded:
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
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[str, int, Interval], None] | None = None,
) -> Iterator[Arena]:
    """The champion at a table of champions that lack something, for each thing that it has."""
    for lesser in without(rulebook(game_id)):

        def tell(done: int, share: Interval, name: str = lesser.name) -> None:
            if progress is not None:
                progress(name, done, share)

        yield arena(
            game_id, (level_bots()[-1], lesser), games, players, options, seed=seed,
            budget=budget, threads=threads, progress=tell,
        )  # fmt: skip


def page_of(contests: Sequence[Arena]) -> str:
    """The contests as a table for the docs."""
    first = contests[0]
    scale = "full time" if first.budget is None else f"thinking × {first.budget:g}"
    lines = [
        f"{table_of(first)}, {scale}: the champion at a table of champions without one thing; "
        f"a fair share is {first.claim:.0%}.",
        "",
        "| the others | champion's wins | 95 % | × fair | games | better with it |",
        "|---|---|---|---|---|---|",
    ]
    for contest in contests:
        lines.append(f"| {contest.entrants[1].bot} | {cells(contest)} |")
    return "\n".join(lines)
