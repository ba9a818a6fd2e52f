"""How figures are written: the one place that rounds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tarotsim.analysis.frames import is_missing

__all__ = ["MISSING", "Cell", "Column", "count", "interval", "number", "percent", "points", "text"]

MISSING = "-"


def number(value: Any, decimals: int = 0, scale: float = 1.0) -> str:
    """A figure with thousands separators; a dash where there is none."""
    return MISSING if is_missing(value) else f"{value * scale:,.{decimals}f}"


def interval(row: Mapping[str, Any], name: str, decimals: int, scale: float = 1.0) -> str:
    """The figure ``name`` of a row with its 95 % interval: ``56.5 [56.4, 56.6]``."""
    return str(Column("", name, decimals, scale, interval=True).cell(row))


@dataclass(frozen=True)
class Cell:
    """A figure as it is written, with the ends of its interval where it has one."""

    text: str
    low: str = ""
    high: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{self.low}, {self.high}]" if self.low else self.text


@dataclass(frozen=True)
class Column:
    """A column of a table as it is shown."""

    heading: str
    name: str
    """The column of the DataFrame."""
    decimals: int | None = None
    """None for a text."""
    scale: float = 1.0
    interval: bool = False

    def cell(self, row: Mapping[str, Any]) -> Cell:
        """The cell of this column in ``row``."""
        value = row[self.name]
        if self.decimals is None:
            return Cell(MISSING if is_missing(value) else str(value).replace("_", " "))
        text = number(value, self.decimals, self.scale)
        if not self.interval or is_missing(row[f"{self.name}_low"]):
            return Cell(text)
        low, high = (number(row[f"{self.name}_{end}"], self.decimals, self.scale) for end in ("low", "high"))
        return Cell(text, low, high)


def text(heading: str, name: str) -> Column:
    """A column of texts."""
    return Column(heading, name)


def count(heading: str, name: str) -> Column:
    """A column of whole numbers."""
    return Column(heading, name, 0)


def percent(heading: str, name: str, decimals: int = 2) -> Column:
    """A column of shares, in per cent, with their intervals."""
    return Column(heading, name, decimals, 100, interval=True)


def points(heading: str, name: str, decimals: int = 2) -> Column:
    """A column of means of points or scores, with their intervals."""
    return Column(heading, name, decimals, interval=True)
