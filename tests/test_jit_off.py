"""The kernels as plain Python: the same results, bit for bit, and every line of them is reached."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from engine_runs import environment_without_jit
from without_jit import tour

import tarotsim

TESTS = Path(__file__).parent
PACKAGE = Path(tarotsim.__file__).parent


@pytest.fixture(scope="module")
def without_jit(tmp_path_factory):
    """What the tour finds without the JIT, and the lines of rules and engine that it runs through."""
    folder = tmp_path_factory.mktemp("without_jit")
    found, data, report = (folder / name for name in ("found.json", "coverage", "coverage.json"))
    sources = "--source=tarotsim.rules,tarotsim.engine"
    for arguments in (
        ["run", f"--data-file={data}", sources, TESTS / "without_jit.py", found],
        ["json", f"--data-file={data}", "-o", report],
    ):
        command = [sys.executable, "-m", "coverage", *arguments]
        run = subprocess.run(
            command, env=environment_without_jit(), capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
    return json.loads(found.read_text("utf-8")), json.loads(report.read_text("utf-8"))


@pytest.fixture(scope="module")
def compiled():
    """What the tour finds with the kernels compiled, in this process."""
    return tour()


@pytest.mark.parametrize("part", ["answers", "deals", "refusals", "steps"])
def test_results_are_the_same_with_and_without_the_jit(without_jit, compiled, part):
    found, _ = without_jit
    assert compiled[part]
    assert found[part] == compiled[part]


def test_every_decision_but_the_chelem_can_be_refused(compiled):
    assert len(compiled["refusals"]) == 4


@pytest.mark.parametrize("chapter", ["rules", "engine"])
def test_lines_of_the_kernels_are_covered(without_jit, chapter):
    """At least 95 of 100 lines, over the files of a chapter; the message names those that are not."""
    _, report = without_jit
    files = {name: file for name, file in report["files"].items() if Path(name).parent.name == chapter}
    assert {Path(name).name for name in files} == {path.name for path in (PACKAGE / chapter).glob("*.py")}
    lines = sum(file["summary"]["num_statements"] for file in files.values())
    missing = {name: file["missing_lines"] for name, file in files.items() if file["missing_lines"]}
    assert sum(map(len, missing.values())) <= 0.05 * lines, missing
