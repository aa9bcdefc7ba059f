"""A race of Flamme Rouge drawn for a terminal: the road in rows, then the teams; and its moves as
people type them there, lanes in the letters of their language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from echappee.errors import Language
from echappee.games.flamme_rouge.grand_tour import GrandTourStanding
from echappee.games.flamme_rouge.material import LANES
from echappee.games.flamme_rouge.view import FlammeRider, FlammeRougeView, FlammeTeam
from echappee.rulebook.typed_words import TypedWords
from echappee.rulebook.values import View
from echappee.rulebook.words import Words

_SQUARE = 3  # characters of a square
_ROOMY = 100  # columns from which a team has a frame
_TEAM = (
    "bold white on rgb(37,99,168)",
    "bold white on rgb(210,64,43)",
    "bold white on rgb(43,138,87)",
    "bold black on rgb(242,185,12)",
    "bold black on rgb(224,118,43)",
    "bold black on rgb(230,230,225)",
)
_GROUND = {
    "flat": ("──", "dim"),
    "ascent": ("▲▲", "bold rgb(201,84,108)"),
    "descent": ("▽▽", "bold rgb(76,134,198)"),
    "cobbles": ("▒▒", "rgb(160,140,110)"),
    "supply": ("++", "bold rgb(43,138,87)"),
    "wet": ("~~", "bold rgb(76,134,198)"),
}
_WEATHER = {"crosswind": "↕", "tailwind": "»", "headwind": "«", "rain": "~"}
_LINE = "bold rgb(210,64,43)"
_OPEN = "bold rgb(43,138,87)"

_CARD_STYLE = "bold black on rgb(246,240,228)"
_MARKED = "bold reverse"
_TYPED = TypedWords(Words(__package__ or ""))
_PLACE = re.compile(r"([SRsr])@(\d{1,3})([A-Za-z])")
_CARD = re.compile(r"([SR])(.+)")

Riders = dict[tuple[int, str], tuple[int, FlammeRider]]


def draw(
    view: View,
    moves: Sequence[str],
    names: Sequence[str],
    words: Words,
    language: Language,
    *,
    width: int = 100,
    marked: str | None = None,
) -> RenderableType:
    """The road with its slopes, lines and riders, the packs, and each team's cards."""
    table: FlammeRougeView = view.table
    riders: Riders = {
        (rider.square, rider.lane): (team, rider)
        for team, squad in enumerate(table.teams)
        for rider in squad.riders
        if rider.on_road and rider.square and rider.lane
    }
    row = (width - 4) // _SQUARE
    square = _place_of(table, view.seat, marked)
    rows = [
        _row(table, riders, first, row, square)
        for first in range(_behind(table, row), len(table.squares), row)
    ]
    titles = {"placing": "placing", "bidding": "bidding", "energy": "round", "over": "finished"}
    title = words.say("terminal", titles[table.phase], round=table.round)[language]
    road = Panel(
        Group(*rows, _packs(table)),
        title=Text(f"{table.title or table.stage} · {title}"),
        title_align="left",
        border_style="dim",
        expand=False,
    )
    teams = [
        _team(
            view, team, names, words, language,
            width=min(width, row * _SQUARE + 4), roomy=width >= _ROOMY, marked=marked,
        )
        for team in sorted(range(len(table.teams)), key=lambda team: team != view.seat)
    ]  # fmt: skip
    return Group(road, *teams)


def _behind(table: FlammeRougeView, row: int) -> int:
    """Where the drawing begins: rows that all riders have left behind are not shown."""
    squares = [rider.square for squad in table.teams for rider in squad.riders if rider.on_road]
    if table.phase == "placing" or not squares:
        return 0
    return (min(square or 1 for square in squares) - 1) // row * row


def _place_of(table: FlammeRougeView, seat: int | None, marked: str | None) -> int | None:
    """The square that a move is about: where a rider would stand, or what a card leads to."""
    if not marked or seat is None:
        return None
    found = _PLACE.fullmatch(marked)
    if found:
        return int(found[2])
    if table.phase == "bidding":
        return None
    for held in table.teams[seat].hand or ():
        if marked[1:] == held.card:
            return held.reach
    return None


