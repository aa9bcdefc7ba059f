"""How long bots think, and how soon the end of Tapas is solved: `python -m bench.thinking`.

The levels with a clock are asked at decisions spread over a whole game of greedy players, each time
without memories; decisions with one move cost nothing and are left out. For the end, positions so
many moves before the last one of games between two teammates are solved without any limit.

    python -m bench.thinking [--game GAME] [--decisions 16] [--seconds S] [--games 20]
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence

from bench import program
from bench.timing import one_core
from echappee.bots.chair import Chair, next_action
from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.bots.solver import solve
from echappee.games import game_ids, rulebook
from echappee.lab.pages import Row, table_with
from echappee.match.game import Game
from echappee.match.match import Match

_CLOCKED = level_bots()[3:]
_ENDS = (6, 8, 10)
_WITHIN = 1.0
_UNLIMITED = 1 << 60


def play(game_id: str, name: str, seed: int) -> Match:
    """A whole game between bots of one kind, for as many as can play."""
    rules = rulebook(game_id)
    players = rules.players[1]
    match = Game(rules).start(players, seed=seed)
    seats = dict.fromkeys(range(players), bot(name))
    while (action := next_action(match, seats, seed)) is not None:
        match.play(*action)
    return match


def decisions(match: Match, count: int) -> list[Chair]:
    """Real decisions on turn, spread over a match."""
    found = []
    for number in range(match.number):
        moment = match.at(number)
        chair = Chair(moment, moment.awaited[0])
        if len(chair.moves.codes()) > 1:
            found.append(chair)
    return [found[len(found) * i // count] for i in range(count)]


def thinking(game_id: str, count: int, seconds: float | None) -> Row:
    """Seconds a decision of each level with a clock: its own, or one of so many seconds."""
    row = [rulebook(game_id).name.en]
    chairs = decisions(play(game_id, "greedy", 1), count)
    for level in _CLOCKED:
        spent = []
        for chair in chairs:
            fresh = level.fresh() if seconds is None else level.timed(seconds)
            started = time.perf_counter()
            fresh.choose(chair)
            spent.append(time.perf_counter() - started)
        row += f"{statistics.median(spent):.2f} s", f"{max(spent):.2f} s"
    return tuple(row)


def ends(matches: Sequence[Match]) -> Iterator[Row]:
    """A row for each distance from the end of Tapas."""
    rules = rulebook("tapas")
    for plies in _ENDS:
        spent = []
        for match in matches:
            moment = match.at(match.number - plies)
            state = moment.worlds(moment.awaited[0], 1, 0)[0]
            started = time.perf_counter()
            solved = solve(rules, state, _UNLIMITED)
            spent.append(time.perf_counter() - started)
            assert solved is not None, "the end is too far for the solver"
        soon = sum(one <= _WITHIN for one in spent)
        half, most = statistics.median(spent), max(spent)
        yield str(plies), f"{soon} of {len(spent)}", f"{half:.3f} s", f"{most:.3f} s"


def main() -> None:
    """Print both tables."""
    parser = program.Parser("bench.thinking", __doc__)
    parser.add_argument("--game", action="append", type=program.game)
    parser.add_argument("--decisions", type=program.whole(), default=16, help="of each level")
    parser.add_argument("--seconds", type=program.amount, help="instead of the levels' clocks")
    parser.add_argument("--games", type=program.whole(), default=20, help="of Tapas to end")
    given = parser.parse_args()
    program.compile_games(game_ids())
    with one_core():
        levels = (f"`{level.name}`: half within | the longest" for level in _CLOCKED)
        rows = [thinking(one, given.decisions, given.seconds) for one in given.game or game_ids()]
        print(table_with(f"| game | {' | '.join(levels)} |", rows))
        head = "| moves before the end | solved within 1 s | half within | the longest |"
        matches = [play("tapas", "teammate", seed) for seed in range(given.games)]
        print(f"\n{table_with(head, list(ends(matches)))}")


if __name__ == "__main__":
    program.run(main)
