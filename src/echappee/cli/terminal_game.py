"""A game in the terminal: people, bots, hints, undo, save and resume."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import platformdirs
from rich.table import Table

from echappee.bots.advice import advise
from echappee.bots.chair import Bot, next_action
from echappee.cli.speech import Speech
from echappee.errors import EchappeeError, UndoRefused, UsageError
from echappee.files import read_text, write_file
from echappee.learning.handbook import rulings
from echappee.match.match import Match
from echappee.match.replay import replay
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import Event

_ADVISED = 3  # moves that a hint tells of


def saves_folder() -> Path:
    """Where unfinished games are kept."""
    return Path(platformdirs.user_data_dir("echappee")) / "games"


def autosave_path(game_id: str) -> Path:
    """Where the running terminal game of a game is kept after every move."""
    return saves_folder() / f"{game_id}.echappee"


def load(path: Path) -> Match:
    """The match saved in a file."""
    return replay(read_text(path))


class Board:
    """Draws a match as one viewer sees it."""

    def __init__(self, rulebook: Rulebook, speech: Speech) -> None:
        self._draw: Any = import_module(f"{rulebook.package}.terminal").draw
        self._words = rulebook.words
        self._speech = speech

    def show(self, match: Match, viewer: int | None, names: Sequence[str]) -> None:
        """Print the table."""
        moves = list(match.moves(viewer)) if viewer is not None else []
        view = match.typed_view(viewer)
        self._speech.console.print(
            self._draw(view, moves, names, self._words, self._speech.language)
        )

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> None:
        """Print what happened."""
        for event in events:
            sentence = self._speech.tell(self._words, event, names)
            self._speech.console.print(f"  {sentence}", style="cyan", markup=False, highlight=False)


class Leave(Exception):
    """The person wants to stop; the game is kept."""


class TerminalGame:
    """One match at one keyboard. Seats without a bot are people."""

    def __init__(
        self, match: Match, bots: Mapping[int, Bot], speech: Speech, save_to: Path
    ) -> None:
        self.match = match
        self.bots = bots
        self.speech = speech
        self.save_to = save_to
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.names = [match.names.get(s) or self._default_name(s) for s in range(match.players)]
        self.board = Board(match.rulebook, speech)
        self._at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self._waiting: dict[int, int] = {}
        self._told = 0
        self._kept = -1

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.speech.say("play", "commitment", hash=self.match.commitment, style="dim")
        if self.match.practice:
            self.speech.say("play", "practice", style="dim")
        self.speech.say("play", "commands", style="dim")
        self._keep()
        try:
            while not self.match.over:
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self._keep()
            self.speech.console.print()
            self.speech.say("play", "left", game=self.match.game_id, path=self.save_to)
            return
        self._finish()

    # ----------------------------------------------------------------------------------- one step

    def _step(self) -> None:
        if self._offer_people():
            return
        action = next_action(self.match, self.bots)
        if action is not None:
            self._play(*action)
            return
        self._ask(self.match.awaited[0])

    def _offer_people(self) -> bool:
        """Ask people who may act out of turn, once for each position; True if one acted."""
        for seat in self.match.offered:
            if seat in self.people and self._waiting.get(seat, -1) < self.match.number:
                self._hand_over(seat)
                self._tell_news(seat)
                answer = self._input(self.speech.text("play", "offer", name=self.names[seat]))
                if answer in ("", "w"):
                    until = 10**9 if answer == "w" else self.match.number
                    self._waiting[seat] = until
                    continue
                if self._command(seat, answer):
                    return True
        return False

    def _ask(self, seat: int) -> None:
        self._waiting.pop(seat, None)
        self._hand_over(seat)
        self._tell_news(seat)
        self.board.show(self.match, seat, self.names)
        number = self.match.number
        while self.match.number == number:
            answer = self._input(self.speech.text("play", "prompt", name=self.names[seat]))
            if answer:
                self._command(seat, answer)

    def _command(self, seat: int, line: str) -> bool:
        """Carry out a command or a move; True if a move was played."""
        word, _, rest = line.partition(" ")
        commands = {
            "moves": self._list_moves, "hint": self._hint, "undo": self._undo, "why": self._why,
            "rules": self._rules, "position": self._position, "save": self._save,
            "quit": self._leave, "q": self._leave, "help": self._help, "?": self._help,
        }  # fmt: skip
        try:
            if word.lower() in commands:
                commands[word.lower()](seat, rest.strip())
                return False
            self._play(seat, line)
        except EchappeeError as error:
            self.speech.refuse(error)
            return False
        return True

    # ----------------------------------------------------------------------------------- commands

    def _list_moves(self, seat: int, rest: str) -> None:
        moves = list(self.match.moves(seat))
        self.speech.say("play", "moves", count=len(moves), list=" ".join(moves))

    def _hint(self, seat: int, rest: str) -> None:
        """The best bot's choice with its chances, and what else it thought of."""
        advice = advise(self.match, seat)
        for place, advised in enumerate(advice.moves[:_ADVISED]):
            text = self.speech.text("play", "wait") if advised.text is None else advised.text
            kind = "hint" if place == 0 else "hint-else"
            chance = "sure" if advised.proved else "chance"
            told = self.speech.text("play", f"hint-{chance}", wins=f"{advised.wins:.0%}")
            self.speech.say("play", kind, move=text, chance=told, style="dim" if place else "green")

    def _undo(self, seat: int, rest: str) -> None:
        """A right; where no other person plays, the bots let their own moves be taken back.

        What was drawn or shown they can't forgive: for that there are practice games.
        """
        alone = len(self.people) == 1
        try:
            self.match.undo(seat)
        except UndoRefused as refusal:
            if not alone or refusal.code == "nothing-to-undo":
                raise
            if refusal.code != "undo-others":
                raise UndoRefused("undo-alone") from None
            self.match.undo(seat, consent=tuple(self.bots))
        self._told = self.match.number
        self._keep()
        self.speech.say("play", "undone", style="green")

    def _why(self, seat: int, rest: str) -> None:
        found = self.match.explain(seat, rest)
        article = self.speech.text("play", "article", article=found.article)
        suffix = f" [{article}]" if found.article else ""
        style = "green" if found.legal else "red"
        self.speech.console.print(
            found.words[self.speech.language] + suffix, style=style, markup=False
        )

    def _rules(self, seat: int, rest: str) -> None:
        show_rules(self.match.rulebook, self.speech, rest or None)

    def _position(self, seat: int, rest: str) -> None:
        if self.match.rulebook.hidden:
            raise UsageError("position-hidden")
        self.speech.console.print(self.match.position(), markup=False, highlight=False)

    def _save(self, seat: int, rest: str) -> None:
        path = Path(rest) if rest else self.save_to
        write_file(path, self.match.save().encode())
        self.speech.say("play", "saved", path=path)

    def _leave(self, seat: int, rest: str) -> None:
        raise Leave

    def _help(self, seat: int, rest: str) -> None:
        self.speech.console.print(
            self.match.rulebook.words.get("terminal", "help")[self.speech.language]
        )
        self.speech.say("play", "commands", style="dim")

    # -------------------------------------------------------------------------------------- inside

    def _play(self, seat: int, text: str) -> None:
        self.match.play(seat, text)
        if seat in self.people:
            self._keep()
        if len(self.people) == 1:
            self._tell_news(self.people[0])
        elif not self.people:
            self._tell_news(None)

    def _tell_news(self, viewer: int | None) -> None:
        """What happened since anybody at this keyboard was last told."""
        news = self.match.events(viewer, self._told)
        self.board.tell([event for _, event in news], self.names)
        self._told = self.match.number

    def _hand_over(self, seat: int) -> None:
        """Where hands are hidden, clear the screen before another person looks at it."""
        if self._at_keyboard != seat and self.match.rulebook.hidden:
            self.speech.console.clear()
            self._input(self.speech.text("play", "hand-over", name=self.names[seat]))
        self._at_keyboard = seat

    def _keep(self) -> None:
        """Keep the game if it has gone on: after what a person did, and before one is asked.

        What bots do in between is quickly done again; in a long game, to write all of it each time
        would take longer than to play.
        """
        if self._kept != self.match.number:
            write_file(self.save_to, self.match.save().encode())
            self._kept = self.match.number

    def _input(self, prompt: str) -> str:
        self._keep()
        return self.speech.console.input(f"[bold]{prompt}[/bold] > ").strip()

    def _default_name(self, seat: int) -> str:
        if seat in self.bots:
            number = f" {seat + 1}" if len(self.bots) > 1 else ""
            return self.speech.text("play", "bot", name=self.bots[seat].name) + number
        return self.speech.text("play", "seat", n=seat + 1)

    def _finish(self) -> None:
        viewer = self.people[0] if self.people else None
        self._tell_news(viewer)
        self.board.show(self.match, viewer, self.names)
        show_result(self.match, self.names, self.speech)
        finished = self.save_to.with_name(
            f"{self.save_to.stem}-{self.match.commitment[:8]}.echappee"
        )
        write_file(finished, self.match.record().encode())
        self.save_to.unlink(missing_ok=True)
        self.speech.say("play", "saved", path=finished, style="dim")


