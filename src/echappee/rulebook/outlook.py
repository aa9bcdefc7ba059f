"""How bots that think ahead see a game: what they play for, and how hard they think."""

from __future__ import annotations

import msgspec

_MOST = 1_000_000  # simulations of a bot that thinks by the clock alone
_A_SECOND = 2_000  # simulations of a bot that is to think for about a second
_LONGEST = 1.0  # seconds, about, that it may take a bot to think by interpreted rules


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a bot thinks, and how it slips."""

    simulations: int
    seconds: float | None = None
    """A limit beside the simulations, solving included; None: the same choice on every machine."""
    trees: int = 1
    """Independent searches whose findings are added up; they can run side by side."""
    reuse: bool = True
    """Is the tree kept from move to move?"""
    infer: bool = True
    """Does it use what it could conclude about hidden cards (``Rulebook.inferred``)?"""
    exact: int = 0
    """In a game that can be solved: how many positions may be looked at to solve it."""
    overlook: float = 0.0
    """The chance that a move is not seen at all, be it the best."""
    doubt: float = 0.0
    """How much better a move must look to be told from another; 0: any bit counts."""

    def scaled(self, factor: float) -> Effort:
        """The same bot with so much more, or less, to think; the clock is left out.

        Who does not look ahead still doesn't.
        """
        return msgspec.structs.replace(
            self,
            simulations=max(2, round(self.simulations * factor)) if self.simulations else 0,
            exact=round(self.exact * factor),
            seconds=None,
        )

    def timed(self, seconds: float) -> Effort:
        """The same bot with so much time a move, however fast it is; it solves accordingly.

        Who does not look ahead still doesn't.
        """
        if self.simulations == 0:
            return self
        return msgspec.structs.replace(
            self,
            simulations=_MOST,
            seconds=seconds,
            exact=round(self.exact * seconds / (self.seconds or seconds)),
        )

    def within(self, seconds: float) -> Effort:
        """The same bot with so much time at most; with less of it, it solves less."""
        if self.seconds is not None and self.seconds <= seconds:
            return self
        return msgspec.structs.replace(self.timed(seconds), simulations=self.simulations)

    def interpreted(self, pace: int) -> Effort:
        """The same bot while rules are interpreted, ``pace`` simulations being about a second.

        Who thinks harder still does, if not by as much; it is counted, not timed, so that the same
        position gives the same choice. With no simulations at all, the game's policy decides.
        """
        longest = _LONGEST if self.seconds is None else min(self.seconds, _LONGEST)
        seconds = min((self.simulations / _A_SECOND) ** 0.25, longest)
        return msgspec.structs.replace(
            self,
            simulations=min(self.simulations, round(pace * seconds)),
            seconds=None,
            trees=1,
            reuse=False,
            exact=0,
        )


class Guidance(msgspec.Struct, frozen=True, kw_only=True):
    """How bots play a game of which there is a net: see `echappee.bots.nets`."""

    curiosity: float = 1.0
    """How much is spent on moves that look worse."""
    softness: float = 3.0
    """A net that has learnt by playing is surer of itself than it should be: so much less it is
    believed when it says where to look first."""
    playouts: float = 0.0
    """How much of what a world is worth is left to playing on; the rest is the net's word."""
    levels: tuple[Effort, ...] = (
        Effort(simulations=0, overlook=0.3, doubt=2.0),
        Effort(simulations=0, overlook=0.1, doubt=1.0),
        Effort(simulations=0),
        Effort(simulations=400, seconds=0.9, exact=200_000),
        Effort(simulations=20_000, seconds=2.5, exact=1_000_000),
    )
    """The five levels, the weakest first. Without a simulation, the net alone chooses; what is
    doubted then is how much it likes a move."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """How bots that think ahead see a game.

    What a result is worth to a seat is between 0 and 1: ``win`` for the first place (shared by
    those who share it), ``rank`` for the place, ``margin`` for the lead over the others' mean
    score: half of it at no lead, nearly all at a lead of three times ``scale``. The three add up
    to 1.
    """

    win: float = 1.0
    rank: float = 0.0
    margin: float = 0.0
    scale: float = 1.0
    chapters: int = 0
    """A world is played on to the end of so many stages; 0: to the end of the game."""
    noise: float = 0.0
    """The share of random moves where a world is played on."""
    trust: float = 0.2
    """How much of the first look at a position goes to the move that the policy prefers."""
    curiosity: float = 1.0
    """How much is spent on moves that look worse."""
    rivals: bool = True
    """Does the search find out what others do best, too? If not, they play by the policy, which is
    faster; little is lost where hardly any decision of theirs comes twice."""
    softness: float = 1.0
    """Where a net says what to look at first: by so much its wishes are divided."""
    playouts: float = 0.0
    """Where a net judges how a world will end: so much of the judgement is left to playing on."""
    interpreted: int = 0
    """The simulations of about a second while the rules are interpreted, where so few of them play
    better than the policy does; 0: until the rules are compiled, the policy decides."""
    levels: tuple[Effort, ...] = (
        Effort(simulations=30, overlook=0.5, doubt=0.15),
        Effort(simulations=60, overlook=0.2, doubt=0.05),
        Effort(simulations=300),
        Effort(simulations=2_000, seconds=0.9, exact=200_000),
        Effort(simulations=20_000, seconds=2.5, exact=1_000_000),
    )
    """The five levels, the weakest first, where no net guides them."""
    reviewed: float = 0.05
    """How much of the highest level's thinking a review spends on a move: more where games are
    short."""
    guidance: Guidance | None = None
    """How they play with the game's net; None: it does not make them stronger, or there is none."""

    def guided(self) -> Outlook:
        """How a bot sees the game that a net guides: nets tell chances of winning, nothing else."""
        guidance = self.guidance or Guidance()
        return msgspec.structs.replace(
            self,
            win=1.0,
            rank=0.0,
            margin=0.0,
            chapters=0,
            rivals=True,
            trust=1.0,
            curiosity=guidance.curiosity,
            softness=guidance.softness,
            playouts=guidance.playouts,
        )
