"""Running the server: ``echappee serve``."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from collections.abc import Callable

import msgspec

from echappee import arguments
from echappee.bots.prepare_games import game_is_prepared, unprepared
from echappee.errors import phrase, reason_of
from echappee.games import game_ids
from echappee.server import logs
from echappee.server.config import Settings
from echappee.server.drain_server import DrainServer
from echappee.server.fanout.carriers import fanout_of
from echappee.server.http.addresses import Proxies
from echappee.server.http.security_headers import is_origin
from echappee.server.refusals import Refusal
from echappee.server.store import backends
from echappee.server.store.backends import place_of
from echappee.server.store.places import SqlitePlace
from echappee.server.uvicorn_config import LONGEST_QUEUE, configuration, seldom_collect

_FIRST_PAGE = 5.0
"""Seconds after which Python may be kept busy by other things than the first page."""
_LOOK_AGAIN = 2.0


def serve(
    settings: Settings,
    *,
    port: int | None = None,
    browser: bool = False,
    ready: Callable[[str], None] | None = None,
    compiled: Callable[[], None] | None = None,
) -> None:
    """Serve until interrupted; ``ready`` is called with the address once it answers.

    ``port`` is another one than that of the settings.

    If rules must be compiled first, ``compiled`` is called once they are: nobody waits for that.

    A browser takes a while to come up, and so does the rest of the server: they do so side by side,
    and what the browser asks meanwhile waits at the socket.
    """
    if port is not None:
        settings = msgspec.structs.replace(settings, port=port)
    check(settings)
    host = settings.host
    logs.set_up(settings)
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host))
    place = place_of(settings)
    with backends.held(place):
        backends.check(place)  # before a browser is opened
        with _listen(host, settings.port) as listening:
            shown = f"http://{_name(host)}:{listening.getsockname()[1]}/"
            if browser:
                threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()
            backends.prepare(place)  # once, before anybody writes

            def announce() -> None:
                if ready is not None:
                    ready(shown)
                if compiled is not None:
                    threading.Thread(target=_watch, args=(compiled,), daemon=True).start()

            _serve(settings, listening, announce)


def check(settings: Settings) -> None:
    """Refuse what no server can be told, before anything is begun."""
    arguments.whole("port", settings.port, 0, 65_535)
    Proxies(settings.proxies)
    Proxies(settings.metrics)
    for origin in settings.origins:
        if not is_origin(origin):
            raise Refusal("bad-site", site=origin)
    if settings.redis:
        if isinstance(place_of(settings), SqlitePlace):
            raise Refusal("redis-alone")
        fanout_of(settings)


def _serve(settings: Settings, listening: socket.socket, ready: Callable[[], object]) -> None:
    config = configuration(settings)
    server = DrainServer(config, settings, config.app.service.drain)  # type: ignore[union-attr]
    seldom_collect()

    def wait() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.02)
        ready()

    threading.Thread(target=wait, daemon=True).start()
    server.run(sockets=[listening])
    if server.interrupted:  # also where whoever started us lets nobody else hear of it
        raise KeyboardInterrupt


def _watch(compiled: Callable[[], None]) -> None:
    """Say when all rules are compiled, whoever does it; nothing if they are already."""
    time.sleep(_FIRST_PAGE)
    missing = unprepared(game_ids())
    while not all(map(game_is_prepared, missing)):
        time.sleep(_LOOK_AGAIN)
    if missing:
        compiled()


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; a port that is in use is refused in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(LONGEST_QUEUE)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        listening.close()
        nowhere = phrase("system-elsewhere")
        why = reason_of(error) if isinstance(error, OSError) else nowhere
        if why == nowhere:
            raise Refusal("no-address", host=host) from error
        raise Refusal("port-in-use", port=port, reason=why.en, reason_fr=why.fr) from error
    return listening


def _name(host: str) -> str:
    """The host as a browser on this machine can reach it."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
