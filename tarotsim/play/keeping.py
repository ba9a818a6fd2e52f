"""The file in which deals are kept as records, one a line."""

from __future__ import annotations

import json
from pathlib import Path

from tarotsim.engine.steps import Steps
from tarotsim.errors import BadInput, Fault
from tarotsim.records.writing import record_of

__all__ = ["RecordFile"]


class RecordFile:
    """A file of deal records that is only ever added to."""

    def __init__(self, path: Path) -> None:
        """Raises BadInput if the file cannot be written."""
        self.path = path
        try:
            with path.open("a+b"):
                pass
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror or error}") from None

    def add(self, steps: Steps) -> None:
        """Write the record of a deal, finished or not, as a line at the end; Fault if it cannot be."""
        line = json.dumps(record_of(steps.transcript())) + "\n"
        try:
            with self.path.open("a+b") as file:
                if file.tell() and not self._ends_a_line():
                    line = "\n" + line
                file.write(line.encode())
        except OSError as error:
            raise Fault(f"{self.path}: {error.strerror or error}; the deal is not recorded") from None

    def _ends_a_line(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read() == b"\n"
