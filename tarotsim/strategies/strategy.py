"""What a strategy is: a name, a version, and five decisions.

A decision is a function of one argument, the ``view``: the TABLE record (`tarotsim.rules.table`) as
the deciding seat may see it. It returns an integer:

* ``bid(view)``: 0 pass, 1 prise, 2 garde, 3 garde sans, 4 garde contre; ``view.contract`` is the
  current bid.
* ``discard(view)``: a mask of ``view.need`` cards out of ``view.legal_plain``, or, where that is 0,
  out of ``view.legal_trumps`` (then every plain card goes already, and these fill the shortage).
* ``chelem(view)``: 1 to announce a slam, else 0.
* ``poignee(view)``: the mask of the trumps and Excuse to show, else 0.
* ``card(view)``: the number of a card of ``view.legal_plain`` or ``view.legal_trumps``.

Whatever chance a decision needs comes from ``view.word``, 64 random bits (see
`tarotsim.engine.streams`). The functions are plain Python that Numba compiles; helpers they call
carry ``@kernel``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from numba import from_dtype, njit, types
from numba.core.errors import NumbaError

from tarotsim.errors import BadInput
from tarotsim.rules.table import TABLE

__all__ = ["DECISION", "Decision", "Strategy"]

Decision = Callable[..., int]

DECISION = types.int64(from_dtype(TABLE))
"""The one signature of all decisions: int64(view)."""


@cache
def _compile(decision: Decision, cached: bool) -> Decision:
    return njit(DECISION, cache=cached, nogil=True, error_model="numpy")(decision)


@dataclass(frozen=True)
class Strategy:
    """A player: its name, the version of its behaviour, one line on it, and its five decisions."""

    name: str
    version: int
    summary: str
    bid: Decision
    discard: Decision
    chelem: Decision
    poignee: Decision
    card: Decision
    source: str = ""
    """The file it came from, for a player from outside the package; else empty."""
    digest: str = ""
    """The SHA-256 of that file."""

    def compiled(self) -> tuple[Decision, ...]:
        """The five decisions compiled, in the order of `tarotsim.engine.loop.DECISIONS`.

        Raises BadInput if one of them cannot be compiled.
        """
        compiled = []
        for name in ("bid", "discard", "poignee", "chelem", "card"):
            try:
                compiled.append(_compile(getattr(self, name), not self.source))
            except NumbaError as error:
                reason = " ".join(str(error).split())
                raise BadInput(
                    f"strategy {self.name!r}: the decision {name!r} cannot be compiled: {reason}"
                ) from error
        return tuple(compiled)
