"""The net as PyTorch trains it; `Net` is what comes of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from echappee.bots.nets.net import Fact, Net, Shape, layout_digest
from echappee.rulebook.rulebook import Rulebook

_NEVER = -1e9


def among_legal(wishes: Tensor, mask: Tensor) -> Tensor:
    """Wishes for what is legal; for all else none."""
    return wishes.masked_fill(mask == 0, _NEVER)


class Network(nn.Module):  # type: ignore[misc]
    """An input layer, blocks of two layers that add to what came in, and two heads.

    ``scale`` brings all features to about one; it is part of the input layer when a `Net` is made.
    """

    scale: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width = shape.width
        self.register_buffer("scale", torch.ones(shape.features))
        self.first = nn.Linear(shape.features, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(2 * shape.blocks))
        self.policy = nn.Linear(width, shape.actions)
        self.value = nn.Linear(width, shape.seats)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)
        for layer in self.layers[1::2]:
            nn.init.zeros_(layer.weight)

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """For each action how much it is wished, and the log-odds of each seat's share of the win,
        from the one that looks, clockwise. On a GPU what is between is computed in bfloat16."""
        kind = features.device.type
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
            hidden = functional.relu(self.first(features * self.scale))
            for block in range(self.shape.blocks):
                between = functional.relu(self.layers[2 * block](hidden))
                hidden = functional.relu(hidden + self.layers[2 * block + 1](between))
            return self.policy(hidden).float(), self.value(hidden).float()

    def see_range(self, largest: Tensor) -> None:
        """Scale the features by the largest value of each."""
        self.scale.copy_(1 / largest.clamp_min(1.0))

    def net(self, rules: Rulebook, trained: dict[str, Fact]) -> Net:
        """What is played by: rounded to half precision."""
        weights = {
            "first": (self.first.weight * self.scale).T,
            "layers": torch.stack([layer.weight.T for layer in self.layers]),
            "biases": torch.stack([self.first.bias, *(layer.bias for layer in self.layers)]),
            "policy": self.policy.weight,
            "policy_bias": self.policy.bias,
            "value": self.value.weight,
            "value_bias": self.value.bias,
        }
        rounded = {
            name: tensor.detach().half().float().cpu().contiguous().numpy()
            for name, tensor in weights.items()
        }
        layout = layout_digest(rules)
        return Net(rules.id, rules.version, layout, self.shape, trained, rounded)
