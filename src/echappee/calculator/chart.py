"""The gaps to the leader, stage by stage, as a drawing: SVG text, and PNG where resvg is there.

The leader rides along the top in yellow; everybody else is as far below as he is behind. Names
stand at the ends of their lines, stage cards below.
"""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from xml.sax.saxutils import escape

from echappee.calculator.drawings import (
    CARD,
    INK,
    LINE,
    PAPER,
    SEAT_COLOURS,
    SEAT_DASHES,
    SOFT,
    STAGE_CARDS,
    YELLOW,
    jersey,
    marker,
    mix,
)
from echappee.calculator.race import WORDS, CalculatorError
from echappee.calculator.sentences import gap_clock
from echappee.calculator.state import Line, RaceState
from echappee.errors import Language
from echappee.games.tape_letape import RULEBOOK

_FONT = "'Barlow Condensed','Arial Narrow','Source Sans Pro',sans-serif"
_LEFT, _TOP = 92, 146
_NAMED = 96  # room enough for the name of a profile below its card
_ROW = 36  # from name to name, at least
_STEPS = (10, 20, 30, 60, 120, 180, 300, 600, 1200)
_ZOOM = 2


def draw_svg(state: RaceState, language: Language) -> str:
    """The chart as the text of an SVG file."""
    return _Chart(state, language).draw()


def draw_png(state: RaceState, language: Language) -> bytes:
    """The chart as a PNG file, twice as large; needs the extra ``png``."""
    try:
        renderer = import_module("resvg_py")
        fonts = import_module("font_source_sans_pro")
    except ImportError as error:
        raise CalculatorError("no-png") from error
    files = [fonts.SourceSansPro, fonts.SourceSansProSemibold, fonts.SourceSansProBold]
    drawing = draw_svg(state, language)
    return bytes(
        renderer.svg_to_bytes(drawing, zoom=_ZOOM, font_files=files, skip_system_fonts=True)
    )


