"""The files in `deploy/` work: those that can run here are run."""

from __future__ import annotations

import asyncio
import configparser
import json
import logging
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from bench import engines
from echappee.server.config import Settings
from echappee.server.config_fields import all_settings
from echappee.server.config_sources import gather
from echappee.server.protocol.close_codes import RESTARTING
from echappee.server.run import check
from tests.server.clients import PATIENCE, Client, Socket, World, party, serving
from tests.server.nodes import Wires
from tests.site.command_line import read

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
DEPLOY = Path(__file__).parents[2] / "deploy"
FORGED = {"x-forwarded-for": "203.0.113.9", "x-request-id": "forged-by-the-visitor"}
BIND = "bind :443 ssl crt /etc/haproxy/play.example.org.pem alpn http/1.1"


def _text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def _needs(name: str) -> None:
    why = engines.missing(name)
    if why is not None:
        pytest.skip(why)


def _visitor(base: str, trusted: ssl.SSLContext | bool = True) -> httpx.AsyncClient:
    """Somebody at another address than the proxy's."""
    way = httpx.AsyncHTTPTransport(local_address="127.0.0.2", verify=trusted)
    return httpx.AsyncClient(base_url=base, transport=way, timeout=PATIENCE)


def _addresses(caplog: pytest.LogCaptureFixture, route: str) -> list[str]:
    """Who asked for a route, as the server saw it."""
    told: list[dict[str, Any]] = [getattr(record, "facts", {}) for record in caplog.records]
    return [facts["address"] for facts in told if facts.get("route") == route]


async def test_caddy_brings_tls_and_says_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _needs("caddy")
    caplog.set_level(logging.INFO, "echappee")
    port = engines.free_port()
    own = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    told: dict[str, Any] = {
        "proxies": ("127.0.0.1",), "metrics": ("127.0.0.0/8",), "log_requests": True,
        "log_addresses": True, "head_start": 600.0,
    }  # fmt: skip
    async with serving(tmp_path, **told) as world:
        monkeypatch.setenv("ECHAPPEE_SITE", f"https://localhost:{port}")
        monkeypatch.setenv("ECHAPPEE_NODES", world.address)
        with engines.caddy(own + _text("Caddyfile"), port) as proxy:
            root = proxy.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            async with asyncio.timeout(PATIENCE):
                while not root.exists():
                    await asyncio.sleep(0.02)
            trusted = ssl.create_default_context(cafile=str(root))
            async with _visitor(f"https://localhost:{port}", trusted) as visitor:
                found = await _patiently(visitor, "/api/house")
                assert found.headers["x-request-id"] != FORGED["x-request-id"]
                assert len(found.headers["x-request-id"]) == 36, "Caddy's own"
                seats = [{"kind": "you", "name": "A"}, {"kind": "bot", "bot": "random"}]
                made = await visitor.post("/api/tables", json={"game": "tapas", "seats": seats})
                assert made.status_code == 201
                assert "Secure" in made.headers["set-cookie"]
                assert (await visitor.get("/metrics")).status_code == 404
            code, token = made.json()["table"]["code"], made.json()["keys"][0]["token"]
            async with websockets.connect(
                f"wss://localhost:{port}/api/tables/{code}/live", ssl=trusted, compression=None
            ) as link:
                await link.send(json.dumps({"type": "hello", "tokens": [token]}))
                assert json.loads(str(await link.recv()).partition("\n")[0])["type"] == "welcome"
        async with _visitor(f"http://{world.address}") as visitor:  # past the proxy
            past = await visitor.get("/api/games", headers=FORGED)
            assert past.headers["x-request-id"] != FORGED["x-request-id"]
    assert set(_addresses(caplog, "/api/house")) == {"127.0.0.2"}
    assert _addresses(caplog, "/api/games") == ["127.0.0.2"], "only the proxy is believed"


