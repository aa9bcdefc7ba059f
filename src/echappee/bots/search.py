"""Information-set Monte Carlo tree search, compiled with a game's rules in it.

Each simulation draws a possible world for the searching seat, walks down the tree in it, plays the
world on with the game's own cheap policy, and writes the result into every decision on its way.

A decision is known by what the seat that takes it sees (`observe`). So nobody's decisions depend on
anything he can't know, also where choices are sealed: worlds that look alike to him share one node,
and the others don't play as if they knew the searching seat's hand. Since in most worlds the others
hold cards that were not thought through before, they then do what the game's policy would; a walk
ends at the first decision of the searching seat that is new. Where that is nearly always so, a game
can leave their decisions to the policy altogether (``Outlook.rivals``). In a game without secrets
the bytes of the state are the key, and a walk ends at any new decision.

Nodes live in a hash table, their moves in chains of edges; only moves that were tried have an edge.
Nothing is allocated here: everything comes in, so that trees can be kept, and trees side by side
run in threads.
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
from echappee.bots.playouts import (
    CURIOSITY,
    TRUST,
    chapter_to_reach,
    play_on,
    put_worth,
    share_of_win,
)
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    State,
    apply,
    awaited,
    chapter,
    legal,
    offered,
    over,
    policy,
    redeal,
)
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.state_layout import state_dtype
from echappee.rulebook.turn_order import WAIT, next_asked

NODE = state_dtype(
    ("key", np.uint64),  # 0: nothing here
    ("value", np.float64),  # the sum of what simulations were worth to who decides here
    ("visits", np.int32),
    ("first", np.int32),  # the first edge; 0: none
    ("preferred", np.int32),  # the policy's move
    ("spare", np.int32),
)
EDGE = state_dtype(
    ("value", np.float64),
    ("move", np.int32),
    ("visits", np.int32),
    ("there", np.int32),  # how often the move could have been chosen
    ("next", np.int32),
)


def search(
    nodes: Numbers, edges: Numbers, used: Numbers, states: Numbers, raw: Numbers, frame: Numbers,
    knobs: Numbers, chance: Chance, moves: Moves, spots: Numbers, features: Numbers,
    words: Numbers, path: Numbers, scores: Numbers, places: Numbers, worth: Numbers,
    tally: Numbers,
) -> None:  # fmt: skip
    """Run ``frame[SIMULATIONS]`` simulations from ``states[ROOT]``.

    Each begins with the move ``frame[FIRST]``, which then is no decision of the tree; or with any
    move, where that is `ANY`.
    ``raw`` is the memory of ``states`` as bytes, ``words`` that of ``features`` as 64-bit words.
    ``spots`` has a place for every move code, all zeros, and one more for waiting. ``tally`` has
    a row for each move code, and one more for waiting: how often it was the first move, the games
    won by it, and the sum of the scores.
    """
    me, players = int(frame[SEAT]), int(frame[PLAYERS])
    last_chapter = chapter_to_reach(states[ROOT], int(frame[CHAPTERS]))
    for _ in range(int(frame[SIMULATIONS])):
        states[WORLD] = states[ROOT]
        s = states[WORLD]
        redeal(s, me, chance)
        seat, step = me, int(frame[STEP])
        depth, first_move, first, leaf = 0, WAIT, True, False
        while not leaf and depth < DEEPEST and over(s) == 0 and chapter(s) <= last_chapter:
            n = legal(s, seat, moves)
            if step > 0:
                moves[n] = WAIT
                n += 1
            mine = seat == me or frame[SECRETS] == 0
            if first and frame[FIRST] != ANY:
                move = int(frame[FIRST])
            elif n == 1:
                move = int(moves[0])
            elif not mine and (step > 0 or frame[RIVALS] == 0):
                move = int(moves[_preferred(s, seat, step, moves, n, chance)])
            else:
                key = decision_key(s, raw, seat, step, moves, n, frame, features, words)
                node = find(nodes, key)
                if nodes[node].key == 0:
                    leaf = mine
                    place = _preferred(s, seat, step, moves, n, chance)
                    if used[NODES] * 4 < nodes.size * 3:
                        used[NODES] += 1
                        nodes[node].key = key
                        nodes[node].preferred = moves[place]
                else:
                    place = _select(nodes, edges, node, moves, n, spots, knobs, chance)
                move = int(moves[place])
                if nodes[node].key != 0:
                    edge = _edge(nodes, edges, used, node, move)
                    path[depth, 0] = node
                    path[depth, 1] = edge
                    path[depth, 2] = seat
                    depth += 1
            if first:
                first_move, first = move, False
                used[START] = path[0, 0] if depth == 1 else -1
            if move != WAIT:
                apply(s, seat, move, chance)
                step = 0
            seat, step = next_asked(awaited(s), offered(s), step, players)
        if over(s) == 0:
            play_on(s, seat, step, players, last_chapter, knobs, moves, chance)
        put_worth(s, players, knobs, scores, places, worth)
        for i in range(depth):
            value = worth[path[i, 2]]
            node, edge = path[i, 0], path[i, 1]
            nodes[node].value += value
            nodes[node].visits += 1
            if edge != 0:
                edges[edge].value += value
                edges[edge].visits += 1
        row = first_move if first_move >= 0 else tally.shape[0] - 1
        tally[row, 0] += 1
        tally[row, 1] += share_of_win(places, players, me)
        tally[row, 2] += scores[me]


def _preferred(s: State, seat: int, step: int, moves: Moves, n: int, chance: Chance) -> int:
    """The place of the policy's move; waiting is the last of the moves."""
    place = policy(s, seat, moves, n - 1 if step > 0 else n, chance)
    return place if place >= 0 else n - 1


