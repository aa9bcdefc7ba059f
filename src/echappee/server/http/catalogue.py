"""What can be played here: games with their options and words, bots, quick phrases."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from echappee import __version__
from echappee.errors import LANGUAGES, EchappeeError, Language, Phrase
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.rulebook.options import Option, SeatsOption, TextOption, Value, write_value
from echappee.server.http.auth import REFUSED, TheService
from echappee.server.protocol import rest as b
from echappee.server.refusals import Refusal, bots, problem, quick_phrases, rider_infos


@get("/house", summary="What this server offers", responses=REFUSED)
async def house_info(service: TheService) -> b.HouseInfo:
    """Bots, quick phrases and limits, and how far the rules are."""
    return b.HouseInfo(
        version=__version__,
        languages=list(LANGUAGES),
        bots=list(bots()),
        riders=list(rider_infos()),
        phrases=list(quick_phrases()),
        limits=b.Limits(name=b.LONGEST_NAME, chat=b.LONGEST_CHAT, record=b.LONGEST_RECORD),
        compiling=service.rules.compiling(),
    )


@get("/games", summary="All games", responses=REFUSED)
async def games(service: TheService) -> list[b.GameInfo]:
    """Every game with its options, in words."""
    return [game_info(game_id, service.rules.at_hand(game_id)) for game_id in game_ids()]


@get("/games/{game:str}/words/{language:str}", summary="The words of a game", responses=REFUSED)
async def words(game: FromPath[str], language: FromPath[str]) -> dict[str, Any]:
    """The game's table of words in one language, and the order of its articles."""
    known: list[Language] = [one for one in LANGUAGES if one == language]
    if not known:
        raise Refusal("not-found")
    found = rulebook(game).words
    return {**found.texts(known[0]), "order": [article.id for article in found.articles]}


@get("/games/{game:str}/material", summary="What is in the box", responses=REFUSED)
async def material(game: FromPath[str]) -> Any:
    """The game's own document of its material; not every game has one."""
    made = rulebook(game).material
    if made is None:
        raise Refusal("not-found")
    return made()


@get(
    "/games/{game:str}/options/{option:str}/describe",
    summary="A value of an option, checked and described",
    responses=REFUSED,
    sync_to_thread=True,
)
def describe(
    game: FromPath[str], option: FromPath[str], value: FromQuery[str]
) -> b.OptionDescription:
    """The one way to write a value, or why it is none; and what the game has to show of it."""
    found = [one for one in rulebook(game).options if one.name == option]
    if not found:
        raise Refusal("not-found")
    chosen = found[0]
    text = value[: b.LONGEST_VALUE]
    written: Value | None = None
    wrong: b.Problem | None = None
    try:
        written = chosen.read(text)
    except EchappeeError as error:
        wrong = problem(error)
    shown = chosen.describe if isinstance(chosen, TextOption) else None
    return b.OptionDescription(value=written, problem=wrong, about=shown(text) if shown else None)


@post(
    "/games/{game:str}/check",
    summary="Could a table be set with these options?",
    status_code=200,
    responses=REFUSED,
    sync_to_thread=True,
)
def check(game: FromPath[str], data: JSONBody[b.CheckOptions]) -> b.CheckedOptions:
    """The options as a table would have them, or the refusal that setting it would meet."""
    return b.CheckedOptions(options=dict(rulebook(game).settle(data.players, data.options)))


def game_info(game_id: str, ready: bool) -> b.GameInfo:
    """A game in words."""
    game = Game(rulebook(game_id))
    fewest, most = game.players
    return b.GameInfo(
        id=game.id,
        name=game.name,
        tagline=game.tagline,
        duration=_duration(game),
        rules=game.rulebook.version,
        fewest=fewest,
        most=most,
        hidden=game.rulebook.hidden,
        options=[_option(game, option) for option in game.options],
        series=_series(game),
        ready=ready,
    )


def _duration(game: Game) -> Phrase:
    """How long a game takes people; empty where its words don't say."""
    texts = [game.rulebook.words.texts(language) for language in LANGUAGES]
    return Phrase(*(text.get("duration", "") for text in texts))


def _series(game: Game) -> b.SeriesOffer | None:
    kind, get = game.rulebook.series, game.rulebook.words.get
    if kind is None:
        return None
    return b.SeriesOffer(
        label=get("series", "label"),
        help=get("series", "help"),
        single=get("series", "single"),
        option=kind.OPTION,
        settles=list(kind.SETTLES),
        most=kind.MOST,
        examples=[list(example) for example in kind.EXAMPLES],
    )


def _option(game: Game, option: Option) -> b.OptionInfo:
    get = game.rulebook.words.get
    return b.OptionInfo(
        name=option.name,
        label=get("options", option.name, "label"),
        help=get("options", option.name, "help"),
        values=[
            b.OptionValue(value=value, label=_label(game, option, write_value(value)))
            for value in option.values
        ],
        default=option.default,
        free=option.free,
        document=isinstance(option, TextOption) and option.document,
        choices=[
            b.OptionValue(value=choice, label=get("options", option.name, "choices", choice))
            for choice in (option.choices if isinstance(option, SeatsOption) else ())
        ],
        suggested=[
            b.OptionSuggestion(level=one.level, options=dict(one.options), value=one.value)
            for one in option.suggested
        ],
    )


def _label(game: Game, option: Option, value: str) -> Phrase:
    """A value in words; the value itself where the game has no word for it."""
    tables = [game.rulebook.words.texts(language) for language in LANGUAGES]
    labels = [table["options"][option.name].get("values", {}).get(value, value) for table in tables]
    return Phrase(*labels)
