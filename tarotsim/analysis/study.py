"""Reading runs once, from end to end: every row is checked, and the sound ones are counted.

Threads take the parts as they come; each has sums of its own, and whole numbers added in any order
give the same total.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from tarotsim.analysis.bonuses import BONUSES
from tarotsim.analysis.chance import CHANCES
from tarotsim.analysis.hands import HANDS
from tarotsim.analysis.invariants import CHECKS, DEALT, EMPTY, NUMBERS, STRANGERS, find_faults, scratch
from tarotsim.analysis.outcomes import OUTCOMES
from tarotsim.analysis.players import PLAYERS
from tarotsim.analysis.results import RESULTS
from tarotsim.analysis.rows import BLOCK, DEAL, take_rows
from tarotsim.analysis.runs import Line, Run, counted_before, lines_of, players_of
from tarotsim.analysis.sums import Counter, Groups, Place, place_takers
from tarotsim.analysis.verdict import FILES, PARTS, SCHEMA, SHOWN, Finding, Verdict
from tarotsim.errors import Fault
from tarotsim.jit import seal_cache
from tarotsim.logs.folder import part_fault
from tarotsim.logs.manifest import Part
from tarotsim.logs.reader import Batch, LogFile, no_deals
from tarotsim.rules.table import blank

__all__ = ["COUNTERS", "Inspector", "Study", "study"]

COUNTERS: dict[str, Counter] = {
    "outcomes": OUTCOMES,
    "results": RESULTS,
    "bonuses": BONUSES,
    "hands": HANDS,
    "players": PLAYERS,
    "chances": CHANCES,
}
DEALT_AGAIN = 250_000
"""About so many deals are dealt again from their seed."""

Inspector = Callable[[Run, Part, Batch, np.ndarray, Verdict], None]
"""(run, part, some of its rows, their faults, verdict): adds to the verdict what else it sees."""


@dataclass(frozen=True)
class Study:
    """What was found in some runs: the sums of their sound rows, and the verdict on all rows."""

    lines: list[Line]
    players: tuple[str, ...]
    sums: dict[str, Any]
    """By the names of COUNTERS."""
    verdict: Verdict

    def groups(self, by: str | None = None) -> Groups:
        """How to tell its sums apart."""
        return Groups(self.players, by)


@dataclass(frozen=True)
class _Task:
    """What all threads do."""

    lines: Sequence[Line]
    players: int
    stride: int
    counters: Sequence[str]
    check: bool
    inspect: Inspector | None


class _Reader:
    """One thread's share of the work."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self.sums = {name: COUNTERS[name].blank(task.players, len(task.lines)) for name in task.counters}
        self.verdict = Verdict()
        self._places = [
            Place(
                number,
                np.array(line.players),
                np.array(line.held),
                line.seed,
                counted_before(task.lines, number),
                task.stride,
            )
            for number, line in enumerate(task.lines)
        ]
        self._rows, self._work = blank(DEAL, BLOCK), scratch()

    def compile(self) -> None:
        """Have the kernels compiled, by counting nothing."""
        self._take(no_deals(), 0, np.zeros(0, np.int64), self._places[0])

    def _take(self, batch: Batch, start: int, faults: np.ndarray, place: Place) -> None:
        """Add to ``faults`` those of a batch's rows from ``start`` on, and count the sound rows."""
        rows = self._rows[: len(faults)]
        rows["faults"] = faults
        take_rows(batch.deals, start, rows)
        if self._task.check:
            find_faults(rows, place, self._work)
        faults[:] = rows["faults"]
        place_takers(rows, place)
        for name, sums in self.sums.items():
            COUNTERS[name].count(rows, place, sums, self._work)

    def read(self, line: int, run: Run, part: Part) -> None:
        """Check and count the deals of one part."""
        fault = part_fault(run.folder, part)
        self._note_part(PARTS, run, part, fault)
        if fault == "missing":
            return
        try:
            with LogFile(run.folder / part.file) as file:
                fault = file.fault(run.manifest.run, part.rows)
                faults = _number_faults(file.numbers(), part)
                start = 0
                for batch in file.batches(run.plan.names):
                    stop = start + len(batch.misplaced)
                    self._read_batch(line, run, part, batch, faults[start:stop])
                    start = stop
        except Fault as damage:
            fault = str(damage)
        self._note_part(SCHEMA, run, part, fault)

    def _note_part(self, check: str, run: Run, part: Part, fault: str | None) -> None:
        self.verdict.note(check, part.rows, 0 if fault is None else max(part.rows, 1))
        if fault is not None:
            self.verdict.find([Finding(str(run.folder), part.first, check, f"{part.file} is {fault}")])

    def _read_batch(self, line: int, run: Run, part: Part, batch: Batch, faults: np.ndarray) -> None:
        faults |= batch.misplaced.astype(np.int64) << EMPTY
        faults |= batch.strangers.astype(np.int64) << STRANGERS
        for start in range(0, len(faults), BLOCK):
            self._take(batch, start, faults[start : start + BLOCK], self._places[line])
        self._note_rows(run, batch, faults)
        if self._task.inspect is not None:
            self._task.inspect(run, part, batch, faults, self.verdict)

    def _note_rows(self, run: Run, batch: Batch, faults: np.ndarray) -> None:
        wrong, stride = np.flatnonzero(faults), self._task.stride
        for number, check in enumerate(CHECKS):
            seen = len(faults)
            if number == DEALT:
                seen = int((batch.deals.deal % stride == 0).sum()) if stride else 0
            self.verdict.note(check.name, seen, int(np.count_nonzero(faults[wrong] >> number & 1)))
        first = wrong[np.argsort(batch.deals.deal[wrong], kind="stable")][:SHOWN]
        rows = batch.rows.take(pa.array(first, pa.int64())).to_pylist()
        for place, values in zip(first, rows, strict=True):
            self.verdict.find(
                [
                    Finding(str(run.folder), values["deal"], check.name, _shown(values, check.columns))
                    for number, check in enumerate(CHECKS)
                    if faults[place] >> number & 1
                ]
            )


