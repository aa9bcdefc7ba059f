"""Engines are started in folders of their own, killed, started again, and leave nothing behind."""

from __future__ import annotations

import asyncio
import os
import socket
import urllib.request
from pathlib import Path

import asyncpg
import pytest
import redis as redis_client

import bootstrap
from bench import engines
from bench.program import TroubleError


def _needs(*names: str) -> None:
    why = engines.missing(*names)
    if why:
        pytest.skip(why)


def _is_gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


async def _ask(url: str, *queries: str) -> list[object]:
    connection = await asyncpg.connect(url)
    try:
        return [await connection.fetchval(query) for query in queries]
    finally:
        await connection.close()


def test_postgres_keeps_what_it_has_when_it_is_killed_and_goes_away_with_its_folder() -> None:
    _needs("postgres")
    with engines.postgres() as store:
        asyncio.run(_ask(store.url(), "CREATE TABLE kept AS SELECT 7 AS number"))
        killed, port = store.pid, store.port
        store.kill()
        assert _is_gone(killed)
        store.start()
        assert store.port == port
        assert asyncio.run(_ask(store.url(), "SELECT number FROM kept", "SHOW fsync")) == [7, "on"]
    assert _is_gone(store.pid)
    assert not store.folder.exists()


def test_redis_forgets_what_it_has_when_it_is_killed() -> None:
    _needs("redis-server")
    with engines.redis() as news:
        with redis_client.Redis(port=news.port) as client:
            client.set("a", "b")
            assert client.get("a") == b"b"
        news.kill()
        assert not news.answers()
        news.start()
        with redis_client.Redis(port=news.port) as client:
            assert client.get("a") is None
    assert _is_gone(news.pid)


def test_an_engine_can_be_frozen_and_woken() -> None:
    _needs("redis-server")
    address = "127.0.0.1"
    with engines.redis() as news, socket.create_connection((address, news.port), 60) as one:
        news.freeze()
        one.sendall(b"PING\r\n")
        one.settimeout(0.05)
        with pytest.raises(TimeoutError):
            one.recv(16)
        news.wake()
        one.settimeout(60)
        assert one.recv(16) == b"+PONG\r\n"


_HAPROXY = """
defaults
    mode http
    timeout connect 5s
    timeout client 5s
    timeout server 5s
frontend door
    bind 127.0.0.1:{port}
    http-request return status 200 content-type text/plain string "through the door"
"""
_CADDY = """
{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
    respond "through the door"
}}
"""


@pytest.mark.parametrize("name", ["haproxy", "caddy"])
def test_a_balancer_listens_where_its_configuration_says(name: str) -> None:
    _needs(name)
    port = engines.free_port()
    text = {"haproxy": _HAPROXY, "caddy": _CADDY}[name].format(port=port)
    with (
        {"haproxy": engines.haproxy, "caddy": engines.caddy}[name](text, port) as balancer,
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer,
    ):
        assert answer.read() == b"through the door"
    assert _is_gone(balancer.pid)


def test_an_engine_that_does_not_start_says_why() -> None:
    _needs("haproxy")
    with (
        pytest.raises(TroubleError, match=r"HAProxy did not start(.|\n)+unknown keyword 'what'"),
        engines.haproxy("what", engines.free_port()),
    ):
        pass


def test_who_lacks_an_engine_hears_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "program_path", lambda _: None)
    told = engines.missing("postgres", "caddy")
    assert told is not None
    assert "needs postgres, caddy" in told
    assert "sudo apt-get install postgresql caddy" in told
    with pytest.raises(TroubleError, match="apt-get install redis-server"), engines.redis():
        pass


def test_postgres_needs_another_user_than_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "program_path", lambda _: Path("/there"))
    monkeypatch.setattr(engines, "_servant", lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "refuses root" in (engines.missing("postgres") or "")
    assert engines.missing("redis-server") is None


def test_the_bootstrap_installs_all_engines() -> None:
    assert bootstrap.ENGINES == engines.PACKAGES


def test_free_ports_are_each_somebody_s_own() -> None:
    ports = [engines.free_port() for _ in range(50)]
    assert len(set(ports)) == 50
    assert all(port < 32_000 for port in ports)
