"""Somebody with the race calculator in his hands; the package itself counts beside him."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from echappee.calculator import Left, Race, Stage, race_state
from echappee.calculator.race import BROOM_WAGON
from echappee.errors import Language
from tests.browser.people import Person

NAMES = ("Inès", "Hugo", "Marco", "Zoé")
STAGES = (
    Stage("mountain", (1,), (Left(2, 1), Left(), Left(1, 2), Left(0, 2))),
    Stage("broom-wagon", (1, 0, 3, 2)),
    Stage("mountain", (3,), (Left(1, 0), Left(3, 2), Left(0, 1), Left())),
    Stage("time-trial", (0,), (Left(), Left(1, 0), Left(2, 0), Left(0, 1))),
    Stage("mountain", (2,), (Left(0, 2), Left(1, 1), Left(), Left(4, 0))),
)
"""A sprint with its final; the first four do for endurance as well."""

START = {"en": "Begin the race", "fr": "Donner le départ"}
DONE = {"en": re.compile(r"is done$|^Save the correction$"), "fr": re.compile("est finie$|^Enreg")}
MORE = {"en": "one {kind} card more", "fr": "une carte de plus, {kind}"}
KINDS = {"en": ("small", "big"), "fr": ("petites", "grosses")}


class Counter:
    """Taps on the page of the calculator."""

    def __init__(self, who: Person) -> None:
        self.who = who
        self.page = who.page
        self.lang = who.words.locale[:2]

    def begin(self, names: tuple[str, ...] = NAMES) -> None:
        """Set up a race with the usual variants."""
        self.who.go("/calculator")
        fields = self.page.locator(".names input")
        expect(fields).to_have_count(len(names))
        for field, name in zip(fields.all(), names, strict=True):
            field.fill(name)
        self.who.button(START[self.lang]).tap()
        expect(self.following).to_be_visible()

    @property
    def following(self) -> Locator:
        """What is to be done now, in words."""
        return self.page.locator("[data-next]")

    @property
    def done(self) -> Locator:
        """The button at the end of a stage."""
        return self.page.get_by_role("button", name=DONE[self.lang])

    def open(self) -> None:
        """Open the stage that comes next."""
        self.page.locator('footer a[href^="/calculator/stage/"]').tap()
        expect(self.done).to_be_visible()

    def fill(self, race: Race, stage: Stage) -> None:
        """Tap what a stage was, on a sheet that is still empty."""
        profile = self.page.locator(f'[data-profile="{stage.profile}"]')
        if profile.count():
            profile.tap()
        order = stage.order[:-1] if stage.profile == BROOM_WAGON else stage.order
        for seat in order:  # the last one of a broom wagon follows by itself
            self.page.locator(f'[data-rider="{seat}"]').tap()
        for seat, left in enumerate(stage.left):
            for kind, count in zip(KINDS[self.lang], (left.small, left.big), strict=True):
                self.add(race.names[seat], kind, count)

    def add(self, name: str, kind: str, count: int) -> None:
        """So many cards more for somebody."""
        label = f"{name}\\s?: {MORE[self.lang].format(kind=kind)}"
        for _ in range(count):
            self.page.get_by_role("button", name=re.compile(f"^{label}$")).tap()

    def enter(self, race: Race, stage: Stage) -> None:
        """Enter the next stage."""
        self.open()
        self.fill(race, stage)
        self.done.tap()
        expect(self.following).to_be_visible()

    def agrees(self, race: Race) -> None:
        """The page shows what the package counts: order, gaps, jersey, what comes now."""
        state = race_state(race)
        lang: Language = "fr" if self.lang == "fr" else "en"
        expect(self.following).to_have_text(
            re.compile(re.escape(state.news[-1][lang]).replace(r"\ ", r"\s"))
        )
        rows = self.page.locator("[data-seat]")
        expect(rows.locator("[data-gap]")).to_have_text(
            [line.gap_clock for line in state.classification]
        )
        for row, line in zip(rows.all(), state.classification, strict=True):
            expect(row).to_have_attribute("data-seat", str(line.seat))
            expect(row).to_have_class(
                re.compile("yellow") if line.yellow else re.compile("^(?!.*yellow)")
            )
        expect(self.page.locator("[data-stage]")).to_have_count(state.done)
