"""Reading material: a TOML file, or the one line in which a record carries it; every value checked.

A mistake is a `BadMaterial` with the number of the line it stands on. The sentences are in the
game's ``words/``, under ``material``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from echappee.errors import BadOption, reason_of
from echappee.games.tour_de_france.material import (
    ARRIVALS,
    CLASSICS,
    COLOURS,
    EFFECTS,
    FEWEST_CARDS,
    FEWEST_LANES,
    FEWEST_RISK_CARDS,
    FEWEST_ROWS,
    LETTERS,
    MOST_CARDS,
    MOST_LANES,
    MOST_PATTERNS,
    MOST_POINTS,
    MOST_RISK_CARDS,
    MOST_RISKS,
    MOST_ROWS,
    MOST_VALUE,
    NO_COLOUR,
    POINT_NAMES,
    STAGE_KINDS,
    STAGES,
    Cards,
    Material,
    Pattern,
    Risk,
    scaled,
)
from echappee.games.tour_de_france.toml_source import (
    LONGEST,
    BadMaterial,
    Where,
    clean,
    parse,
    shown,
)

_PATTERN = re.compile(r"([0-9])-([0-9])-([0-9])")
_STAGES = tuple(str(n + 1) for n in range(STAGES))
_CLASSIC_STAGES = tuple(n for n in _STAGES if STAGE_KINDS[int(n) - 1] == "classic")
_OF_STAGE = ("rows", "green_after", "dots")


def read_material(source: Path | str) -> Material:
    """The material of a file, or of a text: TOML, its one line, or the name of a known one."""
    if isinstance(source, Path):
        try:
            with source.open(encoding="utf-8") as file:
                source = file.read(LONGEST + 2)
        except OSError as error:
            why = reason_of(error)
            raise BadOption("no-file", path=source, reason=why.en, reason_fr=why.fr) from error
        except UnicodeDecodeError as error:
            raise BadOption("bad-file", path=source) from error
        return read_toml(source)
    return _read_text(clean(source))


@lru_cache(maxsize=64)
def _read_text(source: str) -> Material:
    text = source.strip()
    if text in NAMES:
        return named(text)
    return read_toml(source) if "\n" in text or text.startswith("[") else read_line(text)


NAMES: Mapping[str, int] = {"standard": 30, "criterium": 15, "short": 24, "long": 36}
"""The known materials: the shipped one on a road of 30, 15, 24 or 36 rows."""


@cache
def named(name: str) -> Material:
    """A known material."""
    shipped = files(__package__ or "").joinpath("material.toml").read_text(encoding="utf-8")
    return scaled(read_toml(shipped), NAMES[name])


@cache
def _names() -> dict[Material, str]:
    return {named(name): name for name in NAMES}


def write_material(material: Material) -> str:
    """The one way to write a material: its name, or its line."""
    return _names().get(material) or material.line


@lru_cache(maxsize=64)
def canonical(text: str) -> str:
    """The one way to write what ``text`` means; raises `BadMaterial`."""
    return write_material(read_material(text))


@lru_cache(maxsize=64)
def encode(text: str) -> tuple[int, ...]:
    """The material as numbers for the rules."""
    return read_material(text).numbers()


# ----------------------------------------------------------------------------------------- TOML


def read_toml(text: str) -> Material:
    """The material of a TOML text; `docs/tour-de-france-material.md` describes it."""
    data, where = parse(text)
    _only(data, ("board", "stage", "race", "sprint", "risk", "points"), where)
    board = _table(data, "board", where)
    _only(board, ("lanes", "rows", "green_after", "dots"), where, "board")
    lanes = _lanes(board, where)
    stages = _table(data, "stage", where) if "stage" in data else {}
    _only(stages, _STAGES, where, "stage")
    material = Material(
        lanes=lanes,
        rows=tuple(_rows(board, stages, n, where) for n in _STAGES),
        green=tuple(_green(board, stages, n, where) for n in _CLASSIC_STAGES),
        dots=tuple(_dots(board, stages, n, len(lanes), where) for n in _CLASSIC_STAGES),
        race=_race(data, where),
        risks=_risks(data, where),
        arrival=_arrival(data, where),
        points=tuple(
            _whole(_table(data, "points", where), name, 0, MOST_POINTS, where, "points")
            for name in POINT_NAMES
        ),
    )
    return checked(material, where)


def _only(table: Mapping[str, Any], known: Sequence[str], where: Where, *path: str) -> None:
    for key in table:
        if key not in known:
            raise BadMaterial(
                "unknown-key", where(*path, key), key=key[:40], known=", ".join(known)
            )


def _table(data: Mapping[str, Any], key: str, where: Where, *path: str) -> Mapping[str, Any]:
    if key not in data:
        raise BadMaterial("missing", where(*path), key=".".join((*path, key)))
    return _as_table(data[key], where, *path, key)


def _as_table(value: object, where: Where, *path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadMaterial("table", where(*path), key=".".join(path), value=shown(value))
    return value


def _whole(
    table: Mapping[str, Any], key: str, low: int, high: int, where: Where, *path: str
) -> int:
    if key not in table:
        raise BadMaterial("missing", where(*path), key=".".join((*path, key)))
    return _number(table[key], key, low, high, where(*path, key))


def _number(value: object, key: str, low: int, high: int, line: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadMaterial("number", line, key=key, low=low, high=high, value=shown(value))
    return value


def _numbers(value: object, key: str, low: int, high: int, line: int) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadMaterial("list", line, key=key, value=shown(value))
    return tuple(_number(item, key, low, high, line) for item in value)


def _lanes(board: Mapping[str, Any], where: Where) -> tuple[int, ...]:
    line = where("board", "lanes")
    if "lanes" not in board:
        raise BadMaterial("missing", line, key="board.lanes")
    names = board["lanes"]
    known = (*COLOURS, "none")
    if not isinstance(names, list) or not FEWEST_LANES <= len(names) <= MOST_LANES:
        raise BadMaterial("lanes", line, low=FEWEST_LANES, high=MOST_LANES)
    for name in names:
        if name not in known:
            raise BadMaterial("colour", line, value=shown(name), known=", ".join(known))
    return tuple(known.index(name) for name in names)


def _own(
    board: Mapping[str, Any], stages: Mapping[str, Any], stage: str, key: str, where: Where
) -> tuple[Any, tuple[str, ...]]:
    """A value for one stage and where it stands: the stage's own, or else the board's."""
    own = _as_table(stages.get(stage, {}), where, "stage", stage)
    _only(own, _OF_STAGE if stage in _CLASSIC_STAGES else ("rows",), where, "stage", stage)
    path = ("stage", stage, key) if key in own else ("board", key)
    if key not in own and key not in board:
        raise BadMaterial("missing", where("board"), key=f"board.{key}")
    return (own if key in own else board)[key], path


def _rows(board: Mapping[str, Any], stages: Mapping[str, Any], stage: str, where: Where) -> int:
    value, path = _own(board, stages, stage, "rows", where)
    return _number(value, "rows", FEWEST_ROWS, MOST_ROWS, where(*path))


def _fits(value: object, path: tuple[str, ...], most: int, stage: str, rows: int,
          where: Where) -> None:  # fmt: skip
    """Blame a stage that is shorter than the board for what it takes over from the board."""
    own_rows = where("stage", stage, "rows")
    too_far = isinstance(value, int) and most < value <= MOST_ROWS
    if path[0] == "board" and own_rows != where("stage", stage) and too_far:
        raise BadMaterial("short-stage", own_rows, stage=stage, rows=rows, key=path[1], value=value)


def _green(board: Mapping[str, Any], stages: Mapping[str, Any], stage: str, where: Where) -> int:
    value, path = _own(board, stages, stage, "green_after", where)
    rows = _rows(board, stages, stage, where)
    _fits(value, path, rows - 1, stage, rows, where)
    return _number(value, "green_after", 1, rows - 1, where(*path))


def _dots(
    board: Mapping[str, Any], stages: Mapping[str, Any], stage: str, lanes: int, where: Where
) -> tuple[tuple[int, ...], ...]:
    value, path = _own(board, stages, stage, "dots", where)
    table = _as_table(value, where, *path)
    _only(table, [str(lane + 1) for lane in range(lanes)], where, *path)
    rows = _rows(board, stages, stage, where)
    found = []
    for lane in range(lanes):
        listed = table.get(str(lane + 1), [])
        for row in listed if isinstance(listed, list) else ():
            _fits(row, path, rows, stage, rows, where)
        line = where(*path, lane + 1)
        found.append(tuple(sorted(set(_numbers(listed, "dots", 1, rows, line)))))
    return tuple(found)


def _race(data: Mapping[str, Any], where: Where) -> tuple[Cards, ...]:
    found: dict[Pattern, list[int]] = {}
    for section, colours in (("race", 4), ("sprint", 1)):
        for key, copies in (_table(data, section, where) if section in data else {}).items():
            line = where(section, key)
            pattern = _PATTERN.fullmatch(key)
            if not pattern:
                raise BadMaterial("pattern", line, value=key)
            numbers = (int(pattern[1]), int(pattern[2]), int(pattern[3]))
            counts = [copies] * colours if not isinstance(copies, list) else copies
            if len(counts) != colours:
                raise BadMaterial("copies", line, value=key, count=colours)
            entry = found.setdefault(_descending(numbers), [0] * 5)
            for place, count in enumerate(_numbers(counts, key, 0, 99, line)):
                entry[place if section == "race" else NO_COLOUR] += count
    return cards(found)


def _descending(numbers: Pattern) -> Pattern:
    a, b, c = sorted(numbers, reverse=True)
    return a, b, c


def cards(found: Mapping[Pattern, Sequence[int]]) -> tuple[Cards, ...]:
    """The race cards in their one order, without those of which there is none."""
    return tuple(
        Cards(pattern, (n[0], n[1], n[2], n[3], n[4]))
        for pattern, n in sorted(found.items())
        if any(n)
    )


def _risks(data: Mapping[str, Any], where: Where) -> tuple[Risk, ...]:
    listed = data.get("risk")
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise BadMaterial("missing", where("risk"), key="[[risk]]")
    risks = []
    for number, entry in enumerate(listed):
        path = ("risk", str(number))
        _only(entry, ("effect", "value", "copies"), where, *path)
        if "effect" not in entry:
            raise BadMaterial("missing", where(*path), key="risk.effect")
        if entry["effect"] not in EFFECTS:
            raise BadMaterial("effect", where(*path, "effect"), value=shown(entry["effect"]),
                              known=", ".join(EFFECTS))  # fmt: skip
        effect = EFFECTS.index(entry["effect"])
        most = MOST_VALUE[effect]
        if not most and "value" in entry:
            raise BadMaterial("no-value", where(*path, "value"), value=entry["effect"])
        value = _whole(entry, "value", 1, most, where, *path) if most else 0
        copies = _whole(entry, "copies", 1, MOST_RISK_CARDS, where, *path)
        risks.append(Risk(effect, value, copies))
    return tuple(risks)


def _arrival(data: Mapping[str, Any], where: Where) -> tuple[int, ...]:
    points = _table(data, "points", where)
    _only(points, ("arrival", *POINT_NAMES), where, "points")
    line = where("points", "arrival")
    if "arrival" not in points:
        raise BadMaterial("missing", line, key="points.arrival")
    arrival = list(_numbers(points["arrival"], "arrival", 0, MOST_POINTS, line))
    if len(arrival) > ARRIVALS:
        raise BadMaterial("arrivals", line, most=ARRIVALS)
    while arrival and arrival[-1] == 0:
        arrival.pop()
    return tuple(arrival)


# --------------------------------------------------------------------------------- what must hold


def checked(material: Material, where: Where) -> Material:
    """Refuse material that the rules can't play with; the rest in its one order."""
    for colour in range(NO_COLOUR):
        if material.lanes.count(colour) != 1:
            raise BadMaterial("strips", where("board", "lanes"), value=COLOURS[colour])
    if not 1 <= len(material.race) <= MOST_PATTERNS:
        raise BadMaterial("patterns", where("race"), count=len(material.race), most=MOST_PATTERNS)
    if any(sum(card.pattern) == 0 for card in material.race):
        raise BadMaterial("zero", where("race"))
    total = sum(sum(card.copies) for card in material.race)
    if not FEWEST_CARDS <= total <= MOST_CARDS:
        raise BadMaterial("deck", where("race"), count=total, low=FEWEST_CARDS, high=MOST_CARDS)
    kinds = [(risk.effect, risk.value) for risk in material.risks]
    for place, kind in enumerate(kinds):
        if kind in kinds[:place]:
            raise BadMaterial("twice", where("risk", place), value=EFFECTS[kind[0]])
    if not 1 <= len(kinds) <= MOST_RISKS:
        raise BadMaterial("kinds", where("risk"), count=len(kinds), most=MOST_RISKS)
    total = sum(risk.copies for risk in material.risks)
    if not FEWEST_RISK_CARDS <= total <= MOST_RISK_CARDS:
        raise BadMaterial("risks", where("risk"), count=total, low=FEWEST_RISK_CARDS,
                          high=MOST_RISK_CARDS)  # fmt: skip
    green_first, green_second, complete, bonus, team_trial, solo_trial = material.points
    best = sum(sorted(material.arrival)[-3:]) + green_first + green_second
    for most in (CLASSICS * best + solo_trial, CLASSICS * (complete + bonus) + team_trial + bonus):
        if most > MOST_POINTS:
            raise BadMaterial("points", where("points"), count=most, most=MOST_POINTS)
    ordered = tuple(sorted(material.risks, key=lambda risk: (risk.effect, risk.value)))
    return Material(
        material.lanes, material.rows, material.green, material.dots, material.race, ordered,
        material.arrival, material.points,
    )  # fmt: skip


