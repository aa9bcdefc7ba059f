"""Which fan-out a server has: none but its own, or Redis between several nodes."""

from __future__ import annotations

from echappee.server.config import Settings
from echappee.server.fanout.local import Fanout, LocalFanout


def fanout_of(settings: Settings) -> Fanout:
    """The fan-out of a server; refused if the address of its Redis is none."""
    if not settings.redis:
        return LocalFanout()
    from echappee.server.fanout.redis import RedisFanout  # a family's server never loads it

    return RedisFanout(settings.redis)
