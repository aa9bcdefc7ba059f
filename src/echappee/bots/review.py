"""A game looked at again: which moves cost a seat chances of winning, what was better, and why.

A move is judged by what its seat could see: the search draws worlds that the seat can't tell from
the real one. It proposes a move; where that is another one than was played, both are played on from
the same worlds, the longer the more the difference may matter. What can be solved is proved
instead. A move is marked only if it cost chances beyond doubt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Chair
from echappee.bots.levels import guiding_net, strongest_effort
from echappee.bots.nets.net_bot import wishes_of
from echappee.bots.nets.own_nets import own_net
from echappee.bots.reasons import reasons
from echappee.bots.search_bot import ThinkingBot, check_advice, grow
from echappee.bots.simple import GREEDY_BOT
from echappee.bots.solver import solve
from echappee.bots.tree import Considered, Tree
from echappee.bots.win_chances import MOST_SIMULATIONS
from echappee.errors import Phrase, UsageError
from echappee.match.game_record import UNDO, UNDO_BY_CONSENT
from echappee.match.match import Match
from echappee.rulebook.contract import State
from echappee.rulebook.outlook import Effort
from echappee.rulebook.rulebook import Rulebook, new_chance, seats
from echappee.rulebook.turn_order import WAIT

SLIP, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""So much of the chance to win a move must cost to be called one."""
_GRADES = ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (SLIP, "slip"))
_CLEAR = 2.5  # standard errors
_FEWEST = 32
"""Two moves are played on so often at least."""
_DOUBLINGS = 3
"""So many times it is as often again, until it is clear that nothing is to be marked."""
_HARDLY = 0.02
"""Who was looked at by less than such a part of what the best move got was hardly looked at."""
_MOST_PLIES = 3
_WORST = 3
_BATCHES = 16

Line = tuple[str | None, ...]


class Choice(msgspec.Struct, frozen=True):
    """A move that was looked at."""

    text: str | None
    """None: to wait, where the seat could act out of turn."""
    wins: float
    """The chance to win with it, from 0 to 1, as far as the judge can tell."""


class Judged(msgspec.Struct, frozen=True):
    """A seat's move, judged by what the seat could know."""

    number: int
    """Of the position before it."""
    seat: int
    played: str | None
    """The text of the move; None: the seat waited, where it could act out of turn."""
    best: str | None
    """The move that was better; the one played, where none was."""
    line: Line = ()
    """The better move, and how it could go on."""
    loss: float = 0.0
    """The chance of winning that the move cost, from 0 to 1."""
    grade: str | None = None
    """``slip``, ``mistake`` or ``blunder``; None: it was fine."""
    reasons: tuple[Phrase, ...] = ()
    """What speaks for the better move, the clearest first; two at most."""
    choices: tuple[Choice, ...] = ()
    """All moves, the best first; where it is solved, those whose end is known."""
    proved: bool = False
    """Is it a proof, not an estimate?"""


def decisions(match: Match, seat: int) -> tuple[int, ...]:
    """The positions in which a seat had several moves and chose one that still stands, in order.

    Where it could have acted out of turn and did not, that counts if a first look would have acted.
    """
    seat = arguments.seat(seat, arguments.instance("match", match, Match).players)
    found = []
    for number in _moves_that_stand(match):
        then = match.at(number)
        if match.entries[number].seat == seat:
            if seat not in then.awaited or len(then.moves(seat)) > 1:
                found.append(number)
        elif (
            seat in then.offered
            and match.entries[number].seat in then.awaited
            and _glance(then.rulebook).choose(Chair(then, seat)) is not None
        ):
            found.append(number)
    return tuple(found)


