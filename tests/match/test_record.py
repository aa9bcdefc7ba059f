"""Records: what they promise, and how broken, edited or foreign ones are refused."""

from __future__ import annotations

import hashlib
import hmac

import pytest

import echappee
from echappee.match.game_record import checksum
from echappee.match.secret import Secret
from tests.generic.cases import Case, finished

MATCH = finished(Case("tapas", 2, (("extras", 3),)), 31)
TEXT = MATCH.record()


def _refusal(text: str) -> str:
    with pytest.raises(echappee.EchappeeError) as refused:
        echappee.replay(text)
    assert refused.value.words.en
    assert refused.value.words.fr
    return refused.value.code


def _line(key: str) -> str:
    return next(line for line in TEXT.splitlines() if line.startswith(key))


def test_the_hash_is_there_from_the_start_and_the_secret_at_the_end() -> None:
    early = MATCH.at(3).record()
    assert _line("commitment") in early
    assert "\nsecret " not in early
    secret = bytes.fromhex(_line("secret").split()[1])
    assert hashlib.sha256(secret).hexdigest() == _line("commitment").split()[1]


def test_chance_is_hmac_sha256_of_secret_and_number() -> None:
    secret = Secret(bytes(range(32)))
    expected = hmac.new(bytes(range(32)), b"echappee chance 1\x007", "sha256").digest()
    assert secret.chance(7) == expected
    assert secret.chance(7) != secret.chance(8)


def test_verify_counts_what_it_checked() -> None:
    found = echappee.verify(TEXT)
    assert (found.game, found.moves, found.draws, found.takebacks) == (
        "tapas",
        MATCH.number,
        1,
        0,
    )


def test_an_unfinished_record_cannot_be_verified() -> None:
    with pytest.raises(echappee.BadRecord) as refused:
        echappee.verify(MATCH.at(4).save())
    assert refused.value.code == "record-unfinished"


def test_a_cut_off_record() -> None:
    lines = TEXT.splitlines()
    for kept in range(1, len(lines)):
        assert _refusal("\n".join(lines[:kept])) == "record-truncated"
    assert _refusal("") == "record-unreadable"
    assert _refusal("\n".join(lines[:14] + lines[15:])) in ("record-unreadable", "record-truncated")


def test_a_newer_format_and_other_rules() -> None:
    assert _refusal(TEXT.replace("echappee 1", "echappee 4", 1)) == "record-newer"
    assert _refusal(TEXT.replace("rules 1", "rules 99", 1)) == "record-rules"
    assert _refusal(TEXT.replace("rules 1", "rules 0", 1)) == "record-rules"
    assert _refusal(TEXT.replace("game tapas", "game chess", 1)) == "unknown-game"


def test_an_edited_move_is_noticed() -> None:
    entry = next(e for e in MATCH.entries if e.number == 5)
    other = next(text for text in MATCH.at(4).moves(entry.seat) if text != entry.text)
    edited = TEXT.replace(f"5 {entry.seat} {entry.text} ", f"5 {entry.seat} {other} ")
    assert _refusal(edited) == "record-mismatch"
    assert _refusal(TEXT.replace(f"5 {entry.seat} ", f"5 {1 - entry.seat} ")) == "record-illegal"


def test_an_edited_option_secret_or_result_is_noticed() -> None:
    assert _refusal(TEXT.replace("option extras 3", "option extras 5")) == "record-mismatch"
    assert _refusal(TEXT.replace("option extras 3", "option extras 4")) == "bad-option"
    secret = _line("secret")
    assert _refusal(TEXT.replace(secret, "secret " + "0" * 64)) == "record-secret"
    result = _line("result")
    assert _refusal(TEXT.replace(result, result.replace("scores ", "scores 1"))) == "record-result"
    assert _refusal(TEXT.replace(result + "\n", "")) == "record-result"


def test_rubbish_lines() -> None:
    assert _refusal("hello") == "record-unreadable"
    assert _refusal(TEXT.replace("players 2", "players two")) == "record-unreadable"
    assert _refusal(TEXT.replace("players 2", "players 2\nplayers 2")) == "record-unreadable"
    assert _refusal(TEXT + "21 0 N3:2 00000000\n") == "record-unreadable"


def test_remarks_and_blank_lines_are_skipped() -> None:
    assert echappee.replay("# a fine game\n\n" + TEXT).record() == TEXT


def test_a_sealed_record_replays_but_draws_nothing_new() -> None:
    """Without its secret a record shows what was, and can't invent what will be."""
    sealed = echappee.replay(MATCH.at(4).record())
    assert sealed.position() == MATCH.at(4).position()
    assert sealed.commitment == MATCH.commitment
    assert "secret" not in sealed.save()
    edited = MATCH.at(0).record().replace(_line("start"), _line("start"))
    head, _, _ = edited.partition("start ")
    assert _refusal(f"{head}{_line('start')}\nend 0\n") == "sealed"


def test_a_checksum_is_worked_out_once_for_a_match_and_its_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished(Case("tapas", 2, (("extras", 3),)), 34)
    early, late = match.at(7), match.at(12)
    worked: list[str] = []

    def counted(text: str) -> str:
        worked.append(text)
        return checksum(text)

    monkeypatch.setattr("echappee.match.position.checksum", counted)
    late.record()
    assert len(worked) == 13
    early.record()  # its first position is one of its own
    assert len(worked) == 14
    other = early.copy()
    other.play(other.awaited[0], other.moves(other.awaited[0])[-1])
    assert other.checks[:-1] == early.checks
    assert len(worked) == 15


def test_checksums_are_those_of_the_positions_taken_back_ones_included() -> None:
    match = finished(Case("tapas", 2, (("extras", 3),)), 32).at(12)
    texts = [checksum(match.at(n).position()) for n in range(match.number + 1)]
    halfway = match.at(7)
    assert halfway.checks == tuple(texts[1:8])
    assert match.start_check == texts[0]
    assert match.checks == tuple(texts[1:])
    seat = match.entries[-1].seat
    match.undo(seat, consent=(0, 1))
    assert match.checks == (*texts[1:], texts[11])
    other = match.copy()
    other.play(other.awaited[0], other.moves(other.awaited[0])[0])
    assert len(other.checks) == len(match.checks) + 1
    assert echappee.replay(other.record()).checks == other.checks
