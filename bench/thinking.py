"""How long bots think, and how soon the end of Tapas is solved: `python -m bench.thinking`.

The levels with a clock are asked at decisions spread over a whole game of greedy players, each time
without memories; decisions with one move cost nothing and are left out. For the end, positions so
many moves before the last one of games between two teammates are solved without any limit.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence

from bench.timing import one_core
from echappee.bots.chair import Chair, next_action
from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.bots.solving import solve
from echappee.games import game_ids, rulebook
from echappee.lab.pages import Row, table_with
from echappee.lab.preparing import prepare_game
from echappee.match.game import Game
from echappee.match.match import Match

_DECISIONS = 16
_CLOCKED = level_bots()[3:]
_ENDS = (6, 8, 10)
_GAMES = 20
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


def decisions(match: Match) -> list[Chair]:
    """Real decisions on turn, spread over a match."""
    found = []
    for number in range(match.number):
        moment = match.at(number)
        chair = Chair(moment, moment.awaited[0])
        if len(chair.moves.codes()) > 1:
            found.append(chair)
    return [found[len(found) * i // _DECISIONS] for i in range(_DECISIONS)]


def thinking(game_id: str) -> Row:
    """Seconds a decision of each level with a clock."""
    row = [rulebook(game_id).name.en]
    chairs = decisions(play(game_id, "greedy", 1))
    for level in _CLOCKED:
        spent = []
        for chair in chairs:
            fresh = level.fresh()
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
    for game_id in game_ids():
        prepare_game(game_id)
    with one_core():
        levels = (f"`{level.name}`: half within | the longest" for level in _CLOCKED)
        print(table_with(f"| game | {' | '.join(levels)} |", [thinking(one) for one in game_ids()]))
        head = "| moves before the end | solved within 1 s | half within | the longest |"
        matches = [play("tapas", "teammate", seed) for seed in range(_GAMES)]
        print(f"\n{table_with(head, list(ends(matches)))}")


if __name__ == "__main__":
    main()
