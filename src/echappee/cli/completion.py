"""What a shell offers when somebody presses Tab: games, bots, options, articles.

Typer asks these functions; where they offer nothing, the shell offers files. ``echappee
--install-completion`` sets it up. Nothing here loads the compiler or the server: a shell waits.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator

import typer

from echappee.bots.levels import levels
from echappee.bots.registry import bot_names
from echappee.cli.speech import choose_language
from echappee.errors import LANGUAGES, EchappeeError
from echappee.games import game_ids, rulebook
from echappee.rulebook.options import write_value
from echappee.rulebook.rulebook import Rulebook

Offer = tuple[str, str]
"""What can be typed, and what it is, for the shells that show that."""

_ASKED = "_ECHAPPEE_COMPLETE"
_NAME = "_ECHAPPEE_COMPLETE_NAME"


def complete_game(incomplete: str) -> Iterable[Offer]:
    """The ids of the games."""
    language = choose_language(None)
    return [(game_id, rulebook(game_id).name[language]) for game_id in game_ids()]


def complete_language(incomplete: str) -> Iterable[str]:
    """The languages that we speak."""
    return LANGUAGES


def complete_article(context: typer.Context, incomplete: str) -> Iterable[Offer]:
    """The articles of the game that was named before."""
    rules = _game(context)
    language = choose_language(None)
    return [(one.id, one.title[language]) for one in rules.words.articles] if rules else []


def complete_player(incomplete: str) -> Iterable[Offer]:
    """The bots to sit down with, or none."""
    return [*_bots(), ("none", "")]


def complete_bots(incomplete: str) -> Iterable[Offer]:
    """One bot after another, with commas between them."""
    return _listed(_bots(), incomplete)


def complete_levels(incomplete: str) -> Iterable[Offer]:
    """One level after another, with commas between them."""
    return _listed(_levels().items(), incomplete)


def complete_setting(context: typer.Context, incomplete: str) -> Iterable[Offer]:
    """The options of the game that was named before; once only one fits, its values."""
    rules = _game(context)
    if rules is None:
        return []
    begun = os.environ.get(_NAME) or incomplete.partition("=")[0]
    fitting = [one for one in rules.options if one.name.startswith(begun.replace("-", "_"))]
    exact = [one for one in fitting if one.name == begun.replace("-", "_")]
    language = choose_language(None)
    words = rules.words
    if len(exact or fitting) != 1:
        return [
            (f"{one.name}=", words.get("options", one.name, "label")[language]) for one in fitting
        ]
    (option,) = exact or fitting
    prefix = "" if os.environ.get(_NAME) else f"{begun if exact else option.name}="
    values = map(write_value, option.values)
    return [
        (prefix + value, words.get("options", option.name, "values", value)[language])
        for value in values
    ]


def join_words() -> None:
    """Undo what Bash does to ``NAME=VALUE`` when it asks: it takes it for three words.

    It wants to know only how the last of them goes on. So the name is remembered, and Typer is
    asked for the value alone.
    """
    if os.environ.get(_ASKED) != "complete_bash":
        return
    words, place = _words(os.environ.get("COMP_WORDS", "")), int(os.environ.get("COMP_CWORD", "0"))
    joined: list[str] = []
    for word in [*words, ""][: place + 1]:
        if word and joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    name, sign, value = joined[-1].rpartition("=")
    if sign:
        option, _, name = name.rpartition("=")
        if name.startswith("-"):
            option, name = name, ""
        os.environ[_NAME] = name
        joined[-1:] = [option, value] if option else [value]
    os.environ["COMP_WORDS"] = "\n".join(map(shlex.quote, joined))
    os.environ["COMP_CWORD"] = str(len(joined) - 1)


def _words(text: str) -> list[str]:
    """The words of a line, also where a quotation mark is still open."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _game(context: typer.Context) -> Rulebook | None:
    """The game that a line names so far; Typer reads no further than an option without value."""
    named = (context.params.get("game"), *context.args)
    return next((rulebook(one) for one in named if one in game_ids()), None)


def _levels() -> dict[str, str]:
    language = choose_language(None)
    return {level.name: level.label[language] for level in levels()}


def _bots() -> Iterator[Offer]:
    labels = _levels()
    try:
        names = bot_names()
    except EchappeeError:  # an installed package announces one that is broken
        names = tuple(labels)
    yield from ((name, labels.get(name, "")) for name in names)


def _listed(offers: Iterable[Offer], incomplete: str) -> Iterator[Offer]:
    """What can stand after the last comma, with all that stands before it."""
    before, comma, _ = incomplete.rpartition(",")
    yield from ((before + comma + name, label) for name, label in offers)
