"""What is asked of tarotsim, on the command line and in files: numbers, names, help."""

import json
import subprocess
import sys

import click
import pytest
from cli_process import complaint, files, fine, log

from tarotsim.cli.main import COMMANDS, tarotsim
from tarotsim.cli.options import COUNT

pytest_plugins = ["cli_fixtures"]

ALL_DEALS = 2**62


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[(text, 10**6) for text in ("1000000", "1_000_000", "1M", "1m", "1e6", "1E+6", "1000k", "0.001g")],
        ("0", 0),
        ("007", 7),
        ("1.5k", 1500),
        ("12e0", 12),
        (" 3 ", 3),
        (str(ALL_DEALS), ALL_DEALS),
    ],
)
def test_number_of_deals(text, number):
    assert COUNT.convert(text, None, None) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "-5", "+5", "1.5", "1.0005k", "abc", "1e", "1e-3", "0x10", "1__0", "_1", "1_", "1,000"),
        *("1M2", "1 000", "nan", "inf", "True", "1e99", str(ALL_DEALS + 1), "٣", "1e999"),
    ],
)
def test_wrong_number_of_deals_is_named(ask, tmp_path, text):
    line = complaint(ask("run", "--deals", text, "--out", "x"), 2, "--deals", repr(text))
    assert "tarotsim run --help" in line
    assert not files(tmp_path)


def test_seed_0_is_a_seed(ask):
    fine(ask("run", "--deals", 50, "--seed", 0, "--strategy", "random", "--out", "a"))
    fine(ask("run", "--deals", 50, "--strategy", "random", "--out", "b"))
    fine(ask("run", "--deals", 50, "--seed", 2**63 - 1, "--strategy", "random", "--out", "c"))
    assert log("a").equals(log("b"))
    assert not log("a").equals(log("c"))
    assert json.loads(fine(ask("info", "a", "--format", "json")))["seed"] == 0


@pytest.mark.parametrize("seed", ["-1", str(2**63), "1.5", "1e6", "x", ""])
def test_wrong_seed(ask, seed):
    complaint(ask("run", "--deals", 1, "--seed", seed, "--out", "x"), 2, "--seed")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run"], ["--deals"]),
        (["run", "--deals", "5", "--threads", "0"], ["--threads"]),
        (["run", "--deals", "5", "--threads", "two"], ["--threads", "'two'"]),
        (["run", "--deals", "5", "--first", "-1"], ["--first"]),
        (["run", "--deals", "5", "--first", str(ALL_DEALS)], ["2**62"]),
        (["run", "--deals", "5", "--resume", "--force"], ["--resume", "--force"]),
        (["run", "--deals", "5", "--format", "xml"], ["'xml'", "'json'"]),
        (["run", "--deals"], ["--deals"]),
        (["run", "--dels", "5"], ["--dels", "--deals"]),
        (["run", "5"], ["5"]),
        (["rnu"], ["'rnu'"]),
        (["info"], ["RUN"]),
        (["score"], ["FILE"]),
        (["run", "--deals", "5", "--strategy", "basic,basic"], ["'basic,basic'", "four", "2"]),
        (["run", "--deals", "5", "--strategy", "basic,pass,pass,pass,pass"], ["four", "5"]),
        (["run", "--deals", "5", "--strategy", "basic,pass,pass,"], ["''"]),
        (["run", "--deals", "5", "--strategy", "bsic"], ["'bsic'", "random, pass, basic", "file.py"]),
        (["run", "--deals", "5", "--strategy", ""], ["''"]),
    ],
)
def test_wrong_usage_is_one_line(ask, tmp_path, arguments, words):
    complaint(ask(*arguments), 2, *words)
    assert not files(tmp_path)


def test_four_strategies_sit_where_they_are_named(ask):
    fine(ask("run", "--deals", 60, "--strategy", "pass, random,basic,pass", "--out", "x"))
    deals = log("x")
    names = [deals[f"strategy_{seat}"].unique().tolist() for seat in range(4)]
    assert names == [["pass"], ["random"], ["basic"], ["pass"]]
    assert set(deals["taker"].dropna()) <= {1, 2}


def test_new_folders_are_named_and_numbered(ask, tmp_path):
    for arguments in (
        ["--deals", "2k"],
        ["--deals", "2000"],
        ["--deals", "1500", "--first", "7", "--seed", "3"],
        ["--deals", "0", "--strategy", "pass,pass,pass,random"],
        ["--deals", "2k", "--force"],
    ):
        fine(ask("run", "--strategy", "pass", *arguments))
    assert files(tmp_path / "results") == [
        "pass-pass-pass-random-seed0-0",
        "pass-seed0-2k",
        "pass-seed0-2k-2",
        "pass-seed0-2k-3",
        "pass-seed3-1500-from7",
    ]
    out = fine(ask("run", "--strategy", "pass", "--deals", "2k", "--resume"))
    assert "results/pass-seed0-2k-3" in out and "Nothing was left to play." in out


