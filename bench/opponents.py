"""The champion against OpenSpiel's bots at the same time a move: `python -m bench.opponents GAME`.

OpenSpiel's MCTS plays Tapas, its ISMCTS the games with hidden cards, both with random rollouts and
on our rules by way of `lab/envs/openspiel.py`. The time that each side really took is measured and
told with the result; decisions with only one move cost neither side anything. One game at a time:
OpenSpiel's two search in Python and would hold each other up. Each deal tells how it stands.
"""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path

from bench import program
from echappee.bots.chair import Bot, Chair
from echappee.bots.levels import level_bots
from echappee.cli.parameters import read_settings
from echappee.games import rulebook
from echappee.lab.arena import Arena, arena
from echappee.lab.confidence import Interval
from echappee.lab.envs.openspiel import Guest
from echappee.lab.pages import COLUMNS, cells, settings_of, table_of, table_with, write_page
from echappee.rulebook.options import Options

_TWO_PLAYERS, _MORE_PLAYERS = 0.75, 2.0


class Clocked:
    """A bot with a watch."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, chair: Chair) -> str | None:
        """What the bot chooses; real decisions are timed."""
        started = time.perf_counter()
        move = self._bot.choose(chair)
        if len(chair.moves.codes()) > 1:
            self.seconds += time.perf_counter() - started
            self.decisions += 1
        return move

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(1, self.decisions)


def contest(
    game_id: str, players: int, seconds: float, games: int, options: Options
) -> tuple[Arena, str]:
    """The champion at a table of guests, and the result as a line for the docs."""
    rules = rulebook(game_id)
    guest = Guest("ismcts" if rules.hidden else "mcts", seconds=seconds)
    ours, theirs = Clocked(level_bots()[-1].timed(seconds)), Clocked(guest)
    claim = _TWO_PLAYERS if players == 2 else _MORE_PLAYERS / players
    played = itertools.count(players, players)

    def tell(_: int, so_far: Interval) -> None:
        share = f"{so_far.mean:.1%} ({so_far.low:.0%} to {so_far.high:.0%})"
        print(f"{next(played)} games, {share}", file=sys.stderr, flush=True)

    found = arena(
        game_id, (ours, theirs), games, players, options, claim=claim, threads=1, progress=tell
    )
    said = (
        f"{table_of(found)}: the champion at a table of OpenSpiel's bots, "
        f"{seconds:g} s a move for each; wanted: {claim:.0%} of the wins."
    )
    head = f"| against | {COLUMNS} | seconds a move: ours, theirs |"
    row = (theirs.name, *cells(found), f"{ours.mean:.3f}, {theirs.mean:.3f}")
    return found, f"{said}\n\n{table_with(head, [row])}"


def main() -> None:
    """Play, print, and write if asked."""
    parser = program.Parser("bench.opponents", __doc__)
    parser.add_argument("game", type=program.game)
    parser.add_argument("--players", type=program.whole())
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE of the game")
    parser.add_argument("--seconds", type=program.amount, default=0.1)
    parser.add_argument("--games", type=program.whole(), default=80)
    parser.add_argument("--write", type=Path, help="a Markdown page to put the result into")
    given = parser.parse_args()
    players = given.players or rulebook(given.game).players[0]
    options = read_settings(given.option)
    _, page = contest(given.game, players, given.seconds, given.games, options)
    print(page)
    if given.write:
        settings = settings_of(given.game, players, options)
        write_page(given.write, "opponents", given.game, page, settings)


if __name__ == "__main__":
    program.run(main)
