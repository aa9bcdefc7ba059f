"""The tree search that a net guides, compiled with a game's rules in it.

It differs from `echappee.bots.search` in what it takes for granted. A decision that is new is shown
to the net: what the net would do there is where the search looks first, and the chances that it
gives everybody are what the simulation is worth, so that no world need be played to its end. What
the others do in decisions that were not thought through is drawn as the net, seeing what they see,
would choose.

All moves of a decision have their edges side by side, in the order of the rules: who knows his
moves knows which edge is whose.
"""

from __future__ import annotations

import math

import numpy as np

from echappee.bots.decisions import (
    ANY,
    CHAPTERS,
    DEEPEST,
    EDGES,
    FIRST,
    NODES,
    PLAYERS,
    RIVALS,
    ROOT,
    SEAT,
    SECRETS,
    SIMULATIONS,
    START,
    STEP,
    WORLD,
    decision_key,
    find,
)
from echappee.bots.nets.kernels import ask
from echappee.bots.playouts import (
    CURIOSITY,
    PLAYOUTS,
    SOFTNESS,
    TRUST,
    chapter_to_reach,
    play_on,
    put_worth,
)
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    apply,
    awaited,
    chapter,
    legal,
    observe,
    offered,
    over,
    redeal,
)
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.state_layout import state_dtype
from echappee.rulebook.turn_order import WAIT, next_asked

NODE = state_dtype(
    ("key", np.uint64),  # 0: nothing here
    ("value", np.float64),  # the sum of what simulations were worth to who decides here
    ("visits", np.int32),
    ("first", np.int32),  # the first edge
    ("count", np.int32),  # of the edges
    ("spare", np.int32),
)
EDGE = state_dtype(
    ("value", np.float64),
    ("share", np.float32),  # how likely the net would choose this move
    ("move", np.int32),
    ("visits", np.int32),
    ("spare", np.int32),
)

_FINE = 1 << 24


def guided_search(
    nodes: Numbers, edges: Numbers, used: Numbers, states: Numbers, raw: Numbers, frame: Numbers,
    knobs: Numbers, chance: Chance, moves: Moves, features: Numbers, words: Numbers, path: Numbers,
    scores: Numbers, places: Numbers, worth: Numbers, tally: Numbers,
    taken: Numbers, hidden: Numbers, between: Numbers, added: Numbers,
    first_layer: Numbers, layers: Numbers, biases: Numbers, policy_head: Numbers,
    policy_bias: Numbers, value_head: Numbers, value_bias: Numbers, wishes: Numbers,
    chances: Numbers,
) -> None:  # fmt: skip
    """Run ``frame[SIMULATIONS]`` simulations from ``states[ROOT]``.

    ``raw``, ``words`` and the rows of ``tally`` are those of `echappee.bots.search`; in ``tally``
    the second column is what the first move was worth, and the third stays empty. ``wishes`` has
    room for all moves, ``chances`` a place for each seat.
    """
    me, players = int(frame[SEAT]), int(frame[PLAYERS])
    last_chapter = chapter_to_reach(states[ROOT], int(frame[CHAPTERS]))
    for _ in range(int(frame[SIMULATIONS])):
        states[WORLD] = states[ROOT]
        s = states[WORLD]
        redeal(s, me, chance)
        seat, step = me, int(frame[STEP])
        depth, first_move, first, leaf = 0, WAIT, True, False
        while depth < DEEPEST and over(s) == 0 and chapter(s) <= last_chapter:
            n = legal(s, seat, moves)
            if step > 0:
                moves[n] = WAIT
                n += 1
            place = 0
            forced = first and frame[FIRST] != ANY
            if n > 1 and not forced:
                mine = seat == me or frame[SECRETS] == 0
                kept = mine or frame[RIVALS] != 0
                node, known = 0, False
                if kept:
                    key = decision_key(s, raw, seat, step, moves, n, frame, features, words)
                    node = find(nodes, key)
                    known = nodes[node].key != 0
                if known:
                    place = _most_promising(nodes, edges, node, knobs)
                else:
                    if not kept or frame[SECRETS] == 0:  # else the key has looked at it
                        observe(s, seat, features)
                    _ask_among(
                        moves, n, features, taken, hidden, between, added, first_layer,
                        layers, biases, policy_head, policy_bias, value_head, value_bias, wishes,
                        chances,
                    )  # fmt: skip
                    kept = kept and _grow(
                        nodes, edges, used, node, moves, n, wishes, float(chances[0]),
                        knobs[SOFTNESS],
                    )  # fmt: skip
                    if kept:
                        nodes[node].key = key
                    if mine and not first:
                        leaf = True
                        break
                    place = _drawn(wishes, n, chance) if not mine else _likeliest(wishes, n)
                if kept:
                    path[depth, 0] = node
                    path[depth, 1] = nodes[node].first + place
                    path[depth, 2] = seat
                    depth += 1
            move = int(frame[FIRST]) if forced else int(moves[place])
            if first:
                first_move, first = move, False
                used[START] = path[0, 0] if depth == 1 else -1
            if move != WAIT:
                apply(s, seat, move, chance)
                step = 0
            seat, step = next_asked(awaited(s), offered(s), step, players)
        part = 1.0 if not leaf else knobs[PLAYOUTS]
        if part > 0.0:
            if over(s) == 0:
                play_on(s, seat, step, players, last_chapter, knobs, moves, chance)
            put_worth(s, players, knobs, scores, places, worth)
        if leaf:
            for other in range(players):
                told = chances[(other - seat) % players]  # of the one asked first, then clockwise
                worth[other] = part * worth[other] + (1.0 - part) * told
        for i in range(depth):
            value = worth[path[i, 2]]
            node, edge = path[i, 0], path[i, 1]
            nodes[node].value += value
            nodes[node].visits += 1
            edges[edge].value += value
            edges[edge].visits += 1
        row = first_move if first_move >= 0 else tally.shape[0] - 1
        tally[row, 0] += 1
        tally[row, 1] += worth[me]


