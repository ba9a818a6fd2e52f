"""One deal from wherever it is kept: the folder of a run, or a file of deal records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tarotsim.errors import BadInput, Fault
from tarotsim.logs.manifest import Manifest, strict_json
from tarotsim.records.reading import pack_record
from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.rules.table import blank

__all__ = ["KeptDeal", "deal_from"]


class KeptDeal(NamedTuple):
    """A legal deal, finished or not."""

    seed: int
    """Of the run; 0 for a record."""
    deal: int
    transcript: Any
    """A TRANSCRIPT record."""
    record: dict[str, Any]
    answer: dict[str, Any]
    """What `tarotsim score` says of it."""


def deal_from(path: Path, deal: int) -> KeptDeal:
    """Deal number ``deal`` of the run in a folder, or the record on that line (from 0) of a file.

    ``-`` is standard input; blank lines are not counted. Raises BadInput if there is no such deal, Fault
    if the record is against the rules or the log does not agree with the deal played again.
    """
    if path.is_dir():
        return _of_run(path, deal)
    lines = [line for line in _bytes(path).split(b"\n") if line.strip()]
    if deal >= len(lines):
        raise BadInput(f"deal {deal} is not there: {path} holds {len(lines)} records, from 0 on")
    where = f"{path}, record {deal}"
    try:
        record = strict_json(lines[deal].decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Fault(f"{where} is not JSON: {error}") from None
    answer = Scorer().score(record)
    if "error" in answer:
        raise Fault(f"{where}: {answer['error']}")
    transcripts = blank(TRANSCRIPT)
    transcripts.view(np.uint8)[:] = np.frombuffer(pack_record(record), np.uint8)
    return KeptDeal(0, deal, transcripts[0], record, answer)


def _bytes(path: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def _of_run(folder: Path, deal: int) -> KeptDeal:
    from tarotsim.simulation.replay import replay

    manifest = Manifest.load(folder)
    ready = manifest.ready
    if deal not in ready:
        raise BadInput(f"deal {deal} is not there: {folder} holds {ready.start}:{ready.stop}")
    ((_, transcripts),) = replay(folder, manifest, range(deal, deal + 1))
    record = record_of(transcripts[0])
    return KeptDeal(manifest.identity["seed"], deal, transcripts[0], record, Scorer().score(record))
