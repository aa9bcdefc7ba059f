"""The rulebook of a game to read: article by article, rulings marked, positions as pictures."""

from __future__ import annotations

from functools import cache

import msgspec

from echappee.errors import Phrase
from echappee.games import game_ids, rulebook
from echappee.learning.course import Course, Diagram, course
from echappee.learning.tutor import perform
from echappee.match.game import Game
from echappee.rulebook.values import View
from echappee.rulebook.words import Article


class Ruling(msgspec.Struct, frozen=True):
    """What this house plays where the printed rules are silent or unclear."""

    id: str
    words: Phrase


class Picture(msgspec.Struct, frozen=True):
    """A position, for the game's board to draw."""

    id: str
    seat: int | None
    """Through whose eyes; None: a spectator's."""
    view: View
    moves: tuple[str, ...]
    """What the seat may play, where the picture is about that."""
    caption: Phrase


class Chapter(msgspec.Struct, frozen=True):
    """One article of the rules."""

    id: str
    title: Phrase
    text: Phrase
    rulings: tuple[Ruling, ...]
    pictures: tuple[Picture, ...]


def rulings(game_id: str, article: Article) -> tuple[Ruling, ...]:
    """What was ruled about an article."""
    known = course(game_id)
    return tuple(Ruling(one, known.ruling(one)) for one in article.rulings) if known else ()


@cache
def chapters(game_id: str) -> tuple[Chapter, ...]:
    """The whole rulebook, in its order."""
    known = course(game_id)
    return tuple(
        Chapter(
            article.id,
            article.title,
            article.text,
            rulings(game_id, article),
            _pictures(known, article.id) if known else (),
        )
        for article in rulebook(game_id).words.articles
    )


def _pictures(known: Course, article: str) -> tuple[Picture, ...]:
    return tuple(_picture(known, one) for one in known.diagrams if one.article == article)


def _picture(known: Course, diagram: Diagram) -> Picture:
    match = Game(rulebook(known.game)).position(diagram.position, seed=diagram.seed)
    perform(match, diagram.before, diagram.seat)
    moves = tuple(match.moves(diagram.seat)) if diagram.moves and diagram.seat is not None else ()
    view = match.typed_view(diagram.seat)
    return Picture(diagram.id, diagram.seat, view, moves, known.caption(diagram))


def rulings_page() -> str:
    """All rulings of all games, for ``docs/rulings.md``."""
    lines = [
        "# Rulings",
        "",
        "What the printed rules leave open, settled: what is played here, game by game, each "
        "ruling with the article that it completes. Tests and comments cite the ids. "
        "`echappee rules GAME` prints the articles and their rulings, in English and French; "
        "`python -m echappee.learning.handbook > docs/rulings.md` writes this page.",
    ]
    for game_id in game_ids():
        words = rulebook(game_id).words
        told = {
            ruling.id: (article, ruling)
            for article in words.articles
            for ruling in rulings(game_id, article)
        }
        head = ["| id | article | ruling |", "|---|---|---|"]
        lines += ["", f"## {words.get('name').en}", "", *head] if told else []
        for one in sorted(told):
            article, ruling = told[one]
            title = f"{article.id} {article.title.en}"
            lines.append(f"| {one} | {title} | {ruling.words.en} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(rulings_page(), end="")
