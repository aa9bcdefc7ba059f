"""A process that compiles one game for another process, behind all that people wait for.

It is told by lines and tells by lines: ``3 17`` is three steps of seventeen, ``compiled`` the end.
What it has compiled so far is kept. It ends when nobody is there to be told any more.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

REST = b"rest"
"""Stop before the next step: another game is wanted more."""
GO_ON = b"go on"
COMPILED = "compiled"

_NICER = 10


def main() -> None:
    """Compile the game that is named in the only argument."""
    for number in (signal.SIGINT, signal.SIGTERM):  # whoever started this one ends it
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows is told when a process is started
        os.nice(_NICER)
    free = threading.Event()
    free.set()
    threading.Thread(target=_obey, args=(free,), daemon=True).start()

    from echappee.bots.prepare_games import prepare_game  # slow to load: hear the other side first

    def step(_: str, done: int, total: int) -> None:
        print(done, total, flush=True)
        free.wait()

    prepare_game(sys.argv[1], step)
    print(COMPILED, flush=True)


def _obey(free: threading.Event) -> None:
    """Do as the other side says, and end with it."""
    while told := os.read(0, 1024):
        if told.splitlines()[-1] == REST:
            free.clear()
        else:
            free.set()
    os._exit(1)


if __name__ == "__main__":
    main()
