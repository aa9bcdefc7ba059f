"""The path that a request asks for, in its one spelling: all decide by this one."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from echappee.server.refusals import Refusal

_LONGEST_PART = 255
_UNFIT = re.compile(r"[\x00-\x1f\x7f\\]")
_CODE = re.compile(r"/api/(?:tables|records)/([^/]+)(?:/.*)?|/[twr]/([^/]+)")

SERVICES = ("api", "health", "ready", "metrics")
"""What lies below these is asked by programs: it never answers with the page."""
PROBES = ("/health", "/ready")
"""What balancers ask, under whatever name and as often as they like: it tells nobody anything."""
_OTHERS = ("docs", "schema")
"""What has pages of its own, and is never answered with the page either."""


def one_path(raw: bytes) -> str:
    """A path as it was sent, in its one spelling; refuses what is none.

    Percent signs are read once; empty parts and ``.`` are dropped. A part that leads upwards, is
    longer than a file's name can be, or holds what no address of ours does, is refused.
    """
    try:
        text = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        raise Refusal("bad-path") from None
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if _UNFIT.search(text) or any(_is_unfit(part) for part in parts):
        raise Refusal("bad-path")
    return "/" + "/".join(parts)


def _is_unfit(part: str) -> bool:
    return part == ".." or len(part.encode()) > _LONGEST_PART


def is_service(path: str) -> bool:
    """Is this asked by programs? In whatever case: what is nearly right is not the page either."""
    return path.split("/", 2)[1].casefold() in SERVICES


def is_page(path: str) -> bool:
    """Can this be an address of the page's own?"""
    return not is_service(path) and path.split("/", 2)[1].casefold() not in _OTHERS


def raw_path(scope: Any) -> bytes:
    """The path of a request as it was sent."""
    raw = scope.get("raw_path")
    return bytes(raw).partition(b"?")[0] if raw else quote(scope["path"], errors="replace").encode()


def code_in(path: str) -> str | None:
    """The code of the table or record that a path is about; None if it is about neither.

    The page's own addresses of them count too: what a link shows of its table is looked up.
    """
    found = _CODE.fullmatch(path)
    return None if found is None else found[1] or found[2]
