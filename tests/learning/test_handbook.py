"""The rulebook to read: every article, every ruling, pictures from real positions."""

from __future__ import annotations

import re

import pytest

from echappee.errors import LANGUAGES
from echappee.games import game_ids, rulebook
from echappee.learning.course import course
from echappee.learning.handbook import chapters
from tests.learning.taught import TAUGHT

each_game = pytest.mark.parametrize("game", game_ids())
taught = pytest.mark.parametrize("game", TAUGHT)


@each_game
def test_every_article_is_there_in_its_order(game: str) -> None:
    book = chapters(game)
    assert [chapter.id for chapter in book] == [one.id for one in rulebook(game).words.articles]
    for chapter in book:
        for language in LANGUAGES:
            assert chapter.title[language]
            assert len(chapter.text[language]) > 20


@taught
def test_every_ruling_is_told_where_it_belongs(game: str) -> None:
    """No ruling without words, none that no article names, and none left out of the count."""
    known = course(game)
    assert known is not None
    cited = {ruling.id for chapter in chapters(game) for ruling in chapter.rulings}
    assert cited == known.words["en"].rulings.keys()
    numbers = sorted(int(re.sub(r"\D", "", one)) for one in cited)
    assert numbers == list(range(1, len(numbers) + 1))
    for chapter in chapters(game):
        for ruling in chapter.rulings:
            assert 20 < len(ruling.words.en) < 260
            assert 20 < len(ruling.words.fr) < 300


@taught
def test_pictures_are_real_positions(game: str) -> None:
    book = chapters(game)
    pictures = [picture for chapter in book for picture in chapter.pictures]
    known = course(game)
    assert known is not None
    assert {picture.id for picture in pictures} == {one.id for one in known.diagrams}
    assert len(pictures) >= 4
    assert len({chapter.id for chapter in book if chapter.pictures}) >= 4
    for picture in pictures:
        assert picture.view.game == game
        assert picture.view.seat == picture.seat
        assert picture.caption.en != picture.caption.fr
    for diagram in known.diagrams:
        assert diagram.seat is not None or not diagram.moves
