"""A team's turn: the race card, its numbers, the riders' steps, risk cards, the card drawn last.

A turn goes through phases, and each asks for one small decision: which card (``CARD``), which
number to which rider (``ASSIGN``), which square (``STEP``). Drawing is a move of its own (``RISK``,
``DRAW``), so that a player can take back all he did before it. What follows from a move by itself
is marked by a passing phase (``NEXT_NUMBER``, ``NEXT_SWEPT``, ``ROAD_ENDS``) and done by `go_on`.
"""

from __future__ import annotations

from echappee.games.tour_de_france.cards import (
    HAND,
    draw_kind,
    draw_risk,
    give_up,
    put_under,
    refill,
    show,
)
from echappee.games.tour_de_france.material import (
    ADVANCE,
    BOOST,
    CRASH,
    CROSSING,
    EVERYBODY,
    EXCHANGE,
    HEADWIND,
    HUNGER,
    KEPT,
    NO_COLOUR,
    PUNCTURE,
    RED,
    REPAIR,
    TEAM_TRIAL,
)
from echappee.games.tour_de_france.road import (
    advance,
    crash,
    is_complete,
    is_free,
    movable,
    on_dot,
    on_road,
    turn_rider,
    ways,
)
from echappee.games.tour_de_france.stages import end_stage, is_classic, left_of, start_turn
from echappee.games.tour_de_france.state import (
    ASSIGN,
    BY_ADVANCE,
    BY_NUMBER,
    BY_SWEEP,
    DISCARD,
    DRAW,
    HOME,
    NEXT_NUMBER,
    NEXT_SWEPT,
    REFRESH,
    RIDERS,
    RISK,
    ROAD_ENDS,
    STEP,
    SWEEP,
)
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance

# ------------------------------------------------------------------------------------ the kept card


def may_declare(s: State, seat: int, target: int) -> bool:
    """§1.5b, TDF-12: may the kept card be used now? ``target`` is the rider named with it, or -1.

    One in a turn. A descent needs its rider upright on the road (§1.5d), the bonk a rider who could
    otherwise move, a repair a turned rider.
    """
    if s.held[seat] == 0 or s.played != 0:
        return False
    effect = int(s.effect[int(s.held[seat]) - 1])
    if effect == REPAIR:
        return target >= 0 and on_road(s, seat, target) and s.turned[seat, target] > 0
    if target >= 0:
        return False
    if effect in (BOOST, HUNGER):
        return is_free(s, seat, int(s.holder[seat]))
    return True


def must_declare(s: State, seat: int) -> bool:
    """TDF-13: a team that can't move must declare its red card, if it may."""
    return (
        s.held[seat] > 0
        and s.effect[int(s.held[seat]) - 1] >= RED
        and may_declare(s, seat, -1)
        and movable(s, seat) == 0
    )


def declare(s: State, seat: int, target: int) -> None:
    """The kept card takes effect for this turn and goes under the pile."""
    risk = int(s.held[seat]) - 1
    rider = int(s.holder[seat])
    s.held[seat] = 0
    s.holder[seat] = 0
    s.played = risk + 1
    put_under(s, risk)
    effect = int(s.effect[risk])
    if effect == BOOST:
        s.boosted = rider + 1
        s.boost = s.value[risk]
    elif effect == REPAIR:
        s.turned[seat, target] = 0
    elif effect == HUNGER:
        s.still = rider + 1
    elif effect == HEADWIND:
        s.wind = s.value[risk]
    elif effect == CROSSING:
        s.phase = DISCARD


# ------------------------------------------------------------------------------------ the race card


def lay_card(s: State, seat: int, kind: int) -> None:
    """§1.2c: the card on the table; its numbers, and the extra square of one's colour (§1.2d)."""
    give_up(s, seat, kind)
    show(s, seat, kind)
    s.laid = kind + 1
    for i in range(3):
        s.left[i] = number_in_wind(s, kind, i)
    s.bonus = 1 if has_extra(s, seat, kind) else 0
    s.todo = (1 << RIDERS) - 1
    s.phase = NEXT_NUMBER


