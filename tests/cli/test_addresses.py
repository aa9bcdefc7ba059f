"""Where others find a server, and the code for their phones."""

from __future__ import annotations

import ipaddress
import socket
from io import StringIO

import pytest
import segno
from rich.console import Console

from echappee.cli import addresses
from echappee.cli.speech import Speech

HOME, ABROAD = "http://localhost:8000/", "http://192.168.1.20:8000/"


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a house: cable, VPN, a container's bridge, IPv6, and a name."""
    known = ["10.8.0.2", "192.168.1.20", "127.0.0.1", "169.254.7.7", "2a01::7", "fe80::1", "::1"]
    out = {socket.AF_INET: "192.168.1.20", socket.AF_INET6: "2a01::7"}
    monkeypatch.setattr(
        addresses, "_of_interfaces", lambda: map(ipaddress.ip_address, [*known, "8.8.4.4"])
    )
    monkeypatch.setattr(addresses, "_of_name", lambda: iter([ipaddress.ip_address("127.0.1.1")]))
    monkeypatch.setattr(addresses, "_way_out", lambda family: ipaddress.ip_address(out[family]))
    monkeypatch.setattr(addresses, "_local_names", lambda: ["desk.local"])


def test_addresses_of_the_network_are_told_the_usual_one_first() -> None:
    assert addresses.reachable(HOME, "0.0.0.0") == [
        ABROAD, "http://desk.local:8000/", "http://10.8.0.2:8000/", "http://8.8.4.4:8000/",
    ]  # fmt: skip


def test_a_server_of_both_kinds_has_addresses_of_both() -> None:
    found = addresses.reachable(HOME, "::")
    assert found[0] == ABROAD
    assert found[-1] == "http://[2a01::7]:8000/"
    assert "fe80" not in "".join(found)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_server_for_this_machine_alone_has_none_for_others(host: str) -> None:
    assert addresses.reachable(HOME, host) == []


def test_a_server_at_one_address_has_that() -> None:
    assert addresses.reachable("http://10.8.0.2:8000/", "10.8.0.2") == ["http://10.8.0.2:8000/"]


def _announced(host: str, terminal: bool, language: str = "en", width: int = 80) -> str:
    out = StringIO()
    console = Console(file=out, force_terminal=terminal, width=width, color_system=None)
    addresses.announce(HOME, host, Speech(console, "fr" if language == "fr" else "en"))
    return out.getvalue()


def test_they_are_announced_with_a_code_on_a_terminal() -> None:
    text = _announced("0.0.0.0", terminal=True)
    assert "Échappée is at http://localhost:8000/" in text
    assert "Others in the same network come to one of these addresses:" in text
    assert f"  {ABROAD}\n" in text
    assert "Or they scan this with a phone's camera" in text
    assert "█▀▀" in text or "▄▄▄" in text
    assert "Les autres, sur le même réseau" in _announced("0.0.0.0", terminal=True, language="fr")
    assert "[2a01::7]" in _announced("::", terminal=True)


def test_a_log_has_the_addresses_and_no_code() -> None:
    text = _announced("0.0.0.0", terminal=False)
    assert ABROAD in text
    assert "scan" not in text
    assert "█" not in text
    assert "█" not in _announced("0.0.0.0", terminal=True, width=20)
    assert _announced("127.0.0.1", terminal=True).count("\n") == 1


def test_the_code_is_the_one_of_the_address() -> None:
    """Two rows of modules a line: dark ones are left out, light ones are drawn."""
    lines = addresses.qr_code(ABROAD).plain.splitlines()
    signs = {" ": (1, 1), "▄": (1, 0), "▀": (0, 1), "█": (0, 0)}
    rows = [
        [signs[sign][half] for sign in line] for line in lines for half in (0, 1)
    ]  # fmt: skip
    code = [list(row) for row in segno.make(ABROAD, error="l", micro=False).matrix]
    inner = [row[2:-2] for row in rows[2 : 2 + len(code)]]
    assert inner == code
    edges = [*rows[0], *rows[1], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)]
    assert not any(edges)
