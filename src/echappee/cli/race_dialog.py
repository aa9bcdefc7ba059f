"""The race calculator at a table: stage by stage, in plain words, saved after every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from echappee.calculator.edit import (
    add_stage,
    check_order,
    check_profile,
    correct_stage,
    insert_stage,
    new_race,
    profiles_left,
    remove_stage,
)
from echappee.calculator.exports import reasons, stage_name, stage_rows
from echappee.calculator.left import check_deck, check_hand, read_left, write_left
from echappee.calculator.names import (
    check_names,
    find_profile,
    find_seat,
    find_seats,
    fold,
    profile_name,
)
from echappee.calculator.race import (
    BROOM_WAGON,
    MOUNTAIN,
    WORDS,
    CalculatorError,
    Left,
    Race,
    Stage,
)
from echappee.calculator.race_file import save_race
from echappee.calculator.state import RaceState, race_state
from echappee.cli.speech import Speech
from echappee.errors import LANGUAGES, EchappeeError

COMMANDS = ("undo", "correct", "remove", "insert", "show", "back", "help", "quit")
_WORDS = {fold(WORDS.get("commands", name)[lang]): name for name in COMMANDS for lang in LANGUAGES}
Answer = TypeVar("Answer")


class Leave(Exception):
    """The person wants to stop; everything is saved."""


class Order(Exception):
    """A command typed in place of an answer: the stage being entered is dropped."""

    def __init__(self, name: str, rest: str) -> None:
        super().__init__(name)
        self.name = name
        self.rest = rest


class Talk:
    """Questions and answers in one language."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.language = speech.language
        self.console = speech.console

    def text(self, *path: str, **facts: Any) -> str:
        """A sentence of the calculator."""
        return WORDS.say(*path, **facts)[self.language]

    def say(self, *path: str, style: str = "", **facts: Any) -> None:
        """Print a sentence of the calculator."""
        self.console.print(self.text(*path, **facts), style=style, markup=False, highlight=False)

    def ask(self, question: str, read: Callable[[str], Answer], default: str = "") -> Answer:
        """Ask until the answer can be read; an empty one stands for the default."""
        while True:
            typed = self.console.input(f"[bold]{escape(question)}[/bold] > ").strip()
            try:
                return read(typed or default)
            except EchappeeError as error:
                self.speech.refuse(error)


def ask_race(talk: Talk, title: str = "") -> Race:
    """A new race by questions: who rides, which edition and mode, who begins."""
    names = talk.ask(talk.text("ask", "names"), lambda text: check_names(text.split(",")))

    def read_edition(text: str) -> str:
        return new_race(names, edition=text.upper()).edition

    edition = talk.ask(talk.text("ask", "edition"), read_edition, "FR")

    def read_mode(text: str) -> str:
        meant = [mode for mode in ("sprint", "endurance") if mode.startswith(fold(text))]
        return new_race(names, mode=meant[0] if len(meant) == 1 else text).mode

    mode = talk.ask(talk.text("ask", "mode"), read_mode, "sprint")
    each = None
    if mode == "endurance":

        def read_each(text: str) -> int:
            number: Any = int(text) if text.isdecimal() else text
            return new_race(names, mode=mode, stages_each=number).stages_each

        each = talk.ask(talk.text("ask", "each"), read_each, "3")
    race = new_race(names, edition, mode, each, title=title)
    first = talk.text("ask", "first", name=names[0])
    seat = talk.ask(first, lambda text: find_seat(race, text), names[0])
    return msgspec.structs.replace(race, first=seat)