def _ask_among(
    moves: Moves, n: int, features: Numbers, taken: Numbers, hidden: Numbers, between: Numbers,
    added: Numbers, first_layer: Numbers, layers: Numbers, biases: Numbers, policy_head: Numbers,
    policy_bias: Numbers, value_head: Numbers, value_bias: Numbers, wishes: Numbers,
    chances: Numbers,
) -> None:  # fmt: skip
    """What the net says of the features: in ``wishes`` how likely it would choose each move.

    Waiting, which is -1, is the last of its actions.
    """
    ask(
        moves[:n], features, taken, hidden, between, added, first_layer, layers, biases,
        policy_head, policy_bias, value_head, value_bias, wishes, chances,
    )  # fmt: skip
    most = wishes[0]
    for place in range(1, n):
        most = max(most, wishes[place])
    total = np.float32(0)
    for place in range(n):
        wishes[place] = math.exp(wishes[place] - most)
        total += wishes[place]
    for place in range(n):
        wishes[place] /= total


def _grow(
    nodes: Numbers, edges: Numbers, used: Numbers, node: int, moves: Moves, n: int,
    shares: Numbers, value: float, softness: float,
) -> bool:  # fmt: skip
    """Lay out the edges of a decision that is new, if there is room for them."""
    if used[NODES] * 4 >= nodes.size * 3 or used[EDGES] + n > edges.size:
        return False
    first = int(used[EDGES])
    total = 0.0
    for place in range(n):
        edges[first + place].share = shares[place] ** (1.0 / softness)
        total += edges[first + place].share
    for place in range(n):
        edge = first + place
        edges[edge].share /= total
        edges[edge].value = 0.0
        edges[edge].move = moves[place]
        edges[edge].visits = 0
    used[NODES] += 1
    used[EDGES] += n
    nodes[node].first = first
    nodes[node].count = n
    nodes[node].value = value
    nodes[node].visits = 1
    return True


def _most_promising(nodes: Numbers, edges: Numbers, node: int, knobs: Numbers) -> int:
    """The place of the move to try: what is known of it, plus what may still be learnt.

    The rule is PUCT; a move not tried yet is thought to be as good as this decision is on average.
    What the net does not say of where to look, as much as it is not trusted, is shared out evenly.
    """
    first, count = int(nodes[node].first), int(nodes[node].count)
    visits = float(nodes[node].visits)
    mean = nodes[node].value / visits
    wonder = knobs[CURIOSITY] * math.sqrt(visits)
    trust = knobs[TRUST]
    even = (1.0 - trust) / count
    best, best_score = 0, -1.0e9
    for place in range(count):
        edge = first + place
        tried = float(edges[edge].visits)
        score = mean if tried == 0 else edges[edge].value / tried
        score += wonder * (trust * edges[edge].share + even) / (1.0 + tried)
        if score > best_score:
            best, best_score = place, score
    return best


def _likeliest(shares: Numbers, n: int) -> int:
    best = 0
    for place in range(1, n):
        if shares[place] > shares[best]:
            best = place
    return best


def _drawn(shares: Numbers, n: int, chance: Chance) -> int:
    """A place, as likely as its share."""
    left = below(chance, _FINE) / _FINE
    for place in range(n - 1):
        left -= shares[place]
        if left < 0:
            return place
    return n - 1
