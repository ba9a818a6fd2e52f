"""How every kernel of tarotsim is compiled, and where the compiled code is kept.

Numba notices an edit only in the file that holds the function, not in the helpers it calls. So the
cache folder carries in its name a hash of every source file of the package and of the versions
that shape the machine code: other sources, other folder. (The processor is part of Numba's own key.)

A cache that is damaged, unwritable or shared must cost a recompile, never a crash:

* the folder's files are checked against ``sums.json`` before Numba reads them, and whatever does
  not agree is deleted;
* an unwritable cache folder is replaced by one under the system's temporary folder, an unusable
  one of those by a folder that lives as long as this process.

Importing this module sets ``NUMBA_CACHE_DIR``; nothing may import numba before it.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path

__all__ = ["JIT", "cache_dir", "kernel", "seal_cache"]


def _fingerprint() -> str:
    """Sixteen hex digits that name all that the compiled code depends on."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {version(name)};".encode())
    digest.update(sys.version.encode())
    for flag in sorted(name for name in os.environ if name.startswith("NUMBA_")):
        if flag not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):
            digest.update(f"{flag}={os.environ[flag]};".encode())
    package = Path(__file__).parent
    for source in sorted(package.rglob("*.py")):
        digest.update(str(source.relative_to(package)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    """Make ``folder`` if need be and say whether files can be written there by us alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid != os.geteuid():
            return False
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x")
            probe.flush()
    except OSError:
        return False
    return True


def _bases() -> list[Path]:
    """Where the cache may be, best first."""
    bases = []
    if os.environ.get("NUMBA_CACHE_DIR"):
        bases.append(Path(os.environ["NUMBA_CACHE_DIR"]))
    elif os.environ.get("XDG_CACHE_HOME"):
        bases.append(Path(os.environ["XDG_CACHE_HOME"]) / "tarotsim")
    else:
        home = os.path.expanduser("~")  # noqa: PTH111  (never raises, even without a home)
        bases.append(Path(home) / ".cache" / "tarotsim")
    bases.append(Path(tempfile.gettempdir()) / f"tarotsim-{os.geteuid()}")
    return bases


def _choose_cache_dir() -> Path:
    """The first usable folder, or one that is removed when this process ends."""
    name = _fingerprint()
    for base in _bases():
        if _writable(base / name):
            return base / name
    folder = Path(tempfile.mkdtemp(prefix="tarotsim-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file that Numba keeps in ``folder``, by relative path."""
    sums = {}
    for path in sorted(folder.rglob("*.nb[ic]")):
        try:
            sums[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:  # another process is replacing it
            continue
    return sums


def _drop_damaged(folder: Path) -> dict[str, str]:
    """Delete cached files that ``sums.json`` does not vouch for; return the sums of the rest."""
    try:
        known = json.loads((folder / "sums.json").read_bytes())
        good = dict(known) if isinstance(known, dict) else {}
    except (OSError, ValueError):
        good = {}
    found = _sums(folder)
    kept = {}
    for name, digest in found.items():
        if good.get(name) == digest:
            kept[name] = digest
        else:
            (folder / name).unlink(missing_ok=True)
    return kept


def seal_cache() -> None:
    """Vouch for what has been compiled so far; called once the kernels a command needs are there."""
    global _vouched
    sums = _sums(cache_dir)
    if sums == _vouched:
        return
    try:
        with tempfile.NamedTemporaryFile("w", dir=cache_dir, delete=False) as temporary:
            json.dump(sums, temporary)
        Path(temporary.name).replace(cache_dir / "sums.json")
        _vouched = sums
    except OSError:  # no room for it: the next start compiles again
        pass


cache_dir = _choose_cache_dir()
try:
    _vouched = _drop_damaged(cache_dir)
except OSError:  # files there that may not be deleted: keep away from them
    cache_dir = Path(tempfile.mkdtemp(prefix="tarotsim-"))
    atexit.register(shutil.rmtree, cache_dir, ignore_errors=True)
    _vouched = {}
os.environ["NUMBA_CACHE_DIR"] = str(cache_dir)

import numba
import numpy as np

warnings.filterwarnings("ignore", message="First-class function type feature is experimental")

JIT: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels are compiled; with ``NUMBA_DISABLE_JIT=1`` they run as plain Python."""

if not JIT:
    np.seterr(over="ignore")  # the random streams count modulo 2**64


def kernel(function):
    """Compile ``function`` on its first call: cached on disk, without the GIL, no ZeroDivisionError."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
