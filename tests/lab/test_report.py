"""Reports: the same for the same seed, in both languages, in one file, honest about bad input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from echappee.bots.simple_kernels import GREEDY
from echappee.errors import LANGUAGES, EchappeeError, Language
from echappee.games import game_ids, rulebook
from echappee.lab.ledger import Ledger
from echappee.lab.report import bot_games, plays
from echappee.lab.report.game_kernels import CHOICES, ENDING, LENGTH, STUCK, STYLE, WITHOUT, pick
from echappee.lab.report.page import page
from echappee.lab.report.plays import Plan, Player, play_shard
from echappee.lab.report.report import SECTIONS, Report, report
from echappee.lab.report.told import WORDS, Teller
from echappee.lab.shards import Threads
from echappee.rulebook.compiler import sources_digest
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.statistics import NOTHING, narrow, used
from echappee.rulebook.turn_order import WAIT, lowest_seat
from tests.depth import deep
from tests.lab.test_ledger import lines

PLAIN = ("random", "greedy")
FEW = deep(("seats", "against", "decisions", "length"), SECTIONS)
PUNCTURES = ("puncture>2", "puncture>3")


@pytest.fixture(scope="module")
def whole() -> Report:
    """A report with every section but kingmaking, which takes three."""
    return report(
        "tapas", games=16, levels=PLAIN, fair="extras=0,2,3", against={"extras": 5}, threads=2
    )


def test_threads_change_no_byte(whole: Report) -> None:
    alone = report(
        "tapas", games=16, levels=PLAIN, fair="extras=0,2,3", against={"extras": 5}, threads=1,
        only=FEW,
    )  # fmt: skip
    for language in LANGUAGES:
        found = [one for one in whole.sections(language) if one.name in FEW]
        assert alone.sections(language) == found


def test_shards_are_the_games_wherever_they_begin() -> None:
    rules = rulebook("tapas")
    plan = Plan("tapas", 2, dict(rules.settle(2, {})), (GREEDY, GREEDY), 2, 7)
    all_of_it, end = play_shard(plan, 0, 6), play_shard(plan, 4, 6)
    for one, part in zip(all_of_it.arrays(), end.arrays(), strict=True):
        assert np.array_equal(one[4:], part)
    assert np.array_equal(Player(Threads(2)).games(plan, 6).scores, all_of_it.scores)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_else(whole: Report, language: Language) -> None:
    text = page(whole, language)
    assert not re.search(r"https?:|<script|<link|@import|src=|url\((?!#)", text)
    assert f'<html lang="{language}">' in text
    assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    names = re.findall(r'<section id="(\w+)">', text)
    assert names == [name for name in SECTIONS if name != "kingmaking"]
    assert text.count("<svg") == text.count('role="img"') == text.count("aria-label=") - 1 > 8
    assert 'aria-label=""' not in text
    assert len(text) < 300_000
    for name in names:
        assert re.search(rf"<code>echappee report tapas [^<]*--only {name}</code>", text)


def test_pages_have_no_name_twice(whole: Report) -> None:
    names = re.findall(r' id="([^"]+)"', page(whole, "en"))
    assert len(names) == len(set(names))


def test_every_figure_has_its_range(whole: Report) -> None:
    """But for what is the same in all games, and what is counted."""
    section = next(one for one in whole.sections("en") if one.name == "seats")
    for row in section.grids[0].rows:
        assert re.fullmatch(r"[\d.]+\u00a0% \([\d.]+–[\d.]+\)", row[1]), row


def test_both_languages_say_the_same() -> None:
    def keys(words: dict[str, Any]) -> Any:
        return {k: keys(v) if isinstance(v, dict) else slots(v) for k, v in words.items()}

    def slots(text: str) -> list[str]:
        return sorted(set(re.findall(r"\{(\w+)", text)) - {"count"})

    english, french = (WORDS.texts(language) for language in LANGUAGES)
    assert keys(english) == keys(french)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_and_every_style_has_a_name(game_id: str, language: Language) -> None:
    rules = rulebook(game_id)
    teller = Teller(rules, language)
    assert rules.statistics.count == len(teller.things()) > 3
    assert all(teller.things())
    assert all(teller.group(group.name) for group in rules.statistics.groups)
    assert all(teller.style(style) for style in rules.statistics.styles)


def test_the_pages_colours_are_the_houses() -> None:
    root = Path(__file__).parents[2]
    tokens = (root / "web/src/lib/tokens.css").read_text("utf-8").split("}")[0]
    ours = (root / "src/echappee/lab/report/page.css").read_text("utf-8").split("}")[0]
    house = dict(re.findall(r"--([\w-]+): ([^;]+);", tokens))
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", ours):
        assert house[name] == value, name


@pytest.mark.parametrize("game_id", game_ids())
def test_styles_leave_some_of_the_legal_moves_and_things_are_known(game_id: str) -> None:
    """By the interpreted rules, along games of random moves."""
    rules, players = rulebook(game_id), rulebook(game_id).usual_players
    functions, statistics = rules.interpreted, rules.statistics
    limit, using = functions.kernel(narrow), functions.kernel(used)
    chance, codes = new_chance(), rules.buffer()
    functions.kernel(start_stream)(chance, 1, 1)
    state = rules.blank()[0]
    functions.setup(state, players, rules.option_numbers(rules.settle(players, {})), chance)
    dice, seen = np.random.default_rng(5), set[int]()
    for _ in range(deep(120, 1000)):
        if functions.over(state) != 0:
            break
        seat = lowest_seat(int(functions.actors(state)))
        n = int(functions.legal(state, seat, codes))
        listed = codes[:n].tolist()
        for move in listed:
            thing = int(using(state, seat, move))
            assert NOTHING <= thing < statistics.count
            seen.add(thing)
        for style in range(len(statistics.styles)):
            left = int(limit(style, state, seat, codes, n))
            assert 0 <= left <= n
            kept = codes[:left].tolist()
            assert len(set(kept)) == left
            assert set(kept) <= set(listed)
            if left == 0:
                assert codes[:n].tolist() == listed
            codes[:n] = listed
        functions.apply(state, seat, listed[int(dice.integers(n))], chance)
    assert len(seen - {NOTHING}) > 2


def test_who_answers_about_sides_pushes_no_tapas() -> None:
    """Article 9: neither style takes part in that, and no tapas is counted as used."""
    rules = rulebook("tapas")
    functions, state, moves = rules.interpreted, rules.blank()[0], rules.buffer()
    chance = new_chance()
    functions.kernel(start_stream)(chance, 1, 1)
    functions.setup(state, 2, rules.option_numbers(rules.settle(2, {"swap": True})), chance)
    first = lowest_seat(int(functions.actors(state)))
    functions.legal(state, first, moves)
    functions.apply(state, first, int(moves[0]), chance)
    second = lowest_seat(int(functions.actors(state)))
    n = int(functions.legal(state, second, moves))
    listed = moves[:n].tolist()
    assert [rules.notation.write_move(state, second, move) for move in listed] == ["swap", "keep"]
    assert [functions.kernel(used)(state, second, move) for move in listed] == [NOTHING] * 2
    for style in range(len(rules.statistics.styles)):
        assert functions.kernel(narrow)(style, state, second, moves, n) == n
        assert moves[:n].tolist() == listed


@pytest.mark.parametrize("game_id", game_ids())
def test_restricted_players_never_do_what_they_are_forbidden(game_id: str) -> None:
    """Each style and each thing in turn, at moments of a game, as the kernels let them choose."""
    rules, players = rulebook(game_id), rulebook(game_id).usual_players
    functions, statistics = rules.interpreted, rules.statistics
    choose, using = functions.kernel(pick), functions.kernel(used)
    limit, chance = functions.kernel(narrow), new_chance()
    states, moves, copy = rules.blank(2), rules.buffer(), rules.buffer()
    functions.kernel(start_stream)(chance, 2, 1)
    state = states[0]
    functions.setup(state, players, rules.option_numbers(rules.settle(players, {})), chance)
    dice, tried = np.random.default_rng(8), set[int]()
    for step in range(deep(160, 600)):
        if functions.over(state) != 0:
            break
        seat = lowest_seat(int(functions.actors(state)))
        n = int(functions.legal(state, seat, moves))
        listed = moves[:n].tolist()
        allowed: dict[int, set[int]] = {}
        for style in range(len(statistics.styles)):
            copy[:n] = listed
            left = int(limit(style, state, seat, copy, n))
            allowed[STYLE + style] = set(copy[:left].tolist())
        for thing in range(statistics.count):
            allowed[WITHOUT + thing] = {m for m in listed if using(state, seat, m) != thing}
        bound = [kind for kind, some in allowed.items() if 0 < len(some) < n]
        place = int(dice.integers(n))
        if bound and step % 8 == 0:
            kind = bound[step // 8 % len(bound)]
            place = int(choose(kind, states, seat, moves, n, False, chance))
            assert int(moves[place]) in allowed[kind]
            tried.add(kind)
        functions.apply(state, seat, int(moves[place]), chance)
    assert len(tried) > 1


def test_out_of_turn_whoever_may_do_nothing_waits() -> None:
    """Somebody who never plays a joker lets the moment for a puncture go by."""
    rules = rulebook("tape-letape")
    functions, states = rules.interpreted, rules.blank(2)
    chance = new_chance()
    functions.kernel(start_stream)(chance, 1, 1)
    functions.setup(states[0], 4, rules.option_numbers(rules.settle(4, {})), chance)
    seat = lowest_seat(int(functions.awaited(states[0])))
    moves = rules.buffer()
    functions.apply(
        states[0], seat, int(moves[functions.legal(states[0], seat, moves) - 1]), chance
    )
    other = (seat + 1) % 4
    n = int(functions.legal(states[0], other, moves))
    assert n > 0
    choose = functions.kernel(pick)
    assert choose(STYLE, states, other, moves, n, True, chance) == WAIT


def test_on_turn_whoever_likes_none_of_his_moves_plays_one_of_them() -> None:
    """Who never stops, and has nothing left but punctures, which the policy would keep."""
    rules = rulebook("tape-letape")
    functions, states, moves = rules.interpreted, rules.blank(2), rules.buffer()
    chance = new_chance()
    functions.kernel(start_stream)(chance, 1, 1)
    functions.setup(states[0], 4, rules.option_numbers(rules.settle(4, {})), chance)
    seat = lowest_seat(int(functions.awaited(states[0])))
    n = int(functions.legal(states[0], seat, moves))
    functions.apply(states[0], seat, int(moves[n - 1]), chance)
    seat = lowest_seat(int(functions.awaited(states[0])))
    moves[:3] = [rules.notation.read_move(states[0], seat, move) for move in ("end", *PUNCTURES)]
    stopping = list(rules.statistics.groups[0].members + rules.statistics.groups[1].members)
    kind = WITHOUT + len(stopping)
    assert rules.statistics.groups[2].members[0] == "end"
    assert int(functions.kernel(pick)(kind, states, seat, moves, 3, False, chance)) in (0, 1)
    assert sorted(moves[:2].tolist()) == sorted(
        rules.notation.read_move(states[0], seat, move) for move in PUNCTURES
    )


def test_a_game_is_counted_as_it_is_played() -> None:
    rules = rulebook("tapas")
    plan = Plan("tapas", 2, dict(rules.settle(2, {})), (GREEDY, GREEDY), 1, 3)
    games = Player(Threads(1)).games(plan, 30)
    facts = games.facts
    assert (facts[..., ENDING] > 0).all()
    assert not facts[..., STUCK].any()
    assert (facts[..., CHOICES] <= facts[..., LENGTH]).all()
    pushed = games.uses[..., :4].sum(axis=(2, 3))
    passed = games.uses[..., 4].sum(axis=2)
    assert np.array_equal(pushed + passed, facts[..., LENGTH])
    assert pushed.max() == 20


def brief(path: Path, **more: Any) -> Report:
    """A report that is kept: games of compiled bots, of one that thinks, and decisions."""
    only = ("seats", "skill", "decisions")
    return report(
        "tapas", games=8, levels=("random", "sunday"), only=only, ledger=Ledger(path), **more
    )


def test_a_report_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"

    def stop(section: str, done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        brief(path, progress=stop)
    begun = lines(path)
    assert begun
    found = page(brief(path), "en")
    whole = lines(path)
    assert whole[: len(begun)] == begun
    assert len(whole) > len(begun)
    only = ("seats", "skill", "decisions")
    assert found == page(report("tapas", games=8, levels=("random", "sunday"), only=only), "en")

    def fail(*_: object) -> None:
        pytest.fail("it was played before")

    for module, name in (
        (plays, "play_shard"),
        (plays, "weigh_shard"),
        (bot_games, "places_shard"),
    ):
        monkeypatch.setattr(module, name, fail)
    assert page(brief(path), "en") == found
    assert lines(path) == whole


def test_kept_deals_belong_to_the_code_that_played_them(tmp_path: Path) -> None:
    """So whoever changes it plays them anew: compiled bots, bots that think, decisions."""
    path = tmp_path / "kept"
    brief(path)
    package = rulebook("tapas").package
    found = {
        (line["report"]["what"], line["report"]["code"]) for line in map(json.loads, lines(path))
    }
    codes = {module: sources_digest(package, module.__name__) for module in (plays, bot_games)}
    assert len(set(codes.values())) == 2
    assert {code for what, code in found if what == "places"} == {codes[bot_games]}
    assert {code for what, code in found if what != "places"} == {codes[plays]}
    assert {"games", "places"} < {what for what, _ in found}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace('"count":', '"count":1'),
        lambda line: line.replace('"first":', '"first":-1'),
        lambda line: re.sub(r'"shape":\[\d+', '"shape":[0', line, count=1),
        lambda line: line.replace('"kind":"<i8"', '"kind":"O"', 1),
        lambda line: re.sub(r'"data":"....', '"data":"AAAA', line, count=1),
        lambda line: re.sub(r'"arrays":\[.*\]', '"arrays":[]', line),
        lambda line: line[:-1],
    ],
    ids=["count", "before-the-first", "shape", "kind", "data", "nothing", "cut"],
)
def test_a_spoilt_line_of_a_report_is_refused(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    path = tmp_path / "kept"
    report("tapas", games=8, only=["seats"], ledger=Ledger(path))
    (line,) = lines(path)
    assert spoil(line) != line
    path.write_text(spoil(line) + "\n")
    with pytest.raises(EchappeeError) as refused:
        Ledger(path)
    assert refused.value.code == "bad-ledger"


BAD: list[tuple[dict[str, Any], str]] = [
    ({"game_id": "chess"}, "unknown-game"),
    ({"players": 3}, "bad-player-count"),
    ({"options": {"extras": 7}}, "bad-option"),
    ({"bots": "nobody"}, "unknown-bot"),
    ({"bots": "champion"}, "slow-bot"),
    ({"levels": ["nobody"]}, "unknown-bot"),
    ({"levels": ["greedy", "greedy"]}, "bad-levels"),
    ({"levels": []}, "bad-levels"),
    ({"against": {}}, "same-settings"),
    ({"against": {"extras": 7}}, "bad-option"),
    ({"fair": "nothing"}, "unknown-option"),
    ({"fair": "burning_head"}, "bad-fair"),
    ({"fair": "extras=2"}, "bad-fair"),
    ({"fair": "extras=2,9"}, "bad-option"),
    ({"games": 1}, "bad-number"),
    ({"seed": -1}, "bad-number"),
    ({"only": ["nothing"]}, "bad-section"),
    ({"threads": 0}, "bad-number"),
    ({"executor": 2}, "bad-kind"),
    ({"ledger": "kept.jsonl"}, "bad-kind"),
    ({"game_id": "flamme-rouge", "players": 1}, "bad-alone"),
]


@pytest.mark.parametrize(("given", "code"), BAD)
def test_bad_input_is_refused_before_anything_is_compiled(given: dict[str, Any], code: str) -> None:
    def prepare() -> None:
        pytest.fail("something is compiled before the arguments are checked")

    with pytest.raises(EchappeeError) as caught:
        report(**{"game_id": "tapas", "prepare": prepare, **given})
    assert caught.value.code == code


def test_a_library_that_is_missing_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(EchappeeError) as caught:
        report("tapas", prepare=lambda: pytest.fail("compiled before"))
    assert caught.value.code == "missing-extra"
    assert "echappee[report]" in caught.value.words.en