def test_results_folder_cannot_be_made(ask, tmp_path):
    (tmp_path / "results").write_text("a file")
    complaint(ask("run", "--deals", 1, "--strategy", "pass"), 2, "results/pass-seed0-1")


def config(folder, text):
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_settings_come_from_a_file_and_flags_win(ask, tmp_path):
    file = config(
        tmp_path,
        'deals = "1_0"\nseed = 5\nfirst = 1e2\nplays = true\nout = "x"\nthreads = 2\n'
        'strategy = ["pass", "random", "pass", "pass"]\nquiet = true\nformat = "json"\n',
    )
    summary = json.loads(fine(ask("run", "--seed", "6", "--config", file)))
    assert summary["strategies"] == ["pass", "random", "pass", "pass"]
    manifest = json.loads((tmp_path / "x" / "run.json").read_text())
    asked = {name: manifest[name] for name in ("deals", "seed", "first", "plays")}
    assert asked == {"deals": 10, "seed": 6, "first": 100, "plays": True}
    assert manifest["config"]["threads"] == 2 and manifest["config"]["config"] == str(file)
    assert "outcome" in fine(ask("run", "--config", file, "--out", "y", "--format", "text"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("deal = 5", ["'deal'", "nearest is 'deals'"]),
        ("Deals = 5", ["'Deals'", "nearest is 'deals'"]),
        ("stratgy = 'pass'", ["nearest is 'strategy'"]),
        ("config = 'x'", ["'config'", "nearest"]),
        ("deals = true", ["deals", "a number"]),
        ("deals = [5]", ["deals", "a number"]),
        ("deals = -5", ["deals", "-5"]),
        ("deals = 1.5", ["deals", "1.5"]),
        ("deals = 2024-01-01", ["deals", "a number"]),
        ("seed = 1.5", ["seed", "1.5"]),
        ("seed = -1", ["seed", "-1"]),
        ("deals = 5\nthreads = 0", ["threads", "0"]),
        ("plays = 'yes'", ["plays", "true or false"]),
        ("plays = 1", ["plays", "true or false"]),
        ("out = 5", ["out", "a text"]),
        ("strategy = 5", ["strategy", "a text"]),
        ("deals = 5\nstrategy = ['pass', 'pass']", ["four", "2"]),
        ("format = 'xml'", ["format", "'xml'"]),
        ("[run]\ndeals = 5", ["'run'"]),
        ("deals = ", ["not TOML"]),
        ("deals = 5\ndeals = 6", ["not TOML"]),
    ],
)
def test_wrong_settings_file_is_one_line(ask, tmp_path, text, words):
    complaint(ask("run", "--config", config(tmp_path, text)), 2, *words)
    assert files(tmp_path) == ["settings.toml"]


def test_settings_file_that_cannot_be_read(ask, tmp_path):
    complaint(ask("run", "--config", "nowhere.toml"), 2, "nowhere.toml", "No such file")
    complaint(ask("run", "--config", tmp_path), 2, tmp_path, "directory")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9t\xe9\ndeals = 1\n")
    complaint(ask("run", "--config", "latin.toml"), 2, "latin.toml", "not TOML")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_every_option(ask, name):
    text = fine(ask(name, "--help"))
    command = tarotsim.get_command(None, name)
    assert command.help and all(
        param.help and param.opts[0] in text for param in command.params if isinstance(param, click.Option)
    )


def test_help_and_version_come_at_once():
    """None of what takes long to import is imported."""
    program = f"""
import sys
from tarotsim.cli.main import run_command
for arguments in (["--help"], ["-h"], ["--version"], *([name, "--help"] for name in {COMMANDS})):
    assert run_command(arguments) == 0
print(sorted({{"numba", "numpy", "pandas", "pyarrow", "rich", "matplotlib"}} & set(sys.modules)))
"""
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"
    assert all(f"\n  {name}" in out for name in COMMANDS)


def test_version_is_the_installed_one(ask):
    from importlib.metadata import version

    assert fine(ask("--version")).split()[-1] == version("tarotsim")


def test_without_a_command_the_help_is_shown(ask):
    answer = ask()
    assert answer.code == 2 and "Usage:" in answer.err


def test_strategies_are_listed_with_their_versions(ask):
    listed = json.loads(fine(ask("strategies", "--format", "json")))["strategies"]
    assert [row["name"] for row in listed] == ["random", "pass", "basic", "expert"]
    assert all(row["version"] >= 1 and row["summary"] for row in listed)
    lines = fine(ask("strategies")).splitlines()
    assert len(lines) == 1 + len(listed)
    for line, row in zip(lines[1:], listed, strict=True):
        assert line.split(maxsplit=2) == [row["name"], str(row["version"]), row["summary"]]
