"""Carries a net over to features that were appended to those it was trained with.

    python -m echappee.bots.nets.widen FILE...

A game that gets an option shows more of itself; its new features stand behind the old ones. A net
trained before knows nothing of them: it is given a row of zeros for each, so that where they are 0,
in all games without the option, it answers to the last bit as it did. That is no training, and its
facts say so (``carried_over``); it plays with the option as if it were not there.
"""

from __future__ import annotations

import sys
from itertools import accumulate
from math import prod
from pathlib import Path

import msgspec
import numpy as np

from echappee.bots.nets.net import Net, digest_of, layout_digest, net_bytes, unchecked_net_of
from echappee.files import write_file
from echappee.games import rulebook
from echappee.rulebook.rulebook import Rulebook


def widened(net: Net, rules: Rulebook) -> Net:
    """The same net with the features that were appended since it was trained.

    A net for other rules, or whose features are not the first of those of now, is refused.
    """
    shapes = rules.features.shapes
    ends = list(accumulate(prod(shape) for shape in shapes.values()))
    for known, size in enumerate(ends[:-1], 1):
        first = dict(list(shapes.items())[:known])
        if net.layout == digest_of(first) and net.shape.features == size:
            more = np.zeros((ends[-1] - size, net.shape.width), np.float32)
            new = [str(net.trained.get("carried_over", "")), *list(shapes)[known:]]
            net = msgspec.structs.replace(
                net,
                layout=layout_digest(rules),
                shape=msgspec.structs.replace(net.shape, features=ends[-1]),
                trained=net.trained | {"carried_over": " ".join(new).strip()},
                weights=net.weights | {"first": np.concatenate([net.weights["first"], more])},
            )
            break
    net.check(rules)
    return net


def main(paths: list[str]) -> None:
    """Rewrite files of nets, each for its game as it is now."""
    for path in map(Path, paths):
        net = unchecked_net_of(path.read_bytes(), str(path))
        write_file(path, net_bytes(widened(net, rulebook(net.game))))


if __name__ == "__main__":
    main(sys.argv[1:])