# ------------------------------------------------------------------------------------------ nodes


def _edge(nodes: Numbers, edges: Numbers, used: Numbers, node: int, move: int) -> int:
    """The edge of a move, made if need be; 0 where the pool is used up."""
    edge = int(nodes[node].first)
    while edge != 0:
        if edges[edge].move == move:
            return edge
        edge = int(edges[edge].next)
    if used[EDGES] + 1 >= edges.size:
        return 0
    used[EDGES] += 1
    edge = int(used[EDGES])
    edges[edge].move = move
    edges[edge].next = nodes[node].first
    nodes[node].first = edge
    return edge


def _select(
    nodes: Numbers, edges: Numbers, node: int, moves: Moves, n: int, spots: Numbers,
    knobs: Numbers, chance: Chance,
) -> int:  # fmt: skip
    """The place of the move to try: what is known of it, plus what may still be learnt.

    The rule is PUCT. The policy's move starts with ``TRUST`` of the interest and all moves share
    the rest; a move not tried yet is thought to be as good as this decision is on average.
    """
    for i in range(n):
        spots[moves[i]] = i + 1  # waiting is -1, the last place
    visits = float(nodes[node].visits)
    common = (1.0 - knobs[TRUST]) / n
    mean = nodes[node].value / visits if visits > 0 else 0.5
    best, best_score = -1, -1.0e9
    tried = 0
    edge = int(nodes[node].first)
    while edge != 0:
        move = int(edges[edge].move)
        spot = int(spots[move])
        if spot > 0:
            edges[edge].there += 1
            interest = common + (knobs[TRUST] if move == nodes[node].preferred else 0.0)
            count = float(edges[edge].visits)
            score = mean if count == 0 else edges[edge].value / count
            score += knobs[CURIOSITY] * interest * math.sqrt(edges[edge].there) / (1.0 + count)
            if score > best_score:
                best, best_score = spot - 1, score
            spots[move] = -1
            tried += 1
        edge = int(edges[edge].next)
    if tried < n:
        fresh = mean + knobs[CURIOSITY] * common * math.sqrt(visits + 1.0)
        if fresh > best_score:
            skip = below(chance, n - tried)
            for i in range(n):
                if spots[moves[i]] > 0:
                    if skip == 0:
                        best = i
                        break
                    skip -= 1
    for i in range(n):
        spots[moves[i]] = 0
    return best
