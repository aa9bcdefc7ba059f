"""The nets that come with the games: small, of their game as it is, and better than its policy."""

from __future__ import annotations

from importlib import resources

import pytest

from echappee.bots.chair import Chair
from echappee.bots.levels import efforts, first_champion, guiding_net, level_bots
from echappee.bots.nets.guided_tree import GuidedTree
from echappee.bots.nets.net_bot import Evaluation, NetBot
from echappee.bots.nets.net_kernels import EVALUATION, SEARCH
from echappee.bots.nets.own_nets import own_net
from echappee.bots.prepare_games import kernels_of
from echappee.bots.registry import bot
from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from echappee.rulebook.compile_ahead import is_prepared
from echappee.rulebook.options import Options
from tests.bots.helpers import matches
from tests.bots.test_nets import a_net

FILES = resources.files("echappee.bots.nets") / "files"
NETS = [game_id for game_id in game_ids() if own_net(rulebook(game_id)) is not None]
MEGABYTE = 1_000_000


def test_there_is_a_card_beside_each_net_and_nothing_else() -> None:
    found = {path.name for path in FILES.iterdir()}
    assert found == {f"{game_id}{ending}" for game_id in NETS for ending in (".net", ".md")}
    assert NETS


@pytest.mark.parametrize("game_id", NETS)
def test_a_net_is_small_and_of_its_game_as_it_is(game_id: str) -> None:
    net = own_net(rulebook(game_id))
    assert net is not None
    net.check(rulebook(game_id))
    assert len((FILES / f"{game_id}.net").read_bytes()) <= MEGABYTE
    assert own_net(rulebook(game_id)) is net  # read once


@pytest.mark.parametrize("game_id", game_ids())
def test_the_kernels_of_a_net_are_compiled_with_its_game_or_when_one_is_first_asked(
    game_id: str,
) -> None:
    """Who plays a game that comes without a net does not wait for what nobody uses."""
    rules = rulebook(game_id)
    beforehand = {kernel for kernel, _ in kernels_of(rules)}
    needed = {kernel for kernel, _ in (*EVALUATION, *SEARCH)}
    assert beforehand & needed == (needed if game_id in NETS else set())
    if game_id not in NETS:
        net = a_net(game_id)
        Evaluation(net)
        GuidedTree(rules, 64, net)
        assert is_prepared(rules, EVALUATION)
        assert is_prepared(rules, SEARCH)


@pytest.mark.parametrize("game_id", NETS)
def test_its_card_tells_how_it_was_trained_and_what_it_is_bad_at(game_id: str) -> None:
    net, card = own_net(rulebook(game_id)), (FILES / f"{game_id}.md").read_text(encoding="utf-8")
    assert net is not None
    name = rulebook(game_id).name.en
    assert card.startswith(f"### {name}\n")
    for part in ("**Trained**", "**Strength**", "**Weak at**"):
        assert part in card
    assert f"{net.trained['minutes']:g} minutes" in card
    assert f"{net.trained['games']:,} games" in card


@pytest.mark.parametrize(
    ("game_id", "players", "options", "games", "least"),
    [
        ("flamme-rouge", 4, {}, 48, 0.45),
        ("tapas", 2, {"extras": 5}, 60, 0.55),
        ("tour-de-france", 2, {"stages": "classics"}, 24, 0.55),
    ],
)
def test_without_a_look_ahead_it_beats_the_policy_of_its_game(
    game_id: str, players: int, options: Options, games: int, least: float
) -> None:
    """What it wins of many games is in its card; here it is enough that it is not by luck."""
    found = arena(game_id, ["net", "greedy"], games, players, options, seed=5, play_all=True)
    assert found.entrants[0].share.mean >= least


@pytest.mark.parametrize("game_id", game_ids())
def test_the_bot_net_plays_by_it_and_by_the_policy_where_there_is_none(game_id: str) -> None:
    rules = rulebook(game_id)
    one = bot("net")
    assert isinstance(one, NetBot)
    net = own_net(rules)
    other = bot("greedy") if net is None else NetBot("other", net)
    for match in matches(game_id, seed=4, every=9, moves=60):
        chair = Chair(match, match.awaited[0], seed=2)
        assert one.choose(chair) == other.choose(Chair(match, chair.seat, seed=2))


@pytest.mark.parametrize("game_id", game_ids())
def test_levels_are_guided_where_the_game_says_so_and_the_first_champion_never(
    game_id: str,
) -> None:
    rules = rulebook(game_id)
    guided = rules.outlook.guidance is not None
    assert (guiding_net(rules) is not None) == guided
    assert not guided or game_id in NETS
    for number, level in enumerate(level_bots()):
        assert level.net(rules) is guiding_net(rules)
        assert level.effort(rules) == efforts(rules)[number]
    champion = bot("champion-1")
    assert champion is first_champion()
    assert champion.net(rules) is None
    assert champion.effort(rules) == rules.outlook.levels[-1]
    assert champion.outlook(rules) == rules.outlook
