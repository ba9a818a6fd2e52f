"""How every kernel of tarotsim is compiled, and where the compiled code is kept.

Numba notices an edit only in the file that holds the function, not in the helpers it calls. So the
cache folder carries in its name a hash of every source file of the package and of the versions
that shape the machine code: other sources, other folder. (The processor is part of Numba's own key.)

A cache that is damaged, full, unwritable or shared must cost a recompile, never a crash:

* the folder's files are checked against ``sums.json`` before Numba reads them, and whatever does
  not agree is deleted;
* what cannot be read back is compiled again, what cannot be kept is not kept;
* an unwritable cache folder is replaced by one under the system's temporary folder, an unusable
  one of those by a folder that lives as long as this process.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import numpy as np

__all__ = ["JIT", "compiled", "inlined_kernel", "kernel", "seal_cache", "uncompiled"]

warnings.filterwarnings("ignore", message="First-class function type feature is experimental")

JIT: bool = not getattr(numba.config, "DISABLE_JIT", 0)
"""Whether kernels are compiled; with ``NUMBA_DISABLE_JIT=1`` they run as plain Python."""

if not JIT:
    np.seterr(over="ignore")  # the random streams count modulo 2**64


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
    for source in sorted([*package.rglob("*.py"), *package.rglob("*.json")]):
        digest.update(str(source.relative_to(package)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    """Make ``folder`` if need be and say whether files can be written there, by us alone."""
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


def _passing_folder() -> Path:
    """A folder that is removed when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="tarotsim-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file that Numba keeps in ``folder``, by relative path."""
    sums = {}
    for path in sorted(folder.rglob("*.nb[ic]")):
        with suppress(OSError):  # another process is replacing it
            sums[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return sums


def _drop_damaged(folder: Path) -> dict[str, str]:
    """Delete cached files that ``sums.json`` does not vouch for; return the sums of the rest."""
    try:
        known = json.loads((folder / "sums.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        known = {}
    kept = {}
    for name, digest in _sums(folder).items():
        if isinstance(known, dict) and known.get(name) == digest:
            kept[name] = digest
        else:
            (folder / name).unlink(missing_ok=True)
    return kept


def _open_cache() -> tuple[Path, dict[str, str]]:
    """The cache folder and the sums of the files in it that can be trusted."""
    name = _fingerprint()
    for base in _bases():
        if _writable(base / name):
            with suppress(OSError):  # files there that may not be deleted: keep away from them
                return base / name, _drop_damaged(base / name)
    return _passing_folder(), {}


_cache_dir, _vouched = _open_cache()
_unsealed = False
"""Whether anything has been kept there since it was last vouched for."""


def seal_cache() -> None:
    """Vouch for what has been compiled so far; called once the kernels a command needs are there."""
    global _vouched, _unsealed
    if not _unsealed:
        return
    _unsealed = False
    sums = _sums(_cache_dir)
    if sums == _vouched:
        return
    with suppress(OSError):  # no room for it: the next start compiles again
        with tempfile.NamedTemporaryFile("w", dir=_cache_dir, delete=False) as temporary:
            json.dump(sums, temporary)
        Path(temporary.name).replace(_cache_dir / "sums.json")
        _vouched = sums


def _forgive(dispatcher: Any) -> None:
    """Let the cache of a compiled function fail without harm, in reading and in keeping."""
    cache = getattr(dispatcher, "_cache", None)
    if cache is None:
        return
    load, save = cache.load_overload, cache.save_overload

    def load_if_possible(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception:
            return None

    def save_if_possible(*args: Any) -> None:
        global _unsealed
        with suppress(OSError):
            save(*args)
        _unsealed = True

    cache.load_overload, cache.save_overload = load_if_possible, save_if_possible


_borrowed = threading.Lock()
"""Held while Numba's setting of the cache folder is ours; threads compile side by side."""


def compiled(
    function: Callable[..., Any],
    signature: Any = None,
    *,
    cached: bool = True,
    checked: bool = False,
    inlined: bool = False,
) -> Any:
    """Compile ``function`` with Numba: no GIL, no ZeroDivisionError.

    With a ``signature`` at once, else for each kind of arguments when it is first called. ``cached``
    keeps the machine code on disk, ``checked`` raises IndexError for an index out of range, ``inlined``
    puts the code into its callers, however long it is.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "cache": cached}
    if checked:
        options["boundscheck"] = True
    if inlined:
        options["forceinline"] = True
    with _borrowed:
        users_folder = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(_cache_dir)  # type: ignore[attr-defined]
        try:
            dispatcher = numba.njit(**options)(function)
        finally:
            numba.config.CACHE_DIR = users_folder  # type: ignore[attr-defined]
    _forgive(dispatcher)
    if signature is not None and JIT:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a function of the engine: compiled when first called, and cached."""
    return compiled(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that is put into its callers: for what a loop does at every turn."""
    return compiled(function, inlined=True)


def uncompiled(function: Any) -> Callable[..., Any]:
    """The plain Python function behind a kernel, for tables that are made once, at import."""
    plain: Callable[..., Any] = getattr(function, "py_func", function)
    return plain
