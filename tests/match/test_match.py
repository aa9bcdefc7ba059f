"""The public door: what a match shows, plays, refuses and remembers."""

from __future__ import annotations

import json

import msgspec
import pytest

import echappee
from echappee.match.match import Match

START = (
    "--j1c1j1c1--/j1........c1/c1........j1/j1........c1/c1........j1/--c1j1c1j1-- "
    "j 1111222334 1111222334 - - - -"
)


def _match(**options: object) -> Match:
    settings = {"first_colour": "j", **options}
    return echappee.game("tapas").start(players=2, options=settings, seed="any text")  # type: ignore[arg-type]


def test_the_base_game_starts_where_the_issue_says() -> None:
    assert _match().position() == START


def test_moves_are_a_lazy_view() -> None:
    moves = _match().moves(0)
    assert len(moves) == 8 * 4
    assert "N3:2" in moves
    assert "N2:2" not in moves
    assert "rubbish" not in moves
    assert 7 not in moves
    assert next(iter(moves)) == moves[0]
    assert len(list(moves)) == len(moves)
    assert "32 moves" in repr(moves)
    assert not _match().moves(1)


def test_moves_speak_of_the_position_they_were_asked_in() -> None:
    match = _match()
    moves = match.moves(0)
    match.play(0, "N3:2")
    assert "N3:2" in moves
    assert len(moves) == 32


def test_play_returns_events_and_passes_the_turn() -> None:
    match = _match()
    events = match.play(0, "N3:2")
    assert events[0].kind == "push"
    assert len(events) == 1
    assert events[0].facts["moved"] == [["j2", None, 1], ["c1", 0, 2]]
    assert match.awaited == match.actors == (1,)
    assert match.offered == ()


def test_explain_gives_code_words_and_article() -> None:
    match = _match()
    assert match.explain(0, "N3:2").legal
    found = match.explain(0, "N2:2")
    assert (found.legal, found.code, found.article) == (False, "own-first", "4d")
    assert found.words.fr.startswith("La première pièce")
    assert match.explain(1, "N3:2").code == "not-your-turn"
    assert match.explain(0, "N1:2").article == "4b"
    assert match.explain(0, "hello").code == "move-unreadable"


def test_refusals_are_typed() -> None:
    match = _match()
    with pytest.raises(echappee.InvalidMove) as invalid:
        match.play(0, "N9:9")
    assert invalid.value.code == "move-unreadable"
    with pytest.raises(echappee.IllegalMove) as illegal:
        match.play(0, "N2:2")
    assert illegal.value.code == "own-first"
    with pytest.raises(echappee.InvalidMove):
        match.play(0, 3)  # type: ignore[arg-type]
    for seat in (-1, 2, True, "0", None):
        with pytest.raises(echappee.UsageError) as usage:
            match.play(seat, "N3:2")  # type: ignore[arg-type]
        assert usage.value.code == "bad-seat"
    assert match.number == 0


def test_view_is_json_and_names_its_viewer() -> None:
    match = _match()
    view = match.view(1)
    assert json.loads(json.dumps(view)) == view
    assert view["seat"] == 1
    assert view["number"] == 0
    assert view["commitment"] == match.commitment
    assert match.view()["seat"] is None
    with pytest.raises(echappee.UsageError):
        match.view(2)


def test_outcome_says_why_and_who() -> None:
    match = echappee.game("tapas").position(
        "--c1......--/............/............/............/............/--........-- "
        "j 1 - 4 3 - -"
    )
    match.play(0, "N2:1")
    outcome = match.outcome
    assert outcome is not None
    assert outcome.ending == "played-out"
    assert outcome.article == "5"
    assert outcome.winners == (0,)
    assert outcome.standing.scores == (4, 3)
    assert match.over
    with pytest.raises(echappee.IllegalMove) as refused:
        match.play(0, "N2:1")
    assert refused.value.code == "over"


def test_position_starts_a_match_and_its_record_replays() -> None:
    match = echappee.game("tapas").position(f"  {START}  ".replace(" j ", "   j "), seed=3)
    assert match.position() == START
    match.play(0, "N3:2")
    again = echappee.replay(match.save())
    assert again.position() == match.position()
    assert f"position {START}" in match.record()


def test_at_goes_back_in_time() -> None:
    match = _match()
    positions = [match.position()]
    for seat, text in ((0, "N3:2"), (1, "E3:1"), (0, "N5:1")):
        match.play(seat, text)
        positions.append(match.position())
    assert [match.at(number).position() for number in range(4)] == positions
    with pytest.raises(echappee.UsageError):
        match.at(4)


def test_same_seed_same_chance_and_no_seed_a_fresh_one() -> None:
    game = echappee.game("tapas")
    options = {"extras": 5}
    assert (
        game.start(options=options, seed="x").save() == game.start(options=options, seed="x").save()
    )
    assert (
        game.start(options=options, seed="x").position()
        != game.start(options=options, seed="y").position()
    )
    assert game.start().commitment != game.start().commitment
    with pytest.raises(echappee.UsageError) as refused:
        game.start(seed=1.5)  # type: ignore[arg-type]
    assert refused.value.code == "bad-seed"


def test_unknown_games_and_options_are_refused_with_what_there_is() -> None:
    with pytest.raises(echappee.UnknownGame) as unknown:
        echappee.game("chess")
    assert "tapas" in unknown.value.words.fr
    game = echappee.game("tapas")
    with pytest.raises(echappee.BadOption) as option:
        game.start(options={"sauce": 3})
    assert option.value.code == "unknown-option"
    assert "extras" in str(option.value)
    with pytest.raises(echappee.BadOption) as value:
        game.start(options={"extras": 4})
    assert value.value.code == "bad-option"
    assert "0, 2, 3, 5" in str(value.value)
    with pytest.raises(echappee.BadOption) as players:
        game.start(players=3)
    assert players.value.code == "bad-player-count"


def test_names_are_kept_in_the_record_on_one_line() -> None:
    game = echappee.game("tapas")
    match = game.start(seed=1, names=["Léa\nsecret 00", " \x07 ", "third"])
    assert match.names == {0: "Léa secret 00"}
    assert echappee.replay(match.save()).names == match.names


def test_values_are_frozen() -> None:
    match = _match()
    with pytest.raises(AttributeError):
        match.standing.scores = (9, 9)  # type: ignore[misc]
    assert msgspec.json.encode(match.standing)
    assert "entry 0" in repr(match)
    assert repr(echappee.game("tapas")) == "echappee.game('tapas')"


def test_unknown_schema() -> None:
    with pytest.raises(echappee.UsageError) as refused:
        echappee.game("tapas").schema("nothing")
    assert refused.value.code == "unknown-schema"


@pytest.mark.parametrize("text", [None, 3, b"echappee 1"])
def test_texts_of_the_wrong_type(text: object) -> None:
    with pytest.raises(echappee.EchappeeError):
        echappee.replay(text)  # type: ignore[arg-type]
    with pytest.raises(echappee.EchappeeError):
        echappee.game("tapas").position(text)  # type: ignore[arg-type]
