"""A net in a file: which game, rules and features it is for, how it was trained, and its weights.

It begins with a line that names the format, for whoever finds it; the rest is MessagePack, the
weights in half precision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.errors import EchappeeError, UsageError
from echappee.files import read_bytes
from echappee.games import rulebook
from echappee.rulebook.rulebook import Rulebook

FORMAT = b"echappee net 1\n"
LARGEST = 64 << 20  # bytes of a file that is read

Weights = NDArray[np.float32]
Fact = str | int | float


class Shape(msgspec.Struct, frozen=True):
    """What goes in, what comes out, and what is between."""

    features: int
    """Numbers that a seat sees."""
    actions: int
    """The codes of the moves, and the last: to wait, out of turn."""
    seats: int
    """As many as can play; values are told from the one who looks, clockwise."""
    width: int
    """Numbers in each layer."""
    blocks: int
    """So many pairs of layers add to what came in."""

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The weights, by their names: rows are inputs but where heads have one for each answer."""
        width = self.width
        return {
            "first": (self.features, width),
            "layers": (2 * self.blocks, width, width),
            "biases": (1 + 2 * self.blocks, width),
            "policy": (self.actions, width),
            "policy_bias": (self.actions,),
            "value": (self.seats, width),
            "value_bias": (self.seats,),
        }


class Net(msgspec.Struct, frozen=True):
    """What has been learnt of a game: for each action how likely it is, for each seat its chance.

    An input layer, then blocks of two layers each of which adds to what came in, then the two
    heads. `echappee.bots.nets.kernels` evaluates it.
    """

    game: str
    rules: int
    """The version of the game's rules."""
    layout: str
    """A digest of the features, their names and places."""
    shape: Shape
    """How large it is."""
    trained: dict[str, Fact]
    """How it came about: on what, for how long."""
    weights: dict[str, Weights]
    """By the names that its shape gives them."""

    def check(self, rules: Rulebook) -> None:
        """Refuse what was not trained for this game as it is now."""
        if self.game != rules.id:
            raise UsageError("net-game", made=self.game, game=rules.name.en)
        sizes = (self.shape.features, self.shape.actions, self.shape.seats)
        if (
            self.rules != rules.version
            or self.layout != layout_digest(rules)
            or sizes != sizes_of(rules)
        ):
            raise UsageError(
                "net-version", game=rules.name.en, made=self.rules, version=rules.version
            )


class _Written(msgspec.Struct, frozen=True):
    """A net as it stands in a file."""

    game: str
    rules: int
    layout: str
    shape: Shape
    trained: dict[str, Fact]
    weights: dict[str, bytes]


def layout_digest(rules: Rulebook) -> str:
    """What tells the features of a game from those of another version."""
    return digest_of(rules.features.shapes)


def digest_of(shapes: Mapping[str, tuple[int, ...]]) -> str:
    """What tells features of these names and shapes from others."""
    return hashlib.sha256(repr(dict(shapes)).encode()).hexdigest()[:16]


def sizes_of(rules: Rulebook) -> tuple[int, int, int]:
    """How many features, actions and seats a net of this game has."""
    return rules.feature_count, rules.move_codes + 1, rules.player_counts()[-1]


def net_bytes(net: Net) -> bytes:
    """The file of a net."""
    weights = {name: net.weights[name].astype("<f2").tobytes() for name in net.shape.arrays()}
    written = _Written(net.game, net.rules, net.layout, net.shape, net.trained, weights)
    return FORMAT + msgspec.msgpack.encode(written)


def is_net(content: bytes) -> bool:
    """Does a file begin as one of a net?"""
    return content.startswith(FORMAT)


def read_net(path: Path | str) -> Net:
    """The net of a file, checked against the game's rules as they are now."""
    place = arguments.path("path", path)
    return net_of(read_bytes(place, LARGEST + 1), str(place))


def net_of(content: bytes, called: str) -> Net:
    """The net of the bytes of a file, which is ``called`` so, checked against its game's rules."""
    net = unchecked_net_of(content, called)
    net.check(rulebook(net.game))
    return net


def unchecked_net_of(content: bytes, called: str) -> Net:
    """The net of the bytes of a file, for a known game, by whatever version of its rules."""
    try:
        if not is_net(content) or len(content) > LARGEST:
            raise ValueError
        written = msgspec.msgpack.decode(content[len(FORMAT) :], type=_Written)
        weights = {
            name: _unpacked(written.weights[name], shape)
            for name, shape in written.shape.arrays().items()
        }
        rulebook(written.game)
    except (msgspec.MsgspecError, ValueError, KeyError, EchappeeError) as error:
        raise UsageError("no-net", path=called) from error
    return Net(written.game, written.rules, written.layout, written.shape, written.trained, weights)


def _unpacked(raw: bytes, shape: tuple[int, ...]) -> Weights:
    if min(shape) < 0:
        raise ValueError
    read: NDArray[Any] = np.frombuffer(raw, "<f2").reshape(shape)
    if not np.isfinite(read).all():
        raise ValueError
    return np.ascontiguousarray(read, np.float32)
