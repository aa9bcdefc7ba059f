"""Golden records: games played once that must replay to the same bytes for ever.

`python -m tests.match.golden` adds records for games and options that have none yet; it never
changes one that exists. Where a rule must change, the rules' version changes, new ones are added
and these stay: each is replayed by its own version.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import echappee
from echappee.games import game_ids, rulebook
from echappee.match.game_record import read_record
from echappee.match.replay import verification
from tests.depth import deep
from tests.match.golden import FOLDER, wanted

FILES = sorted(FOLDER.glob("*.echappee"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_record_replays_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = echappee.replay(text)
    assert match.record().splitlines() == text.splitlines()
    assert verification(match, read_record(text)).moves > 0


@pytest.mark.parametrize("path", deep(FILES[::4], FILES), ids=lambda path: path.stem)
def test_a_part_of_a_golden_record_replays(path: Path) -> None:
    match = echappee.replay(path.read_text(encoding="utf-8"))
    for number, text in (
        (match.number // 3, match.at(match.number // 3).save()),
        (match.number - 1, match.at(match.number - 1).record()),
    ):
        again = echappee.replay(text)
        assert (again.number, again.position()) == (number, match.at(number).position())


def test_every_game_and_option_has_a_golden_record() -> None:
    names = {path.stem for path in FILES}
    assert {name for name, _ in wanted()} <= names
    for game_id in game_ids():
        assert any(name.startswith(game_id) for name in names)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_version_of_the_rules_has_golden_records(game_id: str) -> None:
    records = [read_record(path.read_text(encoding="utf-8")) for path in FILES]
    found = {record.rules for record in records if record.game == game_id}
    assert found == set(range(1, rulebook(game_id).version + 1))
