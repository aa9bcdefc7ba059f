"""Where lines of the terminal may break: not at a no-break space.

Rich, and Textual by it, takes every space for a place to break a line. French has one before a
colon or an exclamation mark that must stay with its word.
"""

from __future__ import annotations

import re

from rich import _wrap

_SPACE = r"[^\S\u00a0\u202f]"
_LETTER = r"[\S\u00a0\u202f]"


def keep_no_break_spaces() -> None:
    """From now on lines break at plain spaces alone."""
    _wrap.re_word = re.compile(f"{_SPACE}*{_LETTER}+{_SPACE}*")
