"""``echappee calc``: the race calculator for a table with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from typer.core import TyperGroup

from echappee.calculator.edit import new_race
from echappee.calculator.exports import export as export_race
from echappee.calculator.names import check_title, find_seat
from echappee.calculator.race import WORDS, CalculatorError, Race
from echappee.calculator.race_file import load_race, save_race
from echappee.calculator.state import race_state
from echappee.cli.race_dialog import RaceDialog
from echappee.cli.race_tables import show_race
from echappee.cli.race_talk import Leave, Talk, ask_race
from echappee.cli.speech import speech_for
from echappee.errors import Phrase, UsageError
from echappee.files import check_place, is_there, read_text, write_file

Lang = Annotated[str | None, typer.Option("--lang", help="Language: en or fr.")]
RaceFile = Annotated[Path, typer.Argument(metavar="FILE", help="The race, a small text file.")]


class _FileFirst(TyperGroup):
    """``echappee calc FILE`` is short for ``echappee calc enter FILE``."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        first = next((arg for arg in args if not arg.startswith("-")), None)
        if first is not None and first not in self.commands:
            args = ["enter", *args]
        return super().parse_args(ctx, args)


calc = typer.Typer(
    cls=_FileFirst,
    help="Count the times of a race with real cards. `echappee calc FILE` goes on with a race.",
)


@calc.command()
def new(
    file: RaceFile,
    names: Annotated[
        str | None,
        typer.Option("--names", help="Who rides, clockwise: names separated by commas."),
    ] = None,
    edition: Annotated[str, typer.Option(help="FR (with a final mountain) or EN.")] = "FR",
    race: Annotated[str, typer.Option(help="sprint or endurance.")] = "sprint",
    stages_each: Annotated[
        int | None, typer.Option(help="Endurance: stages that each player chooses, 2 to 5.")
    ] = None,
    tie_break: Annotated[
        bool, typer.Option(help="Separate equal times by stages won, then by the last stage.")
    ] = False,
    first: Annotated[str | None, typer.Option(help="Who deals and chooses first.")] = None,
    title: Annotated[str, typer.Option(help="A title for the chart and the table.")] = "",
    lang: Lang = None,
) -> None:
    """Begin a race; without --names it asks for everything."""
    speech = speech_for(lang)
    if is_there(file):
        raise CalculatorError("file-exists", path=file)
    check_place(file)
    check_title(title)
    talk = Talk(speech)
    if names is None:
        try:
            begun = ask_race(talk, title)
        except (Leave, EOFError, KeyboardInterrupt) as end:
            speech.console.print()
            if isinstance(end, KeyboardInterrupt):
                raise
            return
        begun = msgspec.structs.replace(begun, tie_break=tie_break)
    else:
        begun = new_race(names.split(","), edition, race, stages_each, tie_break, title=title)
        if first is not None:
            begun = msgspec.structs.replace(begun, first=find_seat(begun, first))
    save_race(file, begun)
    talk.say("ask", "created", path=file)
    RaceDialog(begun, file, speech).run()


@calc.command()
def enter(file: RaceFile, lang: Lang = None) -> None:
    """Go on with a race: enter its stages, correct them, see how it stands."""
    speech = speech_for(lang)
    RaceDialog(_open(file, Talk(speech)), file, speech).run()


@calc.command()
def show(
    file: RaceFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Show a race: classification, stages, and where each second comes from."""
    speech = speech_for(lang)
    state = race_state(_load(file))
    if as_json:
        print(msgspec.json.encode(state).decode())
        return
    show_race(state, Talk(speech))


@calc.command()
def export(
    file: RaceFile,
    to: Annotated[Path, typer.Option("--to", help="OUT.txt, OUT.csv, OUT.svg or OUT.png.")],
    lang: Lang = None,
) -> None:
    """Write a race as text, as a CSV table, or as a chart of gaps (SVG, PNG)."""
    speech = speech_for(lang)
    check_place(to)
    write_file(to, export_race(_load(file), to, speech.language))
    Talk(speech).say("ask", "written", path=to)


def _open(file: Path, talk: Talk) -> Race:
    """A race to go on with; of a file that was cut short, what can be read is offered."""
    try:
        return load_race(file)
    except CalculatorError as error:
        rest = error.readable
        if rest is None:
            raise
        talk.speech.refuse(error)
    try:
        wanted = talk.yes("ask", "read-rest" if rest.stages else "read-none", done=len(rest.stages))
    except EOFError:
        wanted = False
    if not wanted:
        raise typer.Exit(2)
    cut = file.with_name(f"{file.name}.cut")
    write_file(cut, read_text(file).encode())
    save_race(file, rest)
    talk.say("ask", "cut-kept", path=cut)
    return rest


def _load(file: Path) -> Race:
    """A race to look at; of a file that was cut short it is told how to go on."""
    try:
        return load_race(file)
    except CalculatorError as error:
        if error.readable is None:
            raise
        hint = WORDS.say("ask", "cut-hint", path=file)
        words = Phrase(f"{error.words.en} {hint.en}", f"{error.words.fr} {hint.fr}")
        raise UsageError(error.code, words=words) from error
