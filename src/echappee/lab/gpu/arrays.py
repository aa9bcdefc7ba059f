"""Arrays on a GPU as they are handed out: every array library takes them without a copy."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from echappee.lab.gpu.dlpack import CUDA, HOST, Borrowed, capsule_of
from echappee.rulebook.cuda_compiler import cuda, simulated


class Home(Protocol):
    """The GPU on which an array is, as far as the array must know it."""

    number: int
    stream_number: int

    def get(self, held: Any) -> NDArray[Any]:
        """A copy in the memory of the processor."""

    def precede(self, stream: int | None) -> None:
        """Let work that is put into another stream from now on come after ours."""

    def follow(self, stream: int | None) -> None:
        """Let our work from now on come after what is in another stream."""


class DeviceArray:
    """Numbers on a GPU, in C's order.

    PyTorch, CuPy and JAX share the memory: ``torch.as_tensor(array, device="cuda")``,
    ``cupy.asarray(array)``, ``jax.dlpack.from_dlpack(array)``. What a batch does later shows there.
    `numpy` copies to the memory of the processor.
    """

    __slots__ = ("_gpu", "held")

    def __init__(self, gpu: Home, held: Any) -> None:
        self._gpu = gpu
        self.held = held
        """The array as Numba knows it."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many there are, in each dimension."""
        return tuple(self.held.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.held.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """What kind of numbers they are."""
        kind: np.dtype[Any] = np.dtype(self.held.dtype)
        return kind

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.dtype} {self.shape}>"

    def __getitem__(self, index: int) -> DeviceArray:
        """One of its rows, on the same memory."""
        if self.ndim < 2:
            raise IndexError("a number on a GPU is looked at after numpy()")
        return DeviceArray(self._gpu, self.held[index])

    def numpy(self) -> NDArray[Any]:
        """A copy in the memory of the processor, when all is done that was begun before."""
        return self._gpu.get(self.held)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("what is on a GPU reaches NumPy as a copy")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    @property
    def _pointer(self) -> int:
        if simulated():
            return int(np.asarray(self.held).ctypes.data)
        return int(self.held.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._pointer, False),
            "strides": None,
            "version": 3,
            "stream": self._gpu.stream_number,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (HOST, 0) if simulated() else (CUDA, self._gpu.number)

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> object:
        """A capsule; work in the taker's ``stream`` comes after what was begun here."""
        self._gpu.precede(stream)
        return capsule_of(self, self._pointer, self.shape, self.dtype, self.__dlpack_device__())


def kernel_array(gpu: Home, given: object) -> Any:
    """Memory of others on this GPU as kernels take it; None if it is none."""
    if isinstance(given, DeviceArray):
        return given.held
    device = getattr(given, "__dlpack_device__", None)
    if device is not None:
        if tuple(device()) != (CUDA, gpu.number):
            return None
        capsule = given.__dlpack__(stream=gpu.stream_number)  # type: ignore[attr-defined]
        return cuda.as_cuda_array(Borrowed(capsule), sync=False)
    described = getattr(given, "__cuda_array_interface__", None)
    if described is None:
        return None
    gpu.follow(described.get("stream"))
    return cuda.as_cuda_array(given, sync=False)
