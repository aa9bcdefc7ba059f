"""A GPU, simulated by Numba: the same games as on the processor, and arrays for other libraries."""

from __future__ import annotations

import gc
from typing import Any, Literal

import numpy as np
import pytest

import echappee
from echappee.bots.contest import TALLY
from echappee.errors import EchappeeError, UsageError
from echappee.lab.batch.arrays import Arrays
from echappee.lab.batch.batch import Autoreset, Batch, IllegalAction
from echappee.lab.gpu import device as device_module
from echappee.lab.gpu import dlpack
from echappee.lab.gpu.arrays import DeviceArray
from echappee.lab.gpu.device import Gpu, find, told
from echappee.lab.gpu.dlpack import Borrowed
from echappee.lab.gpu.simulate import play_on_cpu, play_on_gpu
from echappee.lab.simulate import simulate
from tests.depth import deep
from tests.generic.cases import Case, brief, few_cases

NAMES = ("observation", "mask", "seat", "rewards", "places", "terminated")
DEVICES: tuple[Literal["cpu", "cuda"], ...] = ("cpu", "cuda")
MODES: tuple[Autoreset, ...] = ("next-step", "same-step", "disabled")


def both(
    game: str, games: int, players: int | None = None, options: Any = None, seed: int = 0,
    autoreset: Autoreset = "next-step", skip_forced: bool = False,
) -> tuple[Batch, Batch]:  # fmt: skip
    """The same batch on the processor and on a GPU."""
    one, other = (
        echappee.batch(
            game, games, players, options, seed, autoreset=autoreset, device=device,
            skip_forced=skip_forced,
        )
        for device in DEVICES
    )  # fmt: skip
    return one, other


def host(array: Any) -> Any:
    return np.asarray(array)


def shown(games: Batch, seen: Arrays | None = None) -> list[bytes]:
    """All that a batch shows, and its states."""
    arrays = games.arrays if seen is None else seen
    return [*(host(getattr(arrays, name)).tobytes() for name in NAMES), games.states().tobytes()]


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_a_batch_on_a_gpu_plays_the_same_games(case: Case) -> None:
    mode = MODES[case.players % 3]
    skip = case.players % 2 == 0
    cpu, gpu = both(case.game, 2, case.players, dict(case.changed), 3, mode, skip)
    assert shown(cpu) == shown(gpu)
    for _ in range(deep(6, 60)):
        actions = cpu.sample()
        assert host(gpu.sample()).tolist() == actions.tolist()
        begun = gpu.begin_greedy(1)
        assert host(begun()).tolist() == cpu.greedy(1).tolist()
        assert host(gpu.greedy()).tolist() == cpu.greedy().tolist()
        cpu.step(actions)
        gpu.step(actions)
        assert shown(cpu) == shown(gpu)


@pytest.mark.parametrize("mode", MODES)
def test_games_of_several_options_end_and_are_dealt_anew_alike(mode: Autoreset) -> None:
    chosen = [{"extras": 0}, {"extras": 5}, {"burning_head": True}]
    cpu, gpu = both("tapas", 3, options=chosen, seed=2, autoreset=mode)
    ended = 0
    for _ in range(24):
        actions = gpu.sample()
        cpu.sample()
        gpu.step(actions)
        cpu.step(host(actions))
        ended += int(cpu.arrays.terminated.sum())
        assert shown(cpu) == shown(gpu)
        if mode == "same-step":
            over = cpu.arrays.terminated
            assert (host(gpu.final_observation)[over] == cpu.final_observation[over]).all()
        if mode == "disabled" and cpu.arrays.terminated.any():
            cpu.reset(which=cpu.arrays.terminated.copy())
            gpu.reset(which=gpu.arrays.terminated)
            assert shown(cpu) == shown(gpu)
    assert ended
    for games in (cpu, gpu):
        games.reset(seed=9)
    assert shown(cpu) == shown(gpu)
    assert host(gpu.sample()).tolist() == cpu.sample().tolist()