async def _patiently(visitor: httpx.AsyncClient, path: str) -> httpx.Response:
    """Ask until the proxy has its certificate and has found its nodes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                found = await visitor.get(path, headers=FORGED)
                if found.status_code == 200:
                    return found
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)


def _haproxy(port: int, *nodes: World) -> str:
    text = _text("haproxy.cfg")
    assert BIND in text
    text = text.replace(BIND, f"bind 127.0.0.1:{port}")
    for node, usual in zip(nodes, ("127.0.0.1:8001", "127.0.0.1:8002"), strict=True):
        assert usual in text
        text = text.replace(usual, node.address)
    return text


async def test_haproxy_spreads_sockets_over_two_nodes_and_leaves_one_that_drains(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _needs("haproxy")
    caplog.set_level(logging.INFO, "echappee")
    wires, port = Wires(), engines.free_port()
    told: dict[str, Any] = {
        "proxies": ("127.0.0.1",), "log_requests": True, "log_addresses": True, "head_start": 600.0,
    }  # fmt: skip
    async with AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(
                serving(tmp_path, node=True, fanout=wires.fanout(), **told)
            )
            for _ in range(2)
        ]
        stack.enter_context(engines.haproxy(_haproxy(port, *nodes), port))
        anybody: Any = None
        balancer = World(anybody, port)
        async with _visitor(f"http://127.0.0.1:{port}") as visitor:
            assert (await visitor.get("/api/house", headers=FORGED)).status_code == 200
            assert (await visitor.get("/%6Detrics")).status_code == 404
        assert _addresses(caplog, "/api/house") == ["127.0.0.2"]
        table = await stack.enter_async_context(party(balancer, "tapas"))
        await table.step()
        await table.step()

        leaving, staying = sorted(nodes, key=lambda node: -node.service.counts.sockets)
        leaves = leaving.service.counts.sockets
        assert leaves in (1, 2)
        await leaving.service.drain.emptied()
        gone = await _closed(table.sockets, leaves)
        for seat in gone:
            assert table.sockets[seat].closed == RESTARTING
            table.sockets[seat] = await _come_again(
                table.clients[seat], table.code, table.keys[seat]
            )
        assert staying.service.counts.sockets == 2
        await table.step()
        await table.step()


async def _closed(sockets: list[Socket], count: int) -> list[int]:
    """Those of the sockets that were closed, once so many are."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [place for place, socket in enumerate(sockets) if socket.closed is not None]
            if len(found) == count:
                return found
            await asyncio.sleep(0.01)


async def _come_again(client: Client, code: str, key: str) -> Socket:
    """As the page does: until a node takes us."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await client.connect(code, tokens=[key])
            except (AssertionError, websockets.WebSocketException, OSError):
                await asyncio.sleep(0.05)


def test_haproxy_takes_a_tables_sockets_to_one_node_if_it_is_told_to(tmp_path: Path) -> None:
    _needs("haproxy")
    text = _text("haproxy.cfg").replace(BIND, "bind 127.0.0.1:1")
    hashed = text.replace("    #balance hash", "    balance hash").replace(
        "    balance leastconn\n", ""
    )
    assert hashed != text
    for name, one in (("plain", text), ("hashed", hashed)):
        path = tmp_path / name
        path.write_text(one, encoding="utf-8")
        program = engines.program_path("haproxy")
        assert program is not None
        done = subprocess.run([program, "-c", "-f", path], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------------------ what is only read


def _unit() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "echappee.service", encoding="utf-8")
    assert unit.sections() == ["Unit", "Service", "Install"]
    return unit["Service"]


def test_the_unit_starts_what_there_is() -> None:
    unit = _unit()
    program, *arguments = shlex.split(unit["ExecStart"])
    assert Path(program).name == "echappee"
    assert read(arguments) == "serve"
    told = dict(one.split("=") for one in unit["Environment"].split())
    assert told.keys() == {"ECHAPPEE_DATA_DIR", "ECHAPPEE_CACHE_DIR"}
    usual = Settings()
    assert int(unit["TimeoutStopSec"]) > usual.drain_notice + usual.drain + 5


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("needs systemd-analyze; on Debian or Ubuntu: `sudo apt-get install systemd`")
    unit = tmp_path / "echappee.service"
    unit.write_text(_text("echappee.service").replace("/opt/echappee/bin/echappee", sys.executable))
    done = subprocess.run([program, "verify", unit], capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if "echappee.service" in line]
    assert (done.returncode, told) == (0, [])


def test_the_settings_are_read() -> None:
    found = gather({}, {}, DEPLOY / "echappee.toml", Settings())
    check(found.settings)
    assert found.settings.hosts == ("play.example.org",)
    assert found.settings.log == "json"


def test_the_containers_are_started_with_what_there_is() -> None:
    yaml: Any = pytest.importorskip("yaml")
    services = yaml.safe_load(_text("compose.yaml"))["services"]
    assert services.keys() == {"one", "two", "caddy", "postgres", "redis"}
    variables = {one.variable for one in all_settings()}
    for name in ("one", "two"):
        node = services[name]
        program, *arguments = node["command"]
        assert (program, read(arguments)) == ("echappee", "serve")
        assert node["environment"].keys() < variables
        assert "/ready" in node["healthcheck"]["test"][-1]
        assert set(node["depends_on"]) < services.keys()
        assert (DEPLOY / node["build"]["context"] / node["build"]["dockerfile"]).is_file()
    asked = set(re.findall(r"\{\$(\w+):", _text("Caddyfile")))
    assert services["caddy"]["environment"].keys() == asked
    mounted = {one.split(":")[0] for one in services["caddy"]["volumes"]}
    assert (DEPLOY / "Caddyfile").is_file()
    assert "./Caddyfile" in mounted
    _, run = _text("Dockerfile").rsplit("CMD ", 1)
    program, *arguments = json.loads(run)
    assert (program, read(arguments)) == ("echappee", "serve")


def test_nginx_is_told_what_the_server_needs() -> None:
    text = _text("nginx.conf")
    assert text.count("{") == text.count("}")
    for header in ("Host", "Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto"):
        assert re.search(rf"proxy_set_header {header} \$\w+;", text), header
