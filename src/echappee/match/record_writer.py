"""From a match to the text of its record."""

from __future__ import annotations

from echappee.match.chance_source import ChanceSource
from echappee.match.game_record import Record, Result, write_record
from echappee.match.moments import outcome_at
from echappee.match.position import Position
from echappee.match.setup import Setup
from echappee.match.timeline import Timeline
from echappee.rulebook.options import write_value


def result_at(position: Position) -> Result | None:
    """The outcome as a record writes it; None while the game runs."""
    outcome = outcome_at(position)
    if outcome is None:
        return None
    return Result(outcome.ending, outcome.standing.scores, outcome.standing.places)


def write_match(
    setup: Setup,
    timeline: Timeline,
    chance: ChanceSource,
    start_chance: bytes | None,
    *,
    with_secret: bool,
) -> str:
    """The record; without the secret it has what was drawn so far instead."""
    record = Record(
        game=setup.rulebook.id,
        rules=setup.rules,
        players=setup.players,
        options=_told(setup),
        names=setup.names,
        position=setup.position,
        redeal=setup.redealt,
        practice=setup.practice,
        by_entry=setup.by_entry,
        commitment=setup.commitment,
        secret=chance.secret.key if with_secret and chance.secret is not None else None,
        start=timeline.position(0).check,
        start_chance=start_chance,
        entries=tuple(timeline.entries),
        checks=timeline.all_checks(),
        result=result_at(timeline.now),
    )
    return write_record(record, with_chance=record.secret is None)


def _told(setup: Setup) -> dict[str, str]:
    """The options of a match, but those that go without saying."""
    usual = {option.name: option.default for option in setup.rulebook.options if option.implied}
    return {
        name: write_value(value)
        for name, value in setup.options.items()
        if name not in usual or value != usual[name]
    }
