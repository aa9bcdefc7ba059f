"""Running the server: ``echappee serve``."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import uvicorn

from echappee.server.config import Settings
from echappee.server.fanout.local import Fanout
from echappee.server.http.addresses import Proxies
from echappee.server.refusals import Refusal
from echappee.server.store import database

if TYPE_CHECKING:
    from echappee.server.http.guard import Guard

_QUEUE = 2048  # as long as uvicorn's own


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    browser: bool = False,
    processes: int = 1,
    prepare: Callable[[], None] | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted; ``ready`` is called with the address once it answers.

    Each of several processes calls ``prepare`` first, to know all bots that this one knows.

    A browser takes a while to come up, and so does the rest of the server: they do so side by side,
    and what the browser asks meanwhile waits at the socket.
    """
    if processes < 1 or (processes > 1 and not hasattr(socket, "send_fds")):
        raise Refusal("bad-processes")
    Proxies(settings.proxies)
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host))
    with database.locked(settings.database):
        database.check(settings.database)  # before a browser is opened
        with _listen(host, port) as listening:
            shown = f"http://{_name(host)}:{listening.getsockname()[1]}/"
            if browser:
                threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()
            database.prepare(settings.database)  # once, before anybody writes

            def announce() -> None:
                if ready is not None:
                    ready(shown)

            if processes == 1:
                _serve_alone(settings, listening, announce)
            else:
                _serve_together(settings, processes, prepare, listening, announce)


def _serve_alone(settings: Settings, listening: socket.socket, ready: Callable[[], object]) -> None:
    server = uvicorn.Server(configuration(settings))
    seldom_collect()

    def wait() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.02)
        ready()

    threading.Thread(target=wait, daemon=True).start()
    server.run(sockets=[listening])


def _serve_together(
    settings: Settings, processes: int, prepare: Callable[[], None] | None,
    listening: socket.socket, ready: Callable[[], object],
) -> None:  # fmt: skip
    from echappee.server.http.limits import Connections, most_connections
    from echappee.server.processes.porter import Porter, starter
    from echappee.server.processes.tenant import Work
    from echappee.server.store.sqlite import finder

    async def door() -> None:
        start, find = starter(Work(settings, processes, prepare)), finder(settings.database)
        limits = Connections(settings, most_connections())
        await Porter(listening, start, processes, find, limits).serve(ready)

    asyncio.run(door())


def configuration(
    settings: Settings, fanout: Fanout | None = None, app: Guard | None = None
) -> uvicorn.Config:
    """How uvicorn runs the server, or ``app`` in its place.

    Frames are not compressed: together with secrets on one wire, compression tells too much, and
    its windows would cost each socket more memory than all the rest.
    """
    from echappee.server.http.app import create_app  # slow to load: a browser may come up meanwhile
    from echappee.server.http.limits import LimitedSocket, limited, most_connections
    from echappee.server.wire.connection import LONGEST_MESSAGE

    return uvicorn.Config(
        app or create_app(settings, fanout=fanout),
        http=limited(settings),
        ws=LimitedSocket,
        backlog=min(_QUEUE, (most_connections() or _QUEUE) // 4),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        access_log=False,
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


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; a port that is in use is refused in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_QUEUE)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal("port-in-use", port=port, reason=reason) from error
    return listening


def _name(host: str) -> str:
    """The host as a browser on this machine can reach it."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