def _shown(values: dict[str, Any], columns: Sequence[str]) -> str:
    """The values of some columns, shortly."""
    return ", ".join(f"{name} {'-' if values[name] is None else values[name]}" for name in columns)


def _number_faults(numbers: np.ndarray, part: Part) -> np.ndarray:
    """int64 by row: the bit NUMBERS where a deal number is not the part's, or is there more than once."""
    faults = np.zeros(len(numbers), np.int64)
    if np.array_equal(numbers, np.arange(part.first, part.first + part.rows)):
        return faults
    places = numbers - part.first
    inside = (places >= 0) & (places < part.rows)
    times = np.bincount(places[inside], minlength=part.rows)
    faults[~inside] = 1 << NUMBERS
    faults[inside] = (times[places[inside]] != 1).astype(np.int64) << NUMBERS
    return faults


def _note_strangers(run: Run, verdict: Verdict) -> None:
    """Note files that lie among the parts of a complete run and are none: readers would count them.

    (What an unfinished run has beside its parts is played again, and replaced.)
    """
    known = {part.file for part in run.manifest.parts}
    there = sorted(path.relative_to(run.folder).as_posix() for path in run.folder.glob("*/part-*"))
    unknown = [file for file in there if file not in known] if run.manifest.complete else []
    verdict.note(FILES, run.plan.deals, len(unknown))
    texts = (f"{file} lies there, but is no part of the run" for file in unknown)
    verdict.find([Finding(str(run.folder), run.plan.first, FILES, text) for text in texts])


def study(
    runs: Sequence[Run],
    threads: int,
    *,
    counters: Sequence[str] = tuple(COUNTERS),
    check: bool = True,
    deal_again: int = DEALT_AGAIN,
    inspect: Inspector | None = None,
    on_progress: Callable[[int], None] = lambda deals: None,
) -> Study:
    """Check every row of ``runs``, and count the sound ones.

    Only ``counters`` (names of COUNTERS) count; without ``check`` the rows are taken to be sound.
    About ``deal_again`` deals are dealt again from their seed. ``inspect`` may look at the rows for
    more. Raises BadInput if two runs hold the same deals of the same players.
    """
    lines = lines_of(runs)
    players = tuple(players_of(runs).values())
    parts = [
        (number, run, part)
        for number, line in enumerate(lines)
        for run in line.runs
        for part in run.manifest.deal_parts
    ]
    deals = sum(part.rows for _, _, part in parts)
    stride = 1 + (deals - 1) // deal_again if deal_again and deals else 0
    task = _Task(lines, len(players), stride, counters, check, inspect)
    readers = [_Reader(task) for _ in range(max(1, min(threads, len(parts))))]
    readers[0].compile()
    seal_cache()
    for run in runs:
        _note_strangers(run, readers[0].verdict)
    _share_out(readers, parts, on_progress)

    total = readers[0]
    for other in readers[1:]:
        total.verdict.add(other.verdict)
        for name, sums in other.sums.items():
            for mine, theirs in zip(total.sums[name], sums, strict=True):
                mine += theirs
    return Study(lines, players, total.sums, total.verdict)


def _share_out(
    readers: Sequence[_Reader],
    parts: Sequence[tuple[int, Run, Part]],
    on_progress: Callable[[int], None],
) -> None:
    """Let every reader take part after part, in a thread of its own; raises what one ran into."""
    work, stop, lock = iter(parts), threading.Event(), threading.Lock()

    def read(reader: _Reader) -> None:
        while not stop.is_set():
            with lock:
                part = next(work, None)
            if part is None:
                return
            reader.read(*part)
            on_progress(part[2].rows)

    with ThreadPoolExecutor(len(readers)) as pool:
        try:
            for done in [pool.submit(read, reader) for reader in readers]:
                done.result()
        finally:
            stop.set()