# A whole game of the others takes the simulator long.
PLAYED_OUT = deep([case for case in few_cases() if case.game == "tapas"], few_cases())


@pytest.mark.parametrize("case", PLAYED_OUT, ids=str)
def test_games_at_random_end_in_the_same_bytes_and_counts(case: Case) -> None:
    case = Case(case.game, case.players, case.changed or brief(case.game))
    rules, games, found = case.rulebook, deep(3, 8), []
    for on_gpu in (False, True):
        tally, ends = np.zeros(TALLY.size, np.int64), rules.blank(games)
        given = rules, case.options, case.players
        if on_gpu:
            play_on_gpu(*given, 4, games, tally, ends=ends)
        else:
            kinds = np.zeros(case.players, np.int64)
            play_on_cpu(*given, kinds, 4, games, tally, 2, ends=ends)
        found.append((tally.tolist(), ends.tobytes()))
    assert found[0] == found[1]


def test_a_simulation_on_a_gpu_has_the_same_result() -> None:
    done: list[int] = []
    more: dict[str, Any] = {"options": {"extras": 3}, "seed": 5}
    found = simulate("tapas", 7, device="cuda", progress=done.append, **more)
    assert found == simulate("tapas", 7, **more)
    assert sum(done) == 7
    assert len(done) > 1


def test_only_bots_that_play_at_random_are_on_a_gpu() -> None:
    with pytest.raises(UsageError) as refused:
        simulate("tapas", 4, bots=["random", "greedy"], device="cuda")
    assert refused.value.code == "gpu-bots"
    assert "greedy" in str(refused.value)


def test_arrays_of_a_gpu_are_shared_without_a_copy() -> None:
    games = echappee.batch("tapas", 3, seed=1, device="cuda")
    for name in NAMES:
        array = getattr(games.arrays, name)
        taken = np.from_dlpack(array)
        facts = array.__cuda_array_interface__
        assert taken.ctypes.data == facts["data"][0]
        assert (taken.shape, taken.dtype.str) == (facts["shape"], facts["typestr"])
        assert facts["strides"] is None
        assert not facts["data"][1]
        assert taken.tobytes() == array.numpy().tobytes()
    seat = np.from_dlpack(games.arrays.seat)
    before = seat.tolist()
    games.step(games.sample())
    assert seat.tolist() == [1 - one for one in before], "what is shared shows the next step"


def test_what_others_hold_is_kept_until_they_let_it_go() -> None:
    games = echappee.batch("tapas", 2, device="cuda")
    gc.collect()
    before = len(dlpack._lent)
    taken = np.from_dlpack(games.arrays.rewards)
    unused = games.arrays.mask.__dlpack__()
    assert len(dlpack._lent) == before + 2
    del games
    gc.collect()
    assert taken.tolist() == [[0, 0], [0, 0]]
    del taken, unused
    gc.collect()
    assert len(dlpack._lent) == before


def test_memory_of_others_is_read_where_it_is() -> None:
    for array in (
        np.arange(12).reshape(3, 4)[:, 1],
        np.zeros((2, 3), np.float32),
        np.ones(3, bool),
    ):
        facts: Any = Borrowed(array.__dlpack__()).__cuda_array_interface__
        assert facts["data"][0] == array.ctypes.data
        assert facts["shape"] == array.shape
        assert facts["strides"] in (None, array.strides)
        assert facts["typestr"] == array.dtype.str


@pytest.mark.parametrize("kind", [list, np.int32, np.uint8, np.int64])
def test_actions_are_taken_in_any_kind_of_whole_numbers(kind: Any) -> None:
    cpu, gpu = both("tapas", 3, seed=4)
    actions = cpu.sample()
    gpu.step(actions.tolist() if kind is list else actions.astype(kind))
    cpu.step(actions)
    assert shown(cpu) == shown(gpu)


