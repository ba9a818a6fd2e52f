"""The manifest of a run, ``run.json``: what was asked, what is done, and what the parts must hash to."""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tarotsim import __version__
from tarotsim.errors import BadInput

__all__ = [
    "MANIFEST",
    "Manifest",
    "Part",
    "load_json",
    "part_file",
    "part_ranges",
    "run_id_of",
    "sha256_of",
    "strict_json",
    "write_atomically",
]

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
        return sum(part.rows for part in self.deal_parts)

    @property
    def deal_parts(self) -> list[Part]:
        """The finished parts of the deals, by deal number."""
        deals = (part for part in self.parts if part.file.startswith("deals/"))
        return sorted(deals, key=lambda part: part.first)

    @property
    def ready(self) -> range:
        """The deal numbers from the first on that lie in finished parts, without a gap."""
        first = self.identity["first"]
        end = first
        for part in self.deal_parts:
            if part.first == end:
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
        text = json.dumps(self.to_json(), indent=1)
        write_atomically(folder / MANIFEST, (text + "\n").encode())

    @classmethod
    def load(cls, folder: Path) -> Manifest:
        """The manifest in ``folder``; BadInput if there is none or it is not one of ours."""
        path = folder / MANIFEST
        data = load_json(path, FORMAT, "run", "manifest")
        for name, is_right in _FIELDS.items():
            if name not in data or not is_right(data[name]):
                raise BadInput(f"{path} is damaged: its {name!r} is missing or wrong")
        identity = {name: data[name] for name in IDENTITY}
        if run_id_of(identity) != data["run"]:
            raise BadInput(f"{path} is damaged: what it says was played is not run {data['run']}")
        if not _is_consistent(data):
            raise BadInput(f"{path} is damaged: its parts are not those of {data['deals']} deals")
        own = ("run", "config", "tarotsim", "machine", "started", "ended", "resumed")
        parts = [Part(**part) for part in data["parts"]]
        return cls(identity=identity, parts=parts, **{name: data[name] for name in own})


IDENTITY = ("seed", "first", "deals", "plays", "part_rows", "rules", "schema", "strategies")
"""What decides the rows of a run."""


def run_id_of(identity: dict[str, Any]) -> str:
    """Sixteen hex digits that name the rows of a run; stamped on every part."""
    text = json.dumps({name: identity[name] for name in IDENTITY}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" or sign == "\0" for sign in value)


def _has(fields: Mapping[str, Callable[[object], bool]]) -> Callable[[object], bool]:
    """A check for an object with exactly these fields."""

    def check(value: object) -> bool:
        if not isinstance(value, dict) or value.keys() != fields.keys():
            return False
        return all(is_right(value[name]) for name, is_right in fields.items())

    return check


def _all(is_right: Callable[[object], bool]) -> Callable[[object], bool]:
    """A check for a list of such values."""
    return lambda value: isinstance(value, list) and all(map(is_right, value))


_PLAYER = {"name": _is_text, "version": _is_number, "source": _is_text, "digest": _is_text}
_PART = {"file": _is_text, "first": _is_number, "rows": _is_number, "sha256": _is_text}
_FIELDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("seed", "first", "deals", "rules", "schema"), _is_number),
    **dict.fromkeys(("run", "tarotsim", "started"), _is_text),
    **dict.fromkeys(("config", "machine"), lambda value: isinstance(value, dict)),
    "plays": lambda value: isinstance(value, bool),
    "part_rows": lambda value: _is_number(value) and value > 0,
    "strategies": lambda value: _all(_has(_PLAYER))(value) and len(value) == 4,
    "ended": lambda value: value is None or _is_text(value),
    "resumed": _all(_is_text),
    "parts": _all(_has(_PART)),
}


def part_file(kind: str, deals: range) -> str:
    """The name of the part of ``kind`` (deals, plays) that holds these deal numbers.

    Every deal number has 19 digits, so that readers who sort names meet the deals in order.
    """
    last = f"{deals[-1]:019d}" if len(deals) else "empty"
    return f"{kind}/part-{deals.start:019d}-{last}.parquet"


def part_ranges(first: int, deals: int, part_rows: int) -> list[range]:
    """The deal numbers of each part of a run, in order; one empty part for a run of no deals."""
    end = first + deals
    starts = range(first, max(end, first + 1), part_rows)
    return [range(start, min(start + part_rows, end)) for start in starts]


def _is_consistent(data: dict[str, Any]) -> bool:
    """Whether the parts of a manifest are parts of its run, each once, and all if it has ended."""
    first, deals, part_rows = data["first"], data["deals"], data["part_rows"]
    if max(first + deals, part_rows) > 2**62 or data["seed"] >= 2**63:
        return False
    kinds = ("deals", "plays") if data["plays"] else ("deals",)
    for part in data["parts"]:
        start = part["first"]
        if not first <= start < first + max(deals, 1) or (start - first) % part_rows:
            return False
        held = range(start, min(start + part_rows, first + deals))
        if part["rows"] != len(held) or part["file"] not in [part_file(kind, held) for kind in kinds]:
            return False
    listed = {part["file"] for part in data["parts"]}
    if len(listed) < len(data["parts"]):
        return False
    return data["ended"] is None or len(listed) == len(kinds) * max(-(-deals // part_rows), 1)


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


def strict_json(text: str | bytes) -> Any:
    """What JSON ``text`` says; ValueError if it is none, or holds a number that is none."""

    def finite(number: str) -> float:
        value = float(number)
        if not math.isfinite(value):
            raise ValueError(f"{number} is no number")
        return value

    return json.loads(text, parse_float=finite, parse_constant=finite)


def load_json(path: Path, form: str, holder: str, what: str) -> dict[str, Any]:
    """The JSON object in ``path``, whose ``format`` must be ``form``.

    Raises BadInput if there is none, or it is not one of ours: the ``what`` (manifest, plan) that a
    folder of a ``holder`` (run, comparison) has.
    """
    try:
        data = strict_json(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{path.parent} holds no {holder}: there is no {path.name} in it") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path} is damaged: it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != form:
        raise BadInput(f"{path} is not the {what} of a tarotsim {holder}")
    return data


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
