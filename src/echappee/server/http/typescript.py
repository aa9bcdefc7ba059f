"""The types of the wire as TypeScript, so that the page and the server can't drift apart.

python -m echappee.server.http.typescript web/src/protocol.ts
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect as looking

from echappee.files import write_file
from echappee.games import game_ids, rulebook
from echappee.rulebook.options import TextOption
from echappee.server.protocol import messages, rest

_HEAD = "// Written by `python -m echappee.server.http.typescript`. Do not edit.\n"
_ALIASES = {
    "Clock": rest.Clock,
    "SeatPlan": rest.SeatPlan,
    "LogItem": messages.LogItem,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}


class Writer:
    """Writes each struct once, under a name of its own."""

    def __init__(self) -> None:
        self._names: dict[type, str] = {}
        self._parts: list[str] = []
        self._sent: set[type] = set()
        self._aliases: dict[str, str] = {}
        self._home = ""

    def text(self) -> str:
        """All types, for every registered game."""
        for kind in messages.REQUESTS:
            self._mark_sent(looking.type_info(kind))
        for name, union in _ALIASES.items():
            written = self._write(looking.type_info(union))
            self._parts.append(f"export type {name} = {written};\n")
            self._aliases[written] = name
        for kind in (*messages.REQUESTS, *messages.ANSWERS):
            self._write(looking.type_info(kind))
        views = []
        for game_id in game_ids():
            self._home = "".join(word.capitalize() for word in game_id.split("-"))
            view = self._write(looking.type_info(rulebook(game_id).view_type))
            views.append(f"  {_key(game_id)}: {view};\n")
            for shown in _documents(game_id):
                self._write(looking.type_info(shown))
        doc = "/** What `View.table` is, by the id of the game. */\n"
        self._parts.append(f"{doc}export interface Tables {{\n{''.join(views)}}}\n")
        return "\n".join([_HEAD, *self._parts])

    def _mark_sent(self, info: Any) -> None:
        """Note the structs that a client sends: there, what has a default may be left out."""
        if isinstance(info, looking.StructType):
            if info.cls in self._sent:
                return
            self._sent.add(info.cls)
            for field in info.fields:
                self._mark_sent(field.type)
        for part in _parts(info):
            self._mark_sent(part)

    def _write(self, info: Any) -> str:
        """A type as TypeScript writes it."""
        match info:
            case looking.Metadata():
                return self._write(info.type)
            case looking.StructType():
                return self._struct(info)
            case looking.UnionType():
                written = " | ".join(dict.fromkeys(self._write(kind) for kind in info.types))
                return self._aliases.get(written, written)
            case looking.LiteralType():
                return " | ".join(msgspec.json.encode(value).decode() for value in info.values)
            case looking.ListType() | looking.VarTupleType() | looking.SetType():
                item = self._write(info.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case looking.TupleType():
                return f"[{', '.join(self._write(kind) for kind in info.item_types)}]"
            case looking.DictType():
                key = self._write(info.key_type)
                return f"Record<{key}, {self._write(info.value_type)}>"
            case looking.NoneType():
                return "null"
            case looking.BoolType():
                return "boolean"
            case looking.IntType() | looking.FloatType():
                return "number"
            case looking.StrType() | looking.BytesType():
                return "string"
            case looking.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {info!r}")

    def _struct(self, info: looking.StructType) -> str:
        cls: type = info.cls
        if cls in self._names:
            return self._names[cls]
        name = cls.__name__ if cls.__name__ not in self._names.values() else ""
        self._names[cls] = name = name or f"{self._home}{cls.__name__}"
        lines = []
        if info.tag_field is not None:
            lines.append(f'  {info.tag_field}: "{info.tag}";\n')
        for field in info.fields:
            optional = "?" if cls in self._sent and not field.required else ""
            written = self._write(field.type)
            lines.append(f"  {_key(field.encode_name)}{optional}: {written};\n")
        doc = " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())
        body = "".join(lines)
        self._parts.append(f"/** {doc} */\nexport interface {name} {{\n{body}}}\n")
        return name


def _parts(info: Any) -> list[Any]:
    """The types inside a type."""
    found: list[Any] = []
    for attribute in ("type", "item_type", "key_type", "value_type"):
        if hasattr(info, attribute):
            found.append(getattr(info, attribute))
    for attribute in ("types", "item_types"):
        found += getattr(info, attribute, ())
    return found


def _documents(game_id: str) -> list[Any]:
    """The types of what a game shows besides its table: material, values of options, a series,
    what a move could lead to."""
    game = rulebook(game_id)
    makers: list[Callable[..., Any] | None] = [game.material, game.ahead]
    makers += [one.describe for one in game.options if isinstance(one, TextOption)]
    makers.append(None if game.series is None else game.series.summary)
    return [get_type_hints(maker)["return"] for maker in makers if maker is not None]


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def main() -> None:
    """Write the file named on the command line."""
    write_file(Path(sys.argv[1]), Writer().text().encode())


if __name__ == "__main__":
    main()
