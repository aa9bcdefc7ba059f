"""How long a game takes people: the turns of games between bots, at people's pace.

``python -m bench.durations`` plays games between greedy bots and prints the table of
``docs/speed.md``. Moves without a choice cost nobody time and are not counted.
"""

from __future__ import annotations

from statistics import median

from bench import program
from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.rulebook.options import Options

THINK = 10
"""Seconds that people are taken to need for the first decision of a turn."""
STEP = 2
"""The same for each further one of the same turn: the next step of a rider, the next card."""
GAMES = 12
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


def seconds(game: str, players: int, options: Options, seed: int) -> float:
    """How long one game between greedy bots would have taken people.

    Who is awaited at the same time thinks at the same time.
    """
    match = Game(rulebook(game)).start(players, options, seed=f"duration-{seed}")
    bots = {seat: bot("greedy") for seat in range(players)}
    now = 0.0
    free = dict.fromkeys(match.awaited, 0.0)
    begun: set[int] = set()
    while (action := next_action(match, bots, seed)) is not None:
        seat = action[0]
        if len(match.moves(seat)) > 1:
            cost = STEP if seat in begun else THINK
            begun.add(seat)
            free[seat] = free.get(seat, now) + cost
            now = max(now, free[seat])
        match.play(*action)
        awaited = set(match.awaited)
        free = {one: free.get(one, now) for one in awaited}
        begun &= awaited
    return now


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
                found = median(seconds(game, players, options, n) for n in range(chosen.games))
                told = ", ".join(f"{key}={value}" for key, value in options.items()) or "as usual"
                print(f"| {game} | {players} | {told} | {found / 60:.0f} |", flush=True)


if __name__ == "__main__":
    program.run(main)
