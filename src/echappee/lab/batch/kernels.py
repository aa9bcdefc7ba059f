"""Many games side by side, in one compiled call for each step of all of them.

Everything is in arrays with one row for each game. Some are the batch's own: the states, the
streams of chance, the moves that were listed last, and for each game its ``turn``: who is asked,
how, and which deal this is. The others are filled for whoever plays. A call works on the games from
``first`` to ``last``, so that several threads can share them out: a game depends on nothing but its
own row.
"""

from __future__ import annotations

from echappee.bots.simple_kernels import greedy_choice
from echappee.rulebook.contract import (
    Numbers,
    State,
    apply,
    awaited,
    legal,
    observe,
    offered,
    over,
    ranking,
    setup,
)
from echappee.rulebook.randomness import Chance, below, start_stream
from echappee.rulebook.turn_order import next_asked, waits

SEAT, STEP, COUNT, DEAL = range(4)
"""What a game's row of ``turns`` holds: the seat that is asked; how far round the table it sits
from the seat on turn (0: on turn), or one of the two below; how many moves it has; the number of
the next deal."""
TURN = 4
"""So many numbers are in such a row."""
OVER, UNDEALT = -1, -2
"""In place of a step: the game is over; it is to be dealt anew."""
DISABLED, NEXT_STEP, SAME_STEP = range(3)
"""When a game that is over is dealt anew, by Gymnasium's names."""
_GAMES = 32
"""The bits of a stream's number that say which game it is; above them is the number of the deal."""
CHOICES = 1 << 62
"""Beyond the numbers of all deals."""
FINE = -1
"""Nothing is wrong with any action."""


def deal(
    states: Numbers, at: int, blank: Numbers, players: int, options: Numbers, seed: int,
    chances: Numbers, turns: Numbers, game: int,
) -> None:  # fmt: skip
    """Deal a game anew in ``states[at]``, with chance of this game's and this deal's own."""
    number = int(turns[game, DEAL])
    turns[game, DEAL] = number + 1
    turns[game, STEP] = 0
    start_stream(chances[game], seed, (number << _GAMES) + game)
    states[at] = blank[0]
    setup(states[at], players, options[game % options.shape[0]], chances[game])


def find_next(s: State, players: int, turn: Numbers, listed: Numbers) -> None:
    """Find who is asked next, and list what that seat may do.

    ``turn`` holds the step of the last one asked, who waited; 0 after a move. Whoever plays a game
    that is over may do nothing but wait.
    """
    turn[COUNT] = 0
    if over(s) != 0:
        turn[STEP] = OVER
    else:
        seat, step = next_asked(awaited(s), offered(s), int(turn[STEP]), players)
        turn[SEAT] = seat
        turn[STEP] = step
        turn[COUNT] = legal(s, seat, listed)


def ask(
    s: State, players: int, turn: Numbers, listed: Numbers, chance: Chance, forced: int
) -> None:
    """`find_next`; where ``forced`` moves are to be skipped, the next that has a choice."""
    find_next(s, players, turn, listed)
    while forced != 0 and turn[STEP] == 0 and turn[COUNT] == 1:
        apply(s, int(turn[SEAT]), int(listed[0]), chance)
        find_next(s, players, turn, listed)


def reward(s: State, players: int, places: Numbers, rewards: Numbers) -> None:
    """Fill the places at the end of a game, and each seat's share of the first one less a fair one.

    Where a rival who is no player was first, nobody has gained on another.
    """
    ranking(s, places)
    winners = 0
    for seat in range(players):
        winners += places[seat] == 1
    if winners != 0:
        for seat in range(players):
            rewards[seat] = (1.0 / winners if places[seat] == 1 else 0.0) - 1.0 / players


def refused(action: int, turn: Numbers, listed: Numbers, wait: int) -> bool:
    """Is this action not among those that a game offers?"""
    step = turn[STEP]
    if step == OVER or (action == wait and step > 0):
        return False
    found = False
    for place in range(turn[COUNT]):
        found |= listed[place] == action
    return not found


def first_refused(actions: Numbers, turns: Numbers, listed: Numbers, wait: int) -> int:
    """The first game whose action is not among those that it offers; `FINE` if there is none."""
    for game in range(actions.size):
        if refused(actions[game], turns[game], listed[game], wait):
            return game
    return FINE


def deal_games(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers, seats: Numbers,
    rewards: Numbers, places: Numbers, terminated: Numbers, first: int, last: int, forced: int,
) -> None:  # fmt: skip
    """Deal the games that are `UNDEALT`, and show where all of them are; else nothing is played,
    but for ``forced`` moves of a new deal, if they are to be skipped."""
    for game in range(first, last):
        deal_game(
            states, game, blank, players, options, seed, chances, turns, listed, observation, mask,
            seats, rewards, places, terminated, forced, game,
        )  # fmt: skip


