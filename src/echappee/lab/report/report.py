"""A report: which sections it has, what they need, and in which order they are measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from echappee import arguments
from echappee.bots.registry import bot, quick_bot
from echappee.bots.simple import CompiledBot
from echappee.errors import Language, UsageError
from echappee.games import rulebook
from echappee.lab.ledger import Ledger
from echappee.lab.report import (
    comparison,
    decisions,
    fair_value,
    kingmaking,
    leads,
    length,
    luck,
    seats,
    silence,
    skill,
    styles,
    things,
)
from echappee.lab.report.charts import check_plotting
from echappee.lab.report.plays import Player
from echappee.lab.report.study import Study, Table
from echappee.lab.report.told import Section, Teller
from echappee.lab.shards import Executor, Threads, check_executor
from echappee.rulebook.options import Options

GAMES = 4000
"""Games of each kind of table, if nothing else is said."""
MOST_GAMES = 10_000_000
SECTIONS = (
    seats.NAME, fair_value.NAME, comparison.NAME, luck.NAME, skill.NAME, leads.NAME,
    decisions.NAME, kingmaking.NAME, things.NAME, styles.NAME, length.NAME, silence.NAME,
)  # fmt: skip
"""All sections, in their order."""
Tell = Callable[[Teller], Section]


class Report(msgspec.Struct, frozen=True):
    """A report that has been measured; it can be told in any language."""

    study: Study
    other: Study | None
    parts: list[Tell]

    def sections(self, language: Language) -> list[Section]:
        """Its sections as they are told."""
        teller = Teller(self.study.table.rules, language)
        return [part(teller) for part in self.parts]


def report(
    game_id: str,
    players: int | None = None,
    options: Options | None = None,
    *,
    against: Options | None = None,
    bots: str = "greedy",
    levels: Sequence[str] = skill.LEVELS,
    fair: str | None = None,
    games: int = GAMES,
    seed: int = 0,
    only: Sequence[str] = (),
    threads: int | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    prepare: Callable[[], None] | None = None,
    executor: Executor | None = None,
    ledger: Ledger | None = None,
) -> Report:
    """Measure a game.

    ``bots`` names who plays where nothing else is said, a compiled one; ``levels`` are the players
    of the section on skill, the weakest first. ``against`` gives other options to compare with,
    which may be none: the usual ones. ``fair`` names a numeric option, or its values as in
    ``extras=0,2,3``, of which the fair one is sought. ``only`` names the sections that are wanted.
    ``progress`` is called with a section, how many are done and how many there are; ``prepare``
    when all is checked, before anything is compiled. An ``executor``, such as a cluster, plays in
    the place of threads. What is in the ``ledger`` is not played again, the rest is written into
    it.
    """
    rules = rulebook(game_id)
    count = rules.usual_players if players is None else rules.check_players(players)
    chosen = rules.settle(count, arguments.mapping("options", options))
    compared = None
    if against is not None:
        compared = rules.settle(count, arguments.mapping("against", against))
        if compared == chosen:
            raise UsageError("same-settings", game=rules.name.en)
    main = quick_bot(arguments.text("bots", bots))
    if not isinstance(main, CompiledBot):
        raise UsageError("slow-bot", name=bots, known="random, greedy")
    names = arguments.texts("levels", levels)
    for name in names:
        bot(name)
    if len(set(names)) < len(names) or not names:
        raise UsageError("bad-levels", names=", ".join(names))
    games = arguments.whole("games", games, 2, MOST_GAMES)
    seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED - MOST_GAMES)
    wanted = arguments.texts("only", only)
    if unknown := [name for name in wanted if name not in SECTIONS]:
        raise UsageError("bad-section", name=unknown[0], known=", ".join(SECTIONS))
    if fair is not None:
        fair_value.values_of(rules, arguments.text("fair", fair))
    workers = arguments.threads(threads)
    arguments.function("progress", progress)
    arguments.function("prepare", prepare)
    check_executor(executor)
    if ledger is not None:
        arguments.instance("ledger", ledger, Ledger)
    if count < 2:
        raise UsageError("bad-alone", game=rules.name.en)
    check_plotting()
    if prepare is not None:
        prepare()

    player = Player(Threads(workers) if executor is None else executor, ledger)
    study = Study(Table(rules, count, chosen), main.name, main.kind, games, seed, player)
    other = None
    if compared is not None:
        other = Study(Table(rules, count, compared), main.name, main.kind, games, seed, player)
    parts: list[Tell] = []
    measures = _measures(study, other, names, fair)
    due = [(name, part) for name, part in measures if not wanted or name in wanted]
    for done, (name, part) in enumerate(due):
        if progress is not None:
            progress(name, done, len(due))
        parts.append(part())
    return Report(study, other, parts)


def _measures(
    study: Study, other: Study | None, levels: tuple[str, ...], fair: str | None
) -> list[tuple[str, Callable[[], Tell]]]:
    """What measures each section, and gives what tells it then."""
    plain = {
        luck.NAME: luck, leads.NAME: leads, decisions.NAME: decisions, seats.NAME: seats,
        kingmaking.NAME: kingmaking, things.NAME: things, styles.NAME: styles,
        length.NAME: length, silence.NAME: silence,
    }  # fmt: skip

    def usual(name: str) -> Tell:
        module = plain[name]
        return partial(_told, module.tell, module.measure(study), study)

    def skilled() -> Tell:
        found = skill.measure(study, levels)
        return lambda teller: skill.tell(found, study, teller, levels)

    def compared(there: Study) -> Tell:
        found = comparison.measure(study, there)
        return lambda teller: comparison.tell(found, study, there, teller)

    def valued(asked: str) -> Tell:
        found = fair_value.measure(study, asked, levels)
        return lambda teller: fair_value.tell(found, study, teller, asked, levels)

    due: list[tuple[str, Callable[[], Tell]]] = []
    for name in SECTIONS:
        if name in plain:
            skipped = (name == kingmaking.NAME and study.table.players < 3) or (
                name == things.NAME and study.table.rules.statistics.count == 0
            )
            if not skipped:
                due.append((name, partial(usual, name)))
        elif name == skill.NAME:
            due.append((name, skilled))
        elif name == comparison.NAME and other is not None:
            due.append((name, partial(compared, other)))
        elif name == fair_value.NAME and fair is not None:
            due.append((name, partial(valued, fair)))
    return due


def _told(tell: Callable[..., Section], found: object, study: Study, teller: Teller) -> Section:
    return tell(found, study, teller)
