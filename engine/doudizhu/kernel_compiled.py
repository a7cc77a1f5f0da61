"""The kernel compiled: importing this module takes seconds the first time, then it is cached.

numba keeps what it compiled beside the sources, where it may write there, else in the user's cache
folder, or where NUMBA_CACHE_DIR says; where none can be written it compiles for this process only.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from engine.doudizhu import (
    kernel_fewest,
    kernel_layout,
    kernel_likelihood,
    kernel_moves,
    kernel_open,
    kernel_policy,
    kernel_positions,
    kernel_rollout,
    kernel_task,
    kernel_turns,
)

LINE = 8
"""Numbers of a line of the processor's cache."""

INNER: Any = {"_nrt": False}
OPTIONS: Any = {"nogil": True, **INNER}
"""Nothing compiled makes or keeps an array: to count who uses a row takes a third of the time."""


MODULES = (
    kernel_fewest,
    kernel_moves,
    kernel_positions,
    kernel_turns,
    kernel_open,
    kernel_policy,
    kernel_rollout,
    kernel_likelihood,
)


def _functions() -> Iterator[FunctionType]:
    """Every function of the kernel, in the order of the sources."""
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value


def _stamp() -> int:
    """A number that changes with the kernel's sources.

    numba looks for changes in the file of the function it was asked for, not in those it calls.
    """
    stamp = 0
    for module in (kernel_layout, kernel_task, *MODULES):
        numbers = [item for item in sorted(vars(module).items()) if isinstance(item[1], int)]
        stamp = zlib.crc32(repr(numbers).encode(), stamp)
    for function in _functions():
        code = function.__code__
        stamp = zlib.crc32(code.co_code, stamp)
        stamp = zlib.crc32(repr((code.co_consts, code.co_names)).encode(), stamp)
    return stamp + 1


def _compiled(signature: str, function: Callable[..., int]) -> Any:
    """*function* as numba compiled it; nothing compiled ever calls itself."""
    config: Any = numba.config
    if config.DISABLE_JIT:  # products that wrap around are meant; plain numpy would warn of them
        return np.errstate(over="ignore")(function)
    usual = config.OPT
    if usual == 3:  # numba's own, which never ends here
        config.OPT = type(usual)(2)
    try:
        try:
            return numba.njit(signature, cache=True, **OPTIONS)(function)
        except RuntimeError:  # no folder to keep it in
            return numba.njit(signature, **OPTIONS)(function)
    finally:
        config.OPT = usual


def _entries(stamp: int) -> tuple[Any, Any, Any, Any]:
    """The functions that are called from outside."""

    def fewest(data: Any, packed: int) -> int:
        assert stamp  # so it is part of what the cache knows the function by
        return kernel_fewest.few(data, packed)

    def go_on(data: Any, entries: Any, limit: int) -> int:
        assert stamp
        return kernel_open.go_on(data, entries, limit)

    def compare(data: Any, task: Any) -> int:
        assert stamp
        return kernel_rollout.compare(data, task)

    def weigh(data: Any, task: Any) -> int:
        assert stamp
        return kernel_likelihood.weigh(data, task)

    return (
        _compiled("int64(int64[::1], int64)", fewest),
        _compiled("int64(int64[::1], int64[::1], int64)", go_on),
        _compiled("int64(int64[::1], int64[::1])", compare),
        _compiled("int64(int64[::1], int64[::1])", weigh),
    )


def row(numbers: tuple[int, ...], size: int) -> Any:
    """An array of *size* numbers: *numbers*, then zeros; it begins where a cache line does."""
    made = np.zeros(size + LINE, dtype=np.int64)
    begin = -(made.ctypes.data // made.itemsize) % LINE
    made = made[begin : begin + size]
    made[: len(numbers)] = numbers
    return made


@intrinsic
def _prefetch_line(typing: Any, numbers: Any, place: Any) -> Any:
    """The processor's instruction to have a line in its cache soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, place = arguments
        begin = context.make_array(signature.args[0])(context, builder, numbers).data
        address = builder.bitcast(builder.gep(begin, [place]), cgutils.voidptr_t)
        word = cgutils.int32_t
        put: Any = cgutils.get_or_insert_function
        ir: Any = vars(cgutils)["ir"]
        kind = ir.FunctionType(ir.VoidType(), [address.type, word, word, word])
        function = put(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [address, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(numbers, place), generate


_prefetch: Any = _prefetch_line


@overload(kernel_positions.fetch, jit_options=INNER)
def _fetch(entries: Any, place: Any) -> Any:
    def fetched(entries: Any, place: Any) -> Any:
        return _prefetch(entries, place)

    return fetched


for _function in _functions():
    if _function is not kernel_positions.fetch:
        register_jitable(**INNER)(_function)

FEWEST, GO_ON, COMPARE, WEIGH = _entries(_stamp())
