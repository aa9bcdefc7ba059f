"""Every screen of the page, and how to get there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playwright.sync_api import expect

from echappee.calculator import Race, add_stage, new_race, write_race
from tests.browser.counting import NAMES, STAGES
from tests.browser.desk import BOT, OPEN, YOU, Table, keep_record, person
from tests.browser.learners import learner
from tests.browser.moments import Holds, first_moment, whole_game
from tests.browser.people import Person
from tests.browser.players import FlammePlayer, TapasPlayer, TapePlayer, take
from tests.browser.servers import Server

JSON = Any


class Tables:
    """Tables and records in the middle of things, each set when it is first asked for.

    Nobody moves at them, and all is the same in every run, whoever asks first.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._at: dict[str, Table] = {}
        self._over: dict[str, Table] = {}
        self._records: dict[str, str] = {}

    def at(self, name: str) -> Table:
        """A table at a moment."""
        if name not in self._at:
            game, players, options, moment = MOMENTS[name]
            with self._server.dealing(f"screens {name}"):
                self._at[name], _ = Table.at(self._server.url, game, players, options, moment)
        return self._at[name]

    def over(self, name: str) -> Table:
        """A table at which a game has just ended."""
        if name not in self._over:
            with self._server.dealing(f"screens {name} over"):
                self._over[name] = Table.over(self._server.url, *GAMES[name])
        return self._over[name]

    def record(self, name: str) -> str:
        """The id of a whole game's record."""
        if name not in self._records:
            game, players, options = GAMES[name]
            match = whole_game(game, players, json.dumps(options))
            self._records[name] = keep_record(self._server.url, match)
        return self._records[name]

    @cached_property
    def tour_kept(self) -> tuple[Table, int]:
        """The fullest dock there is."""
        match, seat = first_moment(TOUR, _crowded)
        with self._server.dealing("screens tour-kept"):
            return Table.at_moment(self._server.url, match, seat), seat


STAGE = {"stage": "la-classicissima"}
SHORT_STAGE = {"stage": "A-L-g-3-B-j-5-D-u"}


def _round(game: JSON) -> int:
    return int(game["view"]["table"]["round"])


def _holds(game: JSON) -> bool:
    return game["view"]["table"]["teams"][0]["hand"] is not None


def _stage(game: JSON) -> JSON:
    return game["view"]["table"]["profile"]


def _over(game: JSON) -> bool:
    return bool(game["view"]["over"])


def in_full_swing(game: JSON) -> bool:
    table = game["view"]["table"]
    if not (_stage(game) and game["view"]["awaited"] == [0] and game["number"] > 20):
        return False
    cards = [move for move in game["moves"] if move[0] in "JVBR"]
    return len(cards) > 1 and len(table["riders"][0]["hand"]) > 3


def _tour(phase: str, **wanted: JSON) -> Callable[[JSON], bool]:
    """Seat 0 decides something in the Tour, far enough into a stage of one kind."""

    def moment(game: JSON) -> bool:
        table = game["view"]["table"]
        rows = [rider["row"] or 0 for team in table["seats"] for rider in team["riders"]]
        return (
            0 in game["view"]["awaited"]
            and table["phase"] == phase
            and max(rows) >= 5
            and all(table[key] == value for key, value in wanted.items())
        )

    return moment


def _crowded(view: JSON, seat: int) -> bool:
    """Some riders have gone, one gets his number, and the team has three cards and a kept one."""
    table, team = view["table"], view["table"]["seats"][seat]
    return bool(
        table["phase"] == "assign"
        and len(table["now"]["riders"]) == 1
        and team["kept"] is not None
        and len(team["hand"]) == 3
    )


TOUR = "tour-de-france"
TOUR_MOMENTS: dict[str, Callable[[JSON], bool]] = {
    "card": _tour("card"),
    "assign": _tour("assign"),
    "step": _tour("step"),
    "trial": _tour("assign", kind="team-trial"),
    "solo": _tour("seal"),
}


