"""Playing the deals of a log again, from seed and strategies, and holding them against its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import ROW
from tarotsim.errors import BadInput, Fault
from tarotsim.jit import seal_cache
from tarotsim.logs.manifest import Manifest, part_file
from tarotsim.logs.schema import DEALS_SCHEMA, PLAYS_SCHEMA, deals_table, plays_table
from tarotsim.rules import RULES_VERSION
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.simulation.plan import RunPlan

__all__ = ["Difference", "Replayer", "differences", "replay"]

CHUNK = 4096


class Difference(NamedTuple):
    """A value of the log that playing the deal again does not give."""

    deal: int
    column: str
    logged: Any
    again: Any

    def __str__(self) -> str:
        return f"the log says {self.column} = {self.logged}, played again it is {self.again}"


class Replayer:
    """Plays any deals of a run again. One may serve many threads.

    Raises BadInput if the rules or a strategy are no longer those of the run.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        rules = manifest.identity["rules"]
        if rules != RULES_VERSION:
            raise BadInput(f"{folder} was played by version {rules} of the rules, this is {RULES_VERSION}")
        self.plan = RunPlan.from_identity(manifest.identity)
        self._engine = Engine(self.plan.strategies())
        seal_cache()

    def play(self, deals: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """(ROW, TRANSCRIPT records) of these deals, in this order."""
        rows, transcripts = np.zeros(len(deals), ROW), np.zeros(len(deals), TRANSCRIPT)
        start = 0
        while start < len(deals):
            stop = start + 1
            while stop < len(deals) and deals[stop] == deals[stop - 1] + 1:
                stop += 1
            window = slice(start, stop)
            self._engine.play(
                self.plan.seed, int(deals[start]), stop - start, rows[window], transcripts[window]
            )
            start = stop
        return rows, transcripts

    def deals(self, rows: np.ndarray) -> pa.Table:
        """The rows of the log that these ROW records make."""
        return deals_table(rows, self.plan.names, DEALS_SCHEMA)


def replay(folder: Path, manifest: Manifest, deals: range) -> Iterator[tuple[pa.Table, np.ndarray]]:
    """Play ``deals`` (numbers that lie in finished parts) again, some thousand at a time.

    Gives (rows as in the log, TRANSCRIPT records). Raises Fault as soon as a row differs from the
    log, BadInput if the rules or a strategy are no longer those of the run.
    """
    replayer = Replayer(folder, manifest)
    plan = replayer.plan
    for part in plan.parts():
        wanted = range(max(part.start, deals.start), min(part.stop, deals.stop))
        if not len(wanted):
            continue
        logs = {"deals": _read(folder, "deals", part, DEALS_SCHEMA)}
        if plan.plays:
            logs["plays"] = _read(folder, "plays", part, PLAYS_SCHEMA)
        for first in range(wanted.start, wanted.stop, CHUNK):
            count = min(CHUNK, wanted.stop - first)
            rows, transcripts = replayer.play(range(first, first + count))
            again = replayer.deals(rows)
            _compare(folder, again, logs["deals"].slice(first - part.start, count))
            if plan.plays:
                cards = plays_table(rows, transcripts, PLAYS_SCHEMA)
                _compare(folder, cards, logs["plays"].slice(first - part.start, count))
            yield again, transcripts


def _read(folder: Path, kind: str, part: range, schema: pa.Schema) -> pa.Table:
    """One part of the log, with the columns that it must have."""
    path = folder / part_file(kind, part)
    try:
        with path.open("rb") as file:
            table = pq.read_table(file)
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror or 'it is missing or damaged'}") from None
    except pa.ArrowException as error:
        raise Fault(f"{path} is damaged: {error}") from None
    if table.schema.names != schema.names or table.num_rows != len(part):
        raise Fault(f"{path} does not hold the columns and the {len(part)} rows of this part")
    return table.sort_by("deal")


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column without its dictionary, whose order is of no consequence."""
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def differences(again: pa.Table, logged: pa.Table) -> Iterator[Difference]:
    """Each value of ``logged`` that is not as in ``again``: the same columns and deals, in the same order.

    Raises Fault if a column is of another type.
    """
    for name in again.column_names:
        ours, theirs = _plain(again[name]), _plain(logged[name])
        if ours.equals(theirs):
            continue
        if ours.type != theirs.type:
            raise Fault(f"{name} is of the type {theirs.type}, not {ours.type}")
        deals = again["deal"].to_pylist()
        for deal, right, wrong in zip(deals, ours.to_pylist(), theirs.to_pylist(), strict=True):
            if right != wrong:
                yield Difference(deal, name, wrong, right)


def _compare(folder: Path, again: pa.Table, logged: pa.Table) -> None:
    """Raise Fault at the first difference."""
    for difference in differences(again, logged):
        raise Fault(f"{folder}: deal {difference.deal}: {difference}")
