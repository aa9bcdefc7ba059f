"""What stands on a board: read from the page, and told from the engine's view, to be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echappee.rulebook.values import View

JSON = Any

# Each gives plain data; the board in `main` is drawn without anything that moves.
READERS = {
    # Pieces in the order in which they are read: row by row from the top.
    "tapas": """
      () => [...document.querySelectorAll("main .piece:not(.gone)")]
        .map((one) => {
          const [x, y] = one.style.transform.match(/-?[\\d.]+/g).map(Number);
          return [Math.round(y), Math.round(x), one.dataset.piece];
        })
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map((one) => one[2])
    """,
    # Each road: its lowest and its highest card.
    "tape-letape": """
      () => [...document.querySelectorAll("main ul.hidden-visually li")]
        .map((one) => (one.textContent.match(/\\d+/g) ?? []).map(Number))
    """,
    # Each rider on the road by team and letter; and how far all have to go, from the score.
    "flamme-rouge": """
      () => ({
        road: [...document.querySelectorAll("main .view use")]
          .filter((one) => /^#fr-t[SR]$/.test(one.getAttribute("href")))
          .map((one) => one.parentNode.getAttribute("class").match(/fr-(\\w+)/)[1]
            + one.getAttribute("href").at(-1)).sort(),
        left: [...document.querySelectorAll("aside tbody tr")]
          .map((row) => [row.querySelector("th b").textContent,
            row.querySelectorAll("td")[1].textContent.trim()].join(" ")).sort(),
      })
    """,
    # Each rider by colour and number: the numbers of his lane and his row.
    "tour-de-france": """
      () => Object.fromEntries([...document.querySelectorAll("main [data-rider]")].map((one) => [
        one.dataset.rider,
        (one.getAttribute("aria-label").match(/lane \\d+, row \\d+/)?.[0].match(/\\d+/g) ?? [])
          .map(Number),
      ]))
    """,
}


def _tapas(table: Any) -> JSON:
    return [piece for row in table.board for piece in row if piece is not None]


def _tape(table: Any) -> JSON:
    spans = ([column.low, column.high] for column in table.columns)
    return [[] if low is None else [low] if low == high else [low, high] for low, high in spans]


def _flamme(table: Any) -> JSON:
    colours = ("rouge", "bleu", "vert", "jaune", "orange", "blanc")
    riders = [(team, one) for team, side in enumerate(table.teams) for one in side.riders]
    road = [f"{colours[team]}{one.rider}" for team, one in riders if one.on_road and one.square]

    def left(square: int | None) -> str:
        if square is None:
            return "–"
        away = table.finish + 1 - square
        return str(away) if away > 0 else f"+{1 - away}"

    return {
        "road": sorted(road),
        "left": sorted(f"{one.rider} {left(one.square)}" for _, one in riders),
    }


def _tour(table: Any) -> JSON:
    return {
        f"{side.colour}-{number}": [rider.lane, rider.row] if (rider.row or 0) > 0 else []
        for side in table.seats
        for number, rider in enumerate(side.riders, 1)
        if rider.where != "off"
    }


FACTS: dict[str, Callable[[Any], JSON]] = {
    "tapas": _tapas,
    "tape-letape": _tape,
    "flamme-rouge": _flamme,
    "tour-de-france": _tour,
}


def facts(view: View) -> JSON:
    """What should stand on the board."""
    return FACTS[view.game](view.table)
