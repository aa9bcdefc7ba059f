"""A Ray cluster that does shards: workers on any number of machines, in the place of threads here.

`Cluster("auto")` joins the Ray that runs on this machine, or starts one of its own on all cores;
``Cluster("ray://HOST:PORT")`` asks one elsewhere. A shard whose worker has died is done again by
another one. What a worker must have to do it is told in `echappee.lab.cluster_worker`.

Ray is needed only where a cluster is made; the extra ``cluster`` installs it.
"""

from __future__ import annotations

import importlib
import os
import re
import socket
import threading
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, suppress
from types import TracebackType
from typing import Any, Generic, TypeVar

from echappee import arguments
from echappee.bots.registry import bot_files
from echappee.errors import EchappeeError, Phrase, UsageError, phrase, reason_of
from echappee.lab.cluster_worker import (
    Parcel,
    check_versions,
    do_shard,
    look_up_versions,
    own_versions,
)
from echappee.lab.envs import MissingExtra
from echappee.lab.shards import Done, Session, Shard, Threads, Work

Result = TypeVar("Result")
_ADDRESS = re.compile(r"(?:ray://)?([^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
_TRIES = 20
"""So often a shard is done again whose worker has died, before it is blamed on the shard."""
_CALL = 20.0
"""Seconds in which an address must answer; who plays on all its cores is slow to."""
_COUNT = 5.0
"""Seconds after which the cores are counted again."""
_LOOK = 60.0
"""Seconds in which nodes must tell their versions; who is later tells them with his first shard."""
_ANY_CALL = "/ray.rpc.RayletDriver/ClusterInfo"
"""What may be asked of a Ray elsewhere to see whether it asks for a token."""
_CALLS = 3
"""So often a Ray elsewhere is called whose head fails to start a process for the caller."""
_STEP = 0.1
SILENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_USAGE_STATS_PROMPT_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
"""What Ray does besides, unless somebody has asked for it."""
_STORE = 200 << 20
"""Bytes of shared memory for a Ray of our own, through which little goes."""


class Cluster:
    """The workers of a Ray cluster, which do shards; to be used with ``with``.

    It is called when there is work, or by `connect`, and left when ``with`` ends; a Ray of its own
    is then ended, too. While that one is starting, threads of this process do the first shards.
    """

    seconds = 2.0

    def __init__(self, address: str, most: int | None = None) -> None:
        """``address`` is ``auto`` or ``ray://HOST:PORT``; ``most`` shards are done at once."""
        address = arguments.text("cluster", address)
        if address != "auto" and not (address.startswith("ray://") and _ADDRESS.fullmatch(address)):
            raise UsageError("bad-cluster", text=address)
        self._most = None if most is None else arguments.threads(most)
        self._ray = _ray()
        self._address, self._found = _running(self._ray) if address == "auto" else (address, False)
        self._starting: Future[None] | None = None
        self._keeper: threading.Thread | None = None
        self._over = threading.Event()
        self._connected = self._joined = False
        self._cores, self._counted = 1, -1e9

    @property
    def here(self) -> bool:
        """Is this machine one of the cluster's?"""
        return not self._address.startswith("ray://")

    @property
    def ahead(self) -> int:
        """Two shards for each core, so that none waits."""
        if not self.started():
            return Threads(self._most).ahead
        return min(2 * self.cores, self._most or arguments.MOST)

    @property
    def cores(self) -> int:
        """How many cores there are now: nodes may join and leave."""
        if not self._connected:
            return self._most or os.cpu_count() or 1
        if time.monotonic() - self._counted > _COUNT:
            with suppress(Exception):  # the next shard tells what is wrong
                self._cores = int(self._ray.cluster_resources().get("CPU", 1))
            self._counted = time.monotonic()
        return max(1, self._cores)

    def connect(self) -> None:
        """Call the cluster, if that is not done; see that its workers can do what they are sent."""
        if self._connected or self._starting is not None:
            return
        if self._address == "":
            self._starting = Future()
            self._keeper = threading.Thread(target=self._keep, args=(self._starting,), name="ray")
            self._keeper.start()
            return
        if self._address != "joined":
            _check_answers(self._address)
            try:
                _join(self._ray, "auto" if self._found else self._address)
            except (Exception, SystemExit) as error:
                raise _nobody(self._address, error) from error
            self._joined = True
        self._connected = True
        self._check_nodes()

    def _keep(self, started: Future[None]) -> None:
        """Start a Ray of our own and end it when it is no longer wanted.

        All of it in one thread: what a thread has started, Linux ends with the thread.
        """
        try:
            _init(
                self._ray, address="local", include_dashboard=False, object_store_memory=_STORE,
                num_cpus=self._most or os.cpu_count() or 1,
            )  # fmt: skip
            started.set_result(None)
        except BaseException as error:
            started.set_exception(_nobody("auto", error))
        self._over.wait()
        self._ray.shutdown(wait_for_processes=True)

    def started(self) -> bool:
        """Is the cluster there?"""
        if not self._connected and self._starting is not None and self._starting.done():
            self._starting.result()
            self._connected = True
        return self._connected

    def _check_nodes(self) -> None:
        """Refuse nodes whose results may differ."""
        ray = self._ray
        nodes = [n for n in ray.nodes() if n["Alive"] and n["Resources"].get("CPU")]
        if not nodes:
            raise UsageError("cluster-empty", address=self._address)
        affinity = importlib.import_module("ray.util.scheduling_strategies")
        asked = {
            ray.remote(num_cpus=0)(look_up_versions())
            .options(
                scheduling_strategy=affinity.NodeAffinitySchedulingStrategy(n["NodeID"], soft=False)
            )
            .remote(): n["NodeManagerAddress"]
            for n in nodes
        }
        ready, _ = ray.wait(list(asked), num_returns=len(asked), timeout=_LOOK)
        for ref in ready:
            with suppress(ray.exceptions.RayError):  # it is gone again
                check_versions(own_versions(), ray.get(ref), asked[ref])

    def session(self, work: Work[Result]) -> AbstractContextManager[Session[Result]]:
        """Begin some work."""
        self.connect()
        return _RaySession.begin(self._ray, work) if self.started() else self._both(work)

    @contextmanager
    def _both(self, work: Work[Result]) -> Generator[Session[Result], None, None]:
        """Threads here until there are workers."""
        session: _Both[Result] | None = None
        try:
            with Threads(self._most).session(work) as threads:
                session = _Both(self, work, threads)
                yield session
        finally:
            if session is not None:
                session.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._keeper is not None:
            self._keeper.join()
        if self._joined:
            self._ray.shutdown()
        self._starting, self._keeper = None, None
        self._connected = self._joined = False
        self._over.clear()


@contextmanager
def executor_at(cluster: str | None, threads: int | None) -> Iterator[Cluster | None]:
    """The cluster at an address; None where none is asked for."""
    if cluster is None:
        yield None
        return
    with Cluster(cluster, threads) as found:
        yield found


class _RaySession(Generic[Result]):
    """Some work at a cluster."""

    def __init__(self, ray: Any, work: Work[Result]) -> None:
        self._ray = ray
        self._parcel = ray.put(_packed(ray, work))
        self._do = ray.remote(num_cpus=1, max_retries=_TRIES)(do_shard)
        self.waiting: list[Any] = []

    @classmethod
    @contextmanager
    def begin(cls, ray: Any, work: Work[Result]) -> Generator[Session[Result], None, None]:
        """Begin, and give up at the end what is not done."""
        session = cls(ray, work)
        try:
            yield session
        finally:
            session.close()

    def submit(self, shard: Shard) -> None:
        with _told(self._ray):
            self.waiting.append(self._do.remote(self._parcel, shard))

    def wait(self, seconds: float | None = None) -> list[Done[Result]]:
        with _told(self._ray):
            ready, self.waiting = self._ray.wait(self.waiting, num_returns=1, timeout=seconds)
            found: Sequence[Done[Result] | EchappeeError] = self._ray.get(ready)
        for one in found:
            if isinstance(one, EchappeeError):
                raise one
        return [one for one in found if isinstance(one, Done)]

    def close(self) -> None:
        for ref in self.waiting:
            with suppress(Exception):  # the cluster may be what has gone
                self._ray.cancel(ref)
        self.waiting = []


class _Both(Generic[Result]):
    """Some work that threads here begin, while the workers are still being started."""

    def __init__(self, cluster: Cluster, work: Work[Result], threads: Session[Result]) -> None:
        self._cluster, self._work = cluster, work
        self._threads, self._theirs = threads, 0
        self._session: _RaySession[Result] | None = None

    def submit(self, shard: Shard) -> None:
        if self._session is None and self._cluster.started():
            self._session = _RaySession(self._cluster._ray, self._work)
        if self._session is not None:
            self._session.submit(shard)
        else:
            self._threads.submit(shard)
            self._theirs += 1

    def wait(self, seconds: float | None = None) -> list[Done[Result]]:
        found: list[Done[Result]] = []
        while not found:
            if self._theirs:
                found += self._threads.wait(_STEP)
                self._theirs -= len(found)
            if self._session is not None and self._session.waiting:
                found += self._session.wait(_STEP if self._theirs else None)
        return found

    def close(self) -> None:
        if self._session is not None:
            self._session.close()


def _ray() -> Any:
    """Ray, which says nothing unless somebody has asked for it."""
    for name, value in SILENT.items():
        os.environ.setdefault(name, value)
    try:
        importlib.import_module("grpc")
        return importlib.import_module("ray")
    except ImportError as error:
        raise MissingExtra("missing-extra", needs="Ray", extra="cluster") from error


def _running(ray: Any) -> tuple[str, bool]:
    """Where the Ray is that this machine belongs to, and whether Ray finds it by itself.

    As for Ray's own commands, that is what RAY_ADDRESS names, or what `ray start` began last. It is
    "joined" where this process is in it, and "" where there is none.
    """
    if ray.is_initialized():
        return "joined", False
    if named := os.environ.get("RAY_ADDRESS", ""):
        if named != "local" and not _ADDRESS.fullmatch(named):
            raise UsageError("bad-cluster", text=named)
        return ("" if named == "local" else named), False
    found = importlib.import_module("ray._private.utils").read_ray_address()
    if found is not None and _ADDRESS.fullmatch(found):
        with suppress(UsageError):  # it has ended without a word
            _check_answers(found)
            return str(found), True
    return "", False


def _check_answers(address: str) -> None:
    """Refuse an address at which nobody is, or somebody else."""
    parts = _ADDRESS.fullmatch(address)
    assert parts is not None
    host, port = parts[1].strip("[]"), int(parts[2])
    try:
        socket.create_connection((host, port), _CALL).close()
    except (OSError, OverflowError) as error:
        raise _nobody(address, error) from error
    grpc = importlib.import_module("grpc")
    with grpc.insecure_channel(f"{parts[1]}:{port}") as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=_CALL)
            if address.startswith("ray://") and os.environ.get("RAY_AUTH_MODE") != "token":
                channel.unary_unary(_ANY_CALL)(b"", timeout=_CALL)
        except grpc.FutureTimeoutError as error:
            why = phrase("system-not-ray")
            raise UsageError(
                "no-cluster", address=address, reason=why.en, reason_fr=why.fr
            ) from error
        except grpc.RpcError as error:  # what else it thinks of the call is all the same
            if error.code() is grpc.StatusCode.UNAUTHENTICATED:
                raise UsageError("cluster-token", address=address) from error


