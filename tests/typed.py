"""French as it is typed: what a test looks for has plain spaces and apostrophes."""

from __future__ import annotations

from echappee.french import APOSTROPHE, NO_BREAK


def as_typed(text: str) -> str:
    """A printed text with its spaces and apostrophes as a keyboard has them."""
    return text.replace(NO_BREAK, " ").replace(APOSTROPHE, "'")
