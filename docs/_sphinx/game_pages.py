"""The pages of the games, made of the games' own words: nothing in them is written twice.

A game has two: `games/ID.md` in English and `jeux/ID.md` in French. Pictures are those that
`python -m tests.browser.album` took: `pictures/posters/ID.webp` and, for each diagram of the
rulebook, `pictures/rules/LANGUAGE/ID-DIAGRAM.webp`. Where there is none, there is none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from echappee.errors import LANGUAGES, Language
from echappee.games import game_ids, rulebook
from echappee.learning.course import course
from echappee.learning.handbook import rulings
from echappee.rulebook.options import Option, write_value
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.words import Article

FOLDERS: dict[Language, str] = {"en": "games", "fr": "jeux"}
_MARKS = re.compile(r"([\\`*_{}\[\]<>|#$~])")
_NUMBER = re.compile(r"^(\d+)\.(?=\s)")
_TIGHT = re.compile(" (?=[;:!?»])|(?<=«) ")


@cache
def _words(language: Language) -> dict[str, str]:
    text = Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text)[language]
    return {key: _typeset(one, language) for key, one in found.items()}


def pages(pictures: Collection[str]) -> Iterator[tuple[str, str]]:
    """Name and Markdown of every page; ``pictures`` are the names of those that there are."""
    for game_id in game_ids():
        for language in LANGUAGES:
            yield f"{FOLDERS[language]}/{game_id}.md", _page(game_id, language, pictures)


def shelf(pictures: Collection[str]) -> str:
    """All games side by side, for the first page."""
    cards = []
    for game_id in game_ids():
        rules, poster = rulebook(game_id), f"pictures/posters/{game_id}.webp"
        name = _plain(rules.name.en, "en")
        shown = f"![{name}]({poster})" if poster in pictures else name
        parts = [
            f"[{shown}](games/{game_id}.md)",
            f"{_count(rules)} {_words('en')['shelf']}",
            f"**[{name}](games/{game_id}.md)**",
            _plain(rules.words.get("tagline").en, "en"),
            f"[Rules](games/{game_id}.md) · [Règles](jeux/{game_id}.md)",
        ]
        cards.append(":::{container} poster\n" + "\n\n".join(parts) + "\n:::")
    return "::::{container} shelf\n" + "\n\n".join(cards) + "\n::::"


def _page(game_id: str, language: Language, pictures: Collection[str]) -> str:
    rules, said = rulebook(game_id), _words(language)
    tagline = _plain(rules.words.get("tagline")[language], language)
    parts = [f"# {_plain(rules.name[language], language)}"]
    poster = f"pictures/posters/{game_id}.webp"
    if poster in pictures:
        parts.append(f"```{{image}} ../{poster}\n:alt:\n:class: poster-picture\n```")
    parts += [
        f":::{{container}} tagline\n{tagline}\n:::",
        f"**{said['players']}**{_colon(language)} {_count(rules)}",
        f"**{said['play']}** {said['ways'].format(id=game_id)}",
        said["other"].format(id=game_id),
    ]
    parts += [f"## {said['rules']}", said["read"].format(id=game_id)]
    for article in rules.words.articles:
        parts += _article(game_id, article, language, pictures)
    if rules.options:
        parts += [f"## {said['options']}", *_options(rules, language)]
    more = " · ".join(said[key] for key in ("notation", "strong", "rulings"))
    parts += [f"## {said['more']}", more]
    return "\n\n".join(parts) + "\n"


def _options(rules: Rulebook, language: Language) -> Iterator[str]:
    texts, rows = rules.words.texts(language)["options"], []
    for option in rules.options:
        words = texts[option.name]
        label, help_ = _plain(words["label"], language), _plain(words["help"], language)
        values = " · ".join(_values(option, words["values"], language))
        rows.append(f"- **{label}** (`{option.name}`){_colon(language)} {help_}\n\n  {values}")
    yield "\n".join(rows)
    first = rules.options[0]
    written = write_value(first.values[-1])
    yield _words(language)["usual"].format(name=first.name, value=written)


def _values(option: Option, names: dict[str, str], language: Language) -> Iterator[str]:
    for value in option.values:
        written = write_value(value)
        name = _plain(names.get(written, written), language)
        told = f"`{written}`" if name == written else f"`{written}` {name}"
        yield f"**{told}**" if value == option.default else told


def _article(
    game_id: str, article: Article, language: Language, pictures: Collection[str]
) -> Iterator[str]:
    said = _words(language)
    level = "####" if article.id[-1].isalpha() else "###"
    yield f"({FOLDERS[language]}-{game_id}-{article.id})="
    yield f"{level} {article.id} · {_plain(article.title[language], language)}"
    for paragraph in re.split(r"\n\s*\n", article.text[language]):
        yield _plain(" ".join(paragraph.split()), language)
    known = course(game_id)
    for diagram in known.diagrams if known else ():
        name = f"pictures/rules/{language}/{game_id}-{diagram.id}.webp"
        if diagram.article == article.id and name in pictures and known is not None:
            caption = _plain(known.caption(diagram)[language], language)
            yield f"```{{figure}} ../{name}\n:alt:\n:class: diagram\n\n{caption}\n```"
    told = [
        f"- **{one.id}** {_plain(one.words[language], language)}"
        for one in rulings(game_id, article)
    ]
    if told:
        yield f":::{{admonition}} {said['ruling']}\n:class: note\n" + "\n".join(told) + "\n:::"


def _count(rules: Rulebook) -> str:
    fewest, most = rules.players
    return str(most) if fewest == most else f"{fewest}–{most}"


def _colon(language: Language) -> str:
    return "\u00a0:" if language == "fr" else ":"


def _plain(text: str, language: Language) -> str:
    """Words that Markdown shows as they are."""
    return _NUMBER.sub(r"\1\\.", _MARKS.sub(r"\\\1", _typeset(text, language)))


def _typeset(text: str, language: Language) -> str:
    """French sets a space that never breaks before ; : ! ? and inside guillemets."""
    return _TIGHT.sub("\u00a0", text) if language == "fr" else text
