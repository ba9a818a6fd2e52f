"""How fast tarotsim is. Each benchmark notes in ``extra_info`` what it does; `report.py` makes the table.

Nothing here asserts seconds: the figures are for comparison within one run on one machine.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import ROW
from tarotsim.strategies.registry import MODULES, built_in

CORES = len(os.sched_getaffinity(0))
ENGINE_DEALS = 400_000
RUN_DEALS = 1_000_000
SCORED = 40_000
C_SOURCE = Path(__file__).with_name("random_deals.c")


def tarotsim(*arguments, **kwargs):
    """Run the command line; returns what it printed."""
    command = [sys.executable, "-m", "tarotsim", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, **kwargs).stdout


def measure(benchmark, function, *, what, unit, amount, rounds=5, setup=None):
    """Time ``function`` and note that a round does ``amount`` of ``unit``."""
    benchmark.extra_info.update(what=what, unit=unit, amount=amount)
    benchmark.pedantic(function, setup=setup, rounds=rounds, warmup_rounds=0 if setup else 1)


@pytest.fixture(scope="module", params=["-O3", "-O3 -march=native"])
def c_program(request, tmp_path_factory):
    """The yardstick in C, for any processor and for this one; skipped where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("c") / "random_deals"
    subprocess.run([compiler, *request.param.split(), "-o", program, C_SOURCE], check=True)
    return program


def test_c_yardstick(benchmark, c_program, request):
    def play():
        subprocess.run([c_program, "0", "0", str(ENGINE_DEALS)], check=True, capture_output=True)

    measure(
        benchmark,
        play,
        what=f"C, random, {request.node.callspec.params['c_program']}",
        unit="deals",
        amount=ENGINE_DEALS,
    )


def test_c_program_plays_the_same_deals(c_program, benchmark):
    """The yardstick is one only if its sums are the engine's."""
    rows = np.zeros(100_000, ROW)
    Engine([built_in("random")] * 4).play(3, 7, len(rows), rows)
    played = rows[rows["status"] == 0]
    command = [c_program, "3", "7", str(len(rows))]
    said = benchmark.pedantic(
        lambda: subprocess.run(command, check=True, capture_output=True, text=True).stdout, rounds=1
    )
    sums = [
        int(played["won"].sum()),
        int(played["halves"].sum(dtype=int)),
        int(rows["score_0"].sum(dtype=int)),
    ]
    assert [int(number) for number in said.split()[1:4]] == sums


@pytest.mark.parametrize("threads", sorted({1, CORES}))
@pytest.mark.parametrize("name", MODULES)
def test_engine(benchmark, name, threads):
    engine = Engine([built_in(name)] * 4)
    count = ENGINE_DEALS // threads
    rows = [np.zeros(count, ROW) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:

        def play():
            list(pool.map(lambda thread: engine.play(0, thread * count, count, rows[thread]), range(threads)))

        what = f"engine, {name}, {threads} thread{'s' if threads > 1 else ''}"
        measure(benchmark, play, what=what, unit="deals", amount=count * threads)


@pytest.mark.parametrize("threads", sorted({1, CORES}))
def test_run(benchmark, tmp_path, threads):
    folder = tmp_path / "run"

    def play():
        tarotsim("run", "--deals", RUN_DEALS, "--threads", threads, "--out", folder, "--force", "--quiet")

    what = f"run --deals 1M, basic, {threads} thread{'s' if threads > 1 else ''}, logs on, whole process"
    measure(benchmark, play, what=what, unit="deals", amount=RUN_DEALS, rounds=3)
    size = sum(file.stat().st_size for file in (folder / "deals").iterdir())
    benchmark.extra_info["bytes"] = size / RUN_DEALS


def test_score(benchmark, tmp_path):
    """Once warm: the time from the first answer of a process to its last."""
    tarotsim("run", "--deals", SCORED, "--out", tmp_path / "run", "--quiet")
    records = tarotsim("export", tmp_path / "run").encode()
    first, rest = records.split(b"\n", 1)
    scorers = []

    def warm_scorer():
        command = [sys.executable, "-m", "tarotsim", "score", "-"]
        scorer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        scorer.stdin.write(first + b"\n")
        scorer.stdin.flush()
        scorer.stdout.readline()
        scorers.append(scorer)

    def score():
        assert scorers.pop().communicate(rest)[0].count(b"\n") == SCORED - 1

    measure(
        benchmark,
        score,
        what="score, once warm",
        unit="records",
        amount=SCORED - 1,
        rounds=3,
        setup=warm_scorer,
    )


def test_cold_start(benchmark, tmp_path):
    """The first run ever: everything is compiled."""
    caches = iter(range(100))

    def empty_cache():
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / f"cache{next(caches)}")}
        return (environment,), {}

    def play(environment):
        tarotsim("run", "--deals", 1000, "--out", tmp_path / "run", "--force", env=environment)

    measure(
        benchmark,
        play,
        what="first run ever, compile included",
        unit="",
        amount=1,
        rounds=2,
        setup=empty_cache,
    )


def test_warm_start(benchmark, tmp_path):
    def play():
        tarotsim("run", "--deals", 1000, "--out", tmp_path / "run", "--force")

    measure(benchmark, play, what="run --deals 1000, compiled before", unit="", amount=1, rounds=3)


def test_help(benchmark):
    measure(benchmark, lambda: tarotsim("--help"), what="tarotsim --help", unit="", amount=1)


def test_openspiel_tarok(benchmark):
    """The nearest public peer: Slovenian tarok for four, random playouts from Python."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("tarok(players=4)")
    random = np.random.default_rng(0)
    playouts = 300

    def play():
        for _ in range(playouts):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[random.integers(len(actions))])

    measure(benchmark, play, what="OpenSpiel tarok, from Python", unit="deals", amount=playouts, rounds=3)
