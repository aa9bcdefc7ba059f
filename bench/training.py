"""How fast a net learns: `python -m bench.training`.

In each game: steps a second of a course, all numbers of players and options mixed, self-play and
learning together; and how much of the time goes into either. On a GPU with `--device cuda`.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from bench import program
from bench.timing import Spread
from echappee.games import game_ids

if TYPE_CHECKING:
    from echappee.lab.train.course import Plan


def speed(asked: Plan, device: str, rounds: int) -> tuple[Spread, Spread]:
    """Steps a second, and the share of the time that self-play takes, of some rounds."""
    from echappee.lab.train.course import Course

    course = Course(asked, rounds + 1, device, None)
    rates, shares = [], []
    learn = course._learner.learn
    learning = 0.0

    def timed(*arguments: object, **more: object) -> object:
        nonlocal learning
        began = time.perf_counter()
        lesson = learn(*arguments, **more)  # type: ignore[arg-type]
        learning = time.perf_counter() - began
        return lesson

    course._learner.learn = timed  # type: ignore[method-assign, assignment]
    before = 0.0

    def told(one: object) -> None:
        nonlocal before
        seconds = course.log[-1].seconds - before
        before = course.log[-1].seconds
        if course.done > 1:  # the first round compiles, and plays twice
            rates.append(asked.games * asked.steps / seconds)
            shares.append(1 - learning / seconds)

    course.run(told=told)
    return tuple(  # type: ignore[return-value]
        Spread(statistics.median(seen), min(seen), max(seen)) for seen in (rates, shares)
    )


def main() -> None:
    """Print the figures of every game, or of one."""
    parser = program.Parser("bench.training", __doc__)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--games", type=program.whole(8), help="side by side")
    parser.add_argument("--rounds", type=program.whole(), default=9)
    given = parser.parse_args()
    try:
        from echappee.lab.train.course import plan
    except ImportError as error:
        raise program.TroubleError("PyTorch is missing: it learns.") from error
    for game_id in (given.game,) if given.game else game_ids():
        asked = plan(game_id, given.device, given.games, 1)
        rates, shares = speed(asked, given.device, given.rounds)
        print(
            f"{game_id}: {rates.median:,.0f} steps/s ({rates.low:,.0f} to {rates.high:,.0f}), "
            f"{shares.median:.0%} of the time in play; {asked.games} games side by side"
        )


if __name__ == "__main__":
    program.run(main)
