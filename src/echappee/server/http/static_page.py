"""The page that people play on, served from this package where it has been built into it."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get

from echappee.server.http.paths import is_page
from echappee.server.refusals import Refusal

FOLDER = Path(__file__).parents[1] / "page"
_HASHED = "assets/"
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
_PACKED = (".js", ".mjs", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt")


class Asset(msgspec.Struct, frozen=True):
    """A file, as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page; every other address that no program asks is one of the page's own."""
    path = request.scope["path"]
    if not is_page(path):
        raise Refusal("not-found")
    wanted = path.strip("/")
    folder: Path = request.app.state.page
    found = asset(folder, wanted) if wanted else None
    hashed = found is not None and wanted.startswith(_HASHED)
    if found is None:
        if Path(wanted).suffix:
            raise Refusal("not-found")
        found = asset(folder, "index.html")
        if found is not None:
            return _previewed(request, found, await request.app.state.link_previews.tags(request))
    if found is None:
        raise Refusal("no-page")
    return answer(request, found, lasting=hashed)


def _previewed(request: Request[Any, Any, Any], file: Asset, tags: str) -> Response[bytes]:
    """The page with what a link to this address shows of it; it is written anew each time."""
    head, mark, rest = file.body.decode().partition("</title>")
    body = f"{head}{mark}{tags}{rest}".encode() if mark else file.body
    packed = gzip.compress(body, 6) if file.packed is not None else None
    sent = answer(request, Asset(body, packed, file.kind))
    sent.headers["vary"] = "accept-encoding, accept-language"
    return sent


def answer(
    request: Request[Any, Any, Any], file: Asset, *, lasting: bool = False, status: int = 200
) -> Response[bytes]:
    """Send a file, packed for those who can unpack it; one that is ``lasting`` is kept for good."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        "vary": "accept-encoding",
    }
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.kind, headers=headers, status_code=status)


def asset(folder: Path, name: str) -> Asset | None:
    """A file inside the folder; never one outside."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _read(path: Path, _changed: int) -> Asset:
    body = path.read_bytes()
    packed = gzip.compress(body, 9) if path.suffix in _PACKED and len(body) > 500 else None
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return Asset(body, packed, kind or "application/octet-stream")