FLAMME, TAPE = "flamme-rouge", "tape-letape"
# What each table plays, and up to when.
MOMENTS: dict[str, tuple[str, int, JSON, Holds]] = {
    "tapas": ("tapas", 2, {"extras": 5},
              lambda game: game["number"] >= 8 and game["view"]["awaited"] == [0]),
    "choice": (TAPE, 4, {}, lambda game: game["view"]["awaited"] == [0] and not _stage(game)),
    "road": (TAPE, 4, {}, in_full_swing),
    "start": (FLAMME, 2, STAGE, lambda game: 0 in game["view"]["awaited"]),
    "energy": (FLAMME, 4, STAGE, lambda game: _round(game) >= 5 and _holds(game)),
    "first": (FLAMME, 2, {**STAGE, "teams": 4},
              lambda game: _round(game) >= 3 and not _holds(game) and game["moves"]),
    **{f"tour-{name}": (TOUR, 4, {}, moment) for name, moment in TOUR_MOMENTS.items()},
}  # fmt: skip
# What is played to its end.
GAMES: dict[str, tuple[str, int, JSON]] = {
    "tapas": ("tapas", 2, {"extras": 3}),
    "tape": (TAPE, 4, {}),
    "flamme": (FLAMME, 3, SHORT_STAGE),
    "tour": (TOUR, 2, {"material": "short"}),
}


@dataclass(frozen=True)
class Screen:
    """One screen; ``still``: it fits the window and does not scroll.

    ``apart``: it has more to tell where there is a mouse, or is reached in another way there.
    """

    name: str
    open: Callable[[Person, Tables], None]
    still: bool = True
    apart: bool = False


def _home(who: Person, _: Tables) -> None:
    who.home()


def _new(who: Person, _: Tables) -> None:
    who.go("/new/tapas?mode=bots")
    expect(who.button(who.words.begin)).to_be_visible()


def _set(who: Person, game: str, seats: list[JSON]) -> None:
    """A table that this browser sets itself, so that it has all keys."""
    answer = who.context.request.post("/api/tables", data={"game": game, "seats": seats})
    who.go(f"/t/{answer.json()['table']['code']}")


def _lobby(who: Person, _: Tables) -> None:
    _set(who, "tape-letape", [YOU, OPEN, BOT, OPEN])
    expect(who.button(who.words.start_bots)).to_be_visible()


def _at(who: Person, table: Table) -> None:
    who.go(table.link())
    who.at_table()


def _tapas(who: Person, tables: Tables) -> None:
    _at(who, tables.at("tapas"))
    player = TapasPlayer(who)
    player.entries.first.wait_for()
    player.entries.first.click()
    expect(who.page.locator(".ghost")).to_be_visible()


def _choice(who: Person, tables: Tables) -> None:
    _at(who, tables.at("choice"))
    TapePlayer(who).stages.first.wait_for()


def _preview(who: Person, tables: Tables) -> None:
    _choice(who, tables)
    stages = TapePlayer(who).stages
    who.settle()
    stages.nth(min(1, stages.count() - 1)).click()
    expect(TapePlayer(who).action).to_be_visible()


def _road(who: Person, tables: Tables) -> None:
    _at(who, tables.at("road"))
    cards = TapePlayer(who).cards
    cards.first.wait_for()
    take(cards.first)


def _puncture(who: Person, tables: Tables) -> None:
    _at(who, tables.at("road"))
    who.page.get_by_role("button", name=who.words.puncture).click()
    expect(who.page.get_by_role("region", name=who.words.puncture_whom)).to_be_visible()


def _start(who: Person, tables: Tables) -> None:
    _at(who, tables.at("start"))
    FlammePlayer(who).spots.first.wait_for()
    FlammePlayer(who).spots.first.dispatch_event("click")
    expect(FlammePlayer(who).action).to_be_visible()


def _energy(who: Person, tables: Tables) -> None:
    _at(who, tables.at("energy"))
    FlammePlayer(who).cards.nth(1).click()
    expect(FlammePlayer(who).action).to_be_visible()


def _first(who: Person, tables: Tables) -> None:
    _at(who, tables.at("first"))
    FlammePlayer(who).draws.first.wait_for()


def _decks(who: Person, tables: Tables) -> None:
    _at(who, tables.at("energy"))
    who.page.locator("[data-rider]").first.click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _order(who: Person, tables: Tables) -> None:
    _at(who, tables.at("energy"))
    who.open_tab(who.words.score)