def _row(table: FlammeRougeView, riders: Riders, first: int, row: int, marked: int | None) -> Text:
    """A stretch of road: its lanes from left to right, then the ground with square numbers."""
    squares = range(first, min(first + row, len(table.squares)))
    text = Text()
    for depth in range(max(table.squares[x].lanes for x in squares) - 1, -1, -1):
        for x in squares:
            text.append_text(_lane(table, riders, x, depth, marked))
            text.append_text(_edge(table, x))
        text.append("\n")
    for x in squares:
        ground, style = _GROUND[table.squares[x].terrain]
        ground = ground[0] + _weather_of(table, x, ground[1])
        number = f"{x + 1:<2}" if (x + 1) % 5 == 0 and x < 99 else ground
        text.append(number, _MARKED if x + 1 == marked else style)
        text.append_text(_edge(table, x))
    return text


def _weather_of(table: FlammeRougeView, x: int, fair: str) -> str:
    """The sign of a square's weather, or what is there in fair weather."""
    for weather in table.weather or ():
        if weather.begin <= x < weather.end:
            return _WEATHER[weather.kind]
    return fair


def _edge(table: FlammeRougeView, x: int) -> Text:
    """What follows a square: the start or the finish line, or a gap."""
    return Text("┃", _LINE) if x + 1 in (table.start, table.finish) else Text(" ")


def _lane(table: FlammeRougeView, riders: Riders, x: int, depth: int, marked: int | None) -> Text:
    """One lane of a square, counted from the right: a rider, or none."""
    lanes = table.squares[x].lanes
    if depth >= lanes:
        return Text("  ")
    found = riders.get((x + 1, LANES[lanes][depth]))
    if found is None:
        return Text("◇ ", _MARKED) if x + 1 == marked else Text("· ", "dim")
    team, rider = found
    return _label(team, rider.rider)


def _label(team: int, rider: str) -> Text:
    return Text(f"{team + 1}{rider}", _TEAM[team])


def _packs(table: FlammeRougeView) -> Text:
    """The packs, foremost first."""
    text = Text()
    for number, pack in enumerate(table.packs):
        text.append("   ◂ " if number else "")
        for member in pack:
            text.append_text(_label(member.team, member.rider))
            text.append(" ")
    return text


def _team(
    view: View,
    team: int,
    names: Sequence[str],
    words: Words,
    language: Language,
    *,
    width: int,
    roomy: bool,
    marked: str | None,
) -> RenderableType:
    """A team: where its riders are, what is known of their cards, and the viewer's own hand."""
    table: FlammeRougeView = view.table
    squad, on_turn = table.teams[team], team in view.awaited
    player = squad.kind == "player"
    name = names[team] if player else words.get("dummies", squad.kind)[language]
    body = Text()
    for rider in squad.riders:
        body.append("\n" if body.plain else "")
        body.append_text(_label(team, rider.rider))
        body.append("  " + " · ".join(_facts(table, rider, words, language, cards=player)))
    if squad.bidder:
        body.append("\n" + words.say(
            "terminal", "bids", rider=squad.bidder, cards=" ".join(squad.bids) or "–"
        )[language])  # fmt: skip
    _hand(body, squad, words, language, marked, reach=table.phase != "bidding")
    title = f"{'▶ ' if on_turn else ''}{name}"
    if roomy:
        return Panel(
            body,
            title=Text(title),
            title_align="left",
            border_style=_OPEN if on_turn else "dim",
            width=width,
        )
    return Text.assemble((title, _OPEN if on_turn else "bold"), "\n", body)


def _facts(
    table: FlammeRougeView, rider: FlammeRider, words: Words, language: Language, *, cards: bool
) -> list[str]:
    facts = []

    def say(key: str, **given: object) -> None:
        facts.append(words.say("terminal", key, **given)[language])

    if rider.crossed:
        say("home", round=rider.crossed)
    elif rider.square:
        say("to-go", n=table.finish - rider.square + 1)
    if rider.fallen:
        say("fallen")
    if not cards:
        say("dummy-deck", deck=rider.deck)
        return facts
    say("deck", deck=rider.deck, recycled=rider.recycled, exhaustion=rider.exhaustion)
    if rider.recycled_cards:
        say("recycled", cards=" ".join(rider.recycled_cards))
    if rider.card:
        say("chosen-own", card=rider.card)
    elif rider.chosen:
        say("chosen")
    return facts


