"""What makes a net better from what was played: proximal policy optimisation."""

from __future__ import annotations

import msgspec
import torch
from torch import Tensor, nn
from torch.nn import functional

from echappee.lab.train.network import Network, among_legal
from echappee.lab.train.self_play import Steps

_EPOCHS = 2
_CLIP = 0.2
_DECAY = 1e-4
_LONGEST_STEP = 0.5
_FASTEST, _SLOWEST, _COPYING = 7e-4, 3e-5, 1e-3
_CURIOUS, _SURE = 0.01, 0.001


class Lesson(msgspec.Struct, frozen=True):
    """What came of learning once."""

    value_loss: float
    """How far the chances were off, in nats of cross entropy."""
    entropy: float
    """How undecided the net is between its moves."""


class Learner:
    """Learns from steps, in portions of at most ``portion`` of them."""

    def __init__(self, network: Network, portion: int, seed: int) -> None:
        self._network = network
        self._portion = portion
        device = next(network.parameters()).device
        self.optimiser = torch.optim.AdamW(
            network.parameters(), lr=_FASTEST, weight_decay=_DECAY, fused=device.type == "cuda"
        )
        self.dice = torch.Generator(device=device).manual_seed(seed)

    def learn(self, steps: Steps, done: float, *, copy: bool = False) -> Lesson:
        """Learn from what was played; ``done`` is how much of the course is behind, 0 to 1.

        To ``copy`` is to become likelier to do what was done, whatever it brought.
        """
        for group in self.optimiser.param_groups:
            group["lr"] = _COPYING if copy else _SLOWEST + (_FASTEST - _SLOWEST) * (1 - done)
        curiosity = _SURE + (_CURIOUS - _SURE) * (1 - done)
        taken = steps.learnt.flatten().nonzero().squeeze(1)
        if len(taken) == 0:
            return Lesson(0.0, 0.0)
        flat = Portions(steps, taken)
        size = min(self._portion, len(taken))
        told: list[Tensor] = []
        for _ in range(_EPOCHS):
            order = taken[torch.randperm(len(taken), generator=self.dice, device=taken.device)]
            for first in range(0, len(order) - size + 1, size):
                told.append(self._step(flat, order[first : first + size], curiosity, copy))
        value_loss, entropy = torch.stack(told).mean(0).tolist()
        return Lesson(value_loss, entropy)

    def _step(self, flat: Portions, rows: Tensor, curiosity: float, copy: bool) -> Tensor:
        wishes, odds = self._network(flat.observation[rows])
        wishes = among_legal(wishes, flat.mask[rows])
        log = -functional.cross_entropy(wishes, flat.actions[rows], reduction="none")
        if copy:
            policy = -log.mean()
        else:
            change = (log - flat.logs[rows]).exp()
            gain = flat.advantages[rows]
            policy = -torch.min(change * gain, change.clamp(1 - _CLIP, 1 + _CLIP) * gain).mean()
        known = flat.known[rows]
        off = functional.binary_cross_entropy_with_logits(odds, flat.shares[rows], reduction="none")
        value = (off * known).sum() / known.sum()
        logs = torch.log_softmax(wishes, -1)
        entropy = -(logs.exp() * logs.clamp_min(-50)).sum(-1).mean()
        self.optimiser.zero_grad()
        loss: Tensor = policy + value - curiosity * entropy
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), _LONGEST_STEP)
        self.optimiser.step()
        return torch.stack([value.detach(), entropy.detach()])


class Portions:
    """Steps one below the other, their gains brought to one scale."""

    def __init__(self, steps: Steps, taken: Tensor) -> None:
        self.observation = steps.observation.flatten(0, 1)
        self.mask = steps.mask.flatten(0, 1)
        self.actions = steps.actions.flatten()
        self.logs = steps.logs.flatten()
        self.shares = steps.shares.flatten(0, 1)
        self.known = steps.known.flatten(0, 1)
        gains = steps.advantages.flatten()
        spread, mean = torch.std_mean(gains[taken], correction=0)
        self.advantages = (gains - mean) / (spread + 1e-6)