def _flamme_over(who: Person, tables: Tables) -> None:
    who.go(tables.over("flamme").link())
    expect(who.result).to_be_visible()


def _gallery(who: Person, _: Tables) -> None:
    who.go("/stages")
    expect(who.page.locator("[data-stage]")).to_have_count(13)


def _builder(who: Person, _: Tables) -> None:
    who.go("/stages/build?tiles=alJDpcHBsfTLor")
    expect(who.page.locator("main [data-place]")).to_have_count(14)


def _rules(who: Person, tables: Tables) -> None:
    _at(who, tables.at("tapas"))
    who.open_tab(who.words.rules)
    expect(who.page.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible()


def _chat(who: Person, tables: Tables) -> None:
    _at(who, tables.at("road"))
    who.open_tab(who.words.chat)
    expect(who.page.get_by_role("textbox", name=who.words.say)).to_be_visible()


def _score(who: Person, tables: Tables) -> None:
    _at(who, tables.at("road"))
    who.open_tab(who.words.score)


def _menu(who: Person, tables: Tables) -> None:
    _at(who, tables.at("tapas"))
    who.button(who.words.menu).click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _hand_over(who: Person, _: Tables) -> None:
    seats = [person(name) for name in ("Ana", "Bruno", "Chloé")]
    _set(who, "tape-letape", seats)
    expect(who.button(who.words.i_am)).to_be_visible()


def _watched(who: Person, tables: Tables) -> None:
    who.go(f"/w/{tables.at('road').watch}")
    who.at_table()


def _tapas_over(who: Person, tables: Tables) -> None:
    who.go(tables.over("tapas").link())
    expect(who.result).to_be_visible()


def _tape_over(who: Person, tables: Tables) -> None:
    who.go(tables.over("tape").link())
    expect(who.result).to_be_visible()


def _tour_at(name: str, sight: str) -> Callable[[Person, Tables], None]:
    """A moment of the Tour, once what it is about can be seen."""

    def opened(who: Person, tables: Tables) -> None:
        _at(who, tables.at(f"tour-{name}"))
        expect(who.page.locator(sight).first).to_be_visible()

    return opened


def _tour_kept(who: Person, tables: Tables) -> None:
    table, seat = tables.tour_kept
    who.go(table.link(seat))
    who.at_table()
    expect(who.page.locator("[data-number]").first).to_be_visible()


def _tour_score(who: Person, tables: Tables) -> None:
    _at(who, tables.at("tour-step"))
    who.open_tab(who.words.score)


def _replay(who: Person, record: str, number: int | None = None) -> None:
    """A record at one of its moments; by default at its end."""
    who.go(f"/r/{record}" + ("" if number is None else f"?at={number}"))
    slider = who.page.get_by_role("slider", name=who.words.timeline)
    slider.wait_for()
    if number is None:
        who.button(who.words.to_end).click()
    else:
        expect(slider).to_have_value(str(number))


def _record(who: Person, tables: Tables) -> None:
    _replay(who, tables.record("tapas"))


def _record_at(name: str, number: int) -> Callable[[Person, Tables], None]:
    return lambda who, tables: _replay(who, tables.record(name), number)


def _panel(who: Person, name: str) -> None:
    """Log, score or analysis: a tab beside the board, or a button that opens it."""
    tab = who.page.get_by_role("tab", name=name, exact=True)
    (tab if tab.count() else who.button(name)).click()


def _record_log(who: Person, tables: Tables) -> None:
    _replay(who, tables.record("flamme"), 20)
    _panel(who, who.words.log)
    expect(who.page.locator("button[aria-current=step]")).to_be_in_viewport()


def _record_analysis(who: Person, tables: Tables) -> None:
    _replay(who, tables.record("tape"), 40)
    _panel(who, who.words.analysis)
    expect(who.page.get_by_role("heading", name=who.words.turning)).to_be_visible()
    for table in who.page.locator("summary").all():
        table.click()


def _record_keep(who: Person, tables: Tables) -> None:
    _replay(who, tables.record("tapas"), 5)
    who.button(who.words.keep).click()
    expect(who.button(who.words.share_moment)).to_be_visible()


def _record_what_if(who: Person, tables: Tables) -> None:
    _replay(who, tables.record("tape"), 30)
    who.button(who.words.what_if).click()
    expect(who.button(who.words.play_on)).to_be_visible()


def _lesson(game: str, step: str) -> Callable[[Person, Tables], None]:
    """A step of a lesson that waits for its learner."""

    def opened(who: Person, _: Tables) -> None:
        who.go(f"/learn/{game}")
        frame = who.page.locator("[data-lesson]")
        expect(frame).to_have_attribute("data-complete", "true")
        progress = {"at": step, "done": ["aim"]}
        who.page.evaluate(
            "([game, at]) => localStorage.setItem(`echappee.lesson.${game}`, JSON.stringify(at))",
            [game, progress],
        )
        who.page.reload()
        expect(frame).to_have_attribute("data-lesson", step)
        expect(frame).to_have_attribute("data-ready", "true")

    return opened


def _shown(who: Person, tables: Tables) -> None:
    _lesson("tapas", "value")(who, tables)
    who.button(who.words.show_me).click()
    expect(who.page.locator("aside [role=status]")).to_be_visible()


def _lesson_over(who: Person, tables: Tables) -> None:
    _lesson("tapas", "end")(who, tables)
    learner("tapas", who).make(["W5:2"])
    who.button(who.words.go_on).click()
    expect(who.button(who.words.play_lesson)).to_be_visible()


def _rulebook(game: str, query: str = "") -> Callable[[Person, Tables], None]:
    """The rules, or what was found in them."""

    def opened(who: Person, _: Tables) -> None:
        who.go(f"/rules/{game}")
        who.page.get_by_role("searchbox", name=who.words.look_up).fill(query)
        expect(who.page.locator("article[id]").first).to_be_visible()
        if query:
            expect(who.page.locator("article mark").first).to_be_visible()

    return opened


def _numbers(who: Person, tables: Tables) -> None:
    for table in (tables.over("tapas"), tables.over("flamme")):
        who.go(table.link())
        expect(who.result).to_be_visible()
    who.go("/me")
    expect(who.page.locator("[data-game]")).to_have_count(2)


def _no_numbers(who: Person, _: Tables) -> None:
    who.go("/me")
    expect(who.page.get_by_role("heading", name=who.words.my_numbers)).to_be_visible()


def _unknown(who: Person, _: Tables) -> None:
    who.go("/t/KDPQWR")
    expect(who.page.get_by_role("link").first).to_be_visible()


def _holding(who: Person, race: Race) -> None:
    """Put a race on somebody's device."""
    kept = json.dumps({"now": write_race(race), "past": ["?"], "earlier": [write_race(race)]})
    who.go("/favicon.svg")
    who.page.evaluate("(kept) => localStorage.setItem('echappee.race', kept)", kept)


def _ridden(stages: int, **options: JSON) -> Race:
    race = new_race(NAMES, **options)
    for stage in STAGES[:stages]:
        race = add_stage(race, stage)
    return race


def _setup(who: Person, _: Tables) -> None:
    who.go("/calculator/new")
    who.page.locator("summary").click()
    expect(who.page.locator(".names input")).to_have_count(4)


def _race(who: Person, _: Tables) -> None:
    _holding(who, _ridden(4, mode="endurance", stages_each=2, title="Chez Mémé"))
    who.go("/calculator")
    expect(who.page.locator("[data-stage]")).to_have_count(4)


def _race_over(who: Person, _: Tables) -> None:
    _holding(who, _ridden(5))
    who.go("/calculator")
    expect(who.page.locator("[data-stage]")).to_have_count(5)


def _race_stage(who: Person, _: Tables) -> None:
    _holding(who, _ridden(2))
    who.go("/calculator/stage/1")
    expect(who.page.locator("[data-rider]")).to_have_count(4)


def _race_share(who: Person, tables: Tables) -> None:
    _race(who, tables)
    who.page.locator("footer button").last.click()
    expect(who.page.get_by_role("dialog").get_by_role("textbox")).not_to_have_value("")


def _race_menu(who: Person, tables: Tables) -> None:
    _race(who, tables)
    who.button(who.words.menu).click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _settings(who: Person, _: Tables) -> None:
    who.go("/settings")
    expect(who.page.get_by_role("radio").first).to_be_attached()


def _home_alone(who: Person, _: Tables) -> None:
    who.page.route("**/api/**", lambda route: route.abort())
    who.go("/")
    expect(who.page.get_by_role("status").filter(has_text=".").first).to_be_visible()


def _table_alone(who: Person, tables: Tables) -> None:
    who.page.route_web_socket("**/live", lambda socket: socket.close())
    who.go(f"/w/{tables.at('road').watch}")
    expect(who.page.get_by_role("heading", level=1)).to_be_visible()


def _nothing(who: Person, _: Tables) -> None:
    who.go("/nowhere/at/all")
    expect(who.page.get_by_role("link").first).to_be_visible()


SCREENS = (
    Screen("home", _home, still=False),
    Screen("new", _new, still=False),
    Screen("lobby", _lobby, still=False),
    Screen("tapas", _tapas, apart=True),
    Screen("rules", _rules, apart=True),
    Screen("menu", _menu),
    Screen("choice", _choice),
    Screen("preview", _preview),
    Screen("road", _road),
    Screen("puncture", _puncture),
    Screen("start", _start),
    Screen("energy", _energy),
    Screen("first", _first),
    Screen("decks", _decks),
    Screen("order", _order),
    Screen("flamme-over", _flamme_over),
    Screen("stages", _gallery, still=False),
    Screen("builder", _builder, still=False),
    Screen("chat", _chat),
    Screen("score", _score),
    Screen("hand-over", _hand_over),
    Screen("watched", _watched),
    Screen("tapas-over", _tapas_over),
    Screen("tape-over", _tape_over),
    Screen("tour-card", _tour_at("card", "[data-card]:not(:disabled)")),
    Screen("tour-assign", _tour_at("assign", "[data-number]")),
    Screen("tour-kept", _tour_kept),
    Screen("tour-step", _tour_at("step", "[data-step]")),
    Screen("tour-trial", _tour_at("trial", "[data-number]")),
    Screen("tour-solo", _tour_at("solo", "[data-card]:not(:disabled)")),
    Screen("tour-score", _tour_score),
    Screen("record", _record),
    Screen("record-open", _record_at("tape", 30)),
    Screen("record-flamme", _record_at("flamme", 12)),
    Screen("record-tour", _record_at("tour", 400)),
    Screen("record-log", _record_log),
    Screen("record-analysis", _record_analysis, still=False, apart=True),
    Screen("record-keep", _record_keep),
    Screen("record-what-if", _record_what_if),
    Screen("race-new", _setup, still=False),
    Screen("race", _race, still=False),
    Screen("race-over", _race_over, still=False),
    Screen("race-stage", _race_stage, still=False),
    Screen("race-share", _race_share, still=False),
    Screen("race-menu", _race_menu, still=False),
    Screen("settings", _settings, still=False),
    Screen("home-alone", _home_alone, still=False),
    Screen("table-alone", _table_alone),
    Screen("lesson-tapas", _lesson("tapas", "value"), apart=True),
    Screen("lesson-tape", _lesson("tape-letape", "gap")),
    Screen("lesson-flamme", _lesson("flamme-rouge", "slipstream")),
    Screen("lesson-tour", _lesson("tour-de-france", "ride")),
    Screen("lesson-shown", _shown, apart=True),
    Screen("lesson-over", _lesson_over),
    Screen("rulebook-tapas", _rulebook("tapas"), still=False),
    Screen("rulebook-tape", _rulebook("tape-letape"), still=False),
    Screen("rulebook-flamme", _rulebook("flamme-rouge"), still=False),
    Screen("rulebook-tour", _rulebook("tour-de-france"), still=False),
    Screen("rulebook-found", _rulebook("tapas", "serviette"), still=False),
    Screen("numbers", _numbers, still=False),
    Screen("numbers-none", _no_numbers, still=False),
    Screen("unknown", _unknown, still=False),
    Screen("nothing", _nothing, still=False),
)