def deal_game(
    states: Numbers, at: int, blank: Numbers, players: int, options: Numbers, seed: int,
    chances: Numbers, turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers,
    seats: Numbers, rewards: Numbers, places: Numbers, terminated: Numbers, forced: int, game: int,
) -> None:  # fmt: skip
    """The same for one game, whose state is ``states[at]``."""
    if turns[game, STEP] == UNDEALT:
        deal(states, at, blank, players, options, seed, chances, turns, game)
        ask(states[at], players, turns[game], listed[game], chances[game], forced)
    show(states[at], turns[game], listed[game], observation[game], mask[game])
    rewards[game, :] = 0.0
    places[game, :] = 0
    seats[game] = turns[game, SEAT]
    terminated[game] = turns[game, STEP] == OVER


def show(s: State, turn: Numbers, listed: Numbers, features: Numbers, mask: Numbers) -> None:
    """Fill what the seat that is asked sees and may do."""
    mask[:] = 0
    for place in range(turn[COUNT]):
        mask[listed[place]] = 1
    if turn[STEP] != 0:
        mask[mask.size - 1] = 1
    observe(s, int(turn[SEAT]), features)


def step_games(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers, seats: Numbers,
    rewards: Numbers, places: Numbers, terminated: Numbers, first: int, last: int, forced: int,
    actions: Numbers, autoreset: int, ends: Numbers,
) -> None:  # fmt: skip
    """Play one action in every game, deal anew where it is time, and ask whoever is next.

    ``ends`` is filled where games are dealt anew in the same step: with what the seat that was
    asked last sees of the end.
    """
    for game in range(first, last):
        step_game(
            states, game, blank, players, options, seed, chances, turns, listed, observation, mask,
            seats, rewards, places, terminated, forced, actions, autoreset, ends, game,
        )  # fmt: skip


def step_game(
    states: Numbers, at: int, blank: Numbers, players: int, options: Numbers, seed: int,
    chances: Numbers, turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers,
    seats: Numbers, rewards: Numbers, places: Numbers, terminated: Numbers, forced: int,
    actions: Numbers, autoreset: int, ends: Numbers, game: int,
) -> None:  # fmt: skip
    """The same for one game, whose state is ``states[at]``."""
    turn = turns[game]
    rewards[game, :] = 0.0
    places[game, :] = 0
    if turn[STEP] != OVER:
        if actions[game] != mask.shape[1] - 1:
            apply(states[at], int(turn[SEAT]), int(actions[game]), chances[game])
            turn[STEP] = 0
        ask(states[at], players, turn, listed[game], chances[game], forced)
        terminated[game] = turn[STEP] == OVER
        if turn[STEP] == OVER:
            reward(states[at], players, places[game], rewards[game])
            if autoreset == SAME_STEP:
                observe(states[at], int(turn[SEAT]), ends[game])
                deal(states, at, blank, players, options, seed, chances, turns, game)
                ask(states[at], players, turn, listed[game], chances[game], forced)
    elif autoreset == NEXT_STEP:
        deal(states, at, blank, players, options, seed, chances, turns, game)
        ask(states[at], players, turn, listed[game], chances[game], forced)
        terminated[game] = False
    else:
        terminated[game] = True
    show(states[at], turn, listed[game], observation[game], mask[game])
    seats[game] = turn[SEAT]


def random_actions(
    turns: Numbers, listed: Numbers, streams: Numbers, actions: Numbers, wait: int
) -> None:
    """One of the moves of the seat that is asked, in every game, each move as likely.

    Out of turn it waits most of the time, as whoever plays at random does (`turn_order.waits`).
    """
    for game in range(actions.size):
        actions[game] = random_action(turns[game], listed[game], streams[game], wait)


def random_action(turn: Numbers, listed: Numbers, stream: Numbers, wait: int) -> int:
    """The same for one game."""
    step = turn[STEP]
    if step == OVER or (step > 0 and waits(stream)):
        return wait
    return int(listed[below(stream, int(turn[COUNT]))])


def greedy_actions(
    states: Numbers, scratch: Numbers, turns: Numbers, listed: Numbers, streams: Numbers,
    actions: Numbers, wait: int,
) -> None:  # fmt: skip
    """What the greedy bot would do, in as many games as there are ``actions`` to be told;
    ``scratch`` is room for a state."""
    for game in range(actions.size):
        actions[game] = greedy_action(
            states[game], scratch, turns[game], listed[game], streams[game], wait
        )


def greedy_action(
    s: State, scratch: Numbers, turn: Numbers, listed: Numbers, stream: Numbers, wait: int
) -> int:
    """The same for one game."""
    step, count, seat = int(turn[STEP]), int(turn[COUNT]), int(turn[SEAT])
    if step == OVER:
        return wait
    place = greedy_choice(s, scratch, 0, seat, listed, count, step > 0, stream)
    return wait if place < 0 else int(listed[place])


def start_streams(streams: Numbers, seed: int) -> None:
    """A stream for the choices in each game: of other numbers than those of its deals."""
    for game in range(streams.shape[0]):
        start_stream(streams[game], seed, CHOICES + game)