def judge(
    match: Match,
    number: int,
    simulations: int | None = None,
    seed: int = 0,
    *,
    seat: int | None = None,
) -> Judged:
    """Judge the move that was played in position ``number``, or that a ``seat`` let it pass.

    The more ``simulations``, the smaller the losses that can be told from luck. The same ones and
    the same ``seed`` give the same judgement.
    """
    entries = arguments.instance("match", match, Match).entries
    number = arguments.whole("number", number, 0, max(0, len(entries) - 1))
    if not entries or entries[number].text in (UNDO, UNDO_BY_CONSENT):
        raise UsageError("no-move-to-judge", number=number)
    then, entry = match.at(number), entries[number]
    seat = entry.seat if seat is None else arguments.seat(seat, match.players)
    simulations, seed = _checked(match.rulebook, simulations, seed)
    played = entry.text if seat == entry.seat else None
    if played is None and seat not in then.actors:
        raise UsageError("no-move-to-judge", number=number)
    return _judge_at(then, seat, played, simulations, seed)


def review(
    match: Match, seat: int, simulations: int | None = None, seed: int = 0
) -> Iterator[Judged]:
    """Judge all decisions of a seat, one after the other; what looks worst comes first."""
    numbers = in_order(match, seat)
    simulations, seed = _checked(match.rulebook, simulations, seed)
    return (judge(match, number, simulations, seed, seat=seat) for number in numbers)


def in_order(match: Match, seat: int) -> tuple[int, ...]:
    """The decisions of a seat, those first that surprise whoever has a first look at them.

    The game's net, seeing what the seat saw, says how likely it would have chosen what was played;
    where there is no net, what the game's own policy would not have played comes first.
    """
    likely = {number: _likelihood(match, number, seat) for number in decisions(match, seat)}
    return tuple(sorted(likely, key=lambda number: (likely[number], number)))


def worst(judged: Iterable[Judged], most: int = _WORST) -> list[Judged]:
    """The marked moves that cost most, the worst first."""
    every = [arguments.instance("judged", one, Judged) for one in arguments.items("judged", judged)]
    marked = [one for one in every if one.grade is not None]
    return sorted(marked, key=lambda one: (-one.loss, one.number))[: arguments.whole("most", most)]


# ---------------------------------------------------------------------------------- what to look at


def _moves_that_stand(match: Match) -> list[int]:
    """The positions before the moves that were not taken back."""
    standing: list[int] = []
    for number, entry in enumerate(match.entries):
        if entry.text in (UNDO, UNDO_BY_CONSENT):
            del standing[match.at(number + 1).ply :]
        else:
            standing.append(number)
    return standing


def _glance(rulebook: Rulebook) -> ThinkingBot:
    """What a first look would do."""
    return ThinkingBot("glance", Effort(simulations=0), net=guiding_net)


def _likelihood(match: Match, number: int, seat: int) -> float:
    """How likely a first look would have chosen what a seat did in a position."""
    chair, entry = Chair(match.at(number), seat), match.entries[number]
    codes, net = chair.moves.codes(), own_net(match.rulebook)
    played = WAIT
    if entry.seat == seat:
        played = codes[chair.moves.texts().index(entry.text)]
    if net is None:
        chosen = GREEDY_BOT.choose(chair)
        return float(chosen == (None if played == WAIT else entry.text))
    actions = [*codes, match.rulebook.move_codes] if chair.out_of_turn else codes
    wishes = wishes_of(net, chair, actions).astype(np.float64)
    shares = np.exp(wishes - wishes.max())
    return float(shares[codes.index(played) if played in codes else -1] / shares.sum())


# ------------------------------------------------------------------------------------------ judging


def _usual_simulations(rulebook: Rulebook) -> int:
    """How many simulations a move is judged by where nothing is said."""
    return max(1, round(strongest_effort(rulebook).simulations * rulebook.outlook.reviewed))


def _checked(rulebook: Rulebook, simulations: int | None, seed: int) -> tuple[int, int]:
    """How often to play on, or as often as is usual; and the seed."""
    if simulations is None:
        simulations = _usual_simulations(rulebook)
    return (
        arguments.whole("simulations", simulations, 1, MOST_SIMULATIONS),
        arguments.whole("seed", seed, 0, arguments.MOST_SEED),
    )


