"""Ctrl+C: whoever is in the middle of something tidies up, and the program leaves with status 130.

A game or a calculator may take a Ctrl+C as the wish to leave, keep what there is and end as if
nothing had happened. That it was one is remembered here.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STATUS = 130
"""What a program that was interrupted leaves with."""


class Interrupts:
    """Has anybody pressed Ctrl+C?"""

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.seen = True
        raise KeyboardInterrupt


@contextmanager
def noticing_interrupts() -> Iterator[Interrupts]:
    """Python's own answer to Ctrl+C, and a note that there was one."""
    interrupts = Interrupts()
    usual = signal.getsignal(signal.SIGINT)
    ours = usual is signal.default_int_handler
    if not ours or threading.current_thread() is not threading.main_thread():
        yield interrupts  # somebody else hears it
        return
    signal.signal(signal.SIGINT, interrupts)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, usual)
