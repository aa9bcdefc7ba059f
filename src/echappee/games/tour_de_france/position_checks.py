"""What must hold in a position that is given as text, beyond its form.

A position is refused if no Tour could come to it, as far as that can be told without its history:
then the game could go on for ever, or tell of points that nobody can win. Fields that the next deal
clears are looked at less closely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from echappee.games.tour_de_france.cards import HAND
from echappee.games.tour_de_france.material import (
    ADVANCE,
    ARRIVALS,
    BOOST,
    CRASH,
    CROSSING,
    EVERYBODY,
    EXCHANGE,
    GREEN_FIRST,
    GREEN_SECOND,
    HUNGER,
    KEPT,
    PUNCTURE,
    SOLO_TRIAL,
    SOLO_TRIAL_WON,
    TEAM_COMPLETE,
    TEAM_TRIAL,
    TEAM_TRIAL_WON,
    TWO_OF_THREE,
)
from echappee.games.tour_de_france.road import (
    classic_number,
    filled,
    is_complete,
    is_free,
    movable,
    on_dot,
    on_road,
    own_lane,
)
from echappee.games.tour_de_france.rules import MOST_MOVES, legal
from echappee.games.tour_de_france.schedule import stage_after, stage_before, stages_of
from echappee.games.tour_de_france.solo import MOST_PLAYOFFS, first_waiting
from echappee.games.tour_de_france.stages import (
    has_grid_choice,
    is_classic,
    yellow_riders,
    yellow_seat,
)
from echappee.games.tour_de_france.state import (
    ASSIGN,
    BY_ADVANCE,
    BY_NUMBER,
    BY_SWEEP,
    CARD,
    DEAL,
    DISCARD,
    DRAW,
    GRID,
    HOME,
    MOST_HAND,
    NOBODY_YET,
    OFF,
    REFRESH,
    RIDERS,
    RISK,
    SEAL,
    STARTER,
    STEP,
    SWEEP,
    TAKEN,
    YELLOW,
    YELLOW_FIRST,
)
from echappee.games.tour_de_france.turns import has_extra, number_in_wind, squares_for
from echappee.rulebook.contract import State

_TURN_PHASES = (CARD, ASSIGN, STEP, RISK, SWEEP, REFRESH, DISCARD, DRAW)


def check_position(s: State) -> str | None:
    """What is wrong with a position, as the words name it; None if the game can go on from it."""
    checks = (
        _known, _kept, _clock, _tallies, _arrivals, _squares, _turned, _grid, _hands, _turn,
        _risks, _numbers, _heat,
    )  # fmt: skip
    for check in checks:
        for problem in check(s):
            return problem
    return None if s.over or _playable(s) else "no-move"


def _seats(s: State) -> range:
    return range(int(s.players))


def _racing(s: State) -> bool:
    """Is a stage of turns going on?"""
    return not s.over and int(s.phase) in _TURN_PHASES


def _raced(s: State) -> int:
    """The stage whose riders stand on the road: between two stages the one before."""
    return stage_before(s) if s.phase == DEAL and not s.over else int(s.stage)


def _is_first(s: State) -> bool:
    """Is the stage under way the first of the race?"""
    return bool(s.stage == stages_of(s)[0])


def _ended(s: State) -> list[int]:
    """The stages that have been ridden to their end."""
    at_end = s.over or s.phase == YELLOW
    return [n for n in stages_of(s) if n < s.stage or (n == s.stage and at_end)]


def _classics_begun(s: State) -> int:
    """So many classic stages have been ridden, the one under way among them."""
    return sum(classic_number(n) > 0 for n in _ended(s)) + (_racing(s) and is_classic(s))


def _known(s: State) -> Iterator[str]:
    for viewer in _seats(s):
        held: Counter[int] = Counter()
        for seat in _seats(s):
            if seat != viewer:
                held.update(s.hand[seat, : int(s.cards[seat])].tolist())
                held.update([int(s.sealed[seat]) - 1] if s.sealed[seat] else [])
        known = s.known[viewer, : int(s.known_size[viewer])].tolist()
        if not Counter(known) <= held or known != sorted(known):
            yield "known"


def _kept(s: State) -> Iterator[str]:
    """§1.5: risk cards are drawn and kept in classic stages, and go under the pile at their end."""
    for seat in _seats(s):
        if s.held[seat] and s.effect[int(s.held[seat]) - 1] not in KEPT:
            yield "not-kept"
        if s.held[seat] and not (_racing(s) and is_classic(s)):
            yield "kept-now"
    if s.under_size and not _classics_begun(s):
        yield "no-risk"


def _clock(s: State) -> Iterator[str]:
    phase, stage = int(s.phase), int(s.stage)
    fits = (
        stage_after(s, stage) < 0 if s.over
        else stage == SOLO_TRIAL if phase in (STARTER, SEAL)
        else has_grid_choice(stage) if phase == GRID
        else stage != SOLO_TRIAL if phase in _TURN_PHASES
        else not _is_first(s) if phase == DEAL
        else not _is_first(s) and stage_after(s, stage) >= 0
    )  # fmt: skip
    if not fits:
        yield "stage"
    if phase == DEAL and not s.over and s.turn != s.dealer:
        yield "dealer"
    won = s.over and (is_classic(s) or bool(s.points.any()))  # TDF-33
    if (not _is_first(s) or won) != bool(s.yellow):
        yield "yellow-early" if s.yellow else "no-yellow"
    if s.yellow and s.yellow == s.green:
        yield "both-jerseys"
    if (phase == YELLOW) != bool(s.tied):
        yield "choice"
    if phase == YELLOW and (s.turn != yellow_seat(s) or s.tied != yellow_riders(s, int(s.turn))):
        yield "choice"
    yield from _green_line(s)


def _green_line(s: State) -> Iterator[str]:
    """§1.4, §1.9c: who has crossed the green line, and who wears green for it."""
    if not _classics_begun(s) and (s.green or s.line != NOBODY_YET):
        yield "green-line"
    if not _racing(s):
        return
    over = [
        3 * seat + rider + 1
        for seat in _seats(s)
        for rider in range(RIDERS)
        if is_classic(s) and s.row[seat, rider] > s.green_row[classic_number(int(s.stage)) - 1]
    ]
    fits = (
        not over if s.line == NOBODY_YET
        else over == [int(s.yellow)] if s.line == YELLOW_FIRST
        else int(s.green) in over
    )  # fmt: skip
    if not fits or (_is_first(s) and s.green and s.line != TAKEN):
        yield "green-line"


def _tallies(s: State) -> Iterator[str]:
    """§1.8, §2.3, §4.7: nobody has more points than there were to win so far."""
    worth, ended, begun = s.worth.tolist(), _ended(s), _classics_begun(s)
    arrivals = sum(sorted(worth[:ARRIVALS])[-RIDERS:])
    own = begun * (arrivals + worth[GREEN_FIRST] + worth[GREEN_SECOND])
    own += worth[SOLO_TRIAL_WON] * (SOLO_TRIAL in ended)
    whole = sum(classic_number(n) > 0 for n in ended)
    team = whole * (worth[TEAM_COMPLETE] + worth[TWO_OF_THREE])
    if TEAM_TRIAL in ended:
        team += worth[TEAM_TRIAL_WON] + worth[TWO_OF_THREE]
    for seat in _seats(s):
        if s.points[seat].sum() > own or s.team[seat] > team:
            yield "points"
    lately = sorted(int(place) for place in s.lately.ravel() if place)
    if lately != list(range(1, len(lately) + 1)) or (lately and not whole):
        yield "lately"


def _arrivals(s: State) -> Iterator[str]:
    raced = _raced(s)
    arrived = sorted(int(n) for n in s.arrived.ravel() if n)
    if classic_number(raced):
        if arrived != list(range(1, len(arrived) + 1)):
            yield "places"
    elif any(n > s.lap for n in arrived) or (arrived and raced == SOLO_TRIAL):
        yield "later-round"
    if not _racing(s):
        return
    for seat in _seats(s):
        if is_complete(s, seat) and (is_classic(s) or max(s.arrived[seat]) < s.lap):
            yield "complete"
        for rider in range(RIDERS):
            if (s.row[seat, rider] == HOME) != (s.arrived[seat, rider] > 0):
                yield "arrived"
            if s.row[seat, rider] == OFF:
                yield "missing"


def _squares(s: State) -> Iterator[str]:
    """§1.3b, §2.1, TDF-19: where a rider can have come to from the strip of his colour."""
    raced = _raced(s)
    for seat in _seats(s):
        home = own_lane(s, seat)
        for rider in range(RIDERS):
            if on_road(s, seat, rider):
                aside = abs(int(s.lane[seat, rider]) - home)
                if aside > (s.row[seat, rider] + 2 if classic_number(raced) else 0):
                    yield "off-lane"
        row, arrived = s.row[seat].tolist(), s.arrived[seat].tolist()
        if _racing(s) and s.stage == TEAM_TRIAL:
            if any(row[n] <= row[n + 1] and row[n] != HOME for n in range(RIDERS - 1)):
                yield "passed"
            if any(arrived[n + 1] and arrived[n] > arrived[n + 1] for n in range(RIDERS - 1)):
                yield "passed"
            # A team that can move must (§1.3c), and in its own lane the first always can.
            last = int(s.rows[TEAM_TRIAL]) + 1
            if s.lap - 1 > sum(min(at, last) + n for n, at in enumerate(row)):
                yield "later-round"
    if s.lap != 1 and raced != TEAM_TRIAL:
        yield "later-round"


def _turned(s: State) -> Iterator[str]:
    """§1.5f, g: riders are turned by risk cards, so only in classic stages, and not when home."""
    turns = [
        int(value)
        for effect, value in zip(s.effect.tolist(), s.value.tolist(), strict=True)
        if effect in (CRASH, PUNCTURE)
    ]
    most = max(turns, default=-1) + 1  # one more for who is missing a turn already
    for seat in _seats(s):
        for rider in range(RIDERS):
            turned = int(s.turned[seat, rider])
            if turned and s.row[seat, rider] in (HOME, OFF):
                yield "turned-home"
            if turned > most or (turned and not classic_number(_raced(s))):
                yield "turned"
            if seat == s.turn and s.fresh >> rider & 1 and not turned:
                yield "turned"
    if s.fresh and (not s.played or s.effect[int(s.played) - 1] not in (CRASH, PUNCTURE)):
        yield "turned"


def _grid(s: State) -> Iterator[str]:
    if s.phase != GRID:
        return
    seat = int(s.dealer)
    waiting = False
    for _ in _seats(s):
        seat = (seat + 1) % int(s.players)
        waiting = waiting or seat == s.turn
        on = [on_road(s, seat, rider) for rider in range(RIDERS)]
        if waiting and any(filled(s, row, own_lane(s, seat)) for row in (0, -1, -2)):
            yield "grid-taken"
        rows = sorted(s.row[seat].tolist())
        if any(on) if waiting else rows != [-2, -1, 0] or set(s.lane[seat]) != {own_lane(s, seat)}:
            yield "grid-order"


def _hands(s: State) -> Iterator[str]:
    exchanged = s.played and s.effect[int(s.played) - 1] == EXCHANGE
    for seat in _seats(s):
        size, kinds = int(s.cards[seat]), s.hand[seat, : int(s.cards[seat])].tolist()
        if kinds != sorted(kinds):
            yield "hand-order"
        if _racing(s):
            own = seat == s.turn and s.phase not in (CARD, DISCARD)
            fits = (
                size == HAND if not own
                else size < HAND if s.phase == REFRESH
                else size == (HAND if exchanged else HAND - 1)
            )  # fmt: skip
            if not fits:
                yield "hand-size"
        if s.sealed[seat] and (s.phase != SEAL or not s.riding >> seat & 1):
            yield "face-down"


def _turn(s: State) -> Iterator[str]:
    """What a turn has come to, and who is moving."""
    phase, seat, rider = int(s.phase), int(s.turn), int(s.mover)
    moving = "moving"
    if not _racing(s):
        if s.laid or s.played or s.fresh:
            yield "no-turn"
        return
    if phase in (ASSIGN, STEP, RISK, SWEEP, REFRESH) and not s.laid:
        yield "no-card"
    if phase == CARD and (s.laid or s.bonus or s.todo or s.moved or s.steps or s.mover):
        yield "numbers"
    if (phase == STEP) != (s.steps > 0):
        yield moving
    if phase in (STEP, RISK) and not is_free(s, seat, rider):
        yield moving
    if phase in (STEP, RISK) and s.cause != BY_SWEEP and s.todo >> rider & 1:
        yield moving
    if phase == RISK and (
        s.held[seat] or s.played or not s.moved or not is_classic(s) or not on_dot(s, seat, rider)
    ):
        yield moving
    if phase == SWEEP and not s.sweep & movable(s, seat):
        yield moving
    if phase == ASSIGN and not int(s.todo) & movable(s, seat):
        yield moving
    if phase == DISCARD and (s.laid or _effect(s) != CROSSING):
        yield moving
    if phase == DRAW and not s.laid and _effect(s) != CROSSING:
        yield "no-card"


def _numbers(s: State) -> Iterator[str]:
    """§1.2b, d: the numbers of the card on the table, given out one by one; and the squares."""
    if not _racing(s):
        return
    left = [int(n) for n in s.left if n >= 0]
    if not s.laid:
        if left or s.todo or s.bonus or s.moved:
            yield "numbers"
        return
    kind = int(s.laid) - 1
    card = [number_in_wind(s, kind, i) for i in range(3)]
    given = Counter(card) - Counter(left)
    if Counter(left) - Counter(card) or left != sorted(left, reverse=True):
        yield "numbers"
    waiting = int(s.todo).bit_count()
    if len(left) != waiting and not (s.phase == DRAW and not left):
        yield "numbers"
    if s.moved and waiting == RIDERS:
        yield "moving"
    coloured = has_extra(s, int(s.turn), kind)
    if s.bonus and not coloured:
        yield "no-bonus"
    if s.phase == STEP:
        if s.cause == BY_NUMBER:
            extra = int(coloured and not s.bonus)
            most = squares_for(s, int(s.mover), max(given, default=0), extra)
        else:
            most = int(s.value[int(s.played) - 1])
        if s.steps > most:
            yield "steps"
    if _effect(s) != EXCHANGE and not s.discards[kind]:
        yield "no-card"


def _effect(s: State) -> int:
    """The effect of the risk card played in this turn; -1: none."""
    return int(s.effect[int(s.played) - 1]) if s.played else -1


def _risks(s: State) -> Iterator[str]:
    """§1.5: what a risk card played in this turn has left behind, and nothing without one."""
    effect, classic = _effect(s), is_classic(s)
    if not _racing(s):
        return
    if s.played and (not classic or not s.under_size or s.under[s.under_size - 1] != s.played - 1):
        yield "played"
    causes = {BY_ADVANCE: ADVANCE, BY_SWEEP: EVERYBODY}
    if (
        bool(s.still) != (effect == HUNGER)
        or bool(s.boosted) != (effect == BOOST)
        or (s.cause != BY_NUMBER and effect != causes[int(s.cause)])
        or (s.sweep and effect != EVERYBODY)
        or (s.sweep and s.phase not in (STEP, SWEEP))
        or (s.phase == STEP and s.sweep and s.cause != BY_SWEEP)
        or (s.phase == SWEEP and not s.sweep)
        or (s.phase == REFRESH and effect != EXCHANGE)
    ):
        yield "played"
    # At once means: for a rider who got a number; later: before the card is laid.
    if s.played and effect not in KEPT and (not s.laid or not s.moved):
        yield "played"
    if s.played and s.held[int(s.turn)]:
        yield "two-risks"
    if effect == CROSSING and s.phase not in (DISCARD, DRAW):
        yield "played"


def _heat(s: State) -> Iterator[str]:
    """§4.1–4.7: who rides with whom, on which cards."""
    solo = s.stage == SOLO_TRIAL and int(s.phase) in (STARTER, SEAL)
    wrong = "heat"
    if s.riding and not solo:
        yield wrong
    begun = SOLO_TRIAL in stages_of(s) and _raced(s) >= SOLO_TRIAL
    if not begun and (s.field or s.ridden or s.playoffs or any(s.starter | s.used)):
        yield wrong
    if any(s.used > s.rows[SOLO_TRIAL] + 1) or s.playoffs > MOST_PLAYOFFS:
        yield wrong
    if not solo:
        return
    everybody = (1 << int(s.players)) - 1
    field, ridden, riding = int(s.field), int(s.ridden), int(s.riding)
    if not riding or field & ~everybody or ridden & ~field or riding & (ridden | ~field):
        yield wrong
    if (field != everybody and not s.playoffs) or field.bit_count() < 2:
        yield wrong
    if riding != _pair(s):
        yield wrong
    sizes = {int(s.cards[seat]) + bool(s.sealed[seat]) for seat in _seats(s) if riding >> seat & 1}
    if s.phase == SEAL and (len(sizes) > 1 or 0 in sizes):  # both use one card at a time
        yield wrong
    for seat in _seats(s):
        yield from _rider_of_heat(s, seat)


def _pair(s: State) -> int:
    """§4.3: the seats that must be on the road, by those who are home."""
    return first_waiting(s, 1 if int(s.ridden).bit_count() % 2 else 2)


def _rider_of_heat(s: State, seat: int) -> Iterator[str]:
    """One seat of the individual time trial."""
    wrong = "heat"
    rides, has_ridden = bool(s.riding >> seat & 1), bool(s.ridden >> seat & 1)
    starter = int(s.starter[seat]) - 1
    on = [on_road(s, seat, rider) for rider in range(RIDERS)]
    if s.phase == STARTER and (any(on) or (seat == s.turn and (starter >= 0 or not rides))):
        yield wrong
    if s.phase == SEAL and (any(on) != rides or (rides and (starter < 0 or not on[starter]))):
        yield wrong
    if starter < 0 and has_ridden:
        yield wrong
    if rides and any(on) and s.used[seat] > s.row[seat, starter]:
        yield wrong
    if sum(s.row[seat] != OFF) > 1 or (has_ridden and s.row[seat, starter] != HOME):
        yield wrong
    if s.phase == SEAL and not rides and s.cards[seat] == MOST_HAND:
        yield wrong


def _playable(s: State) -> bool:
    moves = np.zeros(MOST_MOVES, np.int32)
    return all(
        legal(s, seat, moves) > 0
        for seat in _seats(s)
        if (seat == s.turn if s.phase != SEAL else s.riding >> seat & 1 and not s.sealed[seat])
    )