def number_in_wind(s: State, kind: int, i: int) -> int:
    """A number of a race card, the largest first, less what a headwind takes off it."""
    return max(0, int(s.numbers[kind // 5, i]) - int(s.wind))


def has_extra(s: State, seat: int, kind: int) -> bool:
    """§1.2d: does a card bring the extra square of its player's colour? Not in a headwind."""
    colour = kind % 5
    return bool(colour != NO_COLOUR and colour == s.colour[seat] and s.wind == 0)


def squares_for(s: State, rider: int, number: int, extra: int) -> int:
    """§1.2b, §1.5d: the squares of a number for a rider, with all that is added to it."""
    return number + extra + (int(s.boost) if s.boosted == rider + 1 else 0)


def play_in_vain(s: State, seat: int, kind: int, chance: Chance) -> None:
    """§1.3c, TDF-06: nobody can move: a card is discarded, another drawn and played in vain."""
    give_up(s, seat, kind)
    show(s, seat, kind)
    drawn = draw_kind(s, chance)
    show(s, seat, drawn)
    s.laid = drawn + 1
    s.phase = DRAW


def _next_number(s: State, seat: int) -> None:
    """Ask for the next number if one can still move anybody; else the turn is at its end."""
    most, numbers = 0, 0
    for i in range(3):
        if s.left[i] >= 0:
            numbers += 1
            most = max(most, int(s.left[i]))
    movers = int(s.todo) & movable(s, seat) if numbers > 0 else 0
    if most == 0 and s.bonus == 0:
        movers &= 1 << (int(s.boosted) - 1) if s.boosted > 0 else 0
    s.phase = ASSIGN if movers != 0 else DRAW


def give_number(s: State, seat: int, rider: int, number: int, extra: int) -> None:
    """§1.2b, TDF-01: a whole number to one rider, with the extra square or without (TDF-05)."""
    i = 0
    while s.left[i] != number:
        i += 1
    while i < 2:
        s.left[i] = s.left[i + 1]
        i += 1
    s.left[2] = -1
    s.todo &= ~(1 << rider)
    if extra != 0:
        s.bonus = 0
    _set_off(s, seat, rider, squares_for(s, rider, number, extra), BY_NUMBER)


# ----------------------------------------------------------------------------------------- moving


def _set_off(s: State, seat: int, rider: int, squares: int, cause: int) -> None:
    """A rider starts to move; where he must stay in lane (§2.1) he goes all the way at once."""
    s.mover = rider
    s.cause = cause
    s.steps = squares
    if squares == 0 or ways(s, seat, rider) == 0:
        s.steps = 0
        _after_move(s, seat, False)
    elif s.stage == TEAM_TRIAL:
        while s.steps > 0 and s.row[seat, rider] != HOME and ways(s, seat, rider) != 0:
            advance(s, seat, rider, 0)
            s.steps -= 1
        s.moved = 1
        s.steps = 0
        _after_move(s, seat, True)
    else:
        s.phase = STEP


def step(s: State, seat: int, way: int) -> None:
    """§1.3a, TDF-02: one square on, and on until the number is used up or no square is open."""
    rider = int(s.mover)
    advance(s, seat, rider, way)
    s.moved = 1
    s.steps -= 1
    if s.steps == 0 or s.row[seat, rider] == HOME or ways(s, seat, rider) == 0:
        s.steps = 0
        _after_move(s, seat, True)


def _after_move(s: State, seat: int, moved: bool) -> None:
    """§1.7: a complete team ends the stage; §1.5a, TDF-08…11: a rider who stops on a dot draws."""
    if is_classic(s) and is_complete(s, seat):
        s.phase = ROAD_ENDS
    elif s.cause == BY_SWEEP:
        s.phase = NEXT_SWEPT
    elif (
        moved
        and s.cause == BY_NUMBER
        and is_classic(s)
        and s.held[seat] == 0
        and s.played == 0
        and on_dot(s, seat, int(s.mover))
    ):
        s.phase = RISK
    else:
        s.phase = NEXT_NUMBER


def end_turn(s: State, seat: int, chance: Chance) -> None:
    """§1.2e: up to four cards; TDF-14: turned riders have missed a turn; the next player.

    §2.3: the team time trial ends with a round in which a team is complete.
    """
    refill(s, seat, HAND, chance)
    for rider in range(RIDERS):
        if s.turned[seat, rider] > 0 and int(s.fresh) >> rider & 1 == 0:
            s.turned[seat, rider] -= 1
    if s.stage == TEAM_TRIAL and seat == s.dealer:
        for team in range(int(s.players)):
            if is_complete(s, team):
                s.phase = ROAD_ENDS
                return
        s.lap += 1
    start_turn(s, left_of(s, seat))


# ------------------------------------------------------------------------------------- risk cards


def take_risk(s: State, seat: int, chance: Chance) -> None:
    """§1.5a, b: draw a risk card and play it at once, or keep it for a later turn."""
    rider = int(s.mover)
    risk = draw_risk(s, chance)
    effect, value = int(s.effect[risk]), int(s.value[risk])
    if effect in KEPT:
        s.held[seat] = risk + 1
        s.holder[seat] = rider
        s.phase = NEXT_NUMBER
        return
    s.played = risk + 1
    put_under(s, risk)
    if effect == ADVANCE:
        _set_off(s, seat, rider, value, BY_ADVANCE)
    elif effect == EVERYBODY:
        s.sweep = (1 << RIDERS) - 1
        s.phase = NEXT_SWEPT
    elif effect == EXCHANGE:
        s.phase = REFRESH
    else:
        if effect == CRASH:
            crash(s, seat, rider, value)
        elif effect == PUNCTURE:
            turn_rider(s, seat, rider, value)
        s.phase = NEXT_NUMBER


def sweep_rider(s: State, seat: int, rider: int) -> None:
    """The wind carries this rider now."""
    s.sweep &= ~(1 << rider)
    _set_off(s, seat, rider, int(s.value[int(s.played) - 1]), BY_SWEEP)


def drop_card(s: State, seat: int, kind: int) -> None:
    """A race card on the discards: one for a level crossing, any number when refreshing."""
    give_up(s, seat, kind)
    show(s, seat, kind)
    if s.phase == DISCARD:
        s.phase = DRAW


def end_refresh(s: State, seat: int, chance: Chance) -> None:
    """Redraw to four cards."""
    refill(s, seat, HAND, chance)
    s.phase = NEXT_NUMBER


def go_on(s: State, seat: int) -> None:
    """Do what follows by itself from the move just made.

    The wind carries each rider who can move, in any order; then the numbers go on.
    """
    if s.phase == NEXT_SWEPT:
        if int(s.sweep) & movable(s, seat) != 0:
            s.phase = SWEEP
        else:
            s.sweep = 0
            s.phase = NEXT_NUMBER
    if s.phase == NEXT_NUMBER:
        _next_number(s, seat)
    elif s.phase >= ROAD_ENDS:
        end_stage(s)
