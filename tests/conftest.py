"""Compiled kernels check their array bounds in the tests; must stand before tarotsim is imported.

`NUMBA_BOUNDSCHECK=0` in the environment lifts it (benchmarks). Property tests draw the same examples
at every run, so that a red test is red again.
"""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

from hypothesis import settings

import tarotsim.jit  # before whatever else imports numba: it says where compiled code is kept

settings.register_profile("tests", deadline=None, derandomize=True)
settings.load_profile("tests")


def pytest_sessionfinish():
    """Keep what was compiled for the next run of the tests."""
    tarotsim.jit.seal_cache()
