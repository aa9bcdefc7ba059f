"""Where a server can be found: the addresses that people can type, and a code for their phones."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from rich.text import Text

from echappee.cli.speech import Speech
from echappee.server.refusals import listening

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_EVERYWHERE = ("0.0.0.0", "::", "")
_BRIDGES = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "podman")
"""How systems name the networks between themselves and their containers."""
_MOST = 6
_ASK_ADDRESS = 0x8915  # Linux: the address of an interface (SIOCGIFADDR)
_IPV6_TABLE = Path("/proc/net/if_inet6")
_NAME_SERVERS = (Path("/run/avahi-daemon/socket"), Path("/var/run/avahi-daemon/socket"))
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for examples: the way to them is the way to everybody, and nothing is sent."""
_QUIET = 2  # modules of light around the code


def announce(address: str, host: str, speech: Speech) -> None:
    """Say where the server is; if others can reach it, where they can, with a code to scan."""
    console = speech.console
    console.print(listening(address)[speech.language], highlight=False, soft_wrap=True)
    others = reachable(address, host)
    if not others:
        return
    speech.say("serve", "others", n=len(others))
    for one in others:
        console.print(f"  {one}", style="bold", markup=False, highlight=False, soft_wrap=True)
    if console.is_terminal:
        code = qr_code(others[0])
        if code.cell_len and max(map(len, code.plain.splitlines())) <= console.width:
            speech.say("serve", "scan", address=others[0])
            console.print(code)


def reachable(address: str, host: str) -> list[str]:
    """The addresses under which other machines find the server, best first; none if they can't."""
    port = urlsplit(address).port
    if host not in _EVERYWHERE:
        return [] if _is_near(host) else [address]
    names = _local_names()
    wide = [f"http://{_written(one)}:{port}/" for one in own_addresses(both=host == "::")]
    return [*wide[:1], *(f"http://{name}:{port}/" for name in names), *wide[1:]][:_MOST]


def own_addresses(both: bool = False) -> list[Address]:
    """This machine's addresses that others can reach: the usual way out first, then at home."""
    families = (socket.AF_INET, socket.AF_INET6) if both else (socket.AF_INET,)
    ways_out = [way for family in families if (way := _way_out(family)) is not None]
    found = dict.fromkeys([*ways_out, *_of_interfaces(), *_of_name()])
    usable = [one for one in found if _usable(one) and (both or one.version == 4)]
    return sorted(usable, key=lambda one: (one.version, one not in ways_out, not one.is_private))


def qr_code(text: str) -> Text:
    """A text as a code for phones, two rows of it in each line: light on dark, whatever is set."""
    import segno

    edge = [0] * _QUIET
    rows = [
        [*edge, *row, *edge] for row in segno.make(text, error="l", micro=False).matrix
    ]  # 1 is a dark module
    light = [[0] * len(rows[0])] * _QUIET
    rows = [*light, *rows, *light]
    if len(rows) % 2:
        rows.append(light[0])
    lines = (
        "".join("█▀▄ "[2 * above + below] for above, below in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
    return Text("\n".join(lines), style="#ffffff on #000000", no_wrap=True)


def _written(address: Address) -> str:
    return f"[{address}]" if address.version == 6 else str(address)


def _is_near(host: str) -> bool:
    """Does a host mean this machine alone?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _usable(address: Address) -> bool:
    return not (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
    )


def _way_out(family: socket.AddressFamily) -> Address | None:
    """The address from which this machine speaks to others."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((_FAR[family], 9))
            return ipaddress.ip_address(asking.getsockname()[0])
    except (OSError, ValueError):
        return None


def _of_name() -> Iterator[Address]:
    """The addresses of this machine's name, which on some systems are all that it has."""
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, where in known:
        try:
            yield ipaddress.ip_address(str(where[0]).partition("%")[0])
        except ValueError:
            continue


def _of_interfaces() -> Iterator[Address]:
    """The addresses of each network that is plugged in, as Linux tells them."""
    if sys.platform != "linux":
        return
    import fcntl

    names = [name for _, name in socket.if_nameindex() if not name.startswith(_BRIDGES)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for name in names:
            try:
                told = fcntl.ioctl(asking, _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has none
                continue
            yield ipaddress.IPv4Address(told[20:24])
    try:
        lines = _IPV6_TABLE.read_text("ascii").splitlines()
    except (OSError, UnicodeError):
        return
    for line in lines:
        digits, *_, name = line.split()
        if name in names:
            yield ipaddress.IPv6Address(bytes.fromhex(digits))


def _local_names() -> list[str]:
    """The name of this machine in its own network, where something answers to it."""
    own = socket.gethostname().lower()
    if own.endswith(".local"):
        return [own]
    if sys.platform == "win32" or any(place.exists() for place in _NAME_SERVERS):
        return [f"{own.partition('.')[0]}.local"]
    return []
