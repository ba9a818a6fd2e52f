"""DataFrames as plain text tables, and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["interval", "number", "print_table", "to_json"]

MISSING = "-"
WIDEST = 10_000
"""No table is cut to fit a terminal: a figure cut short is another figure."""


def is_missing(value: Any) -> bool:
    """Whether a figure could not be computed (None, or the NaN pandas makes of it)."""
    return value is None or value != value


def number(value: Any, decimals: int = 0, scale: float = 1.0) -> str:
    """A figure with thousands separators; a dash where there is none."""
    return MISSING if is_missing(value) else f"{value * scale:,.{decimals}f}"


def interval(row: Mapping[str, Any], name: str, decimals: int, scale: float = 1.0) -> str:
    """The figure ``name`` of a row with its 95 % interval: ``56.5 [56.4, 56.6]``."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if is_missing(low):
        return number(row[name], decimals, scale)
    figures = (number(value, decimals, scale) for value in (row[name], low, high))
    return "{} [{}, {}]".format(*figures)


def print_table(
    table: pd.DataFrame,
    columns: Mapping[str, Callable[[Mapping[str, Any]], str]],
    file: IO[str] | None = None,
) -> None:
    """Print ``table`` with these columns: heading to the text made of a row. Words are left-aligned.

    To ``file``, or to stdout.
    """
    from rich.console import Console
    from rich.table import Table

    rows = [[text(row) for text in columns.values()] for row in table.to_dict("records")]
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(columns):
        is_text = place == 0 or any(row[place][:1].isalpha() for row in rows)
        drawn.add_column(heading, justify="left" if is_text else "right", no_wrap=True)
    for row in rows:
        drawn.add_row(*row)
    out = file or sys.stdout
    console = Console(file=out, width=WIDEST, highlight=False, markup=False, soft_wrap=True)
    with console.capture() as drawing:
        console.print(drawn)
    for line in drawing.get().splitlines():
        print(line.rstrip(), file=out)


to_json: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""Strict JSON on one line."""
