"""Texts of a table that prompt and full screen share: help, rules, reasons, results."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from echappee.cli.command_words import COMMANDS, command_usage
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.errors import UsageError
from echappee.learning.handbook import rulings
from echappee.match.match import Match
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import write_score


def titled(title: str, sentence: str) -> Text:
    """A sentence under its title, in one line."""
    return Text.assemble((f"{title}  ", "bold"), sentence)


def about_game(session: Session) -> list[Text]:
    """What the game is about, what its signs mean, and how a move is written."""
    found = []
    for key in ("aim", "legend", "help"):
        sentence = session.terminal.sentence(key)
        if sentence:
            found.append(titled(session.speech.text("play", f"title-{key}"), sentence))
    return found


def example_line(session: Session, seat: int) -> Text | None:
    """How a move is written now; None where there is none."""
    moves = session.match.moves(seat)
    if not moves:
        return None
    told = session.terminal.describe(moves[0], session.match.typed_view(seat), session.names)
    key = "example" if told else "example-plain"
    shown = session.terminal.show(moves[0])
    return Text(session.speech.text("play", key, move=shown, words=told))


def command_table(speech: Speech) -> Table:
    """All commands, and what each does."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for name in COMMANDS:
        usage = Text(command_usage(name, speech))
        table.add_row(usage, speech.text("command-help", name))
    return table


def why_line(session: Session, seat: int, typed: str) -> Text:
    """Why a typed move is legal or not."""
    texts = session.terminal.read(typed, session.names)
    if not texts:
        raise UsageError("why-what")
    found = session.match.explain(seat, texts[0])
    words = found.words[session.speech.language]
    if found.article:
        words += f" [{session.speech.text('play', 'article', article=found.article)}]"
    return Text(words, "green" if found.legal else "red")


def rules_text(rulebook: Rulebook, speech: Speech, article: str | None = None) -> Group:
    """The rules in our own words, all or one article."""
    articles = rulebook.words.articles
    chosen = [a for a in articles if article is None or a.id == article.lstrip("§")]
    if not chosen:
        known = ", ".join(a.id for a in articles)
        raise UsageError("unknown-article", name=article, known=known)
    parts = []
    for a in chosen:
        parts.append(Text(f"\n§{a.id}  {a.title[speech.language]}", "bold"))
        parts.append(Text(a.text[speech.language]))
        for ruling in rulings(rulebook.id, a):
            parts.append(Text(f"{ruling.id}  {ruling.words[speech.language]}", "dim"))
    return Group(*parts)


def result_table(match: Match, names: Sequence[str], speech: Speech) -> Table:
    """The places and scores of a game that is over."""
    outcome = match.outcome
    assert outcome is not None
    table = Table(title=speech.text("play", "result"), title_justify="left")
    table.add_column(speech.text("play", "place"), justify="right")
    table.add_column("")
    table.add_column(speech.text("play", "score"), justify="right")
    standing = outcome.standing
    for seat in sorted(range(match.players), key=lambda s: (standing.places[s], s)):
        name = Text(names[seat])
        score = write_score(standing.scores[seat], speech.language)
        table.add_row(str(standing.places[seat]), name, score)
    return table


def winner_line(match: Match, names: Sequence[str], speech: Speech) -> Text | None:
    """Who has won; None where a dummy team has, as the ending says."""
    outcome = match.outcome
    if outcome is None or not outcome.winners:
        return None
    winners = ", ".join(names[seat] for seat in outcome.winners)
    told = speech.text("play", "winner", names=winners, n=len(outcome.winners))
    return Text(told, "bold yellow")


def result_parts(match: Match, names: Sequence[str], speech: Speech) -> list[Text | Table]:
    """Why a game ended, the places, and who won."""
    outcome = match.outcome
    assert outcome is not None
    parts: list[Text | Table] = [
        Text(outcome.words[speech.language], "bold"),
        result_table(match, names, speech),
    ]
    won = winner_line(match, names, speech)
    return [*parts, won] if won is not None else parts


def show_result(match: Match, names: Sequence[str], speech: Speech) -> None:
    """Print how a game ended."""
    for part in result_parts(match, names, speech):
        speech.console.print(part)
