"""``/schema``: the REST calls on a page of our own, without anything from anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Litestar, Request, Response, Router, get

from echappee.server.refusals import schema_words

DOCUMENT = "/api/openapi.json"
STYLE = "/schema/style.css"
_METHODS = ("get", "post", "put", "delete")

_CSS = """\
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; }
p { margin: 0.25rem 0; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.5rem 0; }
dd { margin: 0; }
"""


class NoPages(Router):
    """Takes none of the pages that Litestar adds by itself: they load and link other sites."""

    def register(self, _: Any) -> list[Any]:
        """Take nothing."""
        return []


@get(DOCUMENT, include_in_schema=False, sync_to_thread=False)
def document(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The REST part, described."""
    return _described(request.app)


@get("/schema", include_in_schema=False, sync_to_thread=False)
def schema_page(request: Request[Any, Any, Any]) -> Response[str]:
    """The same for a person to read."""
    state = request.app.state
    if "schema_page" not in state:
        state["schema_page"] = "\n".join(_page(_described(request.app)))
    return Response(state["schema_page"], media_type="text/html")


@get(STYLE, include_in_schema=False, sync_to_thread=False)
def style() -> Response[str]:
    """How it looks."""
    return Response(_CSS, media_type="text/css")


HANDLERS = (document, schema_page, style)


def _described(app: Litestar) -> dict[str, Any]:
    """The description, which takes long to make: once is enough."""
    if "described" not in app.state:
        app.state["described"] = app.openapi_schema.to_schema()
    made: dict[str, Any] = app.state["described"]
    return made


def _page(described: dict[str, Any]) -> Iterator[str]:
    title = escape(f"{described['info']['title']} {described['info']['version']}")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f"<title>{title}</title>"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<link rel="stylesheet" href="{STYLE}">\n</head>\n<body>\n<h1>{title}</h1>'
    words = schema_words()
    for language in ("en", "fr"):
        yield f'<p lang="{language}">{escape(words[language])}</p>'
    yield f'<p><a href="{DOCUMENT}"><code>{DOCUMENT}</code></a></p>'
    for path, calls in described["paths"].items():
        for method in _METHODS:
            if method in calls:
                yield from _call(path, method, calls[method])
    yield "</body>\n</html>"


def _call(path: str, method: str, call: dict[str, Any]) -> Iterator[str]:
    yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
    yield f"<p><strong>{escape(call.get('summary', ''))}</strong></p>"
    if call.get("description"):
        yield f"<p>{escape(call['description'])}</p>"
    yield "<dl>"
    for one in call.get("parameters", ()):
        yield f"<dt><code>{escape(one['name'])}</code></dt><dd>{escape(_kind(one['schema']))}</dd>"
    for content in call.get("requestBody", {}).get("content", {}).values():
        yield f"<dt>body</dt><dd>{escape(_kind(content['schema']))}</dd>"
    for status, answer in call["responses"].items():
        kinds = {_kind(content["schema"]) for content in answer.get("content", {}).values()}
        yield f"<dt>{escape(status)}</dt><dd>{escape(', '.join(sorted(kinds)))}</dd>"
    yield "</dl>"


def _kind(schema: dict[str, Any]) -> str:
    """A type in short: its name where it has one."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " | ".join(_kind(one) for one in schema[key])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