def _judge_at(then: Match, seat: int, played: str | None, simulations: int, seed: int) -> Judged:
    """Judge a move of a ``seat`` in a match as it was before it; None: the seat waited."""
    rules = then.rulebook
    check_advice(rules)
    chair = Chair(then, seat, seed)
    codes = dict(zip(chair.moves.texts(), chair.moves.codes(), strict=True))
    fine = Judged(number=then.number, seat=seat, played=played, best=played)
    if len(codes) + chair.out_of_turn < 2:
        return fine
    move = WAIT if played is None else codes[played]
    proved = _proved(chair, move)
    if proved is not None:
        return proved
    found = _judge_bot(simulations).consider(chair)
    if found[0].move == move or any(
        one.move == move and one.wins >= found[0].wins for one in found
    ):
        return fine
    return _compared(then, chair, found, move, simulations) or fine


def _judge_bot(simulations: int) -> ThinkingBot:
    """The champion with a fixed number of simulations, and neither a clock nor a memory."""
    return ThinkingBot("judge", Effort(simulations=simulations, reuse=False), net=guiding_net)


def _compared(
    then: Match, chair: Chair, found: Sequence[Considered], move: int, simulations: int
) -> Judged | None:
    """What a move cost against the one that the search found, played on from the same worlds."""
    best = found[0].move
    trees = [_tree(chair, simulations) for _ in range(2)]
    wins: list[list[NDArray[np.float64]]] = [[], []]
    done = 0
    more = max(_FEWEST, simulations // 4)
    for _ in range(_DOUBLINGS + 1):
        for tree, shares, one in zip(trees, wins, (best, move), strict=True):
            shares.append(tree.follow(one, more, chair.seed + chair.number, done))
        done, more = done + more, done + more
        # In the first half the trees have learnt what to answer.
        known = [np.concatenate(shares)[done // 2 :] for shares in wins]
        gains = known[0] - known[1]
        loss, error = float(gains.mean()), _error(gains)
        if SLIP - loss >= _CLEAR * error:
            return None  # what is to be marked is looked at as long as may be
    if loss < SLIP or loss < _CLEAR * error:
        return None
    means = [float(shares.mean()) for shares in known]
    return Judged(
        number=chair.number,
        seat=chair.seat,
        played=_text(chair, move),
        best=_text(chair, best),
        line=_line(then, chair.seat, _text(chair, best), simulations, chair.seed),
        loss=round(loss, 4),
        grade=_grade_of(loss),
        reasons=reasons(chair, best, move),
        choices=_choices(chair, found, {best: means[0], move: means[1]}),
    )


def _grade_of(loss: float) -> str | None:
    """What a loss of so much chance of winning is called."""
    return next((grade for least, grade in _GRADES if loss >= least), None)


def _tree(chair: Chair, simulations: int) -> Tree:
    """An empty tree of the seat, which plays for the end of the game."""
    rules, bot = chair.rulebook, _judge_bot(simulations)
    (tree,) = grow(rules, bot.effort(rules), bot.net(rules))
    tree.begin(chair, msgspec.structs.replace(bot.outlook(rules), chapters=0), chair.seed)
    return tree


def _error(gains: NDArray[np.float64]) -> float:
    """The standard error of a mean; what follows one another in a tree may be alike, so that
    batches are looked at, too."""
    errors = [0.0]
    for values in (gains, gains[: gains.size // _BATCHES * _BATCHES].reshape(_BATCHES, -1)):
        means = values if values.ndim == 1 else values.mean(axis=1)
        if means.size > 1 and gains.size >= _BATCHES:
            errors.append(float(means.std(ddof=1)) / math.sqrt(means.size))
    return max(errors)


def _text(chair: Chair, move: int) -> str | None:
    return None if move == WAIT else chair.moves[chair.moves.codes().index(move)]


def _choices(
    chair: Chair, found: Sequence[Considered], known: Mapping[int, float]
) -> tuple[Choice, ...]:
    """All moves, the best first.

    What the search thought of those that were not played on counts by how far they were behind its
    best; none of them is better than that. A move that it hardly looked at, or not at all, it
    thought little of: that one is a slip at least, whatever its few simulations brought.
    """
    best = found[0]
    most = known[best.move]
    wins = dict.fromkeys(chair.moves.codes(), max(0.0, most - SLIP))
    for one in found:
        least = SLIP if one.visits < best.visits * _HARDLY else 0.0
        wins[one.move] = max(0.0, most - max(least, best.wins - one.wins))
    wins.update(known)
    order = sorted(wins, key=lambda move: (move != best.move, -wins[move], move))
    return tuple(Choice(_text(chair, move), round(wins[move], 4)) for move in order)


def _line(then: Match, seat: int, best: str | None, simulations: int, seed: int) -> Line:
    """A move, and how the seat goes on as long as it is on turn and nothing is drawn."""
    line = [best]
    twin = then.branch(seat, seed)
    while len(line) < _MOST_PLIES and line[-1] is not None:
        twin.play(seat, line[-1])
        last = twin.last_entry
        if seat not in twin.awaited or (last is not None and last.chance is not None):
            break
        line.append(_judge_bot(simulations).choose(Chair(twin, seat, seed)))
    return tuple(line)


# ------------------------------------------------------------------------------------ what is sure


def _proved(chair: Chair, move: int) -> Judged | None:
    """The judgement where the game can be solved from here; None: it can't."""
    rules, positions = chair.rulebook, strongest_effort(chair.rulebook).exact
    state = chair.worlds(1)[0]
    solved = solve(rules, state, positions)
    if solved is None:
        return None
    value = _value_after(chair, state, move, positions)
    if value is None:
        return None
    judged = Judged(
        number=chair.number, seat=chair.seat, played=_text(chair, move), best=_text(chair, move),
        proved=True,
    )  # fmt: skip
    if value >= solved.value:
        return judged
    loss = _chance(solved.value) - _chance(value)
    codes = chair.moves.codes()
    values = {
        code: _value_after(chair, state, code, positions // len(codes))
        for code in codes
        if code not in (move, solved.move)
    }
    known = {code: one for code, one in values.items() if one is not None}
    known |= {move: value, solved.move: solved.value}
    order = sorted(known, key=lambda code: (code != solved.move, -known[code], code == move, code))
    return msgspec.structs.replace(
        judged,
        best=_text(chair, solved.move),
        line=_best_play(chair, state, solved.move, positions),
        loss=loss,
        grade=_grade_of(loss),
        reasons=reasons(chair, solved.move, move),
        choices=tuple(Choice(_text(chair, code), _chance(known[code])) for code in order),
    )


def _chance(value: int) -> float:
    """A win, a draw or a loss as a chance to win."""
    return (value + 1) / 2


def _after(rules: Rulebook, state: State, seat: int, move: int) -> State:
    """The position after a move, in a game without chance."""
    after = rules.blank(1)
    after[0] = state
    rules.functions.apply(after[0], seat, move, new_chance())
    return after[0]


def _value_after(chair: Chair, state: State, move: int, positions: int) -> int | None:
    """What a move leads to with best play, for the seat that makes it; None: it takes too long."""
    rules = chair.rulebook
    after = _after(rules, state, chair.seat, move)
    if rules.functions.over(after):
        places = np.zeros(chair.players, np.int64)
        rules.functions.ranking(after, places)
        return int((places != 1).sum()) if places[chair.seat] == 1 else -1
    solved = solve(rules, after, positions)
    if solved is None:
        return None
    return solved.value if _on_turn(rules, after) == chair.seat else -solved.value


def _on_turn(rules: Rulebook, state: State) -> int:
    return seats(int(rules.functions.awaited(state)))[0]


def _best_play(chair: Chair, state: State, move: int, positions: int) -> Line:
    """A move, and the best answers to it."""
    rules, seat, line = chair.rulebook, chair.seat, []
    while True:
        line.append(rules.notation.write_move(state, seat, move))
        state = _after(rules, state, seat, move)
        if len(line) == _MOST_PLIES or rules.functions.over(state):
            return tuple(line)
        solved = solve(rules, state, positions)
        if solved is None:
            return tuple(line)
        seat, move = _on_turn(rules, state), solved.move
