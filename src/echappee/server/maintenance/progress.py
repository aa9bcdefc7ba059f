"""How far a long piece of work is: told to whoever shows it."""

from __future__ import annotations

from typing import Literal

Stage = Literal["copy", "backup", "verify"]


class Progress:
    """Told what is being done and how far it is; this one shows nothing."""

    def expect(self, stage: Stage, total: int) -> None:
        """Something begins, in so many pieces."""

    def advance(self, done: int) -> None:
        """So many more of them are done."""

    def compile_rules(self) -> None:
        """Compile the rules of all games now: there is much to play again."""
