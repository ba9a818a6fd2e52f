"""Playing the deals of a log again, from seed and strategies, and holding them against its rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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

__all__ = ["replay"]

CHUNK = 4096


def replay(folder: Path, manifest: Manifest, deals: range) -> Iterator[tuple[pa.Table, np.ndarray]]:
    """Play ``deals`` (numbers that lie in finished parts) again, some thousand at a time.

    Gives (rows as in the log, TRANSCRIPT records). Raises Fault as soon as a row differs from the
    log, BadInput if the rules or a strategy are no longer those of the run.
    """
    plan = RunPlan.from_identity(manifest.identity)
    rules = manifest.identity["rules"]
    if rules != RULES_VERSION:
        raise BadInput(f"{folder} was played by version {rules} of the rules, this is {RULES_VERSION}")
    engine = Engine(plan.strategies())
    seal_cache()
    for part in plan.parts():
        wanted = range(max(part.start, deals.start), min(part.stop, deals.stop))
        if not len(wanted):
            continue
        logs = {"deals": _read(folder, "deals", part, DEALS_SCHEMA)}
        if plan.plays:
            logs["plays"] = _read(folder, "plays", part, PLAYS_SCHEMA)
        for first in range(wanted.start, wanted.stop, CHUNK):
            count = min(CHUNK, wanted.stop - first)
            rows, transcripts = np.zeros(count, ROW), np.zeros(count, TRANSCRIPT)
            engine.play(plan.seed, first, count, rows, transcripts)
            again = deals_table(rows, plan.names, DEALS_SCHEMA)
            _compare(folder, again, logs["deals"].slice(first - part.start, count), first)
            if plan.plays:
                cards = plays_table(rows, transcripts, PLAYS_SCHEMA)
                _compare(folder, cards, logs["plays"].slice(first - part.start, count), first)
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
    return table


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column without its dictionary, whose order is of no consequence."""
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def _compare(folder: Path, again: pa.Table, logged: pa.Table, first: int) -> None:
    """Raise Fault at the first value of the log that playing the deals again does not give."""
    for name in again.column_names:
        ours, theirs = _plain(again[name]), _plain(logged[name])
        if ours.equals(theirs):
            continue
        for row, (right, wrong) in enumerate(zip(ours.to_pylist(), theirs.to_pylist(), strict=True)):
            if right != wrong:
                raise Fault(
                    f"{folder}: deal {first + row}: the log says {name} = {wrong}, played again it is {right}"
                )
        raise Fault(f"{folder}: {name} is of the type {theirs.type}, not {ours.type}")
