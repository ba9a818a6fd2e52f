"""Compiled kernels check their array bounds in the tests; must stand before tarotsim is imported.

`NUMBA_BOUNDSCHECK=0` in the environment lifts it (benchmarks). Property tests draw the same examples
at every run, so that a red test is red again.
"""

import os
import sys

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True)
settings.load_profile("tests")


def pytest_sessionfinish():
    """Keep what was compiled for the next run of the tests."""
    if "tarotsim.jit" in sys.modules:
        sys.modules["tarotsim.jit"].seal_cache()
