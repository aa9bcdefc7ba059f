"""Adds golden records for games and options that have none yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.generic.cases import Case, few_cases, finished

FOLDER = Path(__file__).parents[1] / "records"


def wanted() -> Iterator[tuple[str, Case]]:
    """The name and the case of each record that should exist."""
    cases = few_cases()
    for game_id in game_ids():
        for option in rulebook(game_id).options:
            cases += [
                Case(game_id, rulebook(game_id).players[0], ((option.name, value),))
                for value in option.values
                if value != option.default
            ]
    for case in cases:
        if case.rulebook.refuses(case.players, case.options) is None:
            version = case.rulebook.version
            suffix = f"-rules={version}" if version > 1 else ""
            yield re.sub(r"[^\w=-]+", "_", str(case)) + suffix, case


def by_bots(case: Case, seed: int) -> Match:
    """A game between greedy bots: other endings than random play finds."""
    match = case.start(seed)
    bots = {seat: bot("greedy") for seat in range(case.players)}
    while (action := next_action(match, bots, seed)) is not None:
        match.play(*action)
    return match


def main() -> None:
    """Write the missing ones."""
    FOLDER.mkdir(exist_ok=True)
    for i, (name, case) in enumerate(wanted()):
        path = FOLDER / f"{name}.echappee"
        if not path.exists():
            match = finished(case, 100 + i) if i % 2 else by_bots(case, 100 + i)
            path.write_text(match.record(), encoding="utf-8")


if __name__ == "__main__":
    main()
