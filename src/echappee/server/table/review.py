"""Reviews of records: the moves of a seat, judged one after the other while people look on."""

from __future__ import annotations

from collections.abc import Iterator

from echappee.bots.review import Judged, in_order, judge
from echappee.match.match import Match
from echappee.server.protocol import records as rt
from echappee.server.table.record_work import RecordWork, Study


class Review(Study):
    """What is known so far about the moves of one seat."""

    def __init__(self, match: Match, seat: int, simulations: int | None) -> None:
        super().__init__(match)
        self.seat = seat
        self.simulations = simulations
        self.judged: list[Judged] = []
        self.numbers: tuple[int, ...] | None = None
        """What there is to judge, in this order; None: that is not known yet."""

    def snapshot(self) -> rt.RecordReview:
        """The answer for now."""
        marked = [(one, one.grade) for one in self.judged if one.grade is not None]
        marked.sort(key=lambda pair: pair[0].number)
        return rt.RecordReview(
            seat=self.seat,
            judged=len(self.judged),
            total=len(self.numbers or ()),
            done=self.done,
            later=self.later,
            moments=[_told(one, grade) for one, grade in marked],
        )


class Reviews(RecordWork[Review]):
    """The seats whose moves are being judged, and those whose were lately."""

    simulations: int | None = None
    """For each move; None: as many as are usual for its game."""

    def review(self, record_id: str, match: Match, seat: int) -> Review:
        """What is known of a seat's moves; if that is not all, somebody goes on judging."""
        return self._ask((record_id, seat), lambda: Review(match, seat, self.simulations))

    async def _work(self, study: Review) -> None:
        async with self._one_at_a_time:
            if study.numbers is None:
                study.numbers = await self._thinkers.run(in_order, study.match, study.seat)
            for number in self._left(study, study.numbers):
                found = await self._thinkers.run(_judged, study, number)
                study.judged.append(found)
            study.done = len(study.judged) == len(study.numbers)

    def _left(self, study: Review, numbers: tuple[int, ...]) -> Iterator[int]:
        """What is not judged yet, for as long as somebody waits for it."""
        while len(study.judged) < len(numbers) and self._watched(study):
            yield numbers[len(study.judged)]


def _judged(study: Review, number: int) -> Judged:
    return judge(study.match, number, study.simulations, seat=study.seat)


def _told(judged: Judged, grade: str) -> rt.ReviewedMove:
    return rt.ReviewedMove(
        number=judged.number,
        seat=judged.seat,
        played=judged.played,
        best=judged.best,
        line=list(judged.line),
        loss=judged.loss,
        grade=grade,
        reasons=list(judged.reasons),
        choices=[rt.ReviewedChoice(text=one.text, wins=one.wins) for one in judged.choices],
        proved=judged.proved,
    )