class RaceDialog:
    """One race at one keyboard."""

    def __init__(self, race: Race, path: Path, speech: Speech) -> None:
        self.race = race
        self.path = path
        self.talk = Talk(speech)

    def run(self) -> None:
        """Ask for stage after stage until the person leaves."""
        self.talk.say("ask", "hint", style="dim")
        try:
            self._show_standing()
            while True:
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self.talk.console.print()
            self.talk.say("ask", "left-behind", path=self.path)

    def _step(self) -> None:
        order: Order | None = None
        try:
            self._ask_next()
        except Order as typed:
            order = typed
        while order is not None:
            try:
                self._obey(order)
                order = None
            except Order as typed:  # a command in place of a correction drops that
                order = typed
            except EchappeeError as error:
                self.talk.speech.refuse(error)
                order = None

    def _ask_next(self) -> None:
        if self.race.over:
            self._input(self.talk.text("ask", "done"), lambda _: None)
            return
        number = len(self.race.stages) + 1
        self._enter(number, None, lambda stage: add_stage(self.race, stage))

    # ------------------------------------------------------------------------------------- commands

    def _obey(self, order: Order) -> None:
        if order.name == "quit":
            raise Leave
        if order.name == "undo":
            number = len(self.race.stages)
            self._keep(remove_stage(self.race))
            self.talk.say("ask", "undone", number=number, style="green")
            self._show_standing()
        elif order.name == "remove":
            number = self._number(order)
            self._keep(remove_stage(self.race, number))
            self.talk.say("ask", "removed", number=number, style="green")
            self._show_standing()
        elif order.name == "correct":
            number = self._number(order)
            self.talk.say("ask", "correcting", number=number, style="green")
            old = self.race.stages[number - 1]
            self._enter(number, old, lambda stage: correct_stage(self.race, number, stage))
        elif order.name == "insert":
            number = self._number(order)
            self._enter(number, None, lambda stage: insert_stage(self.race, number, stage))

    def _number(self, order: Order) -> int:
        """The stage that a command is about, which must be there."""
        text = order.rest.strip()
        if not text.isdecimal() or len(text) > 3:
            raise EchappeeError(
                "number-needed",
                words=WORDS.say("ask", "number-needed", command=order.name),
            )
        number = int(text)
        if not 1 <= number <= len(self.race.stages):
            raise CalculatorError("no-such-stage", number=number, done=len(self.race.stages))
        return number

    # ------------------------------------------------------------------------------------- a stage

    def _enter(self, number: int, old: Stage | None, enter: Callable[[Stage], Race]) -> None:
        """Ask for a stage until it can have happened, then save the race with it."""
        while True:
            stage = self._ask_stage(number, old)
            try:
                race = enter(stage)
            except EchappeeError as error:
                self.talk.speech.refuse(error)
                continue
            break
        self._keep(race)
        state = race_state(race)
        row = state.stages[number - 1]
        told = ", ".join(f"{race.names[cell.seat]} {cell.seconds_clock}" for cell in row.cells)
        self.talk.say("ask", "saved", number=number, list=told, style="green")
        self._show_standing()

    def _ask_stage(self, number: int, old: Stage | None) -> Stage:
        profile = self._ask_profile(number, old)
        same_kind = old is not None and (old.profile == BROOM_WAGON) == (profile == BROOM_WAGON)
        kept = old if same_kind else None
        if profile == BROOM_WAGON:
            return Stage(profile, self._ask_order(kept))
        names = self.race.names
        default = names[kept.order[0]] if kept else ""
        question = self._keeping(self.talk.text("ask", "winner"), default)
        winner = self._input(question, lambda text: find_seat(self.race, text), default, name=True)
        lefts: list[Left] = []
        for seat in range(self.race.players):
            lefts.append(Left() if seat == winner else self._ask_left(seat, lefts, kept))
        return Stage(profile, (winner,), tuple(lefts))

    def _ask_profile(self, number: int, old: Stage | None) -> str:
        chooser = self.race.chooser_of(number)
        if chooser is None:
            return MOUNTAIN
        options = profiles_left(self.race, chooser, without=number)
        names = ", ".join(profile_name(profile)[self.talk.language] for profile in options)
        question = self.talk.text("ask", "profile", name=self.race.names[chooser], profiles=names)

        def read(text: str) -> str:
            profile = find_profile(text, options)
            check_profile(self.race, number, profile)
            return profile

        default = profile_name(old.profile)[self.talk.language] if old else ""
        return self._input(self._keeping(question, default), read, default)

    def _ask_left(self, seat: int, before: Sequence[Left], old: Stage | None) -> Left:
        name = self.race.names[seat]

        def read(text: str) -> Left:
            if not text:
                raise CalculatorError("unreadable-cards", text="")
            left = read_left(text)
            check_hand(left, self.race.players, name)
            if not left.count:
                raise CalculatorError("no-cards-left", name=name)
            check_deck([*before, left], self.race.players)
            return left

        default = write_left(old.left[seat]) if old and old.left[seat].count else ""
        question = self._keeping(self.talk.text("ask", "left", name=name), default)
        return self._input(question, read, default)

    def _ask_order(self, old: Stage | None) -> tuple[int, ...]:
        race = self.race

        def read(text: str) -> tuple[int, ...]:
            order = find_seats(race, text)
            missing = [seat for seat in range(race.players) if seat not in order]
            if len(missing) == 1 and len(order) == race.players - 1:
                self.talk.say("ask", "so-last", name=race.names[missing[0]], style="dim")
                order = (*order, missing[0])
            check_order(race, order)
            return order

        default = ", ".join(race.names[seat] for seat in old.order) if old else ""
        question = self._keeping(self.talk.text("ask", "order"), default)
        return self._input(question, read, default, name=True)

    def _keeping(self, question: str, default: str) -> str:
        return (
            self.talk.text("ask", "keep", question=question, now=default) if default else question
        )

    def _input(
        self, question: str, read: Callable[[str], Answer], default: str = "", name: bool = False
    ) -> Answer:
        """An answer, or a command, which is carried out at once or raised."""

        def heard(text: str) -> Answer:
            word, _, rest = text.partition(" ")
            command = _WORDS.get(fold(word))
            if command is not None and not (name and self._is_name(text)):
                if command == "help":
                    self.talk.say("ask", "help")
                elif command == "show":
                    self.show()
                else:
                    raise Order(command, rest)
                return self._input(question, read, default, name)
            return read(text)

        return self.talk.ask(question, heard, default)

    def _is_name(self, text: str) -> bool:
        try:
            find_seat(self.race, text)
        except CalculatorError:
            return False
        return True

    def _keep(self, race: Race) -> None:
        save_race(self.path, race)
        self.race = race

    def _show_standing(self) -> None:
        show_standing(race_state(self.race), self.talk)

    def show(self) -> None:
        """The whole race."""
        show_race(race_state(self.race), self.talk)