# --------------------------------------------------------------------------------- the one line

_PARTS = ("lanes", "rows", "green", "dots", "race", "sprint", "risk", "points")
_SHAPES = {
    "lanes": re.compile(r"[rbow-]{4,6}"),
    "rows": re.compile(r"\d{1,2}(\.\d{1,2}){4}|\d{1,2}", re.ASCII),
    "green": re.compile(r"\d{1,2}(\.\d{1,2}){2}|\d{1,2}", re.ASCII),
    "dots": re.compile(r"[\d./-]+(:[\d./-]+){2}|[\d./-]+", re.ASCII),
    "race": re.compile(r"\d{3}x\d+(\.\d+){0,3}(,\d{3}x\d+(\.\d+){0,3})*", re.ASCII),
    "sprint": re.compile(r"\d{3}x\d+(,\d{3}x\d+)*|-", re.ASCII),
    "risk": re.compile(r"[a-z]+\d?x\d+(,[a-z]+\d?x\d+)*", re.ASCII),
    "points": re.compile(r"(-|\d+(\.\d+)*)\+\d+(\.\d+){5}", re.ASCII),
}
_RISK = re.compile(r"([a-z]+?)(\d?)x(\d+)", re.ASCII)


def read_line(text: str) -> Material:
    """The material of its one line, by writing it out as TOML: one set of checks for both."""
    parts = dict(part.partition("=")[::2] for part in text.split(";"))
    if tuple(parts) != _PARTS:
        raise BadMaterial("line", 1, value=text[:40], known=", ".join(NAMES))
    for key, shape in _SHAPES.items():
        if not shape.fullmatch(parts[key]) or len(parts[key]) > 400:
            raise BadMaterial("part", 1, key=key, value=parts[key][:40])
    try:
        material = read_toml("\n".join(_as_toml(parts)))
    except BadMaterial as error:
        raise BadMaterial(error.kind, 1, **error.facts) from None
    if material.line != text:
        raise BadMaterial("not-canonical", 1, value=material.line)
    return material


