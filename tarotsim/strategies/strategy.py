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

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from numba import from_dtype, types

from tarotsim.errors import BadInput, Fault
from tarotsim.jit import JIT, compiled
from tarotsim.rules.table import SETTINGS, TABLE
from tarotsim.strategies.guard import WROTE_ON_THE_TABLE, guarded

__all__ = ["DECISION", "DECISIONS", "Decision", "Parameter", "Strategy", "StrategyFault"]

Decision = Callable[..., int]

DECISIONS = ("bid", "discard", "poignee", "chelem", "card")
"""The decisions, in the order of their numbers in the engine."""

DECISION = types.int64(from_dtype(TABLE))
"""The one signature of all decisions: int64(view)."""


@cache
def _compile(decision: Decision) -> Decision:
    """Compile a decision of the package, or load it from the cache."""
    function: Decision = compiled(decision, DECISION)
    return function


@cache
def _compile_foreign(decision: Decision) -> Decision:
    """Compile a decision of somebody else's: indices checked, guarded, and it must give an integer."""
    function = compiled(decision, cached=False, checked=True)
    if not JIT:
        return decision
    function.compile(DECISION.args)
    (signature,) = function.nopython_signatures
    if not isinstance(signature.return_type, types.Integer | types.Boolean):
        raise TypeError(f"it must return an integer, not {signature.return_type}")
    watched: Decision = compiled(guarded(function), DECISION, cached=False)
    return watched


@dataclass(frozen=True)
class Parameter:
    """One adjustable number of a strategy, kept in a table beside its decisions.

    ``view.settings[view.seat, place]`` holds it at play, ``place`` being its place in that table.
    """

    name: str
    default: float
    low: float
    high: float
    unit: str
    meaning: str


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
    parameters: tuple[Parameter, ...] = ()
    settings: tuple[tuple[str, float], ...] = ()
    """Parameters that differ from their defaults, in the order of the table."""
    source: str = ""
    """The file it came from, for a player from outside the package; else empty."""
    digest: str = ""
    """The SHA-256 of that file."""

    def __post_init__(self) -> None:
        """Raises ValueError or TypeError where a field is not what a log can hold."""
        if not isinstance(self.name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", self.name):
            raise ValueError(f"the name {self.name!r}: a letter, then letters, digits, . _ - are needed")
        if type(self.version) is not int or self.version < 0:
            raise ValueError(f"the version {self.version!r}: a whole number is needed")
        if not isinstance(self.summary, str) or "\n" in self.summary:
            raise ValueError("the summary: one line of text is needed")
        if len(self.parameters) > SETTINGS:
            raise ValueError(f"{len(self.parameters)} parameters: there is room for {SETTINGS}")
        for name in DECISIONS:
            if not callable(getattr(self, name)):
                raise TypeError(f"the decision {name!r} is no function")

    def with_settings(self, settings: Mapping[str, float]) -> Strategy:
        """The same player with other parameters; BadInput for one it has not, or out of range."""
        table = {parameter.name: parameter for parameter in self.parameters}
        for name, value in settings.items():
            if name not in table:
                known = ", ".join(table) or "none at all"
                raise BadInput(f"strategy {self.name!r} has no parameter {name!r}: it has {known}")
            parameter = table[name]
            if not parameter.low <= value <= parameter.high:
                raise BadInput(
                    f"strategy {self.name!r}: {name} = {value:g} is out of range:"
                    f" {parameter.low:g} to {parameter.high:g} {parameter.unit}"
                )
        chosen = tuple(
            (name, float(settings[name]))
            for name, parameter in table.items()
            if name in settings and settings[name] != parameter.default
        )
        return replace(self, settings=chosen)

    @property
    def label(self) -> str:
        """The name with whatever settings are not the default: ``expert:garde=50,sans=68``."""
        changed = ",".join(f"{name}={value:g}" for name, value in self.settings)
        return f"{self.name}:{changed}" if changed else self.name

    def values(self) -> list[float]:
        """The value of every parameter, in the order of the table."""
        changed = dict(self.settings)
        return [changed.get(parameter.name, parameter.default) for parameter in self.parameters]

    def compiled(self) -> tuple[Decision, ...]:
        """The five decisions compiled, in the order of `DECISIONS`.

        Raises BadInput if one of a player from outside cannot be compiled.
        """
        functions = []
        for name in DECISIONS:
            if not self.source:
                functions.append(_compile(getattr(self, name)))
                continue
            try:
                functions.append(_compile_foreign(getattr(self, name)))
            except Exception as error:  # whatever Numba makes of somebody else's code
                reason = " ".join(str(error).split())
                raise BadInput(
                    f"strategy {self.name!r}: the decision {name!r} cannot be compiled: {reason}"
                ) from error
        return tuple(functions)


class StrategyFault(Fault):
    """A strategy answered a decision with what the rules forbid, wrote on the table, or failed."""

    @classmethod
    def raised(cls, strategy: Strategy, seat: int, deal: int, error: Exception) -> StrategyFault:
        """It failed with ``error``."""
        return cls(f"{_who(strategy, seat, deal)} raised {type(error).__name__}: {error}")

    @classmethod
    def illegal(cls, strategy: Strategy, seat: int, deal: int, decision: int, choice: int) -> StrategyFault:
        """It answered ``choice`` to a decision (its number in DECISIONS)."""
        if choice == WROTE_ON_THE_TABLE:
            what = "wrote on the table: what a decision is given is only to be read"
        else:
            kind = DECISIONS[decision]
            what = f"broke the rules: its answer {choice} to the decision {kind!r} is not legal"
        return cls(f"{_who(strategy, seat, deal)} {what}")


def _who(strategy: Strategy, seat: int, deal: int) -> str:
    return f"strategy {strategy.name!r} at seat {seat}, deal {deal},"
