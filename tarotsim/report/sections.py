"""What a report is made of: sections of tables and plots, whatever they are written as."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarotsim.report.cells import Column

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Plot", "Report", "Section", "Table"]


@dataclass(frozen=True)
class Table:
    """A table: all its figures in a frame, and the columns that are shown."""

    name: str
    """Of its file."""
    title: str
    note: str
    """What it shows, in a sentence or two; may be empty."""
    frame: pd.DataFrame
    columns: Sequence[Column]
    under: Sequence[Column] = ()
    """Texts that stand over the rows they are common to."""


@dataclass(frozen=True)
class Plot:
    """A plot, drawn when it is asked for."""

    name: str
    title: str
    note: str
    """What it shows; also what is read to those who cannot see it."""
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class Section:
    """A section: a few sentences, then tables and plots in the order they are read."""

    name: str
    title: str
    text: Sequence[str]
    parts: Sequence[Table | Plot]


@dataclass(frozen=True)
class Report:
    """A report, ready to be written."""

    title: str
    by: str | None
    facts: Sequence[str]
    """What was played, a line each."""
    faults: Sequence[str]
    """What is wrong with the log, a line each; none if it is sound."""
    sections: Sequence[Section]

    @property
    def tables(self) -> Iterator[Table]:
        """All tables, in the order they are read."""
        for section in self.sections:
            yield from (part for part in section.parts if isinstance(part, Table))

    @property
    def plots(self) -> Iterator[Plot]:
        """All plots, in the order they are read."""
        for section in self.sections:
            yield from (part for part in section.parts if isinstance(part, Plot))
