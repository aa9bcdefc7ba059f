"""How uvicorn runs the server."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import uvicorn

from echappee.server.config import Settings
from echappee.server.fanout.local import Fanout

if TYPE_CHECKING:
    from echappee.server.http.front import Front

LONGEST_QUEUE = 2048  # as long as uvicorn's own


def configuration(
    settings: Settings, fanout: Fanout | None = None, app: Front | None = None
) -> uvicorn.Config:
    """How uvicorn runs the server, or ``app`` in its place.

    Frames are not compressed: together with secrets on one wire, compression tells too much, and
    its windows would cost each socket more memory than all the rest.
    """
    from echappee.server.http.app import create_app  # slow to load: a browser may come up meanwhile
    from echappee.server.http.limits import LimitedSocket, limited, most_connections
    from echappee.server.protocol.close_codes import LONGEST_MESSAGE

    front = app or create_app(settings, fanout=fanout)
    return uvicorn.Config(
        front,
        http=limited(settings, front.service.counts),
        ws=LimitedSocket,
        backlog=min(LONGEST_QUEUE, (most_connections() or LONGEST_QUEUE) // 4),
        proxy_headers=False,  # `Front` reads them
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def seldom_collect() -> None:
    """Look for garbage in cycles less often than Python does by itself.

    A server with thousands of sockets holds millions of objects that live long, and hardly any
    cycles; walking through them again and again costs a tenth of its time and makes moves wait.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
