"""The folder of a run: who may write there, and what lies in it.

A lock on ``.lock`` keeps a second writer out; it goes with the process that holds it, however that
ends. Files are written as ``_tmp-...``, flushed and renamed, the manifest last; so whatever is
named in the manifest is whole, and whatever else is there can be written again.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from pyarrow import Schema, Table

from tarotsim.errors import BadInput
from tarotsim.logs.manifest import MANIFEST, Manifest, Part, sha256_of
from tarotsim.logs.schema import DEALS_SCHEMA, PLAYS_SCHEMA, deals_table, plays_table, with_metadata

__all__ = ["clear_run", "leftovers", "locked", "part_faults", "part_file", "sweep", "write_part"]

LOCK = ".lock"
OURS = (MANIFEST, LOCK, "deals", "plays")
COMPRESSION = {"compression": "zstd", "compression_level": 3, "data_page_version": "2.0"}


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make ``folder`` and hold it for this process alone; BadInput if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise BadInput(f"cannot write into {folder}: {error.strerror}") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{folder} is in use: another run is writing there") from None
        yield
    finally:
        os.close(lock)


def leftovers(folder: Path) -> tuple[list[str], list[str]]:
    """What lies in ``folder`` beside the lock: (names of a run's own, names of anything else)."""
    ours, foreign = [], []
    for path in sorted(folder.iterdir()):
        if path.name == LOCK or path.name.startswith("_tmp-"):
            continue
        if path.name not in OURS:
            foreign.append(path.name)
        elif path.name == MANIFEST or any(path.glob("part-*")):
            ours.append(path.name)
    return ours, foreign


def sweep(folder: Path) -> None:
    """Remove what an interrupted writer left half-written."""
    for path in [*folder.glob("_tmp-*"), *folder.glob("*/_tmp-*")]:
        path.unlink(missing_ok=True)


def clear_run(folder: Path) -> None:
    """Remove a run: the parts first, so that what is left at any moment is still known as a run."""
    for name in ("deals", "plays"):
        shutil.rmtree(folder / name, ignore_errors=True)
    (folder / MANIFEST).unlink(missing_ok=True)


def part_file(kind: str, deals: range) -> str:
    """The name of the part of ``kind`` (deals, plays) that holds these deal numbers."""
    if len(deals) == 0:
        return f"{kind}/part-{deals.start:012d}-empty.parquet"
    return f"{kind}/part-{deals.start:012d}-{deals[-1]:012d}.parquet"


def _write(folder: Path, file: str, table: Table, dictionary: Sequence[str]) -> str:
    """Write one Parquet file whole or not at all; return its SHA-256."""
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_name(f"_tmp-{path.name}")
    try:
        pq.write_table(
            table,
            temporary,
            row_group_size=2**20,
            use_dictionary=list(dictionary),
            column_encoding={"deal": "DELTA_BINARY_PACKED"},
            write_statistics=["deal"],
            **COMPRESSION,
        )
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        digest = sha256_of(temporary)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return digest


def write_part(
    folder: Path,
    run: str,
    deals: range,
    strategies: Sequence[str],
    rows: np.ndarray,
    transcripts: np.ndarray | None,
) -> list[Part]:
    """Write the part of the log that holds ``deals``, and say what was written."""

    def write(kind: str, schema: Schema, table: Table, dictionary: Sequence[str]) -> Part:
        file = part_file(kind, deals)
        return Part(file, deals.start, len(deals), _write(folder, file, table, dictionary))

    schema = with_metadata(DEALS_SCHEMA, run)
    columns = [name for name in schema.names if name != "deal"]
    parts = []
    if transcripts is not None:
        cards = with_metadata(PLAYS_SCHEMA, run)
        parts.append(write("plays", cards, plays_table(rows, transcripts, cards), []))
    parts.append(write("deals", schema, deals_table(rows, strategies, schema), columns))
    return parts


def part_faults(folder: Path, manifest: Manifest) -> Iterator[tuple[Part, str]]:
    """The parts that are not as the manifest says, each with what is wrong: missing, or damaged."""
    for part in manifest.parts:
        try:
            digest = sha256_of(folder / part.file)
        except FileNotFoundError:
            yield part, "missing"
            continue
        except OSError as error:
            yield part, f"unreadable ({error.strerror})"
            continue
        if digest != part.sha256:
            yield part, "damaged (its SHA-256 is not the manifest's)"
