"""The figures of a run, and what the checker says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from bench.faults.checker import Fault, check
from bench.faults.client import Run
from bench.faults.history import Acked, Sent, by_table
from bench.faults.nemesis import WORDS, Happened
from bench.faults.stored import stored_tables
from echappee.server.store import facts as f

_KILLED = ("kill", "clock")


class Verdict(msgspec.Struct, kw_only=True):
    """What was found in the end."""

    faults: list[Fault]
    tables: int
    facts: int
    stored_moves: int
    acknowledged: int
    resent: int
    stood_in: int

    def count(self, *kinds: str) -> int:
        """How many faults of these kinds were found."""
        return sum(fault.kind in kinds for fault in self.faults)


async def judge(database: str, histories: Iterable[Path]) -> Verdict:
    """Let the checker look at every table; ``histories`` are folders, one for each company."""
    verdict = Verdict(
        faults=[], tables=0, facts=0, stored_moves=0, acknowledged=0, resent=0, stood_in=0
    )
    companies = {code: folder for folder in histories for code in _codes(folder)}
    folder, heard = None, {}
    kept = [one async for one in stored_tables(database)]
    for founding, stored in sorted(kept, key=lambda one: str(companies.get(one[0].code, ""))):
        if folder != companies.get(founding.code):
            folder = companies.get(founding.code)
            heard = by_table(folder.glob("*.jsonl")) if folder else {}
        here = heard.pop(founding.code, {})
        verdict.faults += check(founding, stored, here)
        verdict.tables += 1
        verdict.facts += len(stored)
        verdict.stored_moves += sum(isinstance(one.fact, f.MovePlayed) for one in stored)
        verdict.stood_in += sum(isinstance(one.fact, f.BotStoodIn) for one in stored)
        companies.pop(founding.code, None)
        for entries in here.values():
            moves = Counter(
                one.id for one in entries if isinstance(one, Sent) and one.kind == "move"
            )
            acked = {one.id for one in entries if isinstance(one, Acked)}
            verdict.acknowledged += len(acked & moves.keys())
            verdict.resent += sum(moves.values()) - len(moves)
    for code in companies:
        verdict.faults.append(Fault("lost", code, "the whole table is not stored"))
    return verdict


def _codes(folder: Path) -> set[str]:
    return set(by_table(folder.glob("*.jsonl")))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of all lies; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def after_kills(run: Run, happened: Sequence[Happened]) -> list[float]:
    """How long each client of a killed node needed until it could play on."""
    kills = [one for one in happened if one.kind in _KILLED]
    return [
        back.back - kill.begun
        for kill in kills
        for back in run.backs
        if back.node == kill.node and kill.begun <= back.lost <= kill.begun + 1
    ]


def during(run: Run, happened: Sequence[Happened], kind: str) -> list[float]:
    """How long moves took that were sent while something of a kind happened."""
    spans = [(one.begun, one.ended) for one in happened if one.kind == kind]
    return [
        acked - sent
        for sent, acked in run.answered
        if any(begun <= sent <= ended for begun, ended in spans)
    ]


def lines(run: Run, happened: Sequence[Happened], verdict: Verdict) -> list[str]:
    """The report."""
    told = [f"{len(happened)} faults:"]
    for kind, count in Counter(one.kind for one in happened).most_common():
        waits = [one.resumed - one.ended for one in happened if one.kind == kind]
        told.append(f"{count:>7} × {WORDS[kind]}; play resumed within {max(waits):.2f} s")
    told += [
        f"{verdict.acknowledged:,} acknowledged moves at {verdict.tables:,} tables"
        f" ({verdict.facts:,} facts stored, {verdict.resent:,} requests sent again,"
        f" {verdict.stood_in:,} times a bot stood in)",
        f"{verdict.count('lost', 'numbers')} lost, {verdict.count('doubled')} doubled,"
        f" {verdict.count('order')} out of order, {verdict.count('unasked')} that nobody asked for",
    ]
    for words, waits in (
        ("a move, in all", [acked - sent for sent, acked in run.answered]),
        ("a move during a rolling restart", during(run, happened, "rolling")),
        ("clients of a killed node, until they play on", after_kills(run, happened)),
    ):
        told.append(
            f"{words}: p50 {percentile(waits, 0.5):.3f} s, p99 {percentile(waits, 0.99):.3f} s,"
            f" worst {max(waits, default=0):.3f} s ({len(waits):,})"
        )
    for one in happened:
        if one.kind == "long-stop":
            told.append(
                f"{one.node} slept for {one.ended - one.begun:.0f} s and was woken: "
                + ("nothing stale is stored" if not verdict.faults else "see what was found")
            )
    kinds = Counter(fault.kind for fault in verdict.faults)
    told.append(
        "the checker found nothing"
        if not kinds
        else "the checker found: " + ", ".join(f"{count} × {kind}" for kind, count in kinds.items())
    )
    return told
