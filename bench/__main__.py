"""Every speed figure, each as a ratio measured side by side in one run: `make bench`.

python -m bench              all games
python -m bench tapas        one of them
python -m bench --json       for programs

--seconds, --rounds, --starts and --scale make it shorter, and the figures worth less.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from bench import c_reference, flamme_rouge_reference, program
from bench.open_spiel_rollouts import BREAKTHROUGH, CRAZY_EIGHTS, Rollouts
from bench.timing import Comparison, side_by_side
from echappee.games import game_ids, rulebook
from echappee.lab.bench import bench_game, random_runner

FLAMME_ROUGE_OPTIONS = {"meteo": True, "breakaway": True}


class Size(msgspec.Struct, frozen=True):
    """How much each comparison plays."""

    scale: float = 1.0
    rounds: int = 5

    def games(self, count: int) -> int:
        """So many games, or a share of them."""
        return max(1, round(self.scale * count))


def tapas(size: Size) -> Comparison:
    """Random Tapas against OpenSpiel's own rollouts on breakthrough 6×6, and against plain C."""
    ours = random_runner(rulebook("tapas"), 2)
    rollouts = Rollouts(BREAKTHROUGH)
    contestants: dict[str, Callable[[], float]] = {
        "OpenSpiel breakthrough 6x6, moves": lambda: rollouts.run(size.games(10_000), 1),
        "Tapas, compiled rules, moves": lambda: ours(size.games(20_000)),
    }
    if (missing := c_reference.why_missing()) is not None:
        _without(f"plain C: {missing}")
    else:
        for style in ("plain", "branch_free"):
            contestants[f"Tapas, hand-written C ({style}), moves"] = (
                lambda style=style: c_reference.race(1, size.games(20_000), style=style)  # type: ignore[misc]
            )
    return side_by_side(contestants, size.rounds)


def tape_letape(size: Size) -> Comparison:
    """Random Tape l'étape for four against OpenSpiel's rollouts on crazy_eights for four."""
    ours = random_runner(rulebook("tape-letape"), 4)
    rollouts = Rollouts(CRAZY_EIGHTS)
    steps = 1 + rollouts.length.chance_steps / rollouts.length.decisions
    return side_by_side(
        {
            "OpenSpiel crazy_eights, decisions": lambda: rollouts.run(size.games(5_000), 1),
            "OpenSpiel crazy_eights, all steps": (
                lambda: round(rollouts.run(size.games(5_000), 1) * steps)
            ),
            "Tape l'étape, compiled rules, moves": lambda: ours(size.games(5_000)),
        },
        size.rounds,
    )


def tour_de_france(size: Size) -> Comparison:
    """Random Tours of four teams, decisions a second, against OpenSpiel's crazy_eights for four."""
    ours = random_runner(rulebook("tour-de-france"), 4)
    rollouts = Rollouts(CRAZY_EIGHTS)
    return side_by_side(
        {
            "OpenSpiel crazy_eights, decisions": lambda: rollouts.run(size.games(5_000), 1),
            "Tour de France, compiled rules, decisions": lambda: ours(size.games(200)),
        },
        size.rounds,
    )


def flamme_rouge(size: Size) -> Comparison:
    """Whole random races of four on Avenue Corso Paseo, against the package `flamme-rouge`.

    And against our own with all options that change how a round is ridden.
    """
    rules = rulebook("flamme-rouge")
    usual, all_on = random_runner(rules, 4), random_runner(rules, 4, FLAMME_ROUGE_OPTIONS)

    def races(run: Callable[[int], int]) -> int:
        run(size.games(5_000))
        return size.games(5_000)

    contestants: dict[str, Callable[[], float]] = {
        "Flamme Rouge, compiled rules, races": lambda: races(usual),
        "Flamme Rouge with all options, races": lambda: races(all_on),
    }
    if flamme_rouge_reference.available():
        theirs = {
            "PyPI flamme-rouge 0.1.2, races": lambda: flamme_rouge_reference.race(size.games(8))
        }
        contestants = {**theirs, **contestants}
    else:
        _without(flamme_rouge_reference.MISSING)
    return side_by_side(contestants, size.rounds)


def _without(peer: str) -> None:
    """Say what is left out of a comparison, and why, apart from the figures."""
    print(f"not beside {peer}", file=sys.stderr)


COMPARISONS: dict[str, Callable[[Size], Comparison]] = {
    "flamme-rouge": flamme_rouge,
    "tapas": tapas,
    "tape-letape": tape_letape,
    "tour-de-france": tour_de_france,
}


def main() -> None:
    """Measure and print."""
    parser = program.Parser("bench", __doc__)
    parser.add_argument("games", nargs="*", default=list(game_ids()), type=program.game)
    parser.add_argument("--seconds", type=program.amount, default=1.0, help="for each figure")
    parser.add_argument("--starts", type=program.whole(), default=3, help="of a fresh process")
    parser.add_argument("--rounds", type=program.whole(), default=5, help="of each comparison")
    parser.add_argument("--scale", type=program.amount, default=1.0, help="of its games")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    size = Size(arguments.scale, arguments.rounds)
    found: dict[str, Any] = {}
    program.compile_games(arguments.games)
    for game_id in arguments.games:
        measured = bench_game(game_id, arguments.seconds, starts=arguments.starts)
        found[game_id] = {"here": msgspec.to_builtins(measured)}
        if not arguments.json:
            print(f"\n{game_id}")
            for name, value in found[game_id]["here"].items():
                print(f"  {name:<32}{value:>16,}" if not isinstance(value, str) else f"  {value}")
        if game_id in COMPARISONS:
            comparison = COMPARISONS[game_id](size)
            found[game_id]["side_by_side"] = comparison.as_dict()
            if not arguments.json:
                print(comparison)
    if arguments.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    program.run(main)
