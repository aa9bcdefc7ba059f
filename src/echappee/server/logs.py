"""The log: lines for people or one JSON object a line, with the id of the request, and no secret.

A table's code is an invitation, and a key opens a seat: neither is ever written. Whatever looks
like a code becomes a short mark instead, the same for the same code until the process ends, so that
the lines about one table can be found; it can't be turned back.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from hashlib import blake2s
from typing import Any, TextIO
from urllib.parse import unquote, urlsplit

import msgspec

from echappee.server.config import Settings
from echappee.server.config_fields import all_settings
from echappee.server.table.codes import LETTERS, TABLE

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request or socket that is being served."""
FACTS = "facts"
"""Under this name, a line of the log is given more to tell: ``extra={FACTS: {"status": 200}}``."""

_KEY = secrets.token_bytes(16)
_CODE = re.compile(rf"(?<![A-Za-z])[{LETTERS}]{{{TABLE},}}(?![A-Za-z])")
_TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{22}(?![\w-])")
_HIDDEN = "***"


def mark(code: str) -> str:
    """What stands in the log for a table's code."""
    return "#" + blake2s(code.encode(), key=_KEY, digest_size=4).hexdigest()


class Redaction:
    """Takes out of a text what nobody must read."""

    def __init__(self, settings: Settings) -> None:
        self._passwords = tuple(_passwords(settings))

    def __call__(self, text: str) -> str:
        """The text without codes, keys and passwords."""
        for password in self._passwords:
            text = text.replace(password, _HIDDEN)
        text = _TOKEN.sub(_HIDDEN, text)
        return _CODE.sub(lambda found: mark(found[0]), text)


def _passwords(settings: Settings) -> list[str]:
    """The passwords in the addresses that a server was told, as written and as meant."""
    found: set[str] = set()
    for setting in all_settings():
        value = getattr(settings, setting.name)
        if not setting.secret or not isinstance(value, str):
            continue
        try:
            password = urlsplit(value).password
        except ValueError:
            continue
        found |= {password, unquote(password)} if password else set()
        found |= set(re.findall(r"(?i)password=([^&\s]+)", value))
    return sorted(found, key=len, reverse=True)


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a traceback below it where there is one."""
        told = _told(record)
        facts = " ".join(f"{name}={told[name]}" for name in told if name not in _HEAD)
        trace = f"\n{told['trace']}" if "trace" in told else ""
        line = f"{told['time']} {told['level']} {told['message']} {facts}".rstrip()
        return self._redact(line + trace)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told = {
            name: self._redact(value) if isinstance(value, str) and name not in _KEPT else value
            for name, value in _told(record).items()
        }
        return msgspec.json.encode(told).decode()


_HEAD = ("time", "level", "message", "trace")
_KEPT = ("time", "level", "request_id")


def _told(record: logging.LogRecord) -> dict[str, Any]:
    """What a line says."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    told: dict[str, Any] = {
        "time": f"{at}.{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "message": record.getMessage(),
    }
    request_id = REQUEST_ID.get()
    if request_id is not None:
        told["request_id"] = request_id
    told.update(getattr(record, FACTS, {}))
    if record.exc_info:
        told["trace"] = logging.Formatter().formatException(record.exc_info)
    return told


def set_up(settings: Settings, stream: TextIO | None = None) -> logging.Handler:
    """Write the log of this process as it was told to; in place of what was set up before."""
    redact = Redaction(settings)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(redact) if settings.log == "json" else TextLines(redact))
    root = logging.getLogger()
    for before in list(root.handlers):
        if isinstance(before.formatter, TextLines | JsonLines):
            root.removeHandler(before)
    root.addHandler(handler)
    tells_all = settings.log == "json" or settings.log_requests
    logging.getLogger("echappee").setLevel(logging.INFO if tells_all else logging.WARNING)
    return handler
