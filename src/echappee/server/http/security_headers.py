"""Whose browser may ask, and the headers that keep a browser safe."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # boards place their pieces by style attributes
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""What the page may load: itself, and nothing from anywhere else."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""On every answer."""


def same_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Does a browser's request come from our own page (or from one that was allowed)?

    Without an ``Origin`` it does not come from a page at all, so no page can have forged it.
    """
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # an address that is none, such as one with half a pair of brackets
        return False


def is_origin(site: str) -> bool:
    """Is this the address of a site as browsers name it: scheme and name, and nothing after?"""
    try:
        parts = urlsplit(site)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and site == f"{parts.scheme}://{parts.netloc}"
