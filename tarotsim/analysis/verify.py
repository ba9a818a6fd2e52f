"""Verifying runs: every row against the invariants, and some or all deals against playing them again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.analysis.invariants import NUMBERS
from tarotsim.analysis.runs import Run
from tarotsim.analysis.study import Study, study
from tarotsim.analysis.verdict import PLAYED_AGAIN, PLAYS, Finding, Verdict
from tarotsim.errors import Fault
from tarotsim.logs.folder import part_fault
from tarotsim.logs.manifest import Part
from tarotsim.logs.reader import Batch
from tarotsim.logs.schema import PLAYS_SCHEMA, plays_table
from tarotsim.simulation.replay import Difference, Replayer, differences

__all__ = ["SAMPLE", "verify"]

SAMPLE = 10_000
"""Deals played again unless said otherwise."""
WINDOW = 50
"""Deals in a row of a sample."""
CHUNK = 2**14
"""Deals played again and compared at a time: transcripts are large."""


def verify(
    runs: Sequence[Run],
    threads: int,
    sample: int | None = SAMPLE,
    on_progress: Callable[[int], None] = lambda deals: None,
) -> Study:
    """Check every row of ``runs`` and play ``sample`` deals of each again; all if it is None.

    With 0, no strategy is needed. Raises BadInput if one is no longer the one that played.
    """
    inspectors = {run.folder: _Again(run, sample) for run in runs if sample != 0}

    def inspect(run: Run, part: Part, batch: Batch, faults: np.ndarray, verdict: Verdict) -> None:
        inspectors[run.folder].inspect(part, batch, faults, verdict)

    look = inspect if inspectors else None
    return study(runs, threads, counters=(), inspect=look, on_progress=on_progress)


class _Again:
    """Plays the deals of a run again, and holds them against its rows."""

    def __init__(self, run: Run, sample: int | None) -> None:
        self._run, self._name = run, str(run.folder)
        self._sample = None if sample is None else _sample(run, sample)
        self._replayer = Replayer(run.folder, run.manifest)
        self._plays = {part.first: part for part in run.manifest.parts if part.file.startswith("plays/")}
        self._open = threading.local()

    def inspect(self, part: Part, batch: Batch, faults: np.ndarray, verdict: Verdict) -> None:
        """Compare the rows that are in the sample, and what was logged of their cards."""
        numbers = batch.deals.deal
        wanted = faults & (1 << NUMBERS) == 0
        if self._sample is not None:
            near = slice(
                np.searchsorted(self._sample, numbers.min()),
                np.searchsorted(self._sample, numbers.max(), "right"),
            )
            wanted &= np.isin(numbers, self._sample[near])
        places = np.flatnonzero(wanted)
        places = places[np.argsort(numbers[places])]
        plays = self._plays_of(part, verdict) if self._run.plan.plays else None
        for start in range(0, len(places), CHUNK):
            found = list(self._differences(places[start : start + CHUNK], batch, plays))
            checked = len(places[start : start + CHUNK])
            verdict.note(PLAYED_AGAIN, checked, len({wrong.deal for wrong in found}))
            verdict.find([Finding(self._name, wrong.deal, PLAYED_AGAIN, str(wrong)) for wrong in found])

    def _differences(self, places: np.ndarray, batch: Batch, plays: pa.Table | None) -> Iterator[Difference]:
        """What the rows at these places, and the cards logged of them, say that playing again does not."""
        rows, transcripts = self._replayer.play(batch.deals.deal[places])
        logged = pa.Table.from_batches([batch.rows]).take(pa.array(places))
        yield from differences(self._replayer.deals(rows), logged)
        if plays is not None:
            yield from _card_differences(plays_table(rows, transcripts, PLAYS_SCHEMA), plays)

    def _plays_of(self, part: Part, verdict: Verdict) -> pa.Table | None:
        """The plays beside a part of the deals, if they can be read; kept until another part is asked for."""
        if getattr(self._open, "first", None) != part.first:
            self._open.first, self._open.plays = part.first, None
            try:
                self._open.plays = self._read_plays(part)
                fault = None
            except Fault as damage:
                fault = str(damage)
            verdict.note(PLAYS, part.rows, 0 if fault is None else part.rows)
            if fault is not None:
                verdict.find([Finding(self._name, part.first, PLAYS, fault)])
        return self._open.plays

    def _read_plays(self, part: Part) -> pa.Table:
        """Raises Fault where the manifest names no plays for this part, or they are not what it says."""
        plays = self._plays.get(part.first)
        if plays is None:
            raise Fault(f"there are no plays for {part.file}")
        path = self._run.folder / plays.file
        fault = part_fault(self._run.folder, plays)
        if fault is not None:
            raise Fault(f"{plays.file} is {fault}")
        table = _read(path)
        if not table.schema.equals(PLAYS_SCHEMA) or table.num_rows != part.rows:
            raise Fault(f"{plays.file} does not hold the columns and the {part.rows} rows of this part")
        return table


def _read(path: Path) -> pa.Table:
    try:
        with path.open("rb") as file:
            return pq.read_table(file, use_threads=False)
    except (OSError, pa.ArrowException) as error:
        raise Fault(f"{path.name} is unreadable ({error})") from None


def _sample(run: Run, size: int) -> np.ndarray:
    """``size`` deal numbers of the run, ascending; always the same ones, or all where there are no more.

    They come in stretches of WINDOW deals, for asking the engine for single deals costs more than
    playing them.
    """
    parts = run.manifest.deal_parts
    ends = np.cumsum([part.rows for part in parts], dtype=np.int64)
    deals = int(ends[-1]) if parts else 0
    stretches = -(-deals // WINDOW)
    chosen = min(stretches, -(-size // WINDOW) + 1) if size else 0
    starts = np.sort(np.random.default_rng(size).choice(stretches, chosen, replace=False)) * WINDOW
    places = (starts[:, None] + np.arange(WINDOW)).reshape(-1)
    places = places[places < deals][:size]
    inside = np.searchsorted(ends, places, side="right")
    firsts = np.array([part.first for part in parts], np.int64)
    before = ends - np.array([part.rows for part in parts], np.int64)
    return firsts[inside] + places - before[inside]


def _card_differences(again: pa.Table, plays: pa.Table) -> Iterator[Difference]:
    """The differences of the cards logged, of the deals in ``again``."""
    places = {deal: place for place, deal in enumerate(plays["deal"].to_pylist())}
    found = [deal for deal in again["deal"].to_pylist() if deal in places]
    for deal in again["deal"].to_pylist():
        if deal not in places:
            yield Difference(deal, "plays", "nothing", "there")
    if len(found) == again.num_rows:
        yield from differences(again, plays.take(pa.array([places[deal] for deal in found], pa.int64())))
