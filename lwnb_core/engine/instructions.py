"""Machine instructions that numba has no name for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def trailing_zeros(_typing: Any, _word: Any) -> Any:
    """How many low bits of a word other than 0 are 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def prefetch(_typing: Any, array: Any, _row: Any, _column: Any) -> Any:
    """Ask for a cell of a matrix to be brought near, without waiting for it. It must be within the matrix."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        matrix = context.make_array(kind)(context, builder, arguments[0])
        cell = cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
            context, builder, kind, matrix, list(arguments[1:]), wraparound=False
        )
        address = builder.bitcast(cell, cgutils.voidptr_t)
        number = ir.IntType(32)
        function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module,
            ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number]),
            "llvm.prefetch.p0",
        )
        # For reading; to be kept in every cache; data, not instructions.
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.uint64, types.uint64), generate