def _nobody(address: str, error: BaseException) -> UsageError:
    why = reason_of(error)
    told_by_system = isinstance(error, OSError) and error.errno is not None
    if not told_by_system and (said := str(error).strip()):  # Ray's own words
        lines = said.splitlines()
        told = lines[-1].split("Error: ")[-1] if lines[0].endswith(":") else lines[0]
        why = Phrase(told.rstrip("."), told.rstrip("."))
    return UsageError("no-cluster", address=address, reason=why.en, reason_fr=why.fr)


def _init(ray: Any, **options: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(log_to_driver=False, logging_level="CRITICAL", **options)


def _join(ray: Any, address: str) -> None:
    """Join a Ray that runs.

    Its head starts a process for each caller, which now and then dies at its start
    (ray-project/ray#63202): who calls again gets another one.
    """
    for _ in range(_CALLS - 1):
        with suppress(ConnectionAbortedError):
            _init(ray, address=address)
            return
    _init(ray, address=address)


def _packed(ray: Any, work: Work[Any]) -> Parcel:
    """The work as it is sent."""
    try:
        written = ray.cloudpickle.dumps(work)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UsageError("cluster-unsent", why=why) from error
    return Parcel(own_versions(), bot_files(), written)


@contextmanager
def _told(ray: Any) -> Iterator[None]:
    """What goes wrong at a cluster, as it would be told here, or in words."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise (error.cause or error) from None
    except (ray.exceptions.RayError, ConnectionError) as error:
        why = str(error).strip().splitlines() or [type(error).__name__]
        raise UsageError("cluster-lost", why=why[0]) from error
