"""Rows of contests on a Ray cluster of two nodes."""

from __future__ import annotations

from typing import Any

from echappee.lab import ablation, ladder
from echappee.lab.arena import Arena
from echappee.lab.cluster import Cluster
from tests.lab.test_cluster import nodes, pytestmark, same, workers

__all__ = ["nodes", "pytestmark", "workers"]


def test_ladder_and_ablation_play_there_too(workers: Cluster) -> None:
    def climbed(**more: Any) -> list[Arena]:
        only = ["random playouts"]
        return [
            *ladder.ladder("tapas", 4, 2, budgets=[0.01], only=["club"], **more),
            *ablation.ablation("tapas", 4, 2, budget=0.001, only=only, **more),
        ]

    assert same(climbed(threads=1), climbed(executor=workers))
