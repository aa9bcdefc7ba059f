"""``echappee serve``: its options are the settings of a server (`echappee.server.config`)."""

from __future__ import annotations

import inspect
import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer._click import Context, Parameter
from typer.core import TyperCommand

from echappee.cli.arena import Code, load_bots
from echappee.cli.parameters import Lang
from echappee.cli.speech import speech_for

HEAD_START = 3.0  # seconds for the first page
_GIVEN = "echappee.settings"


class ServeCommand(TyperCommand):
    """A command with an option for every setting; they are made when somebody looks at them, so
    that no other command waits for it."""

    _own: list[Parameter]
    _made: list[Parameter] | None = None

    @property
    def params(self) -> list[Parameter]:
        """Its own options, and those of a server."""
        if self._made is None:
            self._made = _options()
            self._own[:0] = self._made
        return self._own

    @params.setter
    def params(self, own: list[Parameter]) -> None:
        self._own = own

    def invoke(self, ctx: Context) -> Any:
        """Hand over what was given on the command line, apart from what the environment says."""
        names = {option.name for option in self._made or () if option.name}
        told = {name: ctx.params.pop(name) for name in names if name in ctx.params}
        ctx.meta[_GIVEN] = {
            name: value
            for name, value in told.items()
            if getattr(ctx.get_parameter_source(name), "name", "") == "COMMANDLINE"
        }
        return super().invoke(ctx)


def _options() -> list[Parameter]:
    """Made by Typer, of a function that takes all of them."""
    from typer.main import get_command

    from echappee.server.config import Settings
    from echappee.server.config_fields import all_settings
    from echappee.server.config_values import write_value

    usual, taken = Settings(head_start=HEAD_START), []
    for setting in all_settings():
        kind: Any = list[str] if setting.many else bool if setting.kind is bool else str
        value = () if setting.name == "data" else getattr(usual, setting.name)
        option = typer.Option(
            setting.flag, help=setting.words.replace("`", ""), envvar=setting.variable,
            show_default=write_value(value).strip('"') if value != () else False,
            metavar=None if kind is bool else "VALUE",
        )  # fmt: skip
        annotation = Annotated[kind | None, option]
        taken.append(
            inspect.Parameter(
                setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation
            )
        )

    def take(**_: Any) -> None:
        pass

    take.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    take.__annotations__ = {one.name: one.annotation for one in taken}
    app = typer.Typer(add_completion=False)
    app.command()(take)
    return list(get_command(app).params)


def serve(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            help="A TOML file with settings; options and the environment come before it.",
            envvar="ECHAPPEE_CONFIG", metavar="FILE",
        ),
    ] = None,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Show what holds and where it came from, and end.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    code: Code = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Serve tables to browsers: play with friends, far apart or on one screen."""
    from echappee.cli.addresses import announce
    from echappee.server.config import Settings
    from echappee.server.config_sources import gather, written
    from echappee.server.run import check
    from echappee.server.run import serve as run

    speech = speech_for(lang)
    usual = Settings(head_start=HEAD_START)
    gathered = gather(ctx.meta[_GIVEN], os.environ, config, usual)
    settings = gathered.settings
    check(settings)
    if show_config:
        print(written(gathered))
        return
    load_bots(code)
    run(
        settings, browser=open_browser,
        ready=partial(announce, host=settings.host, speech=speech),
        compiled=lambda: speech.say("prepare", "done"),
    )  # fmt: skip
