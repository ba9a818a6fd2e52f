"""Terminals, pipes and locales: what a process meets in the world."""

import json
import subprocess
import sys

import pexpect
import pytest
from cli_process import PROGRAM, complaint, fine, log

pytest_plugins = ["cli_fixtures"]


def test_bar_on_a_terminal_and_ctrl_c(program, tmp_path):
    """The bar is drawn, Ctrl-C takes it away and leaves one line and the run."""
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *["run", "--deals", "30M", "--strategy", "pass", "--out", "x", "--threads", "1"]],
        cwd=str(tmp_path),
        env={**program.environment, "TERM": "xterm", "COLUMNS": "120"},
        encoding="utf-8",
        timeout=30,
    )
    child.expect("playing")
    child.expect("[1-9][0-9,]* of 30,000,000 deals")
    child.sendintr()
    child.expect("tarotsim: interrupted: [0-9,]+ of 30,000,000 deals are safe in x; go on with: ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before and "tarotsim run --resume --out x" in child.before
    assert json.loads((tmp_path / "x" / "run.json").read_text())["deals"] == 30_000_000


@pytest.mark.parametrize("arguments", [[], ["--quiet"]])
def test_no_bar_without_a_terminal_or_when_quiet(program, tmp_path, arguments):
    """Without: stderr is a pipe, stdout the terminal. Quiet: both are the terminal."""
    command = [*PROGRAM, "run", "--deals", "40k", "--strategy", "random", "--out", "x", *arguments]
    line = " ".join(command) + ("" if arguments else " 2>errors")
    child = pexpect.spawn(
        "bash",
        ["-c", line],
        cwd=str(tmp_path),
        env={**program.environment, "TERM": "xterm"},
        encoding="utf-8",
        timeout=30,
        dimensions=(24, 200),
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "playing" not in child.before and "deals per second" in child.before
    if not arguments:
        assert (tmp_path / "errors").read_text() == ""


def test_head_closes_the_pipe_without_complaint(program, small_run):
    out = fine(program.shell(f"tarotsim export {small_run} | head -1"))
    assert json.loads(out)["hands"]
    out = fine(program.shell(f"tarotsim export {small_run} | tarotsim score - | head -n 1"))
    assert "status" in json.loads(out)
    assert fine(program.shell("tarotsim --help | head -1")).startswith("Usage")


def test_closed_streams(program, tmp_path):
    """Closed stdout: the run is played. Closed stdin: nothing is asked. Closed stderr: the code tells."""
    assert program.shell("tarotsim run --deals 50 --strategy random --out x >&-").code == 0
    assert len(log(tmp_path / "x")) == 50
    fine(program.shell("tarotsim info x <&-"))
    assert fine(program.shell("tarotsim score - <&-")) == ""
    answer = program.shell("tarotsim run --deals none 2>&-")
    assert (answer.code, answer.out, answer.err) == (2, "", "")


def test_full_device_is_one_line(program, small_run):
    complaint(program.shell(f"tarotsim export {small_run} > /dev/full"), 1, "No space left on device")
    complaint(program.shell("tarotsim --version > /dev/full"), 1, "No space left on device")


def test_plain_locale(program, tmp_path):
    """Names that ASCII does not have pass through; nothing ends in a UnicodeError."""
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out = fine(program.run("run", "--deals", 30, "--strategy", "random", "--out", "été", environment=plain))
    assert "30 deals of four random" in out and "poign?e" in out
    assert len(log(tmp_path / "été")) == 30
    complaint(program.run("run", "--deals", "œuf", environment=plain), 2, "not a number of deals")


def test_installed_program_is_this_one(program):
    script = subprocess.run(
        [str(sys.executable).replace("python", "tarotsim"), "--version"], capture_output=True, text=True
    )
    assert script.stdout == fine(program.run("--version"))