def _hand(
    body: Text,
    squad: FlammeTeam,
    words: Words,
    language: Language,
    marked: str | None,
    *,
    reach: bool,
) -> None:
    """Each card of the hand, and the square that it leads to if it is to be ridden by."""
    if squad.hand is None:
        return
    body.append("\n" + words.say("terminal", "hand", rider=squad.holding)[language] + ":", "bold")
    for held in squad.hand:
        chosen = marked == f"{squad.holding}{held.card}"
        body.append("  ")
        body.append(f"▸{held.card} " if chosen else f" {held.card} ", _CARD_STYLE)
        if reach:
            body.append(f" → {held.reach}", _MARKED if chosen else "")


# -------------------------------------------------------------------------------------------- moves


def show_move(text: str, language: Language) -> str:
    """A move as it is typed here: lanes by the letters of the language."""
    found = _PLACE.fullmatch(text)
    return f"{found[1]}@{found[2]}{_TYPED.show(found[3], language)}" if found else text


def read_typed(typed: str, language: Language) -> list[str]:
    """The move that a typed word means."""
    found = _PLACE.fullmatch(typed)
    return [f"{found[1]}@{found[2]}{_TYPED.read(found[3])}" if found else typed]


def describe_move(
    text: str, view: View, names: Sequence[str], words: Words, language: Language
) -> str:
    """A move in words; of a card, the square that it leads to."""
    placed = _PLACE.fullmatch(text)
    if placed:
        return words.say("moves", "place", rider=placed[1], square=placed[2], lane=placed[3])[
            language
        ]
    card = _CARD.fullmatch(text)
    table: FlammeRougeView = view.table
    if card is None:
        key = "name" if table.phase == "bidding" else "draw"
        return words.say("moves", key, rider=text)[language]
    if table.phase == "bidding":
        return words.say("moves", "bid", rider=card[1], card=card[2])[language]
    hand = [] if view.seat is None else table.teams[view.seat].hand or []
    reach = [held.reach for held in hand if held.card == card[2]]
    if reach:
        return words.say("moves", "card", rider=card[1], card=card[2], square=reach[0])[language]
    return words.say("moves", "card-away", rider=card[1], card=card[2])[language]


# --------------------------------------------------------------------------------------- Grand Tour


def draw_series(
    summary: GrandTourStanding, names: Sequence[str], words: Words, language: Language
) -> RenderableType:
    """How a Grand Tour stands: the general classification, and the points of the teams."""

    def team_name(team: int) -> str:
        return names[team] if team < len(names) else f"{words.get('tour', 'dummy')[language]}"

    title = words.say("tour", "title", done=summary.done, stages=len(summary.stages))[language]
    general = Table(box=None, padding=(0, 1))
    for key in ("place", "rider", "gap", "tired"):
        right = key in ("place", "gap", "tired")
        general.add_column(words.get("tour", key)[language], justify="right" if right else "left")
    for place, rider in enumerate(summary.general, 1):
        label = _label(rider.team, rider.rider)
        label.append(f" {team_name(rider.team)}", "")
        gap = "–" if rider.gap is None else f"+{rider.gap // 60}:{rider.gap % 60:02}"
        general.add_row(str(place), label, gap, str(rider.exhaustion))
    points = Table(box=None, padding=(0, 1))
    points.add_column(words.get("tour", "team")[language])
    points.add_column(words.get("tour", "points")[language], justify="right")
    order = sorted(range(len(summary.points)), key=lambda team: (-summary.points[team], team))
    for team in order:
        points.add_row(Text(team_name(team)), str(summary.points[team]))
    parts: list[RenderableType] = [Text(title, "bold"), general, points]
    if summary.winners:
        winners = ", ".join(map(team_name, summary.winners))
        won = words.say("tour", "won", names=winners, n=len(summary.winners))[language]
        parts.append(Text(won, "bold yellow"))
    return Group(*parts)
