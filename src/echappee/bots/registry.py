"""The bots by name: our own, the riders, those of installed packages, and those of a file."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import msgspec

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.levels import first_champion, level_bots, strongest_effort
from echappee.bots.nets.net import is_net, net_of
from echappee.bots.nets.net_bot import NetBot
from echappee.bots.nets.own_nets import own_net
from echappee.bots.riders import rider_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.bots.simple import GREEDY_BOT, CompiledBot
from echappee.bots.simple_kernels import RANDOM
from echappee.errors import UsageError, did_you_mean, shown

GROUP = "echappee.bots"
"""The entry point group in which a package announces its bots."""


class BotFile(msgspec.Struct, frozen=True):
    """A file with bots, as it was when they were added: others can run it, too."""

    stem: str
    text: bytes

    @property
    def digest(self) -> str:
        """A hash of all that is written in it."""
        return hashlib.sha256(self.text).hexdigest()[:16]


AHEAD = "-ahead"
"""So ends the name of a bot that thinks ahead and is guided by a net."""

_loaded: dict[str, Bot] = {}
_files: dict[str, BotFile] = {}
"""Where those that were loaded come from, by their names."""


@cache
def _built_in() -> dict[str, Bot]:
    simple = (CompiledBot("random", RANDOM), GREEDY_BOT, NetBot("net", own_net))
    bots: tuple[Bot, ...] = (*simple, *level_bots(), first_champion())
    return {bot.name: bot for bot in bots}


@cache
def _installed() -> dict[str, Bot]:
    """The bots that installed packages announce; a built-in name can't be taken."""
    found: dict[str, Bot] = {}
    for entry in entry_points(group=GROUP):
        if not _taken(entry.name):
            found[entry.name] = _checked(entry.load(), entry.value)
    return found


def _taken(name: str) -> bool:
    """Is it the name of a bot that came with the games?"""
    return name in _built_in() or name in rider_bots()


def bot_names() -> tuple[str, ...]:
    """The names of all bots: the simple ones, the levels, then what was added."""
    return (*_built_in(), *added_names())


def added_names() -> tuple[str, ...]:
    """The names of the bots that did not come with the games."""
    return (*_installed(), *_loaded)


def bot(name: str) -> Bot:
    """The bot of this ``name``; a level's number will do, too, and so does the id of a rider."""
    name = arguments.text("name", name)
    numbers = [str(number) for number in range(1, len(level_bots()) + 1)]
    if name in numbers:
        return level_bots()[numbers.index(name)]
    for known in (_built_in(), rider_bots(), _loaded, _installed()):
        if name in known:
            return known[name]
    near = did_you_mean(name, (*bot_names(), *rider_bots()))
    raise UsageError(
        "unknown-bot", name=name, known=", ".join(bot_names()), near=near.en, near_fr=near.fr
    )


def quick_bot(name: str) -> Bot:
    """The bot of this ``name`` for simulations: a compiled one, or one that somebody added."""
    found = bot(name)
    if isinstance(found, CompiledBot) or found.name in added_names():
        return found
    known = [name for name, bot in _built_in().items() if isinstance(bot, CompiledBot)]
    raise UsageError("slow-bot", name=name, known=", ".join((*known, *added_names())))


def called_or_itself(one: Bot) -> str | Bot:
    """The name by which others find the same bot, or the bot itself where there is none."""
    books = (_built_in(), rider_bots(), _loaded, _installed())
    return one.name if any(one is known.get(one.name) for known in books) else one


def bot_files() -> tuple[BotFile, ...]:
    """The files of all bots that were added from one, in their order."""
    return tuple(dict.fromkeys(_files[name] for name in _loaded if name in _files))


def file_of(one: Bot) -> BotFile | None:
    """The file that a bot was added from."""
    return _files.get(one.name) if _loaded.get(one.name) is one else None


def load_file(path: Path) -> tuple[str, ...]:
    """Add the bots of a file; return their names.

    Of a Python file, which is run, a bot is anything with a ``name`` and a ``choose``: an object of
    the file, or a class that is made without arguments. The net of a game (`echappee train`) is two
    bots: one that is called as the file is and plays what the net likes best, and one with
    ``-ahead`` behind its name, which thinks as hard as the strongest level and is guided by it.
    """
    path = arguments.path("path", path)
    text = path.read_bytes() if _is_file(path) else b""
    bots = _net_bots(path, text) if is_net(text) else _bots_of(path)
    _loaded.update(bots)
    _files.update(dict.fromkeys(bots, BotFile(path.stem, text)))
    return tuple(bots)


def _net_bots(path: Path, content: bytes) -> dict[str, Bot]:
    net = net_of(content, str(path))
    bots: list[Bot] = [
        NetBot(path.stem, net),
        ThinkingBot(f"{path.stem}{AHEAD}", strongest_effort, net=net),
    ]
    for one in bots:
        if _taken(one.name):
            raise UsageError("bot-name-taken", name=one.name)
    return {one.name: one for one in bots}


def _bots_of(path: Path) -> dict[str, Bot]:
    module = _run(path)
    bots: dict[str, Bot] = {}
    for value in vars(module).values():
        own = getattr(value, "__module__", module.__name__) == module.__name__
        if own and hasattr(value, "choose") and isinstance(getattr(value, "name", None), str):
            found = _checked(value, path.name)
            if _taken(found.name):
                raise UsageError("bot-name-taken", name=found.name)
            bots[found.name] = found
    if not bots:
        raise UsageError("no-bot-in-file", path=path)
    return bots


def _run(path: Path) -> ModuleType:
    name = f"echappee_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path) if _is_file(path) else None
    if spec is None or spec.loader is None:
        raise UsageError("no-bot-file", path=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _broken(path, error) from error
    return module


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _broken(where: object, error: BaseException) -> UsageError:
    return UsageError("bad-bot-file", path=where, why=f"{type(error).__name__}: {shown(error)}")


def _checked(value: object, where: str) -> Bot:
    """A bot, made where a class was given."""
    try:
        made = value() if isinstance(value, type) else value
    except Exception as error:
        raise _broken(where, error) from error
    if not isinstance(getattr(made, "name", None), str) or not callable(
        getattr(made, "choose", None)
    ):
        raise UsageError("no-bot-in-file", path=where)
    return made  # type: ignore[return-value]
