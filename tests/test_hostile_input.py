"""Input that nobody means well with: one line each says what is wrong, and nothing is harmed."""

import json
import os
import subprocess
import sys

import pytest
from cli_process import complaint, copied

from tarotsim.logs.manifest import run_id_of

pytest_plugins = ["cli_fixtures"]


def edited(folder, **changes):
    """The manifest in ``folder`` changed as somebody would who knows how its run is named."""
    path = folder / "run.json"
    manifest = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps({**manifest, "run": run_id_of(manifest)}))


@pytest.mark.parametrize(
    "text, words",
    [
        ('out = "x\\u0000y"\ndeals = 5\n', "without NUL"),
        ('strategy = "x\\u0000y.py"\ndeals = 5\n', "without NUL"),
    ],
)
def test_nul_in_a_settings_file(ask, tmp_path, text, words):
    (tmp_path / "n.toml").write_text(text)
    complaint(ask("run", "--config", "n.toml"), 2, words)


def test_nul_in_the_name_of_a_player(ask, tmp_path):
    (tmp_path / "n.toml").write_text('players = ["basic", "p\\u0000.py"]\ndeals = 5\n')
    complaint(ask("compare", "--config", "n.toml"), 2, "no strategy is called")


@pytest.mark.parametrize("command", ["info", "verify", "report", "export"])
def test_manifest_of_more_deals_than_there_are(ask, small_run, tmp_path, command):
    folder = copied(small_run, tmp_path / "x")
    edited(folder, deals=2**70, part_rows=2**69, ended=None, parts=[])
    complaint(ask(command, "x"), 2, "is damaged")


def test_manifest_with_a_number_that_is_none(ask, small_run, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    text = (folder / "run.json").read_text().replace('"config": {', '"config": {"x": 1e999, ')
    (folder / "run.json").write_text(text)
    complaint(ask("info", "x", "--format", "json"), 2, "it is not JSON")


def test_record_with_a_number_that_is_none(ask, small_run, tmp_path):
    copied(small_run, tmp_path / "x")
    record = json.loads(ask("export", "x", "--deals", "0:1").out)
    text = json.dumps({**record, "note": 0}).replace('"note": 0', '"note": 1e999')
    (tmp_path / "n.jsonl").write_text(text)
    complaint(ask("replay", "n.jsonl", "--format", "json"), 1, "is not JSON")


def play(folder, answers, *options):
    """What comes of a deal at the table with these ``answers``, where Python reads strict UTF-8."""
    command = [sys.executable, "-m", "tarotsim", "play", "--seed", "5", "--deal", "22", "--against", "basic"]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    return subprocess.run(
        [*command, *options], input=answers, capture_output=True, cwd=folder, env=environment, timeout=180
    )


def test_answers_that_are_not_utf8_are_asked_again(tmp_path):
    done = play(tmp_path, b"gard\xe9\nq\n")
    assert (done.returncode, done.stderr) == (0, b"")


def test_record_file_that_takes_nothing_is_told(tmp_path):
    done = play(tmp_path, b"q\n", "--record", "/dev/full")
    assert done.returncode == 1
    assert done.stderr == b"tarotsim: /dev/full: No space left on device; the deal is not recorded\n"
