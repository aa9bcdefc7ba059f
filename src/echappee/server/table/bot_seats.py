"""Who sits down where a bot is wanted: a rider of the level, each at most once at a table."""

from __future__ import annotations

from collections.abc import Iterable

from echappee.bots.registry import bot
from echappee.bots.riders import rider_for
from echappee.server.store import facts as f
from echappee.server.table.table import SeatState


def bot_seat(
    seat: int, wanted: str, others: Iterable[SeatState | f.SeatSet], key: str
) -> f.SeatSet:
    """A bot in a seat, where ``others`` sit already.

    ``key`` is known to everybody who sees the table, as who comes tells of it: the hash of its
    secret. A bot that is no level and no rider sits there without a name, and so does a level of
    which all riders sit already.
    """
    found = bot(wanted).name
    rest = tuple(others)
    seated = {one.bot for one in rest if one.kind == "bot" and one.bot is not None}
    names = {one.name for one in rest if one.name}
    rider = rider_for(found, seated, names, key)
    if rider is None:
        return f.SeatSet(seat=seat, kind="bot", bot=found)
    return f.SeatSet(seat=seat, kind="bot", name=rider.name, bot=rider.id)
