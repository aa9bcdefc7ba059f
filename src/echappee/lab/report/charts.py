"""Pictures of a report, by matplotlib: small SVGs whose text stays text and whose colours the page
gives, so that they are light or dark with it. The same figures give the same bytes."""

from __future__ import annotations

import html
import io
import re
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from echappee.lab.envs import MissingExtra
from echappee.lab.report.estimates import Interval

_WIDTH = 4.3  # inches; 72 of the picture's units each
_ROW = 0.34
_LETTERS = 20  # in a line of a label
_LETTER = 0.085  # inches that a letter of a label takes, about
_TOKENS = {
    "ink": "#010101", "ink-soft": "#020202", "line": "#030303", "jaune": "#040404",
    "vert": "#050505", "bleu": "#060606", "rouge": "#070707", "orange": "#080808",
    "asphalte": "#090909",
}  # fmt: skip
"""The page's colours, and what stands for each while a picture is drawn."""
COLOURS = ("bleu", "rouge", "vert", "orange", "asphalte", "jaune")


class Chart(msgspec.Struct, frozen=True):
    """A picture, and what it says to whoever can't see it."""

    svg: str
    alt: str
    caption: str = ""


def check_plotting() -> None:
    """Refuse to begin where the library that draws is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("missing-extra", needs="matplotlib", extra="report") from error


def dots(
    rows: Sequence[tuple[str, Interval]], unit: Callable[[float], str], *, salt: str,
    fair: float | None = None, colours: Sequence[str] = (),
) -> str:  # fmt: skip
    """A dot for each row with the range in which it lies, and a line where it would be fair."""
    labels, left, lines = _labels([label for label, _ in rows])

    def draw(axes: Any) -> None:
        for place, (_, found) in enumerate(rows):
            colour = _TOKENS[colours[place] if colours else "bleu"]
            axes.plot([found.low, found.high], [place, place], color=colour, linewidth=5,
                      solid_capstyle="round", alpha=0.35)  # fmt: skip
            axes.plot([found.mean], [place], "o", color=colour, markersize=7)
        if fair is not None:
            axes.axvline(fair, color=_TOKENS["rouge"], linewidth=1.4, linestyle=(0, (4, 3)))
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        ends = [end for _, found in rows for end in (found.low, found.high)]
        ends += [] if fair is None else [fair]
        room = max(0.06 * (max(ends) - min(ends)), 1e-9)
        axes.set_xlim(min(ends) - room, max(ends) + room)
        _ticks(axes.xaxis, unit)

    return _drawn(draw, _ROW * len(rows) * (1 + 0.3 * (lines - 1)) + 0.55, left, salt)


def curve(
    points: Sequence[Interval], unit: Callable[[float], str], *, salt: str,
    fair: float | None = None, ends: tuple[str, str] = ("", ""),
) -> str:  # fmt: skip
    """A line through points that follow one another, with a band in which it lies."""

    def draw(axes: Any) -> None:
        steps = [place / (len(points) - 1) for place in range(len(points))]
        axes.fill_between(
            steps, [p.low for p in points], [p.high for p in points],
            color=_TOKENS["bleu"], alpha=0.25, linewidth=0,
        )  # fmt: skip
        axes.plot(steps, [p.mean for p in points], color=_TOKENS["bleu"], linewidth=2.4)
        if fair is not None:
            axes.axhline(fair, color=_TOKENS["rouge"], linewidth=1.4, linestyle=(0, (4, 3)))
        axes.set_ylim(0, 1.03)
        axes.set_xlim(0, 1)
        _ticks(axes.yaxis, unit)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], [ends[0], "", "½", "", ends[1]])

    return _drawn(draw, 2.5, 0.55, salt)


def stacks(
    rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], *, salt: str,
    unit: Callable[[float], str],
) -> str:  # fmt: skip
    """Bars of parts that add up to a whole, with a legend below."""
    labels, left, _ = _labels([label for label, _ in rows])

    def draw(axes: Any) -> None:
        for place, (_, parts) in enumerate(rows):
            at = 0.0
            for number, part in enumerate(parts):
                axes.barh(place, part, left=at, height=0.62, color=_TOKENS[COLOURS[number]],
                          label=names[number] if place == 0 else None)  # fmt: skip
                at += part
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        _ticks(axes.xaxis, unit)
        axes.legend(
            loc="upper left", bbox_to_anchor=(-0.3, -0.5 / len(rows)), ncols=2, frameon=False,
            labelcolor=_TOKENS["ink"], handlelength=1, handleheight=0.9, columnspacing=1.4,
        )  # fmt: skip

    return _drawn(draw, 0.46 * len(rows) + 0.45, left, salt, below=0.35 * -(-len(names) // 2))


def _labels(names: Sequence[str]) -> tuple[list[str], float, int]:
    """The labels of rows, long ones in several lines; the inches they take, and their lines."""
    wrapped = [textwrap.wrap(name, _LETTERS, break_long_words=False) or [""] for name in names]
    longest = max(len(line) for lines in wrapped for line in lines)
    left = 0.25 + _LETTER * longest
    return ["\n".join(lines) for lines in wrapped], left, max(map(len, wrapped))


def _ticks(axis: Any, unit: Callable[[float], str]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(3))
    axis.set_major_formatter(FuncFormatter(lambda value, _: unit(value)))


def _drawn(
    draw: Callable[[Any], None], height: float, left: float, salt: str, below: float = 0.0
) -> str:
    """A picture with one pair of axes, as SVG for a page: its colours are the page's."""
    import matplotlib
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 11.5,
        "font.family": "sans-serif", "axes.edgecolor": _TOKENS["line"],
        "xtick.color": _TOKENS["ink-soft"], "ytick.color": _TOKENS["ink"],
        "grid.color": _TOKENS["line"], "axes.grid": True, "axes.grid.axis": "both",
        "axes.axisbelow": True, "grid.linewidth": 0.8,
    }  # fmt: skip
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **settings, "backend": "svg"}):
        whole = height + below
        figure = Figure(figsize=(_WIDTH, whole))
        figure.patch.set_visible(False)
        axes = figure.add_axes((
            left / _WIDTH, (0.32 + below) / whole,
            (_WIDTH - left - 0.28) / _WIDTH, (height - 0.42) / whole,
        ))  # fmt: skip
        axes.patch.set_visible(False)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.tick_params(length=0)
        draw(axes)
        stream = io.StringIO()
        told = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(stream, format="svg", metadata=told)
    return _inlined(stream.getvalue(), salt)


