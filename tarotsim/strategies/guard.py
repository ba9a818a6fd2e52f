"""Players from outside are watched: what they are given is only to be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import carray, types
from numba.extending import intrinsic

from tarotsim.rules.table import TABLE

__all__ = ["WROTE_ON_THE_TABLE", "guarded"]

WROTE_ON_THE_TABLE = -(2**40)
"""The answer, illegal in every decision, that stands for a player who wrote on the table."""

_WORDS = TABLE.itemsize // 8


@intrinsic
def _address(typingctx, view):
    """Where the words of a TABLE record lie."""

    def codegen(context, builder, signature, args):
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int64)(view), codegen


def guarded(decide: Any) -> Callable[..., int]:
    """A decision that answers as the compiled ``decide`` does, unless that writes on the table.

    Then the table is put right, and the answer is `WROTE_ON_THE_TABLE`.
    """

    def decision(view):
        words = carray(_address(view), (_WORDS,))
        before = words.copy()
        answer = decide(view)
        wrote = False
        for place in range(_WORDS):
            if words[place] != before[place]:
                words[place] = before[place]
                wrote = True
        return WROTE_ON_THE_TABLE if wrote else answer

    return decision
