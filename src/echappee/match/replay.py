"""From the text of a game back to the game, with every step checked."""

from __future__ import annotations

import msgspec

from echappee.errors import BadRecord, EchappeeError
from echappee.games import rulebook
from echappee.match.game import Game, clean_names
from echappee.match.game_record import UNDO, UNDO_BY_CONSENT, Record, Result, read_record
from echappee.match.match import Adviser, Match
from echappee.match.secret import Secret


class Verification(msgspec.Struct, frozen=True):
    """What `verify` found to be true of a finished record."""

    game: str
    players: int
    moves: int
    draws: int
    """Entries (the deal included) that drew from the secret."""
    takebacks: int
    practice: bool
    """Could everybody look and try again?"""
    result: Result


def replay(text: str, adviser: Adviser | None = None) -> Match:
    """The match that a record tells, every move judged and every position checked.

    It is played by the version of the rules that it was made by. Raises `BadRecord` if it was cut
    off, edited, or made by newer rules or a newer program.
    """
    if not isinstance(text, str):
        raise BadRecord("bad-record-type", kind=type(text).__name__)
    record = read_record(text)
    match = _begin(record, adviser)
    if match.start_check != record.start:
        raise _mismatch(0, match.start_check, record.start)
    for entry, check in zip(record.entries, record.checks, strict=True):
        try:
            match._repeat(entry)
        except BadRecord:
            raise
        except EchappeeError as error:
            raise BadRecord(
                "record-illegal", number=entry.number, why=error.words.en, why_fr=error.words.fr
            ) from error
        done = match.last_entry
        assert done is not None
        if match.check != check:
            raise _mismatch(entry.number, match.check, check)
        if done.text != entry.text:
            raise _mismatch(entry.number, done.text, entry.text)
        match._timeline.checks.note(done, check)
    if match.result != record.result:
        raise BadRecord("record-result")
    return match


def verify(text: str) -> Verification:
    """Check a finished record: the secret against its hash, every draw, every move, the result."""
    return verification(replay(text), read_record(text))


def verification(match: Match, record: Record) -> Verification:
    """What is true of a record that has just been replayed; raises `BadRecord` if it goes on."""
    if not match.over or record.secret is None or record.result is None:
        raise BadRecord("record-unfinished")
    entries = match.entries
    takebacks = sum(entry.text in (UNDO, UNDO_BY_CONSENT) for entry in entries)
    return Verification(
        game=match.game_id,
        players=match.players,
        moves=len(entries) - takebacks,
        draws=sum(e.chance is not None for e in entries) + (match.start_chance is not None),
        takebacks=takebacks,
        practice=match.practice,
        result=record.result,
    )


def _begin(record: Record, adviser: Adviser | None) -> Match:
    """The match before its first entry."""
    rules = rulebook(record.game)
    rules.check_version(record.rules)
    options = rules.settle(record.players, record.options, record.rules)
    secret: Secret | str = record.commitment
    if record.secret is not None:
        secret = Secret(record.secret)
        if secret.commitment != record.commitment:
            raise BadRecord("record-secret")
    Game(rules).prepare()
    if record.position is not None:
        _, players, implied = rules.read_position(record.position, record.rules)
        # A branch keeps the options of the game it left, which a position can't always tell.
        alike = record.redeal is not None or dict(implied) == dict(options)
        if players != record.players or not alike:
            raise _mismatch(0, record.position, record.position)
    names = [record.names.get(seat, "") for seat in range(record.players)]
    return Match(
        rules,
        record.players,
        options,
        secret,
        rules=record.rules,
        position=record.position,
        redealt=record.redeal,
        start_chance=record.start_chance,
        names=clean_names(names, record.players),
        practice=record.practice,
        by_entry=record.by_entry,
        adviser=adviser,
    )


def _mismatch(number: int, found: str, written: str) -> BadRecord:
    return BadRecord("record-mismatch", number=number, found=found, written=written)
