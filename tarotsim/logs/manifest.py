"""The manifest of a run, ``run.json``: what was asked, what is done, and what the parts must hash to."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tarotsim import __version__
from tarotsim.errors import BadInput

__all__ = ["MANIFEST", "Manifest", "Part", "sha256_of", "write_atomically"]

MANIFEST = "run.json"
FORMAT = "tarotsim run"


@dataclass(frozen=True)
class Part:
    """One finished file of a run."""

    file: str
    first: int
    rows: int
    sha256: str


@dataclass
class Manifest:
    """What ``run.json`` holds. ``identity`` decides the rows (see `RunPlan.identity`)."""

    run: str
    identity: dict[str, Any]
    config: dict[str, Any]
    tarotsim: str = __version__
    machine: dict[str, Any] = field(default_factory=lambda: describe_machine())
    started: str = field(default_factory=lambda: now())
    ended: str | None = None
    resumed: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def done(self) -> int:
        """How many deals are in finished parts."""
        return sum(part.rows for part in self.parts if part.file.startswith("deals/"))

    @property
    def ready(self) -> range:
        """The deal numbers from the first on that lie in finished parts, without a gap."""
        first = self.identity["first"]
        end = first
        for part in sorted(self.parts, key=lambda part: part.first):
            if part.file.startswith("deals/") and part.first == end:
                end += part.rows
        return range(first, end)

    @property
    def complete(self) -> bool:
        """Whether every deal that was asked for is there."""
        return self.ended is not None

    def to_json(self) -> dict[str, Any]:
        """The manifest as it is written."""
        return {
            "format": FORMAT,
            "run": self.run,
            "tarotsim": self.tarotsim,
            **self.identity,
            "done": self.done,
            "complete": self.complete,
            "config": self.config,
            "machine": self.machine,
            "started": self.started,
            "ended": self.ended,
            "resumed": self.resumed,
            "parts": [asdict(part) for part in sorted(self.parts, key=lambda part: (part.file, part.first))],
        }

    def save(self, folder: Path) -> None:
        """Write the manifest into ``folder``, whole or not at all."""
        text = json.dumps(self.to_json(), indent=1, ensure_ascii=False)
        write_atomically(folder / MANIFEST, (text + "\n").encode())

    @classmethod
    def load(cls, folder: Path) -> Manifest:
        """The manifest in ``folder``; BadInput if there is none or it is not one of ours."""
        path = folder / MANIFEST
        try:
            data = json.loads(path.read_bytes())
        except FileNotFoundError:
            raise BadInput(f"{folder} holds no run: there is no {MANIFEST} in it") from None
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        except ValueError as error:
            raise BadInput(f"{path} is damaged: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadInput(f"{path} is not the manifest of a tarotsim run")
        try:
            return cls(
                run=data["run"],
                identity={name: data[name] for name in _IDENTITY},
                config=data["config"],
                tarotsim=data["tarotsim"],
                machine=data["machine"],
                started=data["started"],
                ended=data["ended"],
                resumed=data["resumed"],
                parts=[Part(**part) for part in data["parts"]],
            )
        except (KeyError, TypeError) as error:
            raise BadInput(f"{path} is damaged: {error} is missing or wrong") from None


_IDENTITY = ("seed", "first", "deals", "plays", "part_rows", "rules", "schema", "strategies")


def now() -> str:
    """The time, in UTC to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def describe_machine() -> dict[str, Any]:
    """What a run was played on, without the machine's name."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": sys.version.split()[0],
        **{name: version(name) for name in ("numba", "numpy", "pyarrow")},
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens meanwhile."""
    temporary = path.with_name(f"_tmp-{path.name}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
