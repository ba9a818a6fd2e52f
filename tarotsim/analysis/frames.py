"""DataFrames as rows of plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_missing", "records"]


def is_missing(value: Any) -> bool:
    """Whether a figure could not be computed (None, or the NaN pandas makes of it)."""
    return value is None or value != value


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of ``table``, ready for JSON: None where a figure could not be computed."""
    return [
        {name: None if is_missing(value) else value for name, value in row.items()}
        for row in table.to_dict("records")
    ]
