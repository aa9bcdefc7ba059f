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
from tests.match.golden import FOLDER, wanted

FILES = sorted(FOLDER.glob("*.echappee"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_record_replays_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = echappee.replay(text)
    assert match.record().splitlines() == text.splitlines()
    assert verification(match, read_record(text)).moves > 0
    third = match.number // 3
    for written in (match.at(third).save(), match.at(match.number - 1).record()):
        assert echappee.replay(written).number < match.number


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
