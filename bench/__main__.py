"""Every speed figure, each as a ratio measured side by side in one run: `make bench`.

python -m bench              all games
python -m bench tapas        one of them
python -m bench --json       for programs
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import msgspec

from bench import c_reference, flamme_rouge_reference
from bench.open_spiel_rollouts import BREAKTHROUGH, CRAZY_EIGHTS, Rollouts
from bench.timing import Comparison, side_by_side
from echappee.games import game_ids, rulebook
from echappee.lab.bench import bench_game, random_runner
from echappee.lab.preparing import prepare_game


def tapas() -> Comparison:
    """Random Tapas against OpenSpiel's own rollouts on breakthrough 6×6, and against plain C."""
    ours = random_runner(rulebook("tapas"), 2)
    rollouts = Rollouts(BREAKTHROUGH)
    contestants: dict[str, Callable[[], float]] = {
        "OpenSpiel breakthrough 6x6, moves": lambda: rollouts.run(10_000, 1),
        "Tapas, compiled rules, moves": lambda: ours(20_000),
    }
    if c_reference.why_missing() is None:
        for style in ("plain", "branch_free"):
            contestants[f"Tapas, hand-written C ({style}), moves"] = (
                lambda style=style: c_reference.race(1, 20_000, style=style)  # type: ignore[misc]
            )
    return side_by_side(contestants)


def tape_letape() -> Comparison:
    """Random Tape l'étape for four against OpenSpiel's rollouts on crazy_eights for four."""
    ours = random_runner(rulebook("tape-letape"), 4)
    rollouts = Rollouts(CRAZY_EIGHTS)
    steps = 1 + rollouts.length.chance_steps / rollouts.length.decisions
    return side_by_side(
        {
            "OpenSpiel crazy_eights, decisions": lambda: rollouts.run(5_000, 1),
            "OpenSpiel crazy_eights, all steps": lambda: round(rollouts.run(5_000, 1) * steps),
            "Tape l'étape, compiled rules, moves": lambda: ours(5_000),
        }
    )


def tour_de_france() -> Comparison:
    """Random Tours of four teams, decisions a second, against OpenSpiel's crazy_eights for four."""
    ours = random_runner(rulebook("tour-de-france"), 4)
    rollouts = Rollouts(CRAZY_EIGHTS)
    return side_by_side(
        {
            "OpenSpiel crazy_eights, decisions": lambda: rollouts.run(5_000, 1),
            "Tour de France, compiled rules, decisions": lambda: ours(200),
        }
    )


def flamme_rouge() -> Comparison:
    """Whole random races of four on Avenue Corso Paseo, against the package `flamme-rouge`."""
    ours = random_runner(rulebook("flamme-rouge"), 4)

    def races() -> int:
        ours(5_000)
        return 5_000

    contestants: dict[str, Callable[[], float]] = {"Flamme Rouge, compiled rules, races": races}
    if flamme_rouge_reference.available():
        theirs = {"PyPI flamme-rouge 0.1.2, races": lambda: flamme_rouge_reference.race(8)}
        contestants = {**theirs, **contestants}
    return side_by_side(contestants)


COMPARISONS: dict[str, Callable[[], Comparison]] = {
    "flamme-rouge": flamme_rouge,
    "tapas": tapas,
    "tape-letape": tape_letape,
    "tour-de-france": tour_de_france,
}


def _game(text: str) -> str:
    """The name of a game; argparse's own choices refuse an empty list in Python 3.11."""
    if text not in game_ids():
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(game_ids())}")
    return text


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(game_ids()), type=_game)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for game_id in arguments.games:
        prepare_game(game_id)
        measured = bench_game(game_id)
        found[game_id] = {"here": msgspec.to_builtins(measured)}
        if not arguments.json:
            print(f"\n{game_id}")
            for name, value in found[game_id]["here"].items():
                print(f"  {name:<32}{value:>16,}" if not isinstance(value, str) else f"  {value}")
        if game_id in COMPARISONS:
            comparison = COMPARISONS[game_id]()
            found[game_id]["side_by_side"] = comparison.as_dict()
            if not arguments.json:
                print(comparison)
    if arguments.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
