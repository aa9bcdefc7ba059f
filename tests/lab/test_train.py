"""A net that learns by itself: what it plays, what it makes of it, and what is kept."""

from __future__ import annotations

import importlib.util
import itertools
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bootstrap
import echappee
from echappee.bots.nets.net import read_net
from echappee.bots.nets.net_bot import Evaluation
from echappee.bots.registry import load_file
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from echappee.lab.train.mixture import mixture

HAS_TORCH = importlib.util.find_spec("torch") is not None
learns = pytest.mark.skipif(not HAS_TORCH, reason=f"no torch: {bootstrap.TRAIN_ADVICE}")
Run = Callable[..., str]
GAMES = game_ids()


def begun(game: str, rounds: int, **changed: Any) -> Any:
    """A course with a small net and few games."""
    from echappee.lab.train.course import Course, Plan

    small = {"seed": 3, "games": 24, "steps": 12, "portion": 64, "width": 16, "blocks": 1}
    return Course(Plan(game, **{**small, **changed}), rounds, "cpu", 1)


def weights(course: Any) -> dict[str, Any]:
    return dict(course.net().weights)


def assert_equal(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


# -------------------------------------------------------------------------------- what is played


@pytest.mark.parametrize("game", GAMES)
def test_all_numbers_of_players_and_all_options_are_played(game: str) -> None:
    rules = rulebook(game)
    groups = mixture(rules, 1024, 1)
    counts = {group.players: group.games for group in groups}
    assert sum(counts.values()) == 1024
    assert list(counts) == [n for n in rules.player_counts() if n >= rules.fewest_rivals]
    for count in counts:
        if count != rules.usual_players:
            assert counts[rules.usual_players] >= 2 * counts[count] > 0
    for group in groups:
        usual = rules.settle(group.players, {})
        shares = [dict(one) == dict(usual) for one in group.options]
        assert 0.4 < np.mean(shares) <= 0.75  # some of those that are drawn are usual, too
        for one in group.options:
            assert rules.settle(group.players, one) == one
        for option in rules.options:
            drawn = {one[option.name] for one in group.options}
            assert len(drawn) > 1, option.name


def test_the_same_seed_gives_the_same_mixture() -> None:
    rules = rulebook("flamme-rouge")
    assert mixture(rules, 300, 1) == mixture(rules, 300, 1) != mixture(rules, 300, 2)


def test_few_games_are_all_of_the_usual_number_of_players() -> None:
    groups = mixture(rulebook("tape-letape"), 4, 1)
    assert [(group.players, group.games) for group in groups] == [(4, 4)]


@learns
@pytest.mark.parametrize("game", GAMES)
def test_steps_hold_what_was_seen_and_done(game: str) -> None:
    """Each action was legal, and as likely as is written beside it."""
    import torch

    from echappee.lab.train.self_play import Rivals

    course = begun(game, 1)
    steps = course._play.go_on(course.network, Rivals(), 0.0)
    assert (steps.mask.gather(2, steps.actions[..., None]) == 1).all()
    wishes, _ = course.network(steps.observation)
    wishes = wishes.masked_fill(steps.mask == 0, -1e9)
    logs = torch.log_softmax(wishes, -1).gather(2, steps.actions[..., None]).squeeze(2)
    torch.testing.assert_close(logs[steps.learnt], steps.logs[steps.learnt])
    assert (steps.mask.sum(2)[steps.learnt] > 1).all()
    assert steps.learnt.any()
    assert not steps.learnt.all()
    assert steps.shares.min() >= 0
    assert steps.shares.max() <= 1
    assert (steps.known.sum(2) == course._play._players).all()


@learns
def test_what_older_selves_do_is_not_learnt_from() -> None:
    """In their games one seat is the net's: in the n-th game the seat n, modulo the players."""
    import copy

    from echappee.lab.train.self_play import Rivals

    course = begun("tapas", 1)
    play = course._play
    course.network.value.bias.data.fill_(1.0)
    steps = play.go_on(course.network, Rivals(copy.deepcopy(course.network), 1.0), 0.0)
    seats = np.array([[t.numpy() for t in play.tables[0]._seats[: play.steps]]])[0]
    own = seats == (np.arange(play.games) % 2)
    assert not steps.learnt.numpy()[~own].any()
    assert steps.learnt.numpy()[own].any()


@learns
@pytest.mark.parametrize("game", GAMES)
def test_greedy_bots_sit_beside_the_net_in_some_games(game: str) -> None:
    """In the first ones of each group, older selves in the next; nothing is learnt from either."""
    import copy

    from echappee.lab.train.self_play import Rivals

    play = (course := begun(game, 1))._play
    told: list[tuple[int, Any]] = []
    for table in play.tables:
        greedy = table.greedy

        def noted(share: float, greedy: Any = greedy, table: Any = table) -> Any:
            chosen = greedy(share)()
            assert len(chosen) == table.part(0.5)
            told.append((table.rows.start, chosen))
            return lambda: chosen

        table.greedy = noted
    play._opening[:] = 0
    steps = play.go_on(course.network, Rivals(copy.deepcopy(course.network), 0.25, 0.5), 0.0)
    actions, learnt = steps.actions.numpy(), steps.learnt.numpy()
    seats = np.concatenate([table._seats[: play.steps].numpy() for table in play.tables], 1)
    learner = (np.arange(play.games) % play._players.numpy()) == seats
    for table in play.tables:
        first = table.rows.start
        half, more = first + table.part(0.5), first + table.part(0.75)
        by_greedy = [chosen for start, chosen in told if start == first]
        assert len(by_greedy) == play.steps
        same = np.stack(by_greedy) == actions[:, first:half]
        begun_since = np.cumsum(table.ended[:-1, : half - first].numpy(), 0) > 0
        assert same[~learner[:, first:half] & ~begun_since].all()
        assert not learnt[:, first:more][~learner[:, first:more]].any()
        assert learnt[:, more : table.rows.stop].any()
    assert learnt[:, : play.tables[0].part(0.5)].any()


@learns
def test_what_is_won_beside_others_is_told_as_a_multiple_of_a_fair_share() -> None:
    import torch

    from echappee.lab.train.self_play import Won

    won = Won()
    assert won.told() is None
    own = torch.tensor([[1.0, 0.0, 0.25], [0.5, 1.0, 1.0]])
    won.add(own, torch.tensor([0.5, 0.5, 0.25]), torch.tensor([[1, 0, 1], [1, 0, 0]]) > 0)
    assert won.told() == pytest.approx(1.75 / 1.25)
    assert won.told() is None


@learns
@pytest.mark.parametrize(("horizon", "later"), [(0.95, 0.95), (0.0, 0.0)])
def test_gains_go_back_to_the_seat_that_made_them(
    horizon: float, later: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three steps of one game for two: seats 0, 1, 0, then it ends, won by seat 0."""
    import torch

    from echappee.lab.train import self_play

    monkeypatch.setattr(self_play, "_HORIZON", horizon)
    play = begun("tapas", 1, games=8)._play
    monkeypatch.setattr(play, "steps", 3)
    table = play.tables[0]
    table.ended[1:4], table.rewards[1:4], table.places[1:4] = False, 0, 0
    table.ended[3, 0] = True
    table.rewards[3, 0] = torch.tensor([0.5, -0.5])
    table.places[3, 0] = torch.tensor([1, 2])
    asked = torch.tensor([[0], [1], [0]]).expand(3, play.games).contiguous()
    expected = torch.tensor([0.5, 0.4, 0.7])
    values = torch.zeros(3, play.games, 2)
    values[..., 0] = expected[:, None]
    values[..., 1] = 1 - expected[:, None]
    ahead = torch.tensor([[0.6, 0.4]]).expand(play.games, 2)
    last = torch.zeros(play.games, dtype=torch.long)
    table.ended, table.rewards, table.places = (
        one[:4] for one in (table.ended, table.rewards, table.places)
    )
    gains, shares = play._bring(values, asked, ahead, last, 0.0)
    # The winner's last choice, with 0.7 expected; then what seat 1 lost; then his choice before.
    assert gains[2, 0] == pytest.approx(0.3)
    assert gains[1, 0] == pytest.approx(-0.4)
    assert gains[0, 0] == pytest.approx(0.7 - 0.5 + later * 0.3)
    assert shares[2, 0].tolist() == pytest.approx([1.0, 0.0])
    assert shares[1, 0].tolist() == pytest.approx([0.0, 0.7 + later * 0.3])
    # A game that goes on is worth what is expected when the steps end, from the seat asked then.
    assert gains[2, 1] == pytest.approx(0.6 - 0.7)
    assert gains[1, 1] == pytest.approx(0.4 - 0.4)


@learns
def test_a_place_counts_as_much_as_is_said() -> None:
    import torch

    play = begun("tape-letape", 1, games=4)._play
    table = play.tables[0]
    table.ended[1, 0] = True
    table.rewards[1, 0] = torch.tensor([0.75, -0.25, -0.25, -0.25])
    table.places[1, 0] = torch.tensor([1, 2, 3, 4])
    assert play._ends(0.0, 0)[0][0].tolist() == pytest.approx([1, 0, 0, 0])
    assert play._ends(1.0, 0)[0][0].tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 6, 0])
    assert play._ends(0.5, 0)[0][0].tolist() == pytest.approx([3 / 4, 1 / 6, 1 / 12, 0])


# ------------------------------------------------------------------------------------- learning


@learns
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_course(game: str) -> None:
    """Two courses of some rounds, older selves among them; another seed goes another way."""
    courses = [begun(game, 7, seed=seed) for seed in (3, 3, 4)]
    for course in courses:
        course.run()
    assert_equal(weights(courses[0]), weights(courses[1]))
    assert any((weights(courses[0])[n] != array).any() for n, array in weights(courses[2]).items())
    assert [one.number for one in courses[0].log] == list(range(1, 8))
    assert courses[0].log[-1].rounds == 7
    assert courses[0].log[-1].steps == 7 * 24 * 12


@learns
def test_who_watches_the_greedy_bot_learns_to_do_likewise() -> None:
    """First it watches; what it does then is more often what the greedy bot would do."""
    course = begun("tapas", 30, games=128, steps=32, portion=1024, width=64, watched=30)
    alike = []
    for rounds in (0, 30):
        course.rounds = rounds
        course.run()
        ask = Evaluation(course.net())
        games = echappee.batch("tapas", 64, seed=9, autoreset="same-step")
        same = []
        for _ in range(8):
            chosen = games.greedy()
            for game in range(64):
                legal = games.arrays.mask[game].nonzero()[0]
                wishes, _ = ask(games.state(game), int(games.arrays.seat[game]), legal)
                same.append(legal[wishes.argmax()] == chosen[game])
            games.step(games.sample())
        alike.append(np.mean(same))
    assert alike[1] > 3 * alike[0]
    assert alike[1] > 0.3


@learns
def test_in_a_short_course_little_is_watched() -> None:
    from echappee.lab.train.course import plan

    assert [plan("tapas", "cpu", 8, 1, rounds).watched for rounds in (1, 50, 1000)] == [0, 5, 40]
    assert plan("tapas", "cpu", 8, 1).watched == 40


@learns
def test_features_are_scaled_by_what_whole_games_bring() -> None:
    """The times of a race are small at its start; at its end they are not."""
    course = begun("tape-letape", 1)
    course.run()
    totals = course.network.scale[rulebook("tape-letape").features["totals"][0]]
    assert float(totals) < 1 / 15


@learns
def test_minutes_settle_the_number_of_rounds_and_nothing_else() -> None:
    """No time at all is as many rounds as are timed; so many rounds are the same course."""
    from echappee.lab.train.course import PACE_ROUNDS

    timed, counted = begun("tapas", 1), begun("tapas", PACE_ROUNDS)
    timed.rounds = None
    timed.run(minutes=0.0)
    counted.run()
    assert timed.rounds == timed.done == PACE_ROUNDS
    assert_equal(weights(timed), weights(counted))


@learns
@pytest.mark.parametrize("watched", [0, 8])
def test_minutes_are_as_many_rounds_as_they_hold(
    monkeypatch: pytest.MonkeyPatch, watched: int
) -> None:
    """By a clock on which each round takes three seconds; what is watched is timed as well."""
    from echappee.lab.train import course as courses

    ticks = itertools.count(1_000.0, 3.0)
    clock = SimpleNamespace(perf_counter=lambda: next(ticks))
    monkeypatch.setattr(courses, "time", clock)
    course = begun("tapas", 1, watched=watched)
    course.rounds = None
    course.run(minutes=1.0)
    assert course.done == course.rounds == 20
    assert [one.seconds for one in course.log] == [3.0 * one for one in range(1, 21)]
    assert course.net().trained["minutes"] == 1.0


@learns
def test_it_learns_to_beat_chance(tmp_path: Path) -> None:
    """After some thousand games it wins three of four against `random`, far more than is asked."""
    from echappee.bots.nets.net import net_bytes

    course = begun("tapas", 60, games=128, steps=32, portion=1024, width=64)
    course.run()
    path = tmp_path / "learner.net"
    path.write_bytes(net_bytes(course.net()))
    load_file(path)
    assert course.log[-1].entropy < course.log[0].entropy
    found = arena("tapas", ["learner", "random"], 200, play_all=True)
    assert found.entrants[0].share.mean > 0.6


@learns
def test_what_is_played_by_is_what_was_learnt() -> None:
    """The net of a course, by compiled code, beside PyTorch's own in full precision."""
    import torch

    course = begun("tape-letape", 6, width=32)
    course.run()
    net = course.net()
    ask = Evaluation(net)
    games = echappee.batch("tape-letape", 8, seed=2, autoreset="same-step")
    for _ in range(10):
        games.step(games.sample())
        with torch.no_grad():
            wishes, odds = course.network(torch.from_numpy(games.arrays.observation))
        for game in range(8):
            seat = int(games.arrays.seat[game])
            found, chances = ask(games.state(game), seat, range(net.shape.actions))
            np.testing.assert_allclose(found, wishes[game], atol=0.02)
            np.testing.assert_allclose(chances, torch.sigmoid(odds[game]), atol=0.01)


# -------------------------------------------------------------------------------- kept, resumed


@learns
def test_a_course_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    from echappee.lab.train.course import PACE_ROUNDS, Course

    course = begun("tapas", 7)
    course.run()
    course.save(tmp_path / "a.course")
    again = Course.resumed(tmp_path / "a.course", 2, "cpu", 1)
    assert_equal(weights(course), weights(again))
    assert (again.done, again.rounds) == (7, 9)
    again.run()
    assert [one.number for one in again.log] == list(range(1, 10))
    assert again.log[:7] == course.log
    assert again.log[-1].games > course.log[-1].games
    assert again.plan == course.plan
    assert again.net().trained["steps"] == 9 * 24 * 12
    done = Course.resumed(tmp_path / "a.course", None, "cpu", 1)
    done.run()
    assert done.done == 7
    done.rounds = None
    done.run(minutes=0.0)
    assert done.rounds == done.done == 7 + PACE_ROUNDS


@learns
@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04"])
def test_what_is_no_course_is_refused(content: bytes, tmp_path: Path) -> None:
    from echappee.lab.train.course import Course

    path = tmp_path / "odd.course"
    path.write_bytes(content)
    with pytest.raises(UsageError) as refused:
        Course.resumed(path, None, "cpu", 1)
    assert refused.value.code == "no-course"
    with pytest.raises(UsageError):
        Course.resumed(tmp_path / "none.course", None, "cpu", 1)


# ------------------------------------------------------------------------------------ the command


@learns
@pytest.mark.parametrize(
    ("lang", "head", "said"),
    [("en", "against older selves", "The net is in"), ("fr", "contre ses aînés", "Le réseau est")],
)
def test_the_command_leaves_a_net_a_log_and_a_chart(
    run: Run, tmp_path: Path, lang: str, head: str, said: str
) -> None:
    from echappee.lab.train.course import PACE_ROUNDS

    out = tmp_path / "small.net"
    printed = run("train", "tapas", "--rounds", "2", "--games", "16", "--out", out, "--lang", lang)
    assert read_net(out).trained["rounds"] == 2
    log = out.with_suffix(".log").read_text(encoding="utf-8")
    assert head in log
    assert re.search(r"^ *2/2 +0\.00 M +\d+ ", log, re.M)
    assert head in printed
    assert said in printed
    assert out.with_suffix(".svg").read_text(encoding="utf-8").count("<svg") == 1
    assert out.stat().st_size < 1_000_000
    run("train", "tapas", "--rounds", "1", "--resume", out.with_suffix(".course"), "--out", out)
    assert read_net(out).trained["rounds"] == 3
    run("train", "tapas", "--resume", out.with_suffix(".course"), "--out", out)
    assert read_net(out).trained["rounds"] == 3
    run("train", "tapas", "--minutes", "0", "--resume", out.with_suffix(".course"), "--out", out)
    assert read_net(out).trained["rounds"] == 3 + PACE_ROUNDS


@learns
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--out {}/a.net", "--minutes"),
        ("--minutes 1 --rounds 1 --out {}/a.net", "--minutes"),
        ("--rounds 0 --out {}/a.net", "rounds"),
        ("--minutes -1 --out {}/a.net", "minutes"),
        ("--rounds 1 --games 3 --out {}/a.net", "games"),
        ("--rounds 1 --device tpu --out {}/a.net", "tpu"),
        ("--rounds 1 --device cuda --out {}/a.net", "GPU"),
        ("--rounds 1 --out {}/a.log", "a.log"),
        ("--rounds 1 --out /dev/null/a.net", "/dev/null"),
        ("--rounds 1 --resume {}/none.course --out {}/a.net", "none.course"),
    ],
)
def test_what_makes_no_course_is_refused_in_words(
    run: Run, tmp_path: Path, arguments: str, told: str
) -> None:
    asked = [part.replace("{}", str(tmp_path)) for part in arguments.split()]
    printed = run("train", "tapas", *asked, status=2)
    assert told in printed
    assert not list(tmp_path.iterdir())


@learns
def test_a_course_of_another_game_is_refused(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "small.net"
    run("train", "tapas", "--rounds", "1", "--games", "8", "--out", out)
    kept = out.with_suffix(".course")
    asked = ["--rounds", "1", "--resume", kept, "--out", tmp_path / "b.net"]
    assert "Flamme Rouge" in run("train", "flamme-rouge", *asked, status=2)


def test_without_pytorch_the_extra_is_named(tmp_path: Path) -> None:
    """Nothing else of the program needs it."""
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from echappee.cli import main\n"
        f"sys.argv = ['echappee', 'train', 'tapas', '--rounds', '1', '--out', '{tmp_path}/a.net']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "echappee[train]" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
