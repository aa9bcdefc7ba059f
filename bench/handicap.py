"""The handicap with which equal bots win as often first as second at Tapas, level by level.

Two bots of a level play each other with one handicap after another, halved in between, until two
that lie a point apart are found: with the lower one the first player wins less than half of the
games, with the higher one more. The fairer of the two is proposed by the page (`fair_handicap.toml`
in the game's folder). A share says 95 % of where it lies. With ``--swap`` the same bots also play
with the swap of sides instead: how often it is taken, and how often seat 0 then wins.

Nobody thinks by the clock here: ``--scale`` scales the levels' simulations.

    python -m bench.handicap [--level LEVEL] [--games 200] [--scale 1] [--extras 0] [--burning-head]
                             [--swap]
"""

from __future__ import annotations

import argparse

from bench import program
from echappee.bots.chair import next_action
from echappee.bots.levels import level_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.games import rulebook
from echappee.lab.confidence import Interval, interval
from echappee.lab.pages import Row, table_with
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.options import Options, write_halves

_GAME = "tapas"
_MOST = 8
"""Handicaps above none that are tried, up to 7.5 points: nobody was found to be so far behind."""


def play(bot: ThinkingBot, scale: float, options: Options, seed: int) -> Match:
    """A game between two of the same kind."""
    match = Game(rulebook(_GAME)).start(2, options, seed)
    bots = {seat: bot.fresh(scale) for seat in range(2)}
    while (action := next_action(match, bots, seed)) is not None:
        match.play(*action)
    return match


def share(matches: list[Match]) -> Interval:
    """How often seat 0 won; a draw counts half."""
    won = [match.standing.leaders for match in matches]
    return interval([float(0 in leaders) / len(leaders) for leaders in won])


def between(
    bot: ThinkingBot, scale: float, options: Options, games: int
) -> list[tuple[str, Interval]]:
    """Two handicaps next to each other, with what the first player wins by each.

    The lower one is none where half a point is too much already.
    """
    tried: dict[int, Interval] = {}

    def at(place: int) -> Interval:
        if place not in tried:
            settings = {**options, "handicap": _written(place)}
            tried[place] = share([play(bot, scale, settings, seed) for seed in range(games)])
        return tried[place]

    low, high = 0, _MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if at(middle).mean < 0.5 else (low, middle)
    return [(_written(place), at(place)) for place in (low, high)]


def _written(place: int) -> str:
    """The handicaps that are tried: none, half a point, one and a half, and so on."""
    return write_halves(max(0, 2 * place - 1))


def _row(bot: ThinkingBot, given: argparse.Namespace, options: Options) -> Row:
    pairs = between(bot, given.scale, options, given.games)
    fair = min(pairs, key=lambda pair: abs(pair[1].mean - 0.5))[0]
    plain = share([play(bot, given.scale, options, seed) for seed in range(given.games)])
    row = [bot.name, _percent(plain), *(f"{h}: {_percent(found)}" for h, found in pairs), fair]
    if given.swap:
        settings = {**options, "swap": True}
        matches = [play(bot, given.scale, settings, seed) for seed in range(given.games)]
        taken = sum(any(entry.text == "swap" for entry in match.entries) for match in matches)
        row += [f"{taken / len(matches):.0%}", _percent(share(matches))]
    return tuple(row)


def _percent(found: Interval) -> str:
    return f"{found.mean:.0%} ({found.low:.0%}–{found.high:.0%})"


def main() -> None:
    """Print a row for each level."""
    parser = program.Parser("bench.handicap", __doc__)
    names = [level.name for level in level_bots()]
    parser.add_argument("--level", action="append", choices=names)
    parser.add_argument("--games", type=program.whole(), default=200, help="for each handicap")
    parser.add_argument("--scale", type=program.amount, default=1.0, help="of the simulations")
    parser.add_argument("--extras", type=program.whole(0), default=0)
    parser.add_argument("--burning-head", action="store_true")
    parser.add_argument("--swap", action="store_true", help="and with swapped sides")
    given = parser.parse_args()
    rules = rulebook(_GAME)
    options = rules.settle(2, {"extras": given.extras, "burning_head": given.burning_head})
    program.compile_games([_GAME])
    head = "| level | first player wins | a handicap | the next | fair |"
    head += " swapped | seat 0 then wins |" if given.swap else ""
    bots = [bot for bot in level_bots() if bot.name in (given.level or names)]
    print(table_with(head, [_row(bot, given, options) for bot in bots]))


if __name__ == "__main__":
    program.run(main)
