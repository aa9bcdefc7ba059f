"""A small honest game as it was stored and as its clients heard of it, for tests to spoil."""

from __future__ import annotations

import msgspec

from bench.faults.checker import check
from bench.faults.history import Acked, AnyEntry, Lost, Opened, Refused, Sent, Shown, digest
from echappee.games import rulebook
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.server.protocol.rest import NoClock
from echappee.server.store import facts as f

CODE = "KDPQWR"
LOOKS = (0, 1, None)
MOVES = 12
REFUSED = 6
"""After so many moves, somebody is refused something; and another one comes again."""


class Recorded:
    """A small game as it was stored, and as two players and a spectator heard of it."""

    def __init__(self) -> None:
        game = rulebook("tapas")
        self.founding = f.Founding(
            code=CODE, watch="BWXZTRNM", game=game.id, rules=game.version, players=2,
            options=dict(game.read_options({})), clock=NoClock(), start="full", secret=bytes(32),
            created=0, by_entry=False,
        )  # fmt: skip
        self._match = Match(
            game, 2, self.founding.options, Secret(self.founding.secret), rules=game.version
        )
        self.stored: list[f.Stored] = []
        self.heard: dict[str, list[AnyEntry]] = {_name(look): [] for look in LOOKS}
        for seat in (0, 1):
            self._keep(f.SeatSet(seat=seat, kind="person", name=f"P{seat}"))
        self._keep(f.KeyGiven(seat=None, key="hashed"))
        self._keep(f.Began())
        for look in LOOKS:
            self._show(look, welcome=True, since=None, after=0)
        for place in range(MOVES):
            if place == REFUSED:
                self._come_again()
            self._play(place)

    def _keep(self, fact: f.AnyFact) -> int:
        self.stored.append(f.Stored(len(self.stored) + 1, 0, fact))
        return len(self.stored)

    def _play(self, place: int) -> None:
        seat = self._match.awaited[0]
        text = self._match.moves(seat).texts()[0]
        sent = Sent(
            at=0, code=CODE, id=f"r{place}", kind="move", seat=seat, number=self._match.number,
            text=text,
        )  # fmt: skip
        self._match.play(seat, text)
        seq = self._keep(f.MovePlayed(id=sent.id, seat=seat, text=text))
        self.heard[_name(seat)] += [sent, Acked(at=0, code=CODE, id=sent.id, seq=seq)]
        for look in LOOKS:
            self._show(look, welcome=False, since=None, after=seq - 1)

    def _come_again(self) -> None:
        """Somebody is refused, loses his socket and is back."""
        refused = Sent(at=0, code=CODE, id="stale", kind="move", seat=0, number=1, text="N3:1")
        self.heard[_name(0)] += [
            refused,
            Refused(at=0, code=CODE, id="stale", why="stale", final=True),
            Lost(at=0, code=CODE, why="gone"),
            Opened(at=0, code=CODE, node="a"),
        ]
        self._show(0, welcome=True, since=len(self.stored), after=len(self.stored))

    def _show(self, look: int | None, *, welcome: bool, since: int | None, after: int) -> None:
        items = [
            (one.seq, str(one.fact.__struct_config__.tag).replace("began", "started"))
            for one in self.stored[after:]
            if not isinstance(one.fact, f.KeyGiven)
        ]
        view = msgspec.json.encode(self._match.typed_view(look))
        moves = [] if look is None else self._match.moves(look).texts()
        self.heard[_name(look)].append(
            Shown(
                at=0, code=CODE, seq=len(self.stored), look=look, welcome=welcome, since=since,
                items=items, number=self._match.number, view=digest(view),
                game=digest(view + msgspec.json.encode(moves)),
            )
        )  # fmt: skip

    def faults(self) -> set[str]:
        """What the checker finds."""
        return {fault.kind for fault in check(self.founding, self.stored, self.heard)}

    # ------------------------------------------------------------------ what a test may do to it

    def restore(self, facts: list[f.AnyFact]) -> None:
        """These facts are stored instead, under numbers without a gap."""
        self.stored = [f.Stored(seq, 0, fact) for seq, fact in enumerate(facts, 1)]

    @property
    def facts(self) -> list[f.AnyFact]:
        return [one.fact for one in self.stored]

    def last_move(self) -> f.MovePlayed:
        """What was stored last."""
        fact = self.facts[-1]
        assert isinstance(fact, f.MovePlayed)
        return fact

    def change(self, client: str, kind: type, place: int, **fields: object) -> None:
        """One line of a history says something else."""
        lines = self.heard[client]
        where = [index for index, one in enumerate(lines) if isinstance(one, kind)][place]
        lines[where] = msgspec.structs.replace(lines[where], **fields)


def _name(look: int | None) -> str:
    return "watcher" if look is None else f"seat-{look}"
