"""Sets of cards as the bits of an int64, and the few machine instructions that work on them.

Every function here stands twice: in plain Python, which runs when the JIT is off, and as one or
two instructions for compiled code. Sets use at most 56 bits, so they are never negative.
"""

from __future__ import annotations

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

__all__ = ["highest", "lowest", "multiply_high", "popcount", "select"]


def popcount(bits):
    """How many bits are set."""
    return (int(bits) & 0xFFFFFFFFFFFFFFFF).bit_count()


def lowest(bits):
    """Index of the lowest set bit; ``bits`` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest(bits):
    """Index of the highest set bit; ``bits`` must not be 0."""
    return int(bits).bit_length() - 1


def select(bits, k):
    """Index of the k-th lowest set bit, k from 0; more than k bits must be set."""
    rest = int(bits)
    for _ in range(k):
        rest &= rest - 1
    return lowest(rest)


def multiply_high(a, b):
    """The upper 64 bits of the 128-bit product of two uint64."""
    return type(a)(int(a) * int(b) >> 64)


def _unary(name, *flags):
    """An intrinsic for the LLVM bit-counting instruction ``name`` on int64."""

    @intrinsic
    def instruction(typingctx, bits):
        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            parameters = [word] + [ir.IntType(1)] * len(flags)
            function = builder.module.declare_intrinsic(name, [word], ir.FunctionType(word, parameters))
            return builder.call(function, [args[0], *(ir.Constant(ir.IntType(1), f) for f in flags)])

        return types.int64(types.int64), codegen

    return instruction


@intrinsic
def _pdep(typingctx, source, mask):
    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", [], ir.FunctionType(word, [word, word])
        )
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def _multiply_high(typingctx, a, b):
    def codegen(context, builder, signature, args):
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


_ctpop = _unary("llvm.ctpop")
_cttz = _unary("llvm.cttz", 1)
_ctlz = _unary("llvm.ctlz", 1)
_HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))


@overload(popcount, inline="always")
def _compiled_popcount(bits):
    return lambda bits: _ctpop(bits)


@overload(lowest, inline="always")
def _compiled_lowest(bits):
    return lambda bits: _cttz(bits)


@overload(highest, inline="always")
def _compiled_highest(bits):
    return lambda bits: 63 - _ctlz(bits)


@overload(select)
def _compiled_select(bits, k):
    if _HAS_PDEP:
        return lambda bits, k: _cttz(_pdep(1 << k, bits))

    def clear_and_count(bits, k):
        for _ in range(k):
            bits &= bits - 1
        return _cttz(bits)

    return clear_and_count


@overload(multiply_high, inline="always")
def _compiled_multiply_high(a, b):
    return lambda a, b: _multiply_high(a, b)
