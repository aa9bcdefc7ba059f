"""Where the rules are silent, or nearly: odd ends, nothing to do, the same position again."""

from __future__ import annotations

import msgspec

from echappee.lab.report.estimates import Interval, estimate
from echappee.lab.report.game_kernels import AGAIN, CHOICES, ENDING, FORCED, STUCK
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller, listed

NAME = "silence"


class Ending(msgspec.Struct, frozen=True):
    """One way in which games end."""

    code: str
    article: str
    share: Interval


class Ruled(msgspec.Struct, frozen=True):
    """Something that a ruling settles, not the printed rules."""

    thing: int
    rulings: tuple[str, ...]
    games: Interval
    """Games in which it happens."""


class Figures(msgspec.Struct, frozen=True):
    """What no article names."""

    games: int
    endings: list[Ending]
    """Those that happened."""
    unseen: list[str]
    """Ends that the rules name and no game had."""
    broken_off: Interval
    """Games that had not ended after as many moves as a game can have, or got stuck."""
    stuck: Interval
    """Games in which a seat on turn had no legal move."""
    again: Interval
    """Games in which a position came back."""
    shared: Interval
    """Games with several winners."""
    forced: Interval
    """Moves without a choice, of all."""
    ruled: list[Ruled]


def measure(study: Study) -> Figures:
    """Look at ends, at moves without a choice, and at what rulings settle."""
    facts, rules = study.games.facts, study.table.rules
    codes = rules.rules.ENDINGS
    shares = [share_interval((facts[..., ENDING] == n).mean(axis=1)) for n in range(len(codes))]
    moves = facts[..., CHOICES] + facts[..., FORCED]
    ruled, thing = [], 0
    for group in rules.statistics.groups:
        for _ in group.members:
            if group.rulings:
                games = (study.games.uses[..., thing].sum(axis=-1) > 0).mean(axis=1)
                ruled.append(Ruled(thing, group.rulings, share_interval(games)))
            thing += 1
    return Figures(
        games=facts[..., ENDING].size,
        endings=[
            Ending(code, article, shares[n])
            for n, (code, article) in enumerate(codes)
            if n and shares[n].mean > 0
        ],
        unseen=[code for n, (code, _) in enumerate(codes) if n and shares[n].mean == 0],
        broken_off=shares[0],
        stuck=share_interval((facts[..., STUCK] > 0).mean(axis=1)),
        again=share_interval((facts[..., AGAIN] > 0).mean(axis=1)),
        shared=share_interval(((study.games.places == 1).sum(axis=-1) > 1).mean(axis=1)),
        forced=estimate((facts[..., FORCED] / moves.clip(1)).mean(axis=1), 0.0, 1.0),
        ruled=ruled,
    )


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    words = teller.rules.words

    def ending(code: str) -> str:
        return words.get("endings", code)[teller.language]

    games = teller.number(found.games, 0)
    rows = [
        [ending(one.code), f"§ {one.article}", teller.share(one.share)] for one in found.endings
    ]
    odd = [
        [teller.say(NAME, key), "–", teller.share(one)]
        for key, one in (
            ("broken-off", found.broken_off), ("stuck", found.stuck), ("again", found.again),
            ("shared", found.shared), ("forced", found.forced),
        )
    ]  # fmt: skip
    names = teller.things()
    odd += [[names[one.thing], listed(one.rulings), teller.share(one.games)] for one in found.ruled]
    faults = [one for one in (found.broken_off, found.stuck, found.again) if one.mean > 0]
    findings = [teller.say(NAME, "faults" if faults else "sound", games=games)]
    if found.unseen:
        unseen = " ".join(ending(code) for code in found.unseen)
        findings.append(teller.say(NAME, "unseen", games=games, endings=unseen))
    heads = [teller.say(NAME, key) for key in ("ending", "article", "games")]
    heads_of_odd = [teller.say(NAME, key) for key in ("case", "ruling", "share")]
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=findings,
        grids=[Grid(heads, rows), Grid(heads_of_odd, odd)],
        notes=[teller.say(NAME, "note")],
    )
