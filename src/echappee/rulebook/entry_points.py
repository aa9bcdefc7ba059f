"""Numba, made to optimise our functions where they are used, and not each one by itself before.

Left alone, Numba makes machine code of every function, with a copy of all that it calls in it, and
optimises those copies anew each time. Most functions of a game are only ever called by compiled
ones. Here such a function is a *part*: it is typed and translated into LLVM's language once, and no
more. An *entry point*, which Python calls, links all parts that it can reach, and they are
optimised and made machine code together. What it links of other entry points was optimised with
those: their long functions are taken as they are.

A whole number is handed on 64 bits wide, whatever field or constant it was taken from, so that a
function has one signature.

This builds on the insides of Numba: see `echappee.rulebook.compiler` for the versions that are
known.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.typing.context import Context

_LONG = 200
"""Instructions: LLVM copies no function into another that has more than a quarter of them."""
_READY = ("optnone", "noinline")
"""How LLVM is told to leave a function as it is."""
_MARK = re.compile(r"^(attributes #\d+ = \{.*?) optnone ", re.MULTILINE)
_OPTIONS = {
    "nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, "_nrt": True,
}  # fmt: skip
_UNCOUNTED = {**_OPTIONS, "_nrt": False}
"""For functions that make no arrays: nobody counts who still holds those that they are given.

To count takes an atomic step for every row of an array that is handed on, and those were a third of
the time that a batch of games took."""


class _PartLibrary(JITCodeLibrary):
    """The code of a part, for others to link: it is not linked with what it calls."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing is optimised here, and nothing becomes machine code."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The code of an entry point, to be linked with all parts that it can reach."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout  # all is optimised together, later

    def finalize(self) -> None:
        """Link, optimise and make machine code: as Numba does it, but for what is ready."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        for library in _callers_first(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            module = library._get_module_for_linking().clone()
            if not isinstance(library, _PartLibrary):
                for name in _long_functions(library):
                    for attribute in _READY:
                        module.get_function(name).add_function_attribute(attribute)
            self._final_module.link_in(module)
        self._before_optimisation()
        self._optimize_final_module()
        text = str(self._final_module)
        if _READY[0] in text:
            name = self._final_module.name
            self._final_module = llvm.parse_assembly(_MARK.sub(r"\1 ", text))
            self._final_module.name = name
        self._final_module.verify()
        self._finalize_final_module()

    def _before_optimisation(self) -> None:
        """All is linked."""


class _KernelLibrary(_EntryLibrary):
    """The code of an entry point that is the outermost function: nothing else needs its parts."""

    def _before_optimisation(self) -> None:
        """Let LLVM do with the parts as it likes: change what they take, or copy them into callers.

        They are private. "Internal" ones would be no different to LLVM, but their names would be in
        the machine code, where code that is loaded later finds them instead of its own.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.private


@cache
def _long_functions(library: Any) -> tuple[str, ...]:
    """Those functions of a library that are too long to be copied into a caller."""
    return tuple(
        function.name
        for function in library._get_module_for_linking().functions
        if not function.is_declaration
        and sum(1 for block in function.blocks for _ in block.instructions) > _LONG
    )


def _callers_first(libraries: list[Any]) -> list[Any]:
    """Some libraries and those that their parts call, in an order in which they can be linked.

    LLVM leaves out what nothing asks for that it has seen so far.
    """
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in seen:
            seen.add(library)
            if isinstance(library, _PartLibrary):
                for called in library._linking_libraries:
                    visit(called)
            found[library] = None

    seen: set[Any] = set()
    for library in libraries:
        visit(library)
    return list(reversed(found))


class _Remembering(Context):
    """What Numba knows about types, and the operators that it has looked up before.

    It looks through all meanings of a ``+`` each time that it meets one.
    """

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """The signature in which a function takes such arguments."""
        known = func if isinstance(func, types.Type) else self._lookup_global(func)
        if kws or type(known) is not types.Function or not all(a.is_precise() for a in args):
            return super().resolve_function_type(func, args, kws)
        found = known.__dict__.setdefault("_echappee", {})
        if args not in found:
            found[args] = super().resolve_function_type(func, args, kws)
        return found[args]


def _remembering(context: Any) -> _Remembering:
    """The same context, which remembers."""
    twin = object.__new__(_Remembering)
    twin.__dict__ = context.__dict__
    return twin


class _EntryCompiler(Compiler):
    library: type[JITCodeLibrary] = _EntryLibrary

    def define_pipelines(self) -> Any:
        state = self.state
        state.typingctx = _remembering(state.typingctx)
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_cfunc_wrapper = True  # no C code calls it
        return super().define_pipelines()


class _KernelCompiler(_EntryCompiler):
    library = _KernelLibrary


class _PartCompiler(_EntryCompiler):
    library = _PartLibrary

    def define_pipelines(self) -> Any:
        self.state.flags.no_cpython_wrapper = True
        self.state.flags.no_compile = True
        return super().define_pipelines()


def _widened(kind: Any) -> Any:
    """The one type in which a function takes such an argument."""
    plain = types.unliteral(kind)
    if plain in types.signed_domain:
        return types.int64
    return plain if plain == types.boolean else kind


class EntryPoint(CPUDispatcher):
    """A function that Python calls, and compiled ones too."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Numba asks this of a function that a compiled one calls."""
        return super().get_call_template(tuple(map(_widened, args)), kws)


class Part(EntryPoint):
    """A function that only compiled ones call."""

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled; there is nothing that Python could call."""
        called = object()  # what the callers know it by
        self.targetctx.insert_user_function(called, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=called)


def rule(function: Callable[..., Any]) -> EntryPoint:
    """A function for Python and kernels to call, compiled when it is first called, and cached."""
    made = EntryPoint(function, {}, dict(_OPTIONS), _EntryCompiler)
    made.enable_caching()
    return made


def kernel(function: Callable[..., Any]) -> EntryPoint:
    """Likewise, for Python to call; other kernels may. It makes no arrays."""
    made = EntryPoint(function, {}, dict(_UNCOUNTED), _KernelCompiler)
    made.enable_caching()
    return made


def part(function: Callable[..., Any]) -> Part:
    """A function for other compiled ones to call, compiled with them."""
    return Part(function, {}, dict(_OPTIONS), _PartCompiler)