class _Chart:
    """One drawing; its points are those of the SVG."""

    def __init__(self, state: RaceState, language: Language) -> None:
        self.state = state
        self.language = language
        longest = max(len(name) for name in state.names)
        self.right = 170 + 11 * longest
        self.plot_width = max(620, 40 * state.done)
        self.width = _LEFT + self.plot_width + self.right
        self.plot_height = 372 if state.done <= 12 else 480
        self.room = self.plot_width / max(state.done, 1)
        below = 132 if self.room >= _NAMED else 104
        self.height = _TOP + self.plot_height + below
        widest = max((cell.gap for row in state.stages for cell in row.cells), default=0)
        self.step = next((s for s in _STEPS if widest <= 6 * s), _STEPS[-1])
        self.most = max(self.step * -(-widest // self.step), self.step)

    def draw(self) -> str:
        parts = [*self._ground(), *self._heading()]
        if self.state.done:
            parts += [*self._grid(), *self._stages(), *self._lines(), *self._names()]
        else:
            parts.append(self._text(_LEFT, _TOP + 60, self._say("chart", "empty"), 24, SOFT))
        return "\n".join([*self._opening(), *parts, "</svg>"]) + "\n"

    # ---------------------------------------------------------------------------------------- parts

    def _opening(self) -> list[str]:
        lines = ", ".join(
            self._say("chart", "line", name=line.name, gap=line.gap_clock)
            for line in self.state.classification
        )
        told = self._say("chart", "described", lines=lines)
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" lang="{self.language}" '
            f'font-family="{_FONT}" style="font-variant-numeric:tabular-nums">',
            f"<title>{escape(self._title())}</title>",
            f"<desc>{escape(told)}</desc>",
        ]

    def _ground(self) -> list[str]:
        inner = f'width="{self.width - 40}" height="{self.height - 40}" rx="10"'
        return [
            f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>',
            f'<rect x="20" y="23" {inner} fill="{LINE}"/>',
            f'<rect x="20" y="20" {inner} fill="{CARD}"/>',
            f'<path d="M20 30Q20 20 30 20H{self.width - 30}Q{self.width - 20} 20 '
            f'{self.width - 20} 30V32H20Z" fill="{YELLOW}"/>',
        ]

    def _heading(self) -> list[str]:
        state = self.state
        after = self._say("chart", "after", done=state.done, stages=state.length)
        facts = [self._say("chart", "title"), state.kind[self.language]]
        if state.done:
            facts.insert(1, after)
        return [
            self._text(44, 72, self._title(), 34, INK, bold=True),
            self._text(44, 98, " · ".join(facts), 19, SOFT),
        ]

    def _grid(self) -> list[str]:
        parts = []
        for gap in range(0, self.most + 1, self.step):
            y = self._y(gap)
            colour, width = (YELLOW, 5) if gap == 0 else (LINE, 1)
            end = _LEFT + self.plot_width
            parts.append(
                f'<path d="M{_LEFT} {y:.1f}H{end}" stroke="{colour}" stroke-width="{width}"/>'
            )
            parts.append(self._text(_LEFT - 14, y + 6, gap_clock(gap), 17, SOFT, anchor="end"))
        return parts

    def _stages(self) -> list[str]:
        """Stage cards, numbers and, where there is room, the names of the profiles."""
        bottom = _TOP + self.plot_height
        start = self._say("chart", "start")
        scale = min(0.74, (self.room - 6) / 80)
        parts = [self._text(_LEFT + 8, bottom + 26, start, 16, SOFT, "end")]
        for row in self.state.stages:
            x = self._x(row.number)
            parts.append(
                f'<path d="M{x:.1f} {_TOP}V{bottom + 8}" stroke="{LINE}" '
                'stroke-dasharray="1 5" stroke-linecap="round" stroke-width="1.5"/>'
            )
            if row.refuel and row.number < self.state.length:
                parts.append(
                    f'<path d="M{x:.1f} {_TOP - 8}V{bottom}" stroke="{SOFT}" '
                    'stroke-dasharray="6 5" stroke-width="1.5"/>'
                )
                parts.append(
                    self._text(x, _TOP - 13, self._say("chart", "refuel"), 16, SOFT, "middle")
                )
            parts.append(
                f'<g transform="translate({x - 40 * scale:.1f} {bottom + 14}) '
                f'scale({scale:.3f})">{STAGE_CARDS[row.profile]}</g>'
            )
            under = bottom + 14 + 60 * scale
            number = f"{row.number}"
            parts.append(self._text(x, under + 19, number, 19, INK, "middle", bold=True))
            if self.room >= _NAMED:
                name = row.profile_name[self.language]
                if row.final:
                    name += f", {self._say('table', 'final')}"
                parts.append(self._text(x, under + 36, name, 16, SOFT, "middle"))
        return parts

    def _lines(self) -> list[str]:
        """The line of each seat, first a white one below it so that crossings can be read."""
        parts = []
        for line in reversed(self.state.classification):
            seat = line.seat
            gaps = [0, *(row.cells[seat].gap for row in self.state.stages)]
            points = " ".join(f"{self._x(i):.1f},{self._y(gap):.1f}" for i, gap in enumerate(gaps))
            dash = f' stroke-dasharray="{SEAT_DASHES[seat]}"' if SEAT_DASHES[seat] else ""
            form = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
            parts.append(f'<polyline points="{points}" {form} stroke="{CARD}" stroke-width="7"/>')
            parts.append(
                f'<polyline points="{points}" {form} stroke="{SEAT_COLOURS[seat]}" '
                f'stroke-width="3.6"{dash}/>'
            )
        for line in reversed(self.state.classification):
            for row in self.state.stages:
                cell = row.cells[line.seat]
                fill = YELLOW if cell.yellow else SEAT_COLOURS[line.seat]
                x, y = self._x(row.number), self._y(cell.gap)
                parts.append(marker(line.seat, x, y, fill, 6.5 if cell.yellow else 5.2))
        return parts

    def _names(self) -> list[str]:
        """The classification at the ends of the lines, moved apart where they would touch."""
        end = _LEFT + self.plot_width
        parts = []
        for line, y in zip(self.state.classification, self._heights(), strict=True):
            at = self._y(line.gap)
            parts.append(
                f'<path d="M{end + 10} {at:.1f}L{end + 30} {y:.1f}" fill="none" '
                f'stroke="{mix(SEAT_COLOURS[line.seat], 0.6)}" stroke-width="1.6"/>'
            )
            parts += self._name(line, end + 34, y)
        return parts

    def _name(self, line: Line, x: float, y: float) -> list[str]:
        colour = SEAT_COLOURS[line.seat]
        right = self.width - 40
        return [
            f'<g transform="translate({x} {y - 15:.1f}) scale(0.62)">'
            f"{jersey(colour, line.yellow)}</g>",
            self._text(x + 36, y + 7, line.name, 21, INK, bold=True),
            self._text(right, y + 7, line.gap_clock, 21, INK, "end", bold=line.yellow),
        ]

    # ------------------------------------------------------------------------------------- geometry

    def _heights(self) -> list[float]:
        """Where the names stand: in the order of the classification, never too close."""
        heights: list[float] = []
        for line in self.state.classification:
            lowest = heights[-1] + _ROW if heights else 0.0
            heights.append(max(self._y(line.gap), lowest))
        floor = float(_TOP + self.plot_height)
        for i in reversed(range(len(heights))):
            heights[i] = min(heights[i], floor)
            floor = heights[i] - _ROW
        assert all(low + _ROW <= high + 0.01 for low, high in pairwise(heights))
        return heights

    def _x(self, number: int) -> float:
        return _LEFT + self.plot_width * number / self.state.done

    def _y(self, gap: int) -> float:
        return _TOP + 14 + (self.plot_height - 14) * gap / self.most

    # ---------------------------------------------------------------------------------------- words

    def _title(self) -> str:
        return self.state.title or RULEBOOK.name[self.language]

    def _say(self, *path: str, **facts: object) -> str:
        return WORDS.say(*path, **facts)[self.language]

    def _text(
        self, x: float, y: float, words: str, size: int, fill: str,
        anchor: str = "start", bold: bool = False,
    ) -> str:  # fmt: skip
        weight = 700 if bold else 500
        turned = f' text-anchor="{anchor}"' if anchor != "start" else ""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" '
            f'fill="{fill}"{turned}>{escape(words)}</text>'
        )
