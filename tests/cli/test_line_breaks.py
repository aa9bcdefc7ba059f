"""French marks stay with their words, however narrow the terminal is."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console
from textual.content import Content

import echappee.cli.speech  # noqa: F401  (what every command speaks with)

SAID = "Vous tenez une carte\u00a0: la jaune\u202f! Et le sprinteur\u00a0?"


def _by_rich(width: int) -> list[str]:
    told = io.StringIO()
    Console(file=told, width=width).print(SAID, highlight=False)
    return told.getvalue().splitlines()


def _by_textual(width: int) -> list[str]:
    return [line.plain for line in Content(SAID).wrap(width)]


@pytest.mark.parametrize("wrapped", [_by_rich, _by_textual])
@pytest.mark.parametrize("width", range(13, 40))
def test_no_line_begins_with_a_mark(wrapped: Callable[[int], list[str]], width: int) -> None:
    lines = [line.rstrip(" ") for line in wrapped(width)]
    assert len(lines) > 1
    assert " ".join(lines) == SAID
    assert not [line for line in lines if line[0] in ":!?"]
    assert max(map(len, lines)) <= width
