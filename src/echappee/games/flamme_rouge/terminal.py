"""A race of Flamme Rouge drawn for a terminal: the road in rows, then the teams."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from echappee.errors import Language
from echappee.games.flamme_rouge.material import LANES
from echappee.games.flamme_rouge.view import FlammeRider, FlammeRougeView, FlammeTeam
from echappee.rulebook.values import View
from echappee.rulebook.words import Words

_ROW = 26  # squares in a row: three characters each
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
}
_LINE = "bold rgb(210,64,43)"
_OPEN = "bold rgb(43,138,87)"

Riders = dict[tuple[int, str], tuple[int, FlammeRider]]


def draw(
    view: View, moves: Sequence[str], names: Sequence[str], words: Words, language: Language
) -> RenderableType:
    """The road with its slopes, lines and riders, the packs, and each team's cards."""
    table: FlammeRougeView = view.table
    riders: Riders = {
        (rider.square, rider.lane): (team, rider)
        for team, squad in enumerate(table.teams)
        for rider in squad.riders
        if rider.on_road and rider.square and rider.lane
    }
    rows = [_row(table, riders, first) for first in range(0, len(table.squares), _ROW)]
    titles = {"placing": "placing", "energy": "round", "over": "finished"}
    title = words.say("terminal", titles[table.phase], round=table.round)[language]
    road = Panel(
        Group(*rows, _packs(table)),
        title=f"{table.title or table.stage} · {title}",
        title_align="left",
        border_style="dim",
        expand=False,
    )
    teams = [
        _team(table, team, names, words, language, on_turn=team in view.awaited)
        for team in range(len(table.teams))
    ]
    return Group(road, *teams)


def _row(table: FlammeRougeView, riders: Riders, first: int) -> Text:
    """A stretch of road: square numbers, its lanes from left to right, the ground."""
    squares = range(first, min(first + _ROW, len(table.squares)))
    text = Text()
    for x in squares:
        number = str(x + 1) if (x + 1) % 5 == 0 else ""
        text.append(f"{number:<2}", "dim")
        text.append_text(_edge(table, x))
    for depth in range(max(table.squares[x].lanes for x in squares) - 1, -1, -1):
        text.append("\n")
        for x in squares:
            text.append_text(_lane(table, riders, x, depth))
            text.append_text(_edge(table, x))
    text.append("\n")
    for x in squares:
        text.append(*_GROUND[table.squares[x].terrain])
        text.append_text(_edge(table, x))
    return text


def _edge(table: FlammeRougeView, x: int) -> Text:
    """What follows a square: the start or the finish line, or a gap."""
    return Text("┃", _LINE) if x + 1 in (table.start, table.finish) else Text(" ")


def _lane(table: FlammeRougeView, riders: Riders, x: int, depth: int) -> Text:
    """One lane of a square, counted from the right: a rider, or none."""
    lanes = table.squares[x].lanes
    if depth >= lanes:
        return Text("  ")
    found = riders.get((x + 1, LANES[lanes][depth]))
    if found is None:
        return Text("· ", "dim")
    team, rider = found
    return _label(team, rider.rider)


def _label(team: int, rider: str) -> Text:
    return Text(f"{team + 1}{rider}", _TEAM[team])


def _packs(table: FlammeRougeView) -> Text:
    """The packs, foremost first."""
    text = Text()
    for number, pack in enumerate(table.packs):
        text.append("   ◂ " if number else "\n")
        for member in pack:
            text.append_text(_label(member.team, member.rider))
            text.append(" ")
    return text


def _team(
    table: FlammeRougeView,
    team: int,
    names: Sequence[str],
    words: Words,
    language: Language,
    *,
    on_turn: bool,
) -> Panel:
    """A team: where its riders are, what is known of their cards, and the viewer's own hand."""
    squad = table.teams[team]
    body = Text()
    for rider in squad.riders:
        body.append("\n" if body.plain else "")
        body.append_text(_label(team, rider.rider))
        own_cards = squad.kind == "player"
        body.append("  " + " · ".join(_facts(table, rider, words, language, cards=own_cards)))
    _hand(body, squad, words, language)
    name = names[team] if squad.kind == "player" else words.get("dummies", squad.kind)[language]
    return Panel(
        body,
        title=f"{'▶ ' if on_turn else ''}{name}",
        title_align="left",
        border_style=_OPEN if on_turn else "dim",
        width=_ROW * 3 + 4,
    )


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


def _hand(body: Text, squad: FlammeTeam, words: Words, language: Language) -> None:
    """Each card of the hand, and the square that it leads to."""
    if squad.hand is None:
        return
    body.append("\n" + words.say("terminal", "hand", rider=squad.holding)[language] + ":", "bold")
    for held in squad.hand:
        body.append("  ")
        body.append(f" {held.card} ", "bold black on rgb(246,240,228)")
        body.append(f" → {held.reach}")
