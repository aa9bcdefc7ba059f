"""The race calculator at a table: stage by stage, in plain words, saved after every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from echappee.calculator.draft import Draft, Kind, load_drafts, save_drafts
from echappee.calculator.edit import (
    add_stage,
    check_order,
    check_profile,
    correct_stage,
    insert_stage,
    profiles_left,
    remove_stage,
)
from echappee.calculator.left import HAND, check_deck, check_hand, lone_number, read_left
from echappee.calculator.names import find_profile, find_seat, find_seats, fold, profile_name
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
from echappee.calculator.state import race_state
from echappee.cli.race_tables import show_race, show_standing
from echappee.cli.race_talk import Answer, Leave, Order, Talk, command_word, order_in
from echappee.cli.speech import Speech
from echappee.errors import EchappeeError

_SIZES = {
    **dict.fromkeys(("s", "p", "small", "petite", "petites"), "s"),
    **dict.fromkeys(("b", "g", "big", "grosse", "grosses", "grande", "grandes"), "b"),
}


class Change(NamedTuple):
    """Something that was done to a race."""

    kind: str
    number: int
    before: Race
    after: Race


class RaceDialog:
    """One race at one keyboard."""

    def __init__(self, race: Race, path: Path, speech: Speech) -> None:
        self.race = race
        self.path = path
        self.talk = Talk(speech)
        self._past: list[Change] = []
        self._future: list[Change] = []
        self._half: list[Draft] = []
        """What is half entered: the next stage, and a correction that came between."""
        self._again: list[str] = []
        """Answers that were given before, to be taken again."""

    def run(self) -> None:
        """Ask for stage after stage until the person leaves."""
        self.talk.say("ask", "hint", style="dim")
        try:
            self._show_standing()
            order = self._offer_drafts()
            while True:
                self._step(order)
                order = None
        except (Leave, EOFError, KeyboardInterrupt) as end:
            self.talk.console.print()
            self.talk.say("ask", "left-behind", path=self.path)
            if begun := [draft.number for draft in self._half if draft.answers]:
                self.talk.say("ask", "half-kept", number=begun[-1])
            if isinstance(end, KeyboardInterrupt):
                raise

    def _step(self, order: Order | None = None) -> None:
        try:
            if order is None:
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
            self.talk.ask(self.talk.text("ask", "done"), self._unless_order)
            return
        number = len(self.race.stages) + 1
        self._enter("add", number, None, lambda stage: add_stage(self.race, stage))

    def _unless_order(self, text: str) -> None:
        order = order_in(text)
        if order is not None and not self._answer_at_once(order):
            raise order
        if order is None and text:
            raise EchappeeError("unknown-order", words=WORDS.get("ask", "unknown-order"))

    # ------------------------------------------------------------------------------------- commands

    def _obey(self, order: Order) -> None:
        if order.name == "quit":
            raise Leave
        if order.name == "back":
            self._step_back()
            return
        if order.name in ("undo", "redo"):
            self._go_back() if order.name == "undo" else self._go_on()
            return
        number = self._number(order)
        if order.name == "remove":
            self._change("removed", number, remove_stage(self.race, number))
            self.talk.say("ask", "removed", number=number, style="green")
            self._show_standing()
        elif order.name == "correct":
            self.talk.say("ask", "correcting", number=number, style="green")
            old = self.race.stages[number - 1]
            self._enter(
                "correct", number, old, lambda stage: correct_stage(self.race, number, stage)
            )
        elif order.name == "insert":
            self.talk.say("ask", "inserting", number=number, style="green")
            self._enter(
                "insert", number, None, lambda stage: insert_stage(self.race, number, stage)
            )

    def _go_back(self) -> None:
        """Undo the last change; of a race that was opened as it is, the last stage."""
        if self._past:
            change = self._past.pop()
        else:
            number = len(self.race.stages)
            change = Change("entered", number, remove_stage(self.race), self.race)
        self._future.append(change)
        self._keep(change.before)
        self.talk.say("undone", change.kind, number=change.number, style="green")
        self._show_standing()

    def _go_on(self) -> None:
        """Do again what was undone."""
        if not self._future:
            raise EchappeeError("nothing-undone", words=WORDS.get("ask", "nothing-undone"))
        change = self._future.pop()
        self._past.append(change)
        self._keep(change.after)
        self.talk.say("redone", change.kind, number=change.number, style="green")
        self._show_standing()

    def _step_back(self) -> None:
        """Ask the question before once more; before the first one, leave a correction."""
        if not self._half:
            return
        draft = self._half.pop()
        if draft.answers:
            self._half.append(msgspec.structs.replace(draft, answers=draft.answers[:-1]))
        self._save_half()
        if self._half and draft.kind != "add" and draft.answers:
            self._obey(Order(draft.kind, str(draft.number)))

    def _number(self, order: Order) -> int:
        """The stage that a command is about, which must be there."""
        text = order.rest.strip()
        if not text.isdecimal() or len(text) > 3:
            word = command_word(order.name)
            raise EchappeeError(
                "number-needed",
                words=WORDS.say("ask", "number-needed", command=word.en, command_fr=word.fr),
            )
        number = int(text)
        if not 1 <= number <= len(self.race.stages):
            raise CalculatorError("no-such-stage", number=number, done=len(self.race.stages))
        return number

    # -------------------------------------------------------------------------- half-entered stages

    def _offer_drafts(self) -> Order | None:
        """What was half entered when somebody left: go on with it, or forget it."""
        found = [draft for draft in load_drafts(self.path, self.race) if self._fits(draft)]
        if found and self.talk.yes(
            "ask", f"half-{found[-1].kind}", number=found[-1].number,
            answers=" · ".join(found[-1].answers),
        ):  # fmt: skip
            self._half = found
        self._save_half()
        if self._half and self._half[-1].kind != "add":
            return Order(self._half[-1].kind, str(self._half[-1].number))
        return None

    def _fits(self, draft: Draft) -> bool:
        done = len(self.race.stages)
        if draft.kind == "add":
            return draft.number == done + 1 <= self.race.length
        return 1 <= draft.number <= done

    def _begin(self, kind: Kind, number: int) -> None:
        """A stage is entered, or gone on with; a correction that was left for it is forgotten."""
        draft = Draft(kind, number)
        for known in self._half:
            if (known.kind, known.number) == (kind, number):
                draft = known
        self._half = [known for known in self._half if known.kind == "add" != kind]
        self._again = list(draft.answers)
        self._half.append(Draft(kind, number))

    def _answered(self, text: str) -> None:
        draft = self._half.pop()
        self._half.append(msgspec.structs.replace(draft, answers=(*draft.answers, text)))
        if not self._again:
            self._save_half()

    def _save_half(self) -> None:
        save_drafts(self.path, self.race, self._half)

    # ------------------------------------------------------------------------------------- a stage

    def _enter(
        self, kind: Kind, number: int, old: Stage | None, enter: Callable[[Stage], Race]
    ) -> None:
        """Ask for a stage until it can have happened, then save the race with it."""
        while True:
            self._begin(kind, number)
            stage = self._ask_stage(number, old)
            try:
                race = enter(stage)
            except EchappeeError as error:
                self.talk.speech.refuse(error)
                self._half.pop()
                continue
            break
        self._half.pop()
        done = {"add": "entered", "correct": "corrected", "insert": "inserted"}[kind]
        self._change(done, number, race)
        row = race_state(race).stages[number - 1]
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

    # --------------------------------------------------------------------------------- cards left

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

        default = self.talk.cards(old.left[seat]) if old and old.left[seat].count else ""
        question = self._keeping(self.talk.text("ask", "left", name=name), default)
        left = self._input(
            question, lambda text: self._read_left(text, read), default, again=read,
            write=self.talk.cards,
        )  # fmt: skip
        self.talk.echo(name, left)
        return left

    def _read_left(self, text: str, read: Callable[[str], Left]) -> Left:
        """What was typed; a number alone can be a card or a count, so it is asked which."""
        number = lone_number(text)
        if not number or number > HAND:
            return read(text)  # nothing, or no hand holds so many
        try:
            card: Left | None = read(text)
        except EchappeeError:
            card = None
        size = WORDS.get("cards", "sizes")[self.talk.language].split()
        examples = self._examples(number, *size)
        kind = "count" if card is None else "card-or-count"
        question = self.talk.text("ask", kind, n=number, examples=examples)

        def meant(answer: str) -> Left:
            order = order_in(answer)
            if order is not None:
                self._answer_or_raise(order)
                return self.talk.ask(question, meant)
            if card is not None and (not answer or answer == text):
                return card
            if fold(answer) in _SIZES:
                return read(f"{number}{_SIZES[fold(answer)]}")
            if not answer or answer == text:
                raise CalculatorError("unreadable-cards", text=answer)
            return self._read_left(answer, read)

        return self.talk.ask(question, meant)

    def _examples(self, number: int, small: str, big: str) -> str:
        """How so many cards are written: all ways where there are few."""
        ways = [f"{number - n}{small} {n}{big}" for n in range(1, number)]
        if len(ways) > 2:
            ways = [ways[0], "…"]
        return ", ".join([f"{number}{small}", *ways, f"{number}{big}"])

    # -------------------------------------------------------------------------------------- answers

    def _keeping(self, question: str, default: str) -> str:
        return (
            self.talk.text("ask", "keep", question=question, now=default) if default else question
        )

    def _input(
        self,
        question: str,
        read: Callable[[str], Answer],
        default: str = "",
        *,
        name: bool = False,
        again: Callable[[str], Answer] | None = None,
        write: Callable[[Answer], str] | None = None,
    ) -> Answer:
        """An answer, or a command, which is carried out at once or raised.

        What was answered before is taken again, by ``again`` where that differs from ``read``.
        """
        answered = ""

        def heard(text: str) -> Answer:
            nonlocal answered
            order = order_in(text)
            if order is not None and not (name and self._is_name(text)):
                self._answer_or_raise(order)
                return self.talk.ask(question, heard, default, keep)
            answered = text
            return read(text)

        def keep(text: str) -> Answer:
            nonlocal answered
            answered = text
            return (again or read)(text)

        if self._again:
            text = self._again.pop(0)
            try:
                found = keep(text)
                self.talk.console.print(f"{question} > {text}", style="dim", markup=False)
            except EchappeeError:  # it no longer fits
                self._again.clear()
                found = self.talk.ask(question, heard, default, keep)
        else:
            found = self.talk.ask(question, heard, default, keep)
        self._answered(write(found) if write else answered)
        return found

    def _answer_or_raise(self, order: Order) -> None:
        if not self._answer_at_once(order):
            raise order

    def _answer_at_once(self, order: Order) -> bool:
        """Help and the whole table, which change nothing and lead nowhere else."""
        if order.name == "help":
            self.talk.say("ask", "help")
        elif order.name == "show":
            self.show()
        else:
            return False
        return True

    def _is_name(self, text: str) -> bool:
        try:
            find_seat(self.race, text)
        except CalculatorError:
            return False
        return True

    # ------------------------------------------------------------------------------------- the race

    def _change(self, kind: str, number: int, race: Race) -> None:
        self._past.append(Change(kind, number, self.race, race))
        self._future.clear()
        self._keep(race)

    def _keep(self, race: Race) -> None:
        save_race(self.path, race)
        self.race = race
        self._half = [draft for draft in self._half if self._fits(draft)]
        self._save_half()

    def _show_standing(self) -> None:
        show_standing(race_state(self.race), self.talk)

    def show(self) -> None:
        """The whole race."""
        show_race(race_state(self.race), self.talk)
