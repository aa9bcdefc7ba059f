"""Processes that work for this one, for commands and for what they call."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


@contextmanager
def worker_processes(processes: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """Processes that work for this one, one for each core if not told else.

    It alone hears Ctrl+C, and ends them.
    """
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_ignore_interrupts
    )
    try:
        yield pool
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are begun now don't hear Ctrl+C, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
