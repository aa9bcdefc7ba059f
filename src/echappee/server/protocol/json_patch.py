"""What changes from one JSON document to the next, so that a replay need not send each whole.

A patch is ``[]`` for what is gone, ``[value]`` for what is new or replaced, and for an object or a
list of the same length ``{key: patch}`` with only what differs.
"""

from __future__ import annotations

from typing import Any

Patch = list[Any] | dict[str, Any]


def patch(old: Any, new: Any) -> Patch | None:
    """What turns ``old`` into ``new``; None if they are alike."""
    if isinstance(old, dict) and isinstance(new, dict):
        changed: dict[str, Any] = {key: [] for key in old if key not in new}
        for key, value in new.items():
            found = patch(old[key], value) if key in old else [value]
            if found is not None:
                changed[key] = found
        return changed or None
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        parts = {str(place): patch(*pair) for place, pair in pairs}
        return {place: found for place, found in parts.items() if found is not None} or None
    return None if type(old) is type(new) and old == new else [new]


def patched(old: Any, change: Patch | None) -> Any:
    """The document after a change; ``old`` stays as it is."""
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        return [patched(value, change.get(str(place))) for place, value in enumerate(old)]
    kept = {key: value for key, value in old.items() if change.get(key) != []}
    return kept | {key: patched(old.get(key), one) for key, one in change.items() if one != []}
