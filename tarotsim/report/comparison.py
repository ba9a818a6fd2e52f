"""The outcome of a comparison as it grows, and the files it leaves: JSON, text, Parquet, plots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.analysis.comparison import advantage_table, comparison_json, ranking_table, widest
from tarotsim.analysis.duplicate import DuplicateSums
from tarotsim.errors import Fault
from tarotsim.logs.folder import COMPRESSION
from tarotsim.logs.manifest import write_atomically
from tarotsim.report.comparison_plots import draw_matrix, draw_ranking
from tarotsim.simulation.comparison import Comparison

__all__ = ["Outcome"]


class Outcome:
    """What the tables of ``comparison`` have shown so far.

    Where ``keep`` is true the advantages go, deal by deal, to ``advantages.parquet`` in its folder.
    """

    def __init__(self, comparison: Comparison, *, threads: int, keep: bool) -> None:
        self.plan = comparison.plan
        self.sums = DuplicateSums(comparison.plan.names)
        self._comparison = comparison
        self._threads = threads
        self._keep = keep
        self._writer: pq.ParquetWriter | None = None

    def add(self, deals: range) -> None:
        """Add a part that has been played at every table."""
        with ThreadPoolExecutor(self._threads) as pool:
            advantages = self.sums.add(self._comparison.files(deals), deals, pool.map)
        if self._keep:
            with _naming(self._comparison.folder):
                if self._writer is None:
                    self._writer = self._open(advantages.schema)
                self._writer.write_table(advantages)

    @property
    def settled(self) -> bool:
        """Whether the comparison may end here, because its intervals are as narrow as was asked."""
        return self.plan.until is not None and widest(self.sums) <= self.plan.until

    def to_json(self) -> dict[str, Any]:
        """What was played, and every figure."""
        plan = self.plan
        return {
            "deals": self.sums.deals,
            "players": list(plan.names),
            "seed": plan.seed,
            "first": plan.first,
            "tables": len(self._comparison.runners),
            "until": plan.until,
            **comparison_json(self.sums),
        }

    def write(self, print_to: Callable[[IO[str]], None]) -> None:
        """Write the files of results; ``print_to`` prints the text to a stream."""
        from io import StringIO

        folder, text = self._comparison.folder, StringIO()
        print_to(text)
        with _naming(folder):
            if self._writer is not None:
                self._writer.close()
                self._temporary.replace(folder / "advantages.parquet")
            draw_matrix(advantage_table(self.sums), self.plan.names, folder / "matrix.svg")
            draw_ranking(ranking_table(self.sums), folder / "ranking.svg")
            write_atomically(folder / "compare.txt", text.getvalue().encode())
            data = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
            write_atomically(folder / "compare.json", (data + "\n").encode())

    @property
    def _temporary(self) -> Path:
        return self._comparison.folder / "_tmp-advantages.parquet"

    def _open(self, schema: pa.Schema) -> pq.ParquetWriter:
        described = schema.with_metadata(
            {"unit": "points per deal: the mean over the four seatings of A's score, for each A|B"}
        )
        return pq.ParquetWriter(
            self._temporary,
            described,
            use_dictionary=False,
            column_encoding={"deal": "DELTA_BINARY_PACKED"},
            **COMPRESSION,
        )


@contextmanager
def _naming(folder: Path) -> Iterator[None]:
    """Turn a failure to write into one that says where."""
    try:
        yield
    except OSError as error:
        raise Fault(f"cannot write into {folder}: {error.strerror or error}; its tables are safe") from error
