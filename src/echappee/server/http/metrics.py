"""``/metrics``: what a server counts of itself, for Prometheus.

The numbers are our own (`echappee.server.counts`); ``prometheus-client`` writes them down, where it
is installed. Nothing tells a table, a name or an address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from litestar import Request, Response, get

from echappee import __version__
from echappee.games import game_ids
from echappee.server.counts import Histogram
from echappee.server.http.addresses import Proxies
from echappee.server.http.auth import TheService, address_of
from echappee.server.http.front import FORWARDED, peer_of
from echappee.server.refusals import Refusal
from echappee.server.table.service import TableService

if TYPE_CHECKING:
    from prometheus_client.core import Metric


class Collector:
    """Reads the numbers of one service when it is asked to."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """All of them."""
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            InfoMetricFamily,
        )

        service, counts = self._service, self._service.counts
        yield InfoMetricFamily("echappee", "This server.", {"version": __version__})
        moves = CounterMetricFamily("echappee_moves", "Moves stored here.", labels=["game"])
        for game_id in game_ids():
            moves.add_metric([game_id], counts.moves[game_id])
        yield moves
        yield _histogram(
            "echappee_move_seconds",
            "Seconds from a person's move to its acknowledgement.",
            {"": counts.move_seconds},
        )
        refusals = CounterMetricFamily("echappee_refusals", "Refusals.", labels=["code"])
        for code, number in sorted(counts.refusals.items()):
            refusals.add_metric([code], number)
        yield refusals
        yield from self._requests()
        yield GaugeMetricFamily("echappee_sockets", "Open sockets.", counts.sockets)
        yield CounterMetricFamily(
            "echappee_sockets_opened", "Sockets opened.", counts.sockets_opened
        )
        yield CounterMetricFamily("echappee_messages", "Messages from sockets.", counts.messages)
        yield GaugeMetricFamily("echappee_tables", "Tables in memory.", len(service.tables))
        yield GaugeMetricFamily(
            "echappee_thoughts_waiting", "Bots' thoughts that wait.", service.thinkers.waiting
        )
        yield _histogram(
            "echappee_thought_wait_seconds", "Seconds that a thought waited for its turn.",
            service.thinkers.waits, "rules",
        )  # fmt: skip
        yield GaugeMetricFamily(
            "echappee_replays_waiting", "Records that wait to be replayed.", service.replays.waiting
        )
        commits = service.storage.commits
        yield CounterMetricFamily("echappee_store_commits", "Commits.", commits.commits)
        yield CounterMetricFamily("echappee_store_facts", "Facts in them.", commits.facts)
        yield GaugeMetricFamily(
            "echappee_draining", "Is it about to end?", int(service.drain.begun)
        )

    def _requests(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily

        counts = self._service.counts
        answered = CounterMetricFamily(
            "echappee_requests", "Requests answered.", labels=["method", "route", "status"]
        )
        for (method, route, status), number in sorted(counts.requests.items()):
            answered.add_metric([method, route, str(status)], number)
        yield answered
        seconds = CounterMetricFamily(
            "echappee_request_seconds", "Seconds they took.", labels=["method", "route"]
        )
        for (method, route), taken in sorted(counts.request_seconds.items()):
            seconds.add_metric([method, route], taken)
        yield seconds


def _histogram(
    name: str, words: str, found: dict[str, Histogram], label: str | None = None
) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    family = HistogramMetricFamily(name, words, labels=[label] if label else None)
    for value, one in found.items():
        bounds = [*map(str, one.bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(one.counts), strict=True))
        family.add_metric([value] if label else [], buckets, one.total)
    return family


def _load() -> None:
    """Load what writes the figures down; refused without it."""
    try:
        import prometheus_client  # noqa: F401
    except ImportError:
        raise Refusal("metrics-missing") from None


def written(service: TableService) -> tuple[bytes, str]:
    """The numbers as Prometheus reads them, and their content type."""
    from prometheus_client import (
        CONTENT_TYPE_LATEST,
        CollectorRegistry,
        ProcessCollector,
        generate_latest,
    )

    registry = CollectorRegistry()
    registry.register(Collector(service))
    ProcessCollector(registry=registry)  # memory, processor time, open files
    return generate_latest(registry), CONTENT_TYPE_LATEST


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], service: TheService) -> Response[bytes]:
    """The numbers, for the addresses that were named with ``--metrics``.

    A request that somebody passed on who is no proxy of ours tells not who asks: it is refused.
    """
    settings = service.settings
    passed_on = any(name in FORWARDED for name, _ in request.scope["headers"])
    unknown = passed_on and peer_of(request.scope) not in Proxies(settings.proxies)
    if unknown or address_of(request) not in Proxies(settings.metrics):
        raise Refusal("metrics-closed")
    await asyncio.to_thread(_load)  # once; moves don't wait for it
    body, kind = written(service)
    return Response(body, headers={"content-type": kind})
