"""Do winning chances come true: `python -m bench.calibration`.

Bots of all levels, drawn by lot for every seat, play games to their end. Of some moments of each
game, evenly drawn, the chances are asked that a replay shows at once (`first_chances`; of a game
without a net those of its first search); afterwards it is known who won. Chances that lie near each
other are counted together: of those of about 30 % three in ten should have come true. How far that
is off on average is the expected calibration error, here over ten ranges of equal width.

Nobody thinks by the clock: ``--scale`` scales the levels' simulations. Settings are played beside
each other in processes of their own. ``--picture`` draws the curves into a file, as SVG.

    python -m bench.calibration [--game GAME] [--games 2000] [--moments 5] [--scale 0.02] [--seed 0]
                                [--picture FILE]
"""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench import program
from echappee import arguments
from echappee.bots.chair import next_action
from echappee.bots.levels import level_bots
from echappee.bots.win_chances import chances_at, first_chances
from echappee.files import write_file
from echappee.games import game_ids, rulebook
from echappee.lab.pages import Row, settings_of, table_with
from echappee.lab.report.charts import check_plotting
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.options import Options

_RANGES = 10
_SIMULATIONS = 8
"""For each seat, of a game without a net."""


class Setting(msgspec.Struct, frozen=True):
    """What is played, by how many."""

    game: str
    players: int
    options: Options = {}

    def __str__(self) -> str:
        found = settings_of(self.game, self.players, self.options)
        name = f"{rulebook(self.game).name.en}, {self.players} players"
        return f"{name}, {found}" if found else name


SETTINGS = (
    Setting("tape-letape", 4),
    Setting("tapas", 2),
    Setting("tapas", 2, {"extras": 5}),
    Setting("flamme-rouge", 4),
    Setting("tour-de-france", 2),
    Setting("tour-de-france", 4),
)


class Told(msgspec.Struct, frozen=True):
    """Chances of seats, and what came of them: shares of the first place."""

    setting: Setting
    games: int
    chances: NDArray[np.float64]
    won: NDArray[np.float64]

    @property
    def error(self) -> float:
        """The expected calibration error."""
        return float(sum(count * abs(up - across) for across, up, count in self.ranges()))

    def ranges(self) -> list[tuple[float, float, float]]:
        """For each range that has any: the mean chance, how often it came true, its part."""
        place = np.minimum((self.chances * _RANGES).astype(int), _RANGES - 1)
        return [
            (
                float(self.chances[here].mean()),
                float(self.won[here].mean()),
                float(here.sum() / len(place)),
            )
            for here in (place == number for number in range(_RANGES))
            if here.any()
        ]


def told(setting: Setting, games: int, moments: int, scale: float, seed: int) -> Told:
    """What was told in so many games, and what came of it."""
    program.compile_games([setting.game])
    rows: list[tuple[float, float]] = []
    for number in range(seed, seed + games):
        rows += _game(setting, moments, scale, number)
    chances, won = np.array(rows).T
    return Told(setting, games, chances, won)


def _game(setting: Setting, moments: int, scale: float, seed: int) -> list[tuple[float, float]]:
    dice = random.Random(seed)
    match = Game(rulebook(setting.game)).start(setting.players, setting.options, seed)
    bots = {seat: dice.choice(level_bots()).fresh(scale) for seat in range(setting.players)}
    kept: list[tuple[float, ...]] = []
    passed = 0
    while (action := next_action(match, bots, seed)) is not None:
        passed += 1
        place = len(kept) if len(kept) < moments else dice.randrange(passed)
        if place < moments:
            kept[place : place + 1] = [_chances(match)]
        match.play(*action)
    leaders = match.standing.leaders
    won = [float(seat in leaders) / max(1, len(leaders)) for seat in range(setting.players)]
    return [pair for wins in kept for pair in zip(wins, won, strict=True)]


def _chances(match: Match) -> tuple[float, ...]:
    first = first_chances(match, match.number)
    return (first or chances_at(match, match.number, _SIMULATIONS)).wins


def row(found: Told) -> Row:
    """A row of the table."""
    positions = len(found.chances) // found.setting.players
    ranges = found.ranges()
    low, high = ranges[0], ranges[-1]
    return (
        str(found.setting), f"{found.games:,}", f"{positions:,}", f"{found.error:.3f}",
        f"{low[0]:.0%}: {low[1]:.0%}", f"{high[0]:.0%}: {high[1]:.0%}",
    )  # fmt: skip


def picture(all_found: Sequence[Told]) -> bytes:
    """What was told against what came of it, one small chart for each setting."""
    check_plotting()
    import matplotlib
    from matplotlib.figure import Figure

    across = min(3, len(all_found))
    down = -(-len(all_found) // across)
    figure = Figure(figsize=(2.9 * across, 3.0 * down), layout="constrained")
    shown: Any = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    for axes in shown.flat[len(all_found) :]:
        axes.set_visible(False)
    for axes, found in zip(shown.flat, all_found, strict=False):
        told_of, came, parts = zip(*found.ranges(), strict=True)
        axes.plot([0, 1], [0, 1], linewidth=0.8, linestyle=":", color="grey")
        axes.plot(told_of, came, linewidth=1.2)
        axes.scatter(told_of, came, s=[8 + 160 * part for part in parts], zorder=3)
        title = str(found.setting).replace(", ", "\n", 1)
        axes.set_title(title, loc="left", fontsize=9)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_aspect("equal")
        axes.grid(alpha=0.3)
    figure.supxlabel("chance that was told", fontsize=9)
    figure.supylabel("wins that came of it", fontsize=9)
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "calibration", "svg.fonttype": "path"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def main() -> None:
    """Print a row for each setting."""
    parser = program.Parser("bench.calibration", __doc__)
    parser.add_argument("--game", type=program.game, choices=game_ids(), help="of this game alone")
    parser.add_argument("--games", type=program.whole(), default=2_000)
    parser.add_argument("--moments", type=program.whole(), default=5, help="of each game")
    parser.add_argument("--scale", type=program.amount, default=0.02, help="of the simulations")
    parser.add_argument("--seed", type=program.whole(0), default=0)
    parser.add_argument("--picture", type=Path, help="a file, as SVG")
    given = parser.parse_args()
    settings = [one for one in SETTINGS if given.game in (None, one.game)]
    program.compile_games(sorted({one.game for one in settings}))
    work = partial(
        told, games=given.games, moments=given.moments, scale=given.scale, seed=given.seed
    )
    with ProcessPoolExecutor(min(arguments.threads(None), len(settings))) as pool:
        found = list(pool.map(work, settings))
    head = "| game | games | positions | expected error | the lowest: came true | the highest |"
    print(table_with(head, [row(one) for one in found]))
    if given.picture is not None:
        write_file(given.picture, picture(found))


if __name__ == "__main__":
    program.run(main)
