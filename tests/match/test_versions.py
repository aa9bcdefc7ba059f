"""Versions of the rules: each match plays by one, and an older one goes on as it began."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import echappee
from echappee.games import game_ids, rulebook
from echappee.match import replay
from echappee.match.game_record import read_record
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.rulebook.options import Option
from echappee.rulebook.rulebook import Rulebook
from tests.generic.cases import state_of
from tests.match.golden import FOLDER

ONE_OF_EACH = [
    next(path for path in sorted(FOLDER.glob(f"{game_id}-*.echappee")) if "rules=" not in path.stem)
    for game_id in game_ids()
]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """Tapas as if its rules had changed once, and brought an option."""
    old = rulebook("tapas")
    new = msgspec.structs.replace(
        old, version=2, options=(*old.options, Option("dessert", (False, True), False, since=2))
    )
    monkeypatch.setattr(replay, "rulebook", lambda _: new)
    return new


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_a_replayed_record_and_its_branches_keep_their_version(path: Path) -> None:
    match = echappee.replay(path.read_text(encoding="utf-8"))
    assert match.rules == 1
    then = match.at(match.number // 2)
    branch = then.branch(0, 1)
    for one in (match, then, match.copy(), branch, echappee.replay(branch.save())):
        assert one.rules == 1
        assert one.view()["rules"] == 1
        assert read_record(one.record()).rules == 1
        state = state_of(one)
        assert getattr(state, "version", 1) == 1


@pytest.mark.parametrize("game_id", game_ids())
def test_a_new_match_plays_by_the_newest_rules(game_id: str) -> None:
    rules = rulebook(game_id)
    match = echappee.game(game_id).start(seed=1)
    again = echappee.game(game_id).position(match.position())
    for one in (match, again, match.branch(0, 1)):
        assert one.rules == rules.version
        assert getattr(state_of(one), "version", rules.version) == rules.version


def test_a_record_of_older_rules_has_the_options_of_its_time(changed: Rulebook) -> None:
    options = changed.settle(2, {}, 1)
    assert "dessert" not in options
    newest = changed.settle(2, {})
    assert len(changed.option_numbers(options)) == len(changed.option_numbers(newest))
    old = Match(changed, 2, options, Secret.new(1), rules=1)
    new = Match(changed, 2, changed.settle(2, {"dessert": True}), Secret.new(1))
    assert "rules 1\n" in old.save()
    assert "rules 2\n" in new.save()
    assert echappee.replay(old.save()).options == options
    assert echappee.replay(new.save()).options["dessert"] is True
    place = old.position()
    _, _, implied = changed.read_position(place, 1)
    middle = Match(changed, 2, implied, Secret.new(1), rules=1, position=place)
    assert echappee.replay(middle.save()).rules == 1
    with pytest.raises(echappee.BadOption) as refused:
        echappee.replay(old.save().replace("\nrules 1", "\nrules 1\noption dessert yes"))
    assert refused.value.code == "unknown-option"


@pytest.mark.parametrize("version", [0, 3])
def test_rules_that_nobody_knows_are_refused(changed: Rulebook, version: int) -> None:
    with pytest.raises(echappee.BadRecord) as refused:
        Match(changed, 2, changed.settle(2, {}), Secret.new(1), rules=version)
    assert refused.value.code == "record-rules"
    text = Match(changed, 2, changed.settle(2, {}), Secret.new(1)).save()
    with pytest.raises(echappee.BadRecord) as refused:
        echappee.replay(text.replace("\nrules 2", f"\nrules {version}"))
    assert refused.value.code == "record-rules"
    assert str(version) in refused.value.words.fr
