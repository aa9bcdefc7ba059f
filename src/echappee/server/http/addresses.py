"""Who asks and whom: callers' addresses, the names we answer to, and the proxies we believe."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache

from echappee.server.refusals import Refusal

_LONGEST_NAME = 253
_NEAR = (".local", ".localhost")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s\[\]:@/]+)(?::[0-9]{1,5})?")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(maxsize=4_096)
def caller(address: str) -> str:
    """By what an address is counted: one household has as many IPv6 addresses as it likes, so
    the network of 64 bits that it was given counts as one."""
    known = _ip(address)
    if not isinstance(known, ipaddress.IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((int(known) >> 64 << 64, 64)))


class Hosts:
    """The names under which this server may be asked for.

    A page elsewhere can make its own name point at this machine (DNS rebinding), and its visitors'
    browsers then take us for that site. They still send its name, and we don't answer to it.
    Addresses in numbers can't be made to point anywhere, nor can names of the local network.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, own.partition(".")[0]}
        self._below: tuple[str, ...] = _NEAR
        self._all = False
        for name in allowed:
            wanted = name.strip().lower().rstrip(".")
            self._all |= wanted == "*"
            if wanted.startswith("*."):
                self._below += (wanted[1:],)
            else:
                self._names.add(wanted)

    def answers_to(self, host: str) -> bool:
        """Is this, the ``Host`` of a request, one of our names?"""
        name = _name(host)
        if name is None:
            return False
        return self._all or _ip(name) is not None or name in self._names or self._is_below(name)

    def _is_below(self, name: str) -> bool:
        return any(name.endswith(end) and len(name) > len(end) for end in self._below)


class Proxies:
    """The proxies that tell us who asks."""

    def __init__(self, named: Iterable[str]) -> None:
        self.networks: list[Network] = []
        for name in named:
            try:
                self.networks.append(ipaddress.ip_network(name.strip()))
            except ValueError:
                raise Refusal("bad-proxy", proxy=name[:60]) from None

    def __contains__(self, address: str) -> bool:
        known = _ip(address) if self.networks else None
        return known is not None and any(known in network for network in self.networks)


def _name(host: str) -> str | None:
    """The name in a ``Host``, without its port; None if it is none."""
    found = _HOST.fullmatch(host.lower())
    if found is None or len(host) > _LONGEST_NAME + len(":65535"):
        return None
    return found[1].strip("[]").rstrip(".") or None


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
