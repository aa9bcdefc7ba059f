"""DLPack: how array libraries hand one another memory on a device without a copy.

A capsule holds a pointer to a struct that tells of the array; whoever takes the capsule over calls
the struct's deleter when he no longer needs the memory. Both ways are here: to wrap memory of ours,
and to read what others hand in (which is only borrowed: the capsule stays whole and is kept).
"""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

import numpy as np

HOST, CUDA = 1, 2
"""DLPack's numbers of the kinds of memory."""
_KINDS = {0: "i", 1: "u", 2: "f", 6: "b"}
_CODES = {letter: code for code, letter in _KINDS.items()}
_NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_: ClassVar = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _DataType(ctypes.Structure):
    _fields_: ClassVar = [
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
    ]  # fmt: skip


class _Tensor(ctypes.Structure):
    _fields_: ClassVar = [
        ("data", ctypes.c_void_p), ("device", _Device), ("ndim", ctypes.c_int32),
        ("dtype", _DataType), ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64),
    ]  # fmt: skip


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [
    ("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter),
]  # fmt: skip

_python = ctypes.pythonapi
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _python)
)
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _python)
)

_lent: dict[int, tuple[Any, ...]] = {}
"""What others hold of ours, by the place of its struct: kept until they call its deleter."""


@_Deleter  # type: ignore[untyped-decorator]
def _delete(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@_Destructor  # type: ignore[untyped-decorator]
def _destroy(capsule: int) -> None:
    """A capsule goes that nobody has taken over."""
    if _is_valid(capsule, _NAME):
        _lent.pop(_pointer_of(capsule, _NAME), None)


def capsule_of(
    owner: object,
    pointer: int,
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
) -> object:
    """A capsule for memory in C's order, which ``owner`` keeps."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    tensor = managed.tensor
    tensor.data, tensor.ndim, tensor.shape = pointer, len(shape), sizes
    tensor.device = _Device(*device)
    tensor.dtype = _DataType(_CODES[dtype.kind], dtype.itemsize * 8, 1)
    managed.deleter = _delete
    place = ctypes.addressof(managed)
    _lent[place] = managed, sizes, owner
    return _python.PyCapsule_New(place, _NAME, _destroy)


class Borrowed:
    """Memory that a capsule of others tells of, for as long as this lives."""

    def __init__(self, capsule: object) -> None:
        place = _python.PyCapsule_GetPointer(capsule, _NAME)
        tensor = ctypes.cast(place, ctypes.POINTER(_Managed)).contents.tensor
        code, bits = tensor.dtype.code, tensor.dtype.bits
        if code not in _KINDS or tensor.dtype.lanes != 1:
            raise TypeError("numbers of an unknown kind")
        dtype = np.dtype(f"{_KINDS[code]}{bits // 8}")
        shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
        strides = None
        if tensor.strides:
            strides = tuple(tensor.strides[i] * dtype.itemsize for i in range(tensor.ndim))
        self.capsule = capsule
        self.__cuda_array_interface__ = {
            "shape": shape, "typestr": dtype.str, "version": 3, "strides": strides,
            "data": ((tensor.data or 0) + tensor.offset, False),
        }  # fmt: skip