def _inlined(svg: str, salt: str) -> str:
    """The picture alone, in the page's colours and fonts, with names of its own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.S)
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.S)  # it would be the whole page's
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.S)
    wanted = dict.fromkeys(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", svg))
    names = {old: f"{salt}-{number}" for number, old in enumerate(wanted)}
    svg = re.sub(r' id="([^"]+)"', lambda f: f' id="{names[f[1]]}"' if f[1] in names else "", svg)
    svg = re.sub(r"(url\(#|href=\"#)([^)\"]+)", lambda f: f[1] + names[f[2]], svg)
    svg = re.sub(r'(<svg)[^>]*?(viewBox="[^"]*")[^>]*>', r'\1 \2 aria-hidden="true">', svg, count=1)
    svg = svg.replace("xlink:href", "href")
    for token, colour in _TOKENS.items():
        svg = svg.replace(colour, f"var(--{token})")
    svg = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r"font-family: [^;\"]*;?\s*", "", svg)
    svg = re.sub(r"(\d+\.\d{2})\d+", r"\1", svg)
    return re.sub(r">\s+<", "><", svg).strip()


def described(rows: Sequence[tuple[str, str]]) -> str:
    """What a picture says, for whoever can't see it."""
    return html.unescape("; ".join(f"{label}: {told}" for label, told in rows))
