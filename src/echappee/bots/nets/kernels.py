"""A net, evaluated by compiled code: no library, and the same numbers on every machine.

Sums are taken input by input, so that they vectorise without being put into another order; what
is zero, most of the features and half of what is between, costs nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from echappee.bots.nets.net import Net
from echappee.rulebook.compile_ahead import Kind
from echappee.rulebook.contract import State, observe

Numbers = Any

ROW: Kind = (np.float32, 1)
_ROWS, _CUBE = (np.float32, 2), (np.float32, 3)
NET_KINDS: tuple[Kind, ...] = (
    "ints", ROW, ROW, ROW, _ROWS, _CUBE, _ROWS, _ROWS, ROW, _ROWS, ROW,
)  # fmt: skip
"""The kinds of what `workspace` gives."""


def workspace(net: Net) -> tuple[Any, ...]:
    """Room for the sums of a net, then its weights, in the order in which `ask` takes them.

    Whoever evaluates in several threads needs one for each.
    """
    shape = net.shape
    return (
        np.zeros(max(shape.features, shape.width), np.int64),
        *(np.zeros(shape.width, np.float32) for _ in range(3)),
        *(net.weights[name] for name in shape.arrays()),
    )


def add_layer(inputs: Numbers, weights: Numbers, taken: Numbers, sums: Numbers) -> None:
    """Add what the inputs that are not zero bring, eight of them at a time.

    ``taken`` is room for the places of inputs.
    """
    count = 0
    for place in range(inputs.size):
        if inputs[place] != 0:
            taken[count] = place
            count += 1
    whole = count - count % 8
    for at in range(0, whole, 8):
        one, two, three, four = taken[at], taken[at + 1], taken[at + 2], taken[at + 3]
        five, six, seven, eight = taken[at + 4], taken[at + 5], taken[at + 6], taken[at + 7]
        a, b, c, d = inputs[one], inputs[two], inputs[three], inputs[four]
        e, f, g, h = inputs[five], inputs[six], inputs[seven], inputs[eight]
        row_a, row_b, row_c, row_d = weights[one], weights[two], weights[three], weights[four]
        row_e, row_f, row_g, row_h = weights[five], weights[six], weights[seven], weights[eight]
        for unit in range(sums.size):
            sums[unit] += (
                (a * row_a[unit] + b * row_b[unit]) + (c * row_c[unit] + d * row_d[unit])
            ) + ((e * row_e[unit] + f * row_f[unit]) + (g * row_g[unit] + h * row_h[unit]))
    for at in range(whole, count):
        a, rows_a = inputs[taken[at]], weights[taken[at]]
        for unit in range(sums.size):
            sums[unit] += a * rows_a[unit]


def see(
    features: Numbers, first: Numbers, layers: Numbers, biases: Numbers, taken: Numbers,
    hidden: Numbers, between: Numbers, added: Numbers,
) -> None:  # fmt: skip
    """From features to what the heads read, in ``hidden``."""
    zero = np.float32(0)
    hidden[:] = biases[0]
    add_layer(features, first, taken, hidden)
    for unit in range(hidden.size):
        hidden[unit] = max(hidden[unit], zero)
    for block in range(layers.shape[0] // 2):
        between[:] = biases[1 + 2 * block]
        add_layer(hidden, layers[2 * block], taken, between)
        for unit in range(between.size):
            between[unit] = max(between[unit], zero)
        added[:] = biases[2 + 2 * block]
        add_layer(between, layers[2 * block + 1], taken, added)
        for unit in range(hidden.size):
            hidden[unit] = max(hidden[unit] + added[unit], zero)


def answer(hidden: Numbers, head: Numbers, bias: Numbers, place: int) -> Any:
    """One answer of a head, summed in eight strands."""
    row = head[place]
    zero = np.float32(0)
    a, b, c, d, e, f, g, h = zero, zero, zero, zero, zero, zero, zero, zero
    whole = hidden.size - hidden.size % 8
    for unit in range(0, whole, 8):
        a += hidden[unit] * row[unit]
        b += hidden[unit + 1] * row[unit + 1]
        c += hidden[unit + 2] * row[unit + 2]
        d += hidden[unit + 3] * row[unit + 3]
        e += hidden[unit + 4] * row[unit + 4]
        f += hidden[unit + 5] * row[unit + 5]
        g += hidden[unit + 6] * row[unit + 6]
        h += hidden[unit + 7] * row[unit + 7]
    total = bias[place] + (((a + b) + (c + d)) + ((e + f) + (g + h)))
    for unit in range(whole, hidden.size):
        total += hidden[unit] * row[unit]
    return total


def ask(
    actions: Numbers, features: Numbers, taken: Numbers, hidden: Numbers, between: Numbers,
    added: Numbers, first: Numbers, layers: Numbers, biases: Numbers, policy: Numbers,
    policy_bias: Numbers, value: Numbers, value_bias: Numbers, wishes: Numbers, chances: Numbers,
) -> None:  # fmt: skip
    """How one who sees these features would choose among some actions, and everybody's chances.

    Fills ``wishes`` with a number for each of the actions, the greatest for the one it likes best,
    and ``chances`` with each seat's share of the win, from 0 to 1: the seat itself, then clockwise.
    """
    see(features, first, layers, biases, taken, hidden, between, added)
    for place in range(actions.size):
        wishes[place] = answer(hidden, policy, policy_bias, int(actions[place]))
    for place in range(chances.size):
        chances[place] = 1.0 / (1.0 + np.exp(-answer(hidden, value, value_bias, place)))


def evaluate(
    s: State, seat: int, actions: Numbers, features: Numbers, taken: Numbers, hidden: Numbers,
    between: Numbers, added: Numbers, first: Numbers, layers: Numbers, biases: Numbers,
    policy: Numbers, policy_bias: Numbers, value: Numbers, value_bias: Numbers, wishes: Numbers,
    chances: Numbers,
) -> None:  # fmt: skip
    """What a net says of what a seat sees of a state: see `ask`."""
    observe(s, seat, features)
    ask(
        actions, features, taken, hidden, between, added, first, layers, biases, policy,
        policy_bias, value, value_bias, wishes, chances,
    )  # fmt: skip