@pytest.mark.parametrize("actions", [[1, 2], [1.0, 2.0, 3.0], "123", None, np.zeros((3, 1), int)])
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    games = echappee.batch("tapas", 3, device="cuda")
    wrong = games.arrays.rewards
    for given in (actions, wrong):
        before = shown(games)
        with pytest.raises(UsageError) as refused:
            games.step(given)
        assert refused.value.code == "bad-actions"
        assert shown(games) == before


def test_an_illegal_action_is_refused_by_game_and_nothing_is_played() -> None:
    games = echappee.batch("tapas", 4, seed=2, device="cuda")
    games.step(games.sample())
    before = shown(games)
    fine = host(games.sample())
    wrong = fine.copy()
    mask = host(games.arrays.mask)
    wrong[2] = int((mask[2] == 0).argmax())
    wrong[3] = games.wait
    with pytest.raises(IllegalAction) as refused:
        games.step(wrong)
    assert (refused.value.index, refused.value.action) == (2, wrong[2])
    assert refused.value.seat == host(games.arrays.seat)[2]
    assert shown(games) == before
    assert games.move(2, int(fine[2]))
    games.step(fine)
    assert shown(games) != before


def test_what_is_checked_later_is_told_by_check_and_nothing_is_played_from_there_on() -> None:
    games, twin = (echappee.batch("tapas", 4, seed=2, device="cuda") for _ in range(2))
    fine = host(twin.sample())
    games.step(fine, checked="later")
    twin.step(fine)
    games.check()
    assert shown(games) == shown(twin)
    before = shown(games)
    fine = host(twin.sample())
    wrong = fine.copy()
    wrong[2] = int((host(games.arrays.mask)[2] == 0).argmax())
    for actions in (wrong, fine, np.full(4, games.wait)):
        games.step(actions, checked="later")
        assert shown(games) == before
    for tell in (games.check, lambda: games.step(fine)):
        with pytest.raises(IllegalAction) as refused:
            tell()
        assert (refused.value.index, refused.value.action) == (2, wrong[2])
        games.check()
        games.step(wrong, checked="later")
    with pytest.raises(IllegalAction):
        games.check()
    games.step(fine, checked="later")
    twin.step(fine)
    games.check()
    assert shown(games) == shown(twin)


def test_arrays_that_a_batch_has_taken_are_the_same_memory() -> None:
    games = echappee.batch("tapas", 2, seed=6, device="cuda")
    seat: Any = games.arrays.seat
    taken = games.taken(seat)
    assert isinstance(taken, DeviceArray)
    assert taken.held is seat.held
    for wrong in (np.zeros(2), [1, 2], None):
        with pytest.raises(UsageError) as refused:
            games.taken(wrong)
        assert refused.value.code == "bad-array"


def test_arrays_handed_in_are_filled() -> None:
    cpu, gpu = both("tapas", 2, seed=6)
    rooms = cpu.new_arrays(2), gpu.new_arrays(2)
    for step in range(2):
        actions = cpu.sample()
        cpu.step(actions, rooms[0].at(step))
        gpu.step(actions, rooms[1].at(step))
    for name in NAMES:
        one, other = getattr(rooms[0], name), getattr(rooms[1], name)
        assert isinstance(other, DeviceArray)
        assert (other.shape, other.dtype, other.ndim) == (one.shape, one.dtype, one.ndim)
        assert other.numpy().tobytes() == one.tobytes()
    assert repr(rooms[1].seat) == "<DeviceArray int64 (2, 2)>"
    with pytest.raises(UsageError):
        rooms[1].at(2)
    with pytest.raises(IndexError):
        gpu.arrays.seat[0]
    with pytest.raises(ValueError, match="copy"):
        np.array(gpu.arrays.seat, copy=False)
    swapped = Arrays(**{n: getattr(gpu.arrays, n) for n in NAMES} | {"seat": gpu.arrays.rewards})
    before = shown(gpu)
    for wrong in (swapped, cpu.arrays):
        with pytest.raises(UsageError) as refused:
            gpu.step(gpu.sample(), wrong)
        assert refused.value.code == "bad-array"
    assert shown(gpu) == before


