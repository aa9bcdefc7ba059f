"""Where a server's settings come from: options, the environment, a file; in this order."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from echappee.server.config import Settings
from echappee.server.config_fields import all_settings
from echappee.server.config_values import place_in_file, read_file, read_value, write_value

CONFIG_VARIABLE = "ECHAPPEE_CONFIG"


class Gathered(msgspec.Struct, frozen=True):
    """What holds for a server, and where each of it came from."""

    settings: Settings
    sources: Mapping[str, str]
    """By name: an option, a variable, a line of a file; what is not there is as usual."""


def gather(
    flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None, usual: Settings
) -> Gathered:
    """All settings: options before variables before the file, else as ``usual``.

    ``flags`` has what was given on the command line, by the names of settings. Refused is whatever
    can't be read, with the name under which it was given.
    """
    chosen = file or (Path(told) if (told := environment.get(CONFIG_VARIABLE)) else None)
    found: dict[str, Any] = {}
    sources: dict[str, str] = {}
    lines = {} if chosen is None else read_file(chosen, [one.name for one in all_settings()])
    for setting in all_settings():
        name = setting.name
        if flags.get(name) not in (None, (), []):
            sources[name] = setting.flag
            found[name] = read_value(setting, flags[name], setting.flag)
        elif environment.get(setting.variable):
            sources[name] = setting.variable
            found[name] = read_value(setting, environment[setting.variable], setting.variable)
        elif chosen is not None and name in lines:
            given, line = lines[name]
            sources[name] = f"{chosen}:{line}"
            found[name] = read_value(setting, given, place_in_file(name, line, chosen))
    return Gathered(msgspec.structs.replace(usual, **found), sources)


def written(gathered: Gathered) -> str:
    """What holds, as a file of settings that could be given again, but for passwords."""
    lines = []
    for setting in all_settings():
        value = getattr(gathered.settings, setting.name)
        source = gathered.sources.get(setting.name, "default")
        lines.append(f"{setting.name} = {write_value(value, secret=setting.secret)}  # {source}")
    return "\n".join(lines)