def _as_toml(parts: Mapping[str, str]) -> list[str]:
    colours = (*COLOURS, "none")
    lines = ["[board]", f"lanes = {[colours[LETTERS.index(c)] for c in parts['lanes']]}"]
    per_stage: dict[str, list[str]] = {n: [] for n in _STAGES}
    for key, name, stages in (("rows", "rows", tuple(per_stage)),
                              ("green", "green_after", _CLASSIC_STAGES)):  # fmt: skip
        values = parts[key].split(".")
        for stage, value in zip(stages, values * (len(stages) // len(values)), strict=True):
            per_stage[stage].append(f"{name} = {int(value)}")
    groups = parts["dots"].split(":")
    for stage, group in zip(_CLASSIC_STAGES, groups * (CLASSICS // len(groups)), strict=True):
        per_stage[stage].append(f"[stage.{stage}.dots]")
        for lane, rows in enumerate(group.split("/"), 1):
            per_stage[stage].append(f"{lane} = [{_list(rows)}]")
    for stage, values in per_stage.items():
        lines += [f"[stage.{stage}]", *values]
    for section in ("race", "sprint"):
        lines.append(f"[{section}]")
        for item in parts[section].split(",") if parts[section] != "-" else ():
            pattern, _, copies = item.partition("x")
            count = f"[{_list(copies)}]" if "." in copies else str(int(copies))
            lines.append(f'"{"-".join(pattern)}" = {count}')
    for effect, value, copies in _RISK.findall(parts["risk"]):
        lines += ["[[risk]]", f'effect = "{effect}"', f"copies = {int(copies)}"]
        lines += [f"value = {value}"] if value else []
    arrival, _, points = parts["points"].partition("+")
    lines += ["[points]", f"arrival = [{_list(arrival)}]"]
    for name, value in zip(POINT_NAMES, points.split("."), strict=True):
        lines.append(f"{name} = {int(value)}")
    return lines


def _list(text: str) -> str:
    """Numbers with dots between them as the inside of a TOML list."""
    return ", ".join(str(int(n)) for n in text.split(".") if n.isdecimal())
