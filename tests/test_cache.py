"""Compiled code is kept where no other version of the sources will find it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tarotsim

PACKAGE = Path(tarotsim.__file__).parent

LEVEL_OF_ELEVEN = """
import {first}
from tarotsim.jit import seal_cache
from tarotsim.rules.declarations import level_of
print(level_of(11))
seal_cache()
"""


@pytest.mark.parametrize(
    "first", ["tarotsim.bits", "tarotsim.rules.declarations", "tarotsim.strategies.strategy"]
)
def test_a_change_in_another_file_is_compiled_whatever_is_imported_first(first, tmp_path):
    """Numba itself would go on with the old kernel: it looks at the one file that holds it.

    A copy of the package asks for the level of a poignée of eleven, which there is none; then its
    table of levels, in another file than the kernel, says eleven for ten.
    """
    package = tmp_path / "tarotsim"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}

    def answer():
        program = LEVEL_OF_ELEVEN.format(first=first)
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(run.stdout)

    assert answer() == -1
    tables = package / "rules" / "tables.py"
    source = tables.read_text("utf-8")
    assert "POIGNEE_CARDS = np.array([0, 10, 13, 15])" in source
    tables.write_text(source.replace("np.array([0, 10, 13, 15])", "np.array([0, 11, 13, 15])"), "utf-8")
    assert answer() == 1


def test_threads_that_compile_side_by_side_keep_all_in_the_folder():
    """Numba's setting of the folder is one for all threads; none may find it half changed."""
    from concurrent.futures import ThreadPoolExecutor

    from tarotsim import jit

    def folder_of(number):
        return {jit.compiled(lambda x: x + number)._cache.cache_path for _ in range(50)}

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            folders = set().union(*pool.map(folder_of, range(8)))
    finally:
        sys.setswitchinterval(interval)
    assert all(folder.startswith(str(jit._cache_dir)) for folder in folders)