def test_named_slices_are_of_an_array_that_can_be_sliced() -> None:
    cpu, gpu = both("tapas", 2, seed=6)
    parts = gpu.views(host(gpu.arrays.observation))
    assert {n: p.tobytes() for n, p in parts.items()} == {
        n: p.tobytes() for n, p in cpu.views().items()
    }
    with pytest.raises(UsageError) as refused:
        gpu.views()
    assert refused.value.code == "bad-array"


@pytest.mark.parametrize("which", [[True, False], np.ones(3, bool), np.ones(2, np.int8), 1])
def test_games_to_reset_are_named_by_flags(which: Any) -> None:
    games = echappee.batch("tapas", 2, device="cuda")
    with pytest.raises(UsageError) as refused:
        games.reset(which=which)
    assert refused.value.code == "bad-array"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"device": "gpu"}, "unknown-device"),
        ({"device": None}, "unknown-device"),
        ({"stream": 1}, "stream-device"),
        ({"device": "cuda", "stream": "fast"}, "bad-stream"),
        ({"device": "cuda", "stream": -1}, "bad-stream"),
    ],
)
def test_devices_and_streams_that_are_none_are_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises(EchappeeError) as refused:
        echappee.batch("tapas", 2, **more)
    assert refused.value.code == code
    if "stream" not in more:
        with pytest.raises(EchappeeError) as refused:
            simulate("tapas", 2, **more)
        assert refused.value.code == code


def test_streams_are_known_by_their_handles() -> None:
    class OfTorch:
        cuda_stream = 0

    class OfCupy:
        ptr = 4711

    assert [Gpu(one).stream_number for one in (None, 0, OfTorch(), OfCupy(), 12)] == [
        1, 1, 1, 4711, 12,
    ]  # fmt: skip


class NoGpus:
    gpus: tuple[object, ...] = ()

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    def is_available(self) -> bool:
        if self._error is not None:
            raise self._error
        return False


@pytest.mark.parametrize(
    ("version", "cuda", "code"),
    [
        (None, None, "no-numba-cuda"),
        ("0.30", NoGpus(), "no-gpu"),
        ("0.30", NoGpus(OSError("libcuda")), "no-gpu"),
    ],
)
def test_without_a_gpu_it_is_refused_in_words(
    version: str | None, cuda: object, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_module, "simulated", lambda: False)
    monkeypatch.setattr(device_module, "numba_cuda_version", lambda: version)
    monkeypatch.setattr(device_module, "cuda", cuda)
    monkeypatch.setattr(device_module, "find", find.__wrapped__)
    for call in (
        lambda: echappee.batch("tapas", 2, device="cuda"),
        lambda: simulate("tapas", 2, device="cuda"),
    ):
        with pytest.raises(UsageError) as refused:
            call()
        assert refused.value.code == code
        assert refused.value.words.en != refused.value.words.fr


def test_a_gpu_without_room_is_refused_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Gpu, "free_memory", lambda self: 5 << 20)
    with pytest.raises(UsageError) as refused:
        echappee.batch("tapas", 1 << 20, device="cuda")
    assert refused.value.code == "gpu-room"
    assert "5 MB" in str(refused.value)
    assert len(echappee.batch("tapas", 4, device="cuda")) == 4


class DriverError(Exception):
    __module__ = "numba.cuda.cudadrv.driver"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), "gpu-memory"),
        (DriverError("[2] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY"), "gpu-memory"),
        (DriverError("[700] illegal address\nand more"), "gpu-failed"),
    ],
)
def test_what_fails_on_a_gpu_is_told_in_words(error: Exception, code: str) -> None:
    with pytest.raises(UsageError) as refused, told():
        raise error
    assert refused.value.code == code
    assert "and more" not in str(refused.value)


def test_errors_of_ones_own_code_stay_what_they_are() -> None:
    with pytest.raises(KeyError), told():
        raise KeyError("mine")
