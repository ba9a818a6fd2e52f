"""The figures of a report for programs: CSV, and strict JSON."""

from __future__ import annotations

import json
from typing import Any

from tarotsim.analysis.frames import records
from tarotsim.report.sections import Report, Table

__all__ = ["as_csv", "as_json"]


def as_csv(table: Table) -> str:
    """All figures of a table, unrounded; shares are fractions, intervals ``_low`` to ``_high``."""
    return table.frame.to_csv(index=False, lineterminator="\n")


def as_json(report: Report) -> str:
    """All tables of a report as lists of rows, with the same names and figures as in the CSV."""
    content: dict[str, Any] = {
        "format": "tarotsim report",
        "title": report.title,
        "by": report.by,
        "sound": not report.faults,
        "faults": list(report.faults),
        "tables": {table.name: records(table.frame) for table in report.tables},
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
