"""Every setting of a server with its names: what `Settings` declares, field by field.

From each of its lines follow an option of ``echappee serve``, a variable of the environment, a key
of a file, and a line of the docs.
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from echappee.server.config import Named, Settings


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a server can be told."""

    name: str
    """Its key in a file."""
    flag: str
    variable: str
    kind: Any
    """``float``, ``int``, ``bool``, ``str``, `Path`, `Rate`, ``tuple`` (of texts), or ``str`` with
    ``choices``."""
    optional: bool
    """Can it be none at all?"""
    choices: tuple[str, ...]
    secret: bool
    words: str

    @property
    def many(self) -> bool:
        """Can it be told several times?"""
        return self.kind is tuple


@cache
def all_settings() -> tuple[Setting, ...]:
    """Everything that a server can be told, in the order of `Settings`."""
    hints, words = get_type_hints(Settings, include_extras=True), dict(_documented())
    return tuple(_setting(name, hints[name], words[name]) for name in Settings.__struct_fields__)


def _setting(name: str, hint: Any, words: str) -> Setting:
    named = Named()
    if get_origin(hint) is Annotated:
        hint, *told = get_args(hint)
        named = next((one for one in told if isinstance(one, Named)), named)
    optional = get_origin(hint) in (Union, types.UnionType)
    if optional:
        (hint,) = (one for one in get_args(hint) if one is not type(None))
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    if choices:
        hint = str
    return Setting(
        name=name,
        flag=named.flag or "--" + name.replace("_", "-"),
        variable=named.variable or "ECHAPPEE_" + name.upper(),
        kind=get_origin(hint) or hint,
        optional=optional,
        choices=choices,
        secret=named.secret,
        words=words,
    )


def _documented() -> Iterator[tuple[str, str]]:
    """The fields of `Settings` with the words below each."""
    (body,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(body, ast.ClassDef)
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            told = below.value if isinstance(below, ast.Expr) else None
            if isinstance(told, ast.Constant) and isinstance(told.value, str):
                yield field.target.id, re.sub(r"\s+", " ", told.value.replace("``", "`"))
