"""The folder of a run: who may write there, and what lies in it.

A lock on ``.lock`` keeps a second writer out; it goes with the process that holds it, however that
ends. Files are written as ``_tmp-...``, flushed and renamed, the manifest last; so whatever is
named in the manifest is whole, and whatever else is there can be written again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from pyarrow import Schema, Table

from tarotsim.errors import BadInput
from tarotsim.logs.manifest import MANIFEST, Manifest, Part, part_file, sha256_of
from tarotsim.logs.schema import DEALS_SCHEMA, PLAYS_SCHEMA, deals_table, plays_table, with_metadata

__all__ = [
    "LOCK",
    "clear_run",
    "holds_run",
    "locked",
    "part_fault",
    "part_faults",
    "sweep",
    "write_part",
]

LOCK = ".lock"
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


def _half_written(folder: Path) -> Iterator[Path]:
    """What an interrupted writer of a run leaves in its folder."""
    for pattern in (f"_tmp-{MANIFEST}", "deals/_tmp-part-*.parquet", "plays/_tmp-part-*.parquet"):
        yield from folder.glob(pattern)


def holds_run(folder: Path) -> bool:
    """Whether ``folder`` holds a run, whole or not: it does where there is a manifest.

    Raises BadInput if there is none, but something else than an empty folder.
    """
    if (folder / MANIFEST).exists():
        return True
    own_folders = {path for path in (folder / "deals", folder / "plays") if path.is_dir()}
    harmless = {folder / LOCK, *own_folders, *_half_written(folder)}
    for path in sorted(folder.rglob("*")):
        if path not in harmless:
            raise BadInput(f"{folder} holds no run, but {path.name}: name a new or an empty folder")
    return False


def sweep(folder: Path) -> None:
    """Remove what an interrupted writer of this folder left half-written."""
    for path in _half_written(folder):
        path.unlink(missing_ok=True)


def clear_run(folder: Path) -> None:
    """Remove the files of a run; the manifest last, so that what is left is still known as a run."""
    sweep(folder)
    for pattern in ("deals/part-*.parquet", "plays/part-*.parquet", MANIFEST):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)


def _write(folder: Path, file: str, table: Table, dictionary: Sequence[str]) -> str:
    """Write one Parquet file whole or not at all; return its SHA-256."""
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_name(f"_tmp-{path.name}")
    try:
        with temporary.open("wb") as written:
            pq.write_table(
                table,
                written,
                row_group_size=2**20,
                use_dictionary=list(dictionary),
                column_encoding={"deal": "DELTA_BINARY_PACKED"},
                write_statistics=["deal"],
                **COMPRESSION,
            )
            written.flush()
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


def part_fault(folder: Path, part: Part) -> str | None:
    """What is wrong with a part, if it is not as the manifest says: missing, or damaged."""
    try:
        digest = sha256_of(folder / part.file)
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return f"unreadable ({error.strerror})"
    return None if digest == part.sha256 else "damaged (its SHA-256 is not the manifest's)"


def part_faults(folder: Path, manifest: Manifest) -> Iterator[tuple[Part, str]]:
    """The parts that are not as the manifest says, each with what is wrong."""
    for part in manifest.parts:
        fault = part_fault(folder, part)
        if fault is not None:
            yield part, fault
