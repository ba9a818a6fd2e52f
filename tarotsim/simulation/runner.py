"""Playing a plan into a folder: threads take chunks of deals in order, parts are written as they fill.

Any thread plays any chunk; the one that completes a part writes it. What a row holds depends on its
deal number alone, so threads, chunks and interruptions leave no trace.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import ROW
from tarotsim.errors import BadInput, Fault
from tarotsim.jit import seal_cache
from tarotsim.logs.folder import clear_run, holds_run, part_faults, sweep, write_part
from tarotsim.logs.manifest import Manifest, now
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.simulation.crew import Work
from tarotsim.simulation.plan import RunPlan

__all__ = ["CHUNK", "Runner", "prepare"]

CHUNK = 4096
"""Deals played between two looks at whether to stop: some hundredths of a second."""
WRITERS = 2
"""Parts written at the same time, whatever the number of threads: it bounds the memory."""


_SETTINGS = {
    "seed": "seed",
    "first deal": "first",
    "number of deals": "deals",
    "setting of plays": "plays",
    "strategies (seat 0 first)": "names",
}
"""What two runs may differ in, and the attribute of a plan that tells."""


def prepare(folder: Path, plan: RunPlan, config: dict[str, Any], *, resume: bool, force: bool) -> Manifest:
    """Make the locked ``folder`` ready for ``plan``: a new manifest, or the one to go on from.

    ``config`` is what a new manifest keeps as the whole resolved configuration.

    Raises BadInput if the folder holds something that is not to be touched, Fault if a part of the
    run to be resumed is damaged.
    """
    if holds_run(folder):
        there = Manifest.load(folder)  # whatever else is called run.json is not to be touched
        if resume:
            return _resumed(folder, there, plan)
        if not force:
            raise BadInput(f"{folder} already holds a run: --resume completes it, --force plays it anew")
    clear_run(folder)
    manifest = Manifest(plan.run_id, plan.identity(), config)
    manifest.save(folder)
    return manifest


def _resumed(folder: Path, manifest: Manifest, plan: RunPlan) -> Manifest:
    """The manifest of the run to be completed; parts of which a file is missing are taken off it."""
    there = RunPlan.from_identity(manifest.identity)
    for label, name in _SETTINGS.items():
        old, new = getattr(there, name), getattr(plan, name)
        if old != new:
            raise BadInput(f"{folder} holds another run: its {label} is {old}, not {new}")
    there.strategies()  # they are what they were
    if manifest.run != plan.run_id:
        raise BadInput(f"{folder} was played by other rules or in another format: play it anew with --force")
    sweep(folder)
    lost = set()
    for part, fault in part_faults(folder, manifest):
        if fault != "missing":
            raise Fault(f"{folder / part.file} is {fault}: delete it, and --resume plays it again")
        lost.add(part.first)
    manifest.parts = [part for part in manifest.parts if part.first not in lost]
    if manifest.done < plan.deals or lost:
        manifest.ended = None
        manifest.resumed.append(now())
    return manifest


@dataclass
class _OpenPart:
    """A part that is being played."""

    deals: range
    rows: np.ndarray
    transcripts: np.ndarray | None
    chunks_left: int


@dataclass
class Runner:
    """Turns what a manifest still lacks of a plan into pieces of work for a `Crew`.

    A part that is not full when the crew stops is dropped.
    """

    plan: RunPlan
    folder: Path
    manifest: Manifest
    how_to_go_on: str = ""
    """The command that completes what was begun; ``tarotsim run --resume`` unless it is told."""
    chunk: int = CHUNK
    on_progress: Callable[[int], None] = lambda deals: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._writers = threading.BoundedSemaphore(WRITERS)
        self.how_to_go_on = self.how_to_go_on or f"tarotsim run --resume --out {self.folder}"

    def missing(self, parts: slice = slice(None)) -> list[range]:
        """Of the plan's ``parts`` those that are not written yet."""
        done = {part.first for part in self.manifest.deal_parts}
        return [deals for deals in self.plan.parts()[parts] if deals.start not in done]

    def work(self, parts: slice = slice(None)) -> Work:
        """What is to be played of the plan's ``parts``, in order, chunk by chunk."""
        for deals in self.missing(parts):
            starts = range(0, max(len(deals), 1), self.chunk)
            transcripts = np.zeros(len(deals), TRANSCRIPT) if self.plan.plays else None
            part = _OpenPart(deals, np.zeros(len(deals), ROW), transcripts, len(starts))
            for start in starts:
                yield partial(self._play_chunk, part, start, min(self.chunk, len(deals) - start))

    def close(self) -> None:
        """Close the manifest if nothing is missing."""
        if not self.manifest.complete and not self.missing():
            self.manifest.ended = now()
            self.manifest.save(self.folder)

    def _compiled_engine(self) -> Engine:
        """Compile once, in whichever thread comes first; the others find it done."""
        with self._lock:
            if not hasattr(self, "_engine"):
                self._engine = Engine(self.plan.strategies())
                seal_cache()
            return self._engine

    def _play_chunk(self, part: _OpenPart, start: int, count: int) -> None:
        engine = self._compiled_engine()
        rows = part.rows[start : start + count]
        transcripts = None if part.transcripts is None else part.transcripts[start : start + count]
        engine.play(self.plan.seed, part.deals.start + start, count, rows, transcripts)
        with self._lock:
            part.chunks_left -= 1
            filled = part.chunks_left == 0
        if filled:
            self._write(part)
        self.on_progress(count)

    def _write(self, part: _OpenPart) -> None:
        """Write a part that is full, and then the manifest."""
        try:
            with self._writers:
                written = write_part(
                    self.folder, self.plan.run_id, part.deals, self.plan.names, part.rows, part.transcripts
                )
            with self._lock:
                self.manifest.parts.extend(written)
                self.manifest.save(self.folder)
        except OSError as error:
            raise Fault(
                f"cannot write into {self.folder}: {error.strerror or error}; what is written is safe, go on"
                f" with: {self.how_to_go_on}"
            ) from error
