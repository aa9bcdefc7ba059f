"""What is written about the wire (types for the page, the document) agrees with what is sent."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec

from echappee.bots.levels import levels
from echappee.games import game_ids, rulebook
from echappee.server.http.typescript import Writer
from echappee.server.protocol import messages as m
from echappee.server.refusals import Refusal, bots, quick_phrases

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
NOT_ON_THE_WIRE = {
    "port-in-use", "no-address", "bad-redis", "needs-redis", "redis-alone",
    "data-in-use", "data-lost",
    "data-broken", "data-newer", "data-read-only", "data-unusable", "bad-place", "no-database",
    "no-driver", "bad-proxy",
    "bad-config-value", "unknown-config", "config-unreadable", "bad-site",
}  # fmt: skip


def test_typescript_has_every_message_and_every_game() -> None:
    text = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert text == Writer().text(), "python -m echappee.server.http.typescript web/src/protocol.ts"
    for union in (m.ClientMessage, m.ServerMessage, m.LogItem):
        for struct in get_args(union):
            tag = struct.__struct_config__.tag
            assert f"export interface {struct.__name__} {{" in text
            assert f': "{tag}";' in text
    for game in game_ids():
        assert f"export interface {rulebook(game).view_type.__name__} {{" in text
    names = re.findall(r"export (?:interface|type) (\w+)", text)
    assert len(names) == len(set(names))


def test_the_document_names_every_message_item_and_code() -> None:
    for union in (m.ClientMessage, m.ServerMessage, m.LogItem):
        for struct in get_args(union):
            assert f"{struct.__struct_config__.tag}" in DOCUMENT
    words = files("echappee.server").joinpath("words.toml").read_text(encoding="utf-8")
    refusals = tomllib.loads(words)["refusals"]
    for code in refusals.keys() - NOT_ON_THE_WIRE:
        assert f"`{code}`" in DOCUMENT
        for language in ("en", "fr"):
            slots = re.findall(r"\{(\w+)\}", refusals[code][language])
            refusal = Refusal(code, **dict.fromkeys(slots, "x"))
            assert refusal.words[language]


def test_everything_the_server_says_is_in_both_languages() -> None:
    assert [bot.name for bot in bots()] == [level.name for level in levels()]
    for phrase in quick_phrases():
        assert phrase.words.en
        assert phrase.words.fr


def test_requests_are_strict() -> None:
    decoder = msgspec.json.Decoder(m.ClientMessage)
    decoder.decode(b'{"type":"ping","id":"x"}')
    for text in (b'{"type":"ping","id":"x","more":1}', b'{"type":"ping"}', b'{"id":"x"}', b"[]"):
        try:
            decoder.decode(text)
        except msgspec.DecodeError:
            continue
        raise AssertionError(text)
