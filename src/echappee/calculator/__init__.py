"""The race calculator of Tape l'étape, for a table with real cards.

`new_race` begins a race; `add_stage`, `correct_stage`, `insert_stage` and `remove_stage` return a
new one or raise `CalculatorError`; `race_state` says how it stands; `read_race` and `write_race`
are its text form, `load_race` and `save_race` its file; `export` makes text, CSV, SVG or PNG.
"""

from __future__ import annotations

from echappee.calculator.edit import (
    add_stage,
    change_race,
    check_race,
    correct_stage,
    insert_stage,
    new_race,
    remove_stage,
)
from echappee.calculator.exports import export, write_csv, write_text
from echappee.calculator.left import read_left, write_left
from echappee.calculator.names import find_profile, find_seat, find_seats
from echappee.calculator.race import CalculatorError, Left, Race, Stage
from echappee.calculator.race_file import load_race, read_race, save_race, write_race
from echappee.calculator.state import RaceState, race_state

__all__ = [
    "CalculatorError",
    "Left",
    "Race",
    "RaceState",
    "Stage",
    "add_stage",
    "change_race",
    "check_race",
    "correct_stage",
    "export",
    "find_profile",
    "find_seat",
    "find_seats",
    "insert_stage",
    "load_race",
    "new_race",
    "race_state",
    "read_left",
    "read_race",
    "remove_stage",
    "save_race",
    "write_csv",
    "write_left",
    "write_race",
    "write_text",
]
