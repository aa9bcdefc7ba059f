"""The page of a report: one file of HTML that needs no other, in one language."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template

from echappee import __version__
from echappee.errors import Language
from echappee.lab.report.charts import Chart
from echappee.lab.report.comparison import named
from echappee.lab.report.report import Report
from echappee.lab.report.told import Grid, Section, Teller

_NARROW = 3
"""A table with more columns takes the whole width."""


def page(report: Report, language: Language) -> str:
    """The page, the same for the same report: it tells neither when nor where it was made."""
    teller = Teller(report.study.table.rules, language)
    sections = report.sections(language)
    folder = files(__package__ or "")
    table = report.study.table
    game = table.rules.name[language]
    findings = [
        f'<li><a href="#{section.name}">{escape(section.title)}</a> {escape(finding)}</li>'
        for section in sections
        for finding in section.findings
    ]
    setup = teller.say("page", "setup", count=table.players, players=table.players,
                       settings=named(report.study, teller),
                       bot=teller.bot(report.study.bot))  # fmt: skip
    return Template(folder.joinpath("page.html").read_text("utf-8")).substitute(
        language=language,
        style=folder.joinpath("page.css").read_text("utf-8").strip(),
        title=escape(teller.say("page", "title", game=game)),
        game=escape(game),
        kicker=escape(teller.say("page", "kicker")),
        setup=escape(setup),
        findings_title=escape(teller.say("page", "findings")),
        findings="\n".join(findings),
        honest=escape(teller.say("page", "honest", bot=teller.bot(report.study.bot))),
        contents="\n".join(f'<a href="#{one.name}">{escape(one.title)}</a>' for one in sections),
        contents_label=escape(teller.say("page", "contents")),
        sections="\n".join(_section(one, teller) for one in sections),
        footer=escape(teller.say("page", "footer", version=__version__, rules=table.rules.version)),
    )


def _section(section: Section, teller: Teller) -> str:
    findings = "".join(f'<p class="finding">{escape(one)}</p>' for one in section.findings)
    texts = "".join(f"<p>{escape(one)}</p>" for one in section.texts)
    charts = "".join(map(_chart, section.charts))
    grids = "".join(map(_grid, section.grids))
    notes = "".join(f"<p>{escape(one)}</p>" for one in section.notes)
    again = escape(teller.say("page", "again"))
    return (
        f'<section id="{section.name}"><h2>{escape(section.title)}</h2>{findings}{texts}'
        f'<div class="figures">{charts}{grids}</div><div class="notes">{notes}</div>'
        f'<p class="again"><span>{again}</span> <code>{escape(section.command)}</code></p>'
        f"</section>"
    )


def _chart(chart: Chart) -> str:
    return (
        f'<figure><figcaption>{escape(chart.caption)}</figcaption><div role="img" '
        f'aria-label="{escape(chart.alt)}">{chart.svg}</div></figure>'
    )


def _grid(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in grid.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(one)}</td>" for one in row[1:])
        + "</tr>"
        for row in grid.rows
    )
    top = f"<thead><tr>{head}</tr></thead>" if any(grid.head) else ""
    kind = "grid wide" if max(map(len, [grid.head, *grid.rows])) > _NARROW else "grid"
    return f'<div class="{kind}" tabindex="0"><table>{top}<tbody>{rows}</tbody></table></div>'