def show_result(match: Match, names: Sequence[str], speech: Speech) -> None:
    """The table of places and why the game ended."""
    outcome = match.outcome
    assert outcome is not None
    speech.console.print(outcome.words[speech.language], style="bold")
    table = Table(title=speech.text("play", "result"), title_justify="left")
    table.add_column(speech.text("play", "place"), justify="right")
    table.add_column("")
    table.add_column(speech.text("play", "score"), justify="right")
    standing = outcome.standing
    for seat in sorted(range(match.players), key=lambda s: (standing.places[s], s)):
        table.add_row(str(standing.places[seat]), names[seat], str(standing.scores[seat]))
    speech.console.print(table)
    if outcome.winners:  # else a dummy team has won, as the ending says
        winners = ", ".join(names[seat] for seat in outcome.winners)
        speech.say("play", "winner", names=winners, n=len(outcome.winners), style="bold yellow")


def show_rules(rulebook: Rulebook, speech: Speech, article: str | None = None) -> None:
    """The rules in our own words, all or one article."""
    articles = rulebook.words.articles
    chosen = [a for a in articles if article is None or a.id == article.lstrip("§")]
    if not chosen:
        known = ", ".join(a.id for a in articles)
        raise UsageError("unknown-article", name=article, known=known)
    for a in chosen:
        speech.console.print(f"\n§{a.id}  {a.title[speech.language]}", style="bold", markup=False)
        speech.console.print(a.text[speech.language], markup=False, highlight=False)
        for ruling in rulings(rulebook.id, a):
            told = f"{ruling.id}  {ruling.words[speech.language]}"
            speech.console.print(told, style="dim", markup=False, highlight=False)