# ------------------------------------------------------------------------------------------- tables


def show_standing(state: RaceState, talk: Talk) -> None:
    """The general classification and what comes next."""
    progress = talk.text("table", "progress", done=state.done, stages=state.length)
    table = Table(title=f"{talk.text('table', 'general')} · {progress}", title_justify="left")
    table.add_column("", justify="right")
    table.add_column(talk.text("table", "rider"))
    for key in ("total", "gap", "wins"):
        table.add_column(talk.text("table", key), justify="right")
    table.add_column(talk.text("table", "profiles"))
    for line in state.classification:
        profiles = [profile_name(profile)[talk.language] for profile in line.profiles]
        table.add_row(
            str(line.place), Text(line.name), line.total_clock, line.gap_clock, str(line.wins),
            ", ".join(profiles) if line.to_choose else "–",
            style="bold yellow" if line.yellow else "",
        )  # fmt: skip
    talk.console.print(table)
    for sentence in state.news:
        talk.console.print(sentence[talk.language], style="bold", markup=False, highlight=False)


def show_race(state: RaceState, talk: Talk) -> None:
    """All stages with their seconds, where each comes from, and the classification."""
    if state.stages:
        heads, *rows = stage_rows(state, talk.language)
        table = Table(title=talk.text("table", "by-stage"), title_justify="left")
        for place, head in enumerate(heads):
            table.add_column(Text(head), justify="left" if place in (1, 2) else "right")
        for row in rows[:-1]:
            table.add_row(*(Text(cell) for cell in row))
        table.add_section()
        table.add_row(*(Text(cell) for cell in rows[-1]))
        talk.console.print(table)
        for stage in state.stages:
            talk.console.print(
                f"{stage.number}  {stage_name(stage, talk.language)}", style="bold", markup=False
            )
            for cell in stage.cells:
                talk.console.print(
                    f"   {state.names[cell.seat]}  {reasons(cell, talk.language)}",
                    markup=False, highlight=False,
                )  # fmt: skip
    show_standing(state, talk)
