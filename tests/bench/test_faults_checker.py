"""The checker of `bench.faults` finds nothing at an honest table, and every planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bench.faults.history import Acked, Lost, Pen, Refused, Sent, Shown, by_table, digest
from echappee.server.store import facts as f
from tests.bench.recorded import CODE, MOVES, REFUSED, Recorded


def test_an_honest_table_is_as_its_clients_heard() -> None:
    recorded = Recorded()
    assert recorded.faults() == set()
    assert len(recorded.stored) == 4 + MOVES


def _lost(recorded: Recorded) -> None:
    """An acknowledged fact is not there."""
    recorded.restore(recorded.facts[:-1])


def _lost_in_between(recorded: Recorded) -> None:
    """A number is missing."""
    del recorded.stored[8]


def _doubled(recorded: Recorded) -> None:
    """A request was done twice."""
    recorded.restore([*recorded.facts, recorded.last_move()])


def _swapped(recorded: Recorded) -> None:
    """Two facts are stored the other way round."""
    facts = recorded.facts
    facts[7], facts[8] = facts[8], facts[7]
    recorded.restore(facts)


def _swapped_and_said_so(recorded: Recorded) -> None:
    """What was asked later was done earlier, and acknowledged so."""
    first, later = [one for one in recorded.heard["seat-0"] if isinstance(one, Acked)][:2]
    facts = recorded.facts
    facts[first.seq - 1], facts[later.seq - 1] = facts[later.seq - 1], facts[first.seq - 1]
    recorded.restore(facts)
    recorded.change("seat-0", Acked, 0, seq=later.seq)
    recorded.change("seat-0", Acked, 1, seq=first.seq)


def _unasked(recorded: Recorded) -> None:
    """Somebody stored a move that nobody sent."""
    recorded.restore([*recorded.facts, f.MovePlayed(id="whose", seat=0, text="N3:1")])


def _not_a_bot(recorded: Recorded) -> None:
    """A bot moved for somebody who was there."""
    move = msgspec.structs.replace(recorded.last_move(), id=None)
    recorded.restore([*recorded.facts[:-1], move])


def _other_text(recorded: Recorded) -> None:
    """What is stored is not what was asked for."""
    move = msgspec.structs.replace(recorded.last_move(), text="N3:1")
    recorded.restore([*recorded.facts[:-1], move])


def _against_the_rules(recorded: Recorded) -> None:
    """The rules would not have let it happen."""
    bad = msgspec.structs.replace(recorded.last_move(), text="Z9:9")
    recorded.restore([*recorded.facts[:-1], bad])


def _stale(recorded: Recorded) -> None:
    """A bot took the place of somebody who was there."""
    recorded.restore([*recorded.facts, f.BotStoodIn(seat=1, why="left", bot="random")])


def _gap(recorded: Recorded) -> None:
    """A client was not told of a fact."""
    recorded.change("watcher", Shown, 3, items=[])


def _told_twice(recorded: Recorded) -> None:
    """A client was told of a fact again."""
    lines = recorded.heard["seat-1"]
    lines.append(next(one for one in reversed(lines) if isinstance(one, Shown)))


def _sent_back(recorded: Recorded) -> None:
    """A client came again to a node that knew less."""
    known = next(one for one in recorded.heard["watcher"] if isinstance(one, Shown))
    recorded.heard["watcher"].append(known)


def _begun_afresh(recorded: Recorded) -> None:
    """A client that came again was told everything once more."""
    whole = [item for one in recorded.heard["seat-0"] if isinstance(one, Shown)
             for item in one.items if item[0] <= 4 + REFUSED]  # fmt: skip
    recorded.change("seat-0", Shown, REFUSED + 1, since=None, items=whole)


def _forgotten(recorded: Recorded) -> None:
    """A client that came again was not told from where it was."""
    recorded.change("seat-0", Shown, REFUSED + 1, since=len(recorded.stored))


def _refused(recorded: Recorded) -> None:
    """What was refused is stored after all."""
    lines = recorded.heard["seat-0"]
    where = next(place for place, one in enumerate(lines) if isinstance(one, Acked))
    sent = lines[where - 1]
    assert isinstance(sent, Sent)
    lines[where] = Refused(at=0, code=CODE, id=sent.id, why="stale", final=True)


def _other_view(recorded: Recorded) -> None:
    """A client saw a position that was never played."""
    recorded.change("seat-1", Shown, 5, view=digest(b"another"))


def _seen_and_not_stored(recorded: Recorded) -> None:
    """A client was told of something before it was stored."""
    recorded.change("watcher", Shown, -1, seq=len(recorded.stored) + 1)


def _other_bytes(recorded: Recorded) -> None:
    """Two who look alike were told different things."""
    twin = next(one for one in reversed(recorded.heard["watcher"]) if isinstance(one, Shown))
    other = msgspec.structs.replace(twin, game=digest(b"another"), welcome=True, since=None)
    whole = [(seq, kind) for one in recorded.heard["watcher"] if isinstance(one, Shown)
             for seq, kind in one.items]  # fmt: skip
    recorded.heard["watcher-1"] = [msgspec.structs.replace(other, items=whole)]


@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (_lost, "lost"),
        (_lost_in_between, "numbers"),
        (_doubled, "doubled"),
        (_swapped, "lost"),
        (_swapped_and_said_so, "order"),
        (_unasked, "unasked"),
        (_not_a_bot, "unasked"),
        (_other_text, "unasked"),
        (_against_the_rules, "replay"),
        (_stale, "stale"),
        (_gap, "gap"),
        (_told_twice, "gap"),
        (_forgotten, "gap"),
        (_sent_back, "back"),
        (_begun_afresh, "afresh"),
        (_refused, "refused"),
        (_other_view, "view"),
        (_seen_and_not_stored, "view"),
        (_other_bytes, "differs"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__.strip("_"),
)
def test_a_planted_fault_is_found(plant: Callable[[Recorded], None], kind: str) -> None:
    recorded = Recorded()
    plant(recorded)
    assert kind in recorded.faults()


def test_a_bot_may_stand_in_for_who_was_away() -> None:
    recorded = Recorded()
    recorded.restore([*recorded.facts, f.BotStoodIn(seat=1, why="left", bot="random")])
    last = recorded.heard["seat-1"][-1]
    assert isinstance(last, Shown)
    items = [(len(recorded.stored), "stand-in")]
    recorded.heard["seat-1"] += [
        Lost(at=1, code=CODE, why="gone"),
        Lost(at=15, code=CODE, why="silent"),
        msgspec.structs.replace(
            last, at=32, welcome=True, since=last.seq, seq=len(recorded.stored), items=items
        ),
    ]
    assert recorded.faults() == set()


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    recorded = Recorded()
    for client, lines in recorded.heard.items():
        pen = Pen(tmp_path / f"{client}.jsonl")
        for line in lines:
            pen.write(line)
        pen.close()
    assert by_table(tmp_path.glob("*.jsonl")) == {CODE: recorded.heard}
