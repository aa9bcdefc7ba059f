"""Échappée: play, score, study and simulate tabletop games.

    >>> import echappee
    >>> game = echappee.game("tapas")
    >>> match = game.start(players=2, options={"first_colour": "j"}, seed="any text")
    >>> match.awaited
    (0,)
    >>> "N3:2" in match.moves(0)
    True
    >>> [event.kind for event in match.play(0, "N3:2")]
    ['push']

What is exported here is documented, typed and stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from echappee.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    EchappeeError,
    IllegalMove,
    InvalidMove,
    MoveError,
    OutOfRange,
    Phrase,
    UndoRefused,
    UnknownGame,
    UsageError,
)

if TYPE_CHECKING:
    from echappee.lab.batch.batch import Autoreset, Batch
    from echappee.match.game import Game
    from echappee.match.match import Match
    from echappee.match.replay import Verification
    from echappee.rulebook.options import Options
    from echappee.rulebook.values import Advice

__version__ = "0.2.0"

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "EchappeeError",
    "IllegalMove",
    "InvalidMove",
    "MoveError",
    "OutOfRange",
    "Phrase",
    "UndoRefused",
    "UnknownGame",
    "UsageError",
    "__version__",
    "all_games",
    "batch",
    "game",
    "replay",
    "verify",
]


def game(game_id: str) -> Game:
    """The game with this id, such as ``tapas``: one of those of `all_games`."""
    from echappee.games import rulebook
    from echappee.match.game import Game

    return Game(rulebook(game_id), _advise)


def all_games() -> tuple[Game, ...]:
    """All games, by their ids in alphabetical order."""
    from echappee.games import game_ids

    return tuple(game(game_id) for game_id in game_ids())


def batch(
    game_id: str,
    games: int,
    players: int | None = None,
    options: Options | Sequence[Options] | None = None,
    seed: int = 0,
    threads: int | None = 1,
    autoreset: Autoreset = "next-step",
    device: Literal["cpu", "cuda"] = "cpu",
    stream: object = None,
    skip_forced: bool = False,
) -> Batch:
    """Many games side by side, dealt, in one array: for programs that learn or count.

    All games have as many ``players`` (as many as four, if not told else). ``options`` are for all,
    or a list from which the games take theirs in turn. ``threads`` share the games out; None is one
    for each core. ``autoreset`` says when a game that is over is dealt anew: ``next-step``,
    ``same-step`` or ``disabled``, see `Batch.step`. With ``skip_forced`` only seats that have a
    choice are asked: a move that is the only one plays itself.

    With the ``device`` ``cuda``, not ``cpu``, they are played on a GPU, and all arrays are there;
    ``threads`` means nothing then. Work is put into ``stream``, one of PyTorch's or CuPy's or its
    handle, or into CUDA's default stream.
    """
    from echappee.lab.batch.batch import Batch

    return Batch(
        game_id, games, players, options, seed, threads, autoreset, device, stream, skip_forced
    )


def replay(text: str) -> Match:
    """The match that a record tells, every move judged and every position checked."""
    from echappee.match.replay import replay

    return replay(text, _advise)


def verify(text: str) -> Verification:
    """Check a finished record: its secret, every draw, every move, the result."""
    from echappee.match.replay import verify

    return verify(text)


def _advise(match: Match, seat: int, seed: int) -> Advice:
    """What the bots answer to `Match.advise`; they are loaded when it is first asked."""
    from echappee.bots.advice import advise

    return advise(match, seat, seed)
