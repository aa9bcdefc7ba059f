"""How long a game takes people: the turns of games between bots, at people's pace.

``python -m bench.durations`` plays games between greedy bots and prints the table of
``docs/speed.md``. The pace is that of the lab's reports (`echappee.lab.pace`).
"""

from __future__ import annotations

from statistics import median

from bench import program
from echappee.bots.simple_kernels import GREEDY
from echappee.games import game_ids, rulebook
from echappee.lab.report.game_kernels import SECONDS
from echappee.lab.report.plays import Plan, Player
from echappee.lab.shards import Threads
from echappee.rulebook.options import Options

GAMES = 100
MORE: dict[str, list[Options]] = {
    "tour-de-france": [
        {"material": "criterium"},
        {"stages": "classics"},
        {"stages": "classic"},
        {"stages": "classic", "material": "criterium"},
        {"stages": "team-trial"},
        {"stages": "solo-trial"},
    ]
}
"""Short formats to be told apart."""


def minutes(game: str, players: int, options: Options, games: int) -> float:
    """How long half of the games between greedy bots would have taken people, at most."""
    rules = rulebook(game)
    chosen = dict(rules.settle(players, options))
    plan = Plan(game, players, chosen, (GREEDY,) * players, repeats=1, seed=0)
    seconds = Player(Threads(1)).games(plan, games).facts[..., SECONDS]
    return median((seconds / 60).ravel().tolist())


def main() -> None:
    """Print the table."""
    parser = program.Parser("bench.durations", __doc__)
    parser.add_argument("--game", type=program.game, help="this one alone")
    parser.add_argument("--games", type=program.whole(), default=GAMES, help="how many of each")
    chosen = parser.parse_args()
    print("| game | players | options | minutes |")
    print("|---|---|---|---|")
    for game in game_ids() if chosen.game is None else (chosen.game,):
        fewest, most = rulebook(game).players
        for options in ({}, *MORE.get(game, [])):
            for players in sorted({max(2, fewest), most}):
                found = minutes(game, players, options, chosen.games)
                told = ", ".join(f"{key}={value}" for key, value in options.items()) or "as usual"
                print(f"| {game} | {players} | {told} | {found:.0f} |", flush=True)


if __name__ == "__main__":
    program.run(main)
