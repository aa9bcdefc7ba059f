"""Adapters to the environments of researchers, each for an extra that installs what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from echappee.errors import IllegalMove, UsageError
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook


class MissingExtra(UsageError, ImportError):
    """Something that only an extra installs, such as ``echappee[openspiel]``, is not there."""


class IllegalAction(IllegalMove):
    """An action that the seat that was asked does not have; nothing was played."""

    action: int
    seat: int


def check_choice(name: str, value: object, known: Sequence[str]) -> str:
    """One of some words, such as a render mode."""
    if isinstance(value, str) and value in known:
        return value
    raise UsageError("unknown-choice", name=name, value=value, known=", ".join(known))


def refusal(rules: Rulebook, state: State, seat: int, action: int, *, over: bool) -> IllegalAction:
    """Why a seat may not do what it was about to do."""
    told: dict[str, Any] = {"seat": seat, "action": action}
    article = None
    if over:
        error = IllegalAction("choice-over", **told)
    elif action == rules.move_codes:
        error = IllegalAction("choice-wait", **told)
    elif not 0 <= action < rules.move_codes:
        error = IllegalAction("choice-unknown", last=rules.move_codes, **told)
    else:
        why, article = rules.rules.REFUSALS[rules.functions.judge(state, seat, action)]
        words = rules.words.get("refusals", why)
        error = IllegalAction(
            "choice-refused", article=article, why=words.en, why_fr=words.fr,
            move=rules.notation.write_move(state, seat, action), **told,
        )  # fmt: skip
    error.seat, error.action = seat, action
    return error
