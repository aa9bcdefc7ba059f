"""What stays the same from one view to the next is written as JSON once.

A game says which parts of its view last as long as the match, such as the road; those are the same
objects in every view, whoever looks, so they are known by their identity.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from echappee.rulebook.values import View

_MOST_KEPT = 512
_written: OrderedDict[int, tuple[Any, msgspec.Raw]] = OrderedDict()


def packed(view: View, constant: Sequence[str]) -> View:
    """A view that is to be sent, with its constant parts written already."""
    if not constant:
        return view
    parts = {name: _write(getattr(view.table, name)) for name in constant}
    table = msgspec.structs.replace(view.table, **parts)
    return msgspec.structs.replace(view, table=table)


def _write(part: Any) -> msgspec.Raw:
    """The JSON of a part. It is kept with its part, so that no other one can get its identity."""
    kept = _written.get(id(part))
    if kept is None:
        kept = part, msgspec.Raw(msgspec.json.encode(part))
        _written[id(part)] = kept
        if len(_written) > _MOST_KEPT:
            _written.popitem(last=False)
    return kept[1]
