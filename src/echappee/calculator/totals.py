"""Times and places after any stage, by the game's own functions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from echappee.calculator.race import PROFILE_NUMBERS, Left, Race, Stage, stage_place, stage_winner
from echappee.games.tape_letape import rules, scoring
from echappee.games.tape_letape.stages import last_placed

_NOTHING = Left()


class Standing(msgspec.Struct):
    """A general classification, with the fields that the game's ``ranking`` looks at."""

    players: int
    tie_break: bool
    total: list[int]
    wins: list[int]
    last: list[int]

    def places(self) -> list[int]:
        """§7b, TLE-29: the place of each seat."""
        places = [0] * self.players
        rules.ranking(self, places)
        return places

    def gaps(self) -> list[int]:
        """Seconds behind the leader."""
        best = min(self.total)
        return [total - best for total in self.total]


def seconds_of(stage: Stage, seat: int) -> int:
    """§7: the seconds of one seat in one stage."""
    left = stage.left[seat] if stage.left else _NOTHING
    return scoring.stage_seconds(
        PROFILE_NUMBERS[stage.profile], stage_place(stage, seat), left.small, left.big
    )


def standings(race: Race) -> Iterator[Standing]:
    """The classification before the first stage and after each one."""
    players = race.players
    now = Standing(players, race.tie_break, [0] * players, [0] * players, [0] * players)
    yield now
    for stage in race.stages:
        last = [seconds_of(stage, seat) for seat in range(players)]
        wins = list(now.wins)
        wins[stage_winner(stage)] += 1
        total = [sum(pair) for pair in zip(now.total, last, strict=True)]
        now = Standing(players, race.tie_break, total, wins, last)
        yield now


def final_starter(race: Race) -> int:
    """§4e, TLE-37: who begins the final, once all other stages have been ridden."""
    *_, now = standings(race)
    last_chooser = race.stages[-1].chooser
    assert last_chooser is not None
    return last_placed(now, last_chooser)
