"""The riders: who they are, how they differ from their level, and who comes to a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from echappee.bots import registry
from echappee.bots.levels import level_bots, levels
from echappee.bots.riders import manners, rider_bots, rider_for, riders
from echappee.errors import LANGUAGES, UsageError
from echappee.games import game_ids, rulebook
from echappee.server.protocol.rest import LONGEST_NAME


def test_every_level_has_riders_of_its_own_for_the_largest_table() -> None:
    most = max(rulebook(game_id).players[1] for game_id in game_ids())
    by_level = {level.name: [r for r in riders() if r.level == level.name] for level in levels()}
    assert sum(map(len, by_level.values())) == len(riders())
    for level, own in by_level.items():
        assert len(own) >= most - 1, level
        assert len({rider.manner for rider in own}) == len(own)


def test_names_and_faces_tell_riders_apart() -> None:
    assert len({rider.name[0] for rider in riders()}) == len(riders())
    assert len({(r.look.hair, r.look.head, r.look.face, r.look.skin) for r in riders()}) == len(
        riders()
    )
    for rider in riders():
        assert rider.id.isascii()
        assert rider.id.islower()
        assert rider.name[0].isascii()
        assert len(rider.name) <= LONGEST_NAME
        assert all(rider.style[lang] for lang in LANGUAGES)
    assert len({rider.style.en for rider in riders()}) == len(riders())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_rider_thinks_as_hard_as_his_level_and_sees_the_game_in_his_manner(game_id: str) -> None:
    rules = rulebook(game_id)
    own = rules.outlook
    by_level = {bot.name: bot for bot in level_bots()}
    for rider in riders():
        bot = registry.bot(rider.id)
        assert bot is rider_bots()[rider.id]
        assert bot.effort(rules) == by_level[rider.level].effort(rules)
        seen = bot.outlook(rules)
        assert seen.win + seen.rank + seen.margin == pytest.approx(1)
        assert 0 <= seen.trust <= 1
        assert seen.levels == own.levels
        assert seen.guidance == own.guidance
    seen_by = {name: manner.seen(rules, own) for name, manner in manners().items()}
    assert seen_by["steady"] == own
    assert seen_by["winner"].win > own.win
    assert seen_by["breakaway"].margin > own.margin or own.margin in (0, 1)
    assert seen_by["placer"].rank > own.rank or rules.players[1] == 2 or own.rank > 0
    assert seen_by["instinct"].trust > own.trust or own.trust == 0
    guided = {name: manner.seen(rules, own.guided()) for name, manner in manners().items()}
    assert guided["steady"] == guided["winner"] == guided["instinct"] == own.guided()
    assert guided["breakaway"].margin > 0 or own.margin == 0
    assert guided["placer"].rank > 0 or rules.players[1] == 2 or own.rank > 0


def test_a_rider_keeps_his_manner_when_he_has_less_time() -> None:
    rules = rulebook("tape-letape")
    bot = rider_bots()[next(one.id for one in riders() if one.manner == "breakaway")]
    for other in (bot.fresh(), bot.fresh(2.0), bot.timed(0.1), bot.within(0.1)):
        assert other.outlook(rules) == bot.outlook(rules) != rules.outlook.guided()


def test_riders_of_a_level_come_one_by_one_in_an_order_of_the_table() -> None:
    came: list[str] = []
    while rider := rider_for("club", came, [], "some table"):
        assert rider.level == "club"
        came.append(rider.id)
    assert len(came) == len(set(came)) == 5
    again = rider_for("club", [], [], "some table")
    assert again is not None
    assert again.id == came[0]
    firsts = {rider_for("club", [], [], f"table {n}") for n in range(40)}
    assert len(firsts) == 5


def test_a_rider_who_begins_as_somebody_does_comes_last() -> None:
    for n in range(20):
        rider = rider_for("teammate", [], ["mona", "Pia", "Ida", "Will"], f"table {n}")
        assert rider is not None
        assert rider.id == "berenice"


def test_a_rider_who_sits_already_sends_another_of_his_level() -> None:
    assert rider_for("zelie", [], ["Zoé"], "x") is rider_for("zelie", ["fulbert"], [], "y")
    other = rider_for("zelie", ["zelie"], [], "x")
    assert other is not None
    assert (other.level, other.id != "zelie") == ("sunday", True)
    assert rider_for("greedy", [], [], "x") is None
    assert rider_for("sunday", [r.id for r in riders()], [], "x") is None


def test_a_bot_of_a_file_can_not_take_a_riders_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text('class Mine:\n    name = "zelie"\n    def choose(self, chair): ...\n')
    with pytest.raises(UsageError) as refusal:
        registry.load_file(file)
    assert refusal.value.code == "bot-name-taken"


def test_a_rider_misspelt_is_guessed() -> None:
    with pytest.raises(UsageError) as refusal:
        registry.bot("anselm")
    assert "anselme" in refusal.value.words.en
