"""A page on which the browser draws nothing any more, though its script answers.

Chromium's software compositor stands still once in some thousand pages on a busy machine, whatever
the page is: no frame comes until the page is closed. A test that met this has seen nothing of the
product; it is played once more, on a new page, and says so. Any other failure stays one, and so
does a second standstill.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Error, Page

MET = pytest.StashKey[bool]()
"""The browser stood still in this test."""
PLAYED = pytest.StashKey[bool]()
"""It was played before."""
PATIENCE = 30_000

# A page that is hidden is not drawn anyway.
_A_FRAME = """(patience) => document.hidden || Promise.race([
  new Promise((come) => requestAnimationFrame(() => come(true))),
  new Promise((come) => setTimeout(() => come(false), patience)),
])"""


def stands_still(page: Page, patience: int = PATIENCE) -> bool:
    """Whether a page answers, but is not drawn."""
    try:
        return not page.evaluate(_A_FRAME, patience)
    except Error:
        return False


class PlayedAgain(pytest.PytestWarning):
    """The browser stood still; the test was played again."""


def play(item: pytest.Item, nextitem: pytest.Item | None) -> Sequence[pytest.TestReport]:
    """Play a test; again if it failed on a page that stood still. Gives the reports that count."""
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if not item.stash.get(MET, False):
        return reports
    warnings.simplefilter("always", PlayedAgain)  # told in the summary, and no error
    item.warn(PlayedAgain("the browser drew nothing any more: played again on a new page"))
    item.stash = pytest.Stash()
    item.stash[PLAYED] = True
    return runtestprotocol(item, log=False, nextitem=nextitem)
