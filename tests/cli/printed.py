"""What a game in the terminal leaves behind: what it printed, and what it kept."""

from __future__ import annotations

from echappee.cli import kept_games
from echappee.match.match import Match


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def last_kept(game_id: str) -> Match:
    """The game that was kept last."""
    return kept_games.load(kept_games.newest(game_id))
