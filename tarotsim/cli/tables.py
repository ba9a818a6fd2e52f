"""DataFrames as plain text tables, and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from tarotsim.report.cells import Column
    from tarotsim.report.sections import Table

from tarotsim.report.cells import interval, number

WIDEST = 10_000
"""No table is cut to fit a terminal: a figure cut short is another figure."""

__all__ = ["interval", "number", "print_report_table", "print_table", "to_json"]


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


def _written(column: Column, row: Mapping[str, Any]) -> str:
    return str(column.cell(row))


def print_report_table(table: Table) -> None:
    """Print a table of a report, with its title."""
    print(table.title)
    print_table(
        table.frame,
        {column.heading: partial(_written, column) for column in (*table.under, *table.columns)},
    )


to_json: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""Strict JSON on one line."""
