"""Helpers of the command-line tests: starting the program, judging its answers, playing small runs."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from tarotsim.logs.folder import locked
from tarotsim.simulation.crew import Crew
from tarotsim.simulation.plan import RunPlan, players_from
from tarotsim.simulation.runner import Runner, prepare

PROGRAM = [sys.executable, "-m", "tarotsim"]


class Answer(NamedTuple):
    """What one command line came to."""

    code: int
    out: str
    err: str


def fine(answer):
    """The output of a command that had nothing to complain of."""
    assert (answer.code, answer.err) == (0, ""), answer
    return answer.out


def complaint(answer, code, *words):
    """The one line of a command that ended with ``code``; it holds these ``words``."""
    assert answer.code == code, answer
    (line,) = answer.err.splitlines()
    assert line.startswith("tarotsim: ") and answer.err.endswith("\n")
    assert all(str(word) in line for word in words), line
    return line


class Program:
    """The program as its users have it: processes in ``folder``, with compiled code in ``cache``."""

    def __init__(self, folder, cache):
        self.folder = folder
        # unlike the tests' own kernels, those of the processes do not check their array bounds
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        self.environment = {**kept, "XDG_CACHE_HOME": str(cache)}

    def start(self, *arguments, environment=None, **options):
        """A process; stdout and stderr are pipes, stdin is empty, unless ``options`` say otherwise."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [*PROGRAM, *map(str, arguments)],
            cwd=self.folder,
            env={**self.environment, **(environment or {})},
            **{**pipes, **options},
        )

    def run(self, *arguments, input=None, **options):
        """The Answer of a process that has come to its end."""
        stdin = subprocess.DEVNULL if input is None else subprocess.PIPE
        return ended(self.start(*arguments, stdin=stdin, **options), input)

    def shell(self, line):
        """The Answer to a line for bash, in which tarotsim is the program; a pipe fails if a part does."""
        script = f'set -o pipefail; tarotsim() {{ {" ".join(PROGRAM)} "$@"; }}; {line}'
        command = ["bash", "-c", script]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        return Answer(done.returncode, done.stdout, done.stderr)


def ended(process, input=None):
    """The Answer of a process, which has a minute to come to its end."""
    out, err = process.communicate(input, timeout=180)
    return Answer(process.returncode, (out or b"").decode(), (err or b"").decode())


def wait_for(condition, process, seconds=60):
    """Wait until ``condition()`` holds, while ``process`` goes on."""
    limit = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None and time.monotonic() < limit
        time.sleep(0.005)


def play(
    folder,
    *,
    deals=300,
    seed=0,
    first=0,
    plays=False,
    strategy="random",
    part_rows=100,
    stop=False,
    threads=1,
    chunk=None,
):
    """Play a run into ``folder``, without the command line; with ``stop`` only its first chunk."""
    plan = RunPlan(deals, seed, first, plays, players_from(strategy), part_rows)
    with locked(folder):
        manifest = prepare(folder, plan, {}, resume=False, force=False)
        runner = Runner(plan, folder, manifest, chunk=chunk or part_rows)
        crew = Crew(threads)
        if stop:
            runner.on_progress = lambda deals: crew.stop()
        crew.do(runner.work())
        runner.close()
    return folder


def log(folder, kind="deals"):
    """The log in ``folder``, as pandas alone reads it."""
    return pd.read_parquet(Path(folder) / kind)


def assert_same(folder, other, kinds=("deals",)):
    """The two runs have the same rows, and the same files."""
    for kind in kinds:
        pd.testing.assert_frame_equal(log(folder, kind), log(other, kind))
        assert files(Path(folder) / kind) == files(Path(other) / kind)


def files(folder):
    """The names of what lies in a folder."""
    return sorted(path.name for path in Path(folder).iterdir())


def parts(folder, kind="deals"):
    """The Parquet files of a run, in order."""
    return sorted((Path(folder) / kind).glob("part-*.parquet"))


def copied(folder, copy):
    """A copy that may be damaged."""
    shutil.copytree(folder, copy)
    return copy


def damage(file):
    """Turn over the bits of one byte in the middle."""
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
