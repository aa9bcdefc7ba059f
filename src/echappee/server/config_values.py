"""Values of settings as people write them: in a command, in the environment, in a TOML file."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from echappee.errors import Phrase, did_you_mean, reason_of
from echappee.server.config import Rate
from echappee.server.config_fields import Setting
from echappee.server.refusals import Refusal, config_words

NONE = "none"
"""How a limit that there is not is written."""
_RATE = re.compile(r"([0-9.]+)\s*/\s*([0-9]+)")
_YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_MOST = 2**53


class _Unfit(Exception):
    """This is no value of its kind."""


def read_value(setting: Setting, given: Any, where: str | Phrase) -> Any:
    """A value, from a text or as TOML has it; ``where`` it was told is told who must mend it."""
    try:
        if setting.optional and given in (NONE, False):
            return None
        return _READERS[setting.kind](setting, given)
    except _Unfit:
        expected = _expected(setting)
        place = where if isinstance(where, Phrase) else Phrase(where, where)
        raise Refusal(
            "bad-config-value", path=place.en, path_fr=place.fr,
            value="***" if setting.secret else given,
            expected=expected.en, expected_fr=expected.fr,
        ) from None  # fmt: skip


def write_value(value: Any, *, secret: bool = False) -> str:
    """A value as TOML; of an address that may hold a password, without it."""
    match value:
        case None:
            return f'"{NONE}"'
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:g}" if float(value).is_integer() and abs(value) < 1e6 else repr(value)
        case Rate():
            return f'"{write_rate(value)}"'
        case tuple():
            return f"[{', '.join(write_value(one, secret=secret) for one in value)}]"
    text = masked(str(value)) if secret else str(value)
    return json.dumps(text, ensure_ascii=False)


def write_rate(rate: Rate) -> str:
    """A rate as it is told: ``50/300``, 50 a second and 300 at once."""
    return f"{rate.per_second:g}/{rate.burst}"


def masked(address: str) -> str:
    """An address without the password that it may hold; what can't be read is hidden whole."""
    try:
        parts = urlsplit(address)
        name, at, place = parts.netloc.rpartition("@")
        if at and ":" in name:
            name = f"{name.partition(':')[0]}:***"
        query = re.sub(r"(?i)(password=)[^&]*", r"\1***", parts.query)
        return urlunsplit(parts._replace(netloc=f"{name}{at}{place}", query=query))
    except ValueError:
        return "***"


# ------------------------------------------------------------------------------------ the file


def read_file(path: Path, known: Iterable[str]) -> dict[str, tuple[Any, int]]:
    """What a file says, each with its line; refused is a key that nothing is called by."""
    try:
        text = path.read_bytes().decode()
        told = tomllib.loads(text)
    except OSError as error:
        why = reason_of(error)
        raise Refusal("config-unreadable", file=path, reason=why.en, reason_fr=why.fr) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise Refusal("config-unreadable", file=path, reason=reason, reason_fr=reason) from error
    names = set(known)
    for key in told:
        if key not in names:
            near = did_you_mean(key, names)
            raise Refusal(
                "unknown-config", key=key, line=_line_of(text, key), file=path,
                near=near.en, near_fr=near.fr,
            )  # fmt: skip
    return {key: (value, _line_of(text, key)) for key, value in told.items()}


def place_in_file(name: str, line: int, path: Path) -> Phrase:
    """A line of a file, for who must mend it."""
    return config_words("place", name=name, line=str(line), file=str(path))


def _line_of(text: str, key: str) -> int:
    """The line that a key stands in; Python's reader does not tell."""
    word = re.escape(key)
    wanted = re.compile(rf"""\s*\[*\s*(?:{word}|"{word}"|'{word}')\s*[=.\]]""")
    found = (number for number, line in enumerate(text.splitlines(), 1) if wanted.match(line))
    return next(found, 1)


# ------------------------------------------------------------------------------- kinds of values


def _number(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise _Unfit
    try:
        number = float(given)
    except (ValueError, OverflowError):
        raise _Unfit from None
    if not math.isfinite(number) or not 0 <= number <= _MOST:
        raise _Unfit
    return number


def _real(_: Setting, given: Any) -> float:
    return _number(given)


def _whole(_: Setting, given: Any) -> int:
    number = _number(given)
    if not number.is_integer() or isinstance(given, float):
        raise _Unfit
    return int(number)


def _flag(_: Setting, given: Any) -> bool:
    found = _YES_NO.get(given.strip().lower()) if isinstance(given, str) else given
    if not isinstance(found, bool):
        raise _Unfit
    return found


def _text(setting: Setting, given: Any) -> str:
    if not isinstance(given, str) or not given.isprintable():
        raise _Unfit
    if setting.choices and given not in setting.choices:
        raise _Unfit
    return given


def _path(setting: Setting, given: Any) -> Path:
    if not isinstance(given, str | Path) or "\0" in str(given) or not str(given).strip():
        raise _Unfit
    return Path(given).expanduser()


def _list(setting: Setting, given: Any) -> tuple[str, ...]:
    parts = given.split() if isinstance(given, str) else given
    if not isinstance(parts, list | tuple):
        raise _Unfit
    return tuple(_text(setting, one) for one in parts)


def _rate(_: Setting, given: Any) -> Rate:
    if isinstance(given, Mapping):
        if given.keys() != {"per_second", "burst"}:
            raise _Unfit
        return Rate(_number(given["per_second"]), _whole(_, given["burst"]))
    found = _RATE.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        raise _Unfit
    return Rate(_number(found[1]), _whole(_, found[2]))


_READERS = {
    float: _real, int: _whole, bool: _flag, str: _text, Path: _path, tuple: _list, Rate: _rate,
}  # fmt: skip
_NAMES = {
    float: "number", int: "whole", bool: "yes-no", str: "text", Path: "path", tuple: "list",
    Rate: "rate",
}  # fmt: skip


def _expected(setting: Setting) -> Phrase:
    """What a setting can be."""
    if setting.choices:
        return config_words("choice", known=", ".join(setting.choices))
    kind = config_words(_NAMES[setting.kind])
    none = config_words("or-none") if setting.optional else Phrase("", "")
    return Phrase(kind.en + none.en, kind.fr + none.fr)
