"""`tarotsim compare` as it is used: what it plays, keeps, refuses, and how it goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from itertools import islice, permutations

import pandas as pd
import pytest

from tarotsim.cli.main import run_command
from tarotsim.logs.folder import locked
from tarotsim.report.comparison import Outcome
from tarotsim.simulation.comparison import PLAN, RESULTS, ComparisonPlan, comparison_in
from tarotsim.simulation.crew import Crew
from tarotsim.simulation.plan import players_named

TABLES_OF_TWO = 10
PLAYER = """
from tarotsim.strategies.random import STRATEGY as r
from dataclasses import replace
STRATEGY = replace(r, name="{name}")
"""


def compare(capsys, *arguments):
    """(exit code, stdout, stderr) of the command."""
    code = run_command(["compare", "--threads", "1", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def compared(capsys, *arguments):
    """What a comparison that goes well prints as JSON."""
    code, out, err = compare(capsys, *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out, parse_constant=lambda constant: pytest.fail(f"{constant} is not JSON"))


def command(*arguments, **kwargs):
    """Start the program."""
    call = [sys.executable, "-m", "tarotsim", "compare", *map(str, arguments)]
    return subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **kwargs)


def results(folder):
    """The files of results, by name."""
    return {name: (folder / name).read_bytes() for name in RESULTS}


def play(folder, names, deals, *, part_rows, threads=1, pieces=None, until=None):
    """Play a comparison, or its first ``pieces`` of work, without the command line; gives its plan."""
    plan = ComparisonPlan(players_named(names), deals, 0, 0, part_rows, until)
    with comparison_in(folder, plan, {}, resume=False, force=False, keep=True) as comparison:
        crew, outcome = Crew(threads), Outcome(comparison, threads=threads, keep=True)
        crew.start(islice(comparison.work(), pieces))
        assert crew.wait(600)
        crew.check()
        comparison.close()
        if pieces is None:
            for part in plan.parts():
                outcome.add(part)
            outcome.write(lambda file: file.write("text\n"))
    return plan


# What it plays ------------------------------------------------------------------------------------


def test_a_player_against_itself_is_exactly_even_on_every_deal(tmp_path, capsys):
    out = tmp_path / "out"
    found = compared(capsys, "random", "random", "--deals", 3000, "--out", out)
    assert found["tables"] == 1 == len(list((out / "tables").iterdir()))
    for one in found["advantages"]:
        assert (one["mean"], one["low"], one["high"], one["p"]) == (0, 0, 0, 1)
        assert one["defending"]["same_contract"]["mean"] == one["taking"]["gain"]["mean"] == 0
    per_deal = pd.read_parquet(out / "advantages.parquet")
    assert list(per_deal.columns) == ["deal", "random|random"]
    assert len(per_deal) == 3000
    assert not per_deal["random|random"].any()


def test_swapping_the_arguments_swaps_the_tables_to_the_digit(tmp_path, capsys):
    there = compared(capsys, "random", "basic", "--deals", 2000, "--out", tmp_path / "a")
    back = compared(capsys, "basic", "random", "--deals", 2000, "--out", tmp_path / "b")
    assert there["advantages"] == back["advantages"][::-1]
    assert there["fields"] == back["fields"][::-1]
    assert there["ranking"] == back["ranking"]
    logs = [sorted((tmp_path / run).glob("tables/*/deals/*.parquet")) for run in "ab"]
    assert len(logs[0]) == TABLES_OF_TWO
    assert [log.relative_to(tmp_path / "a") for log in logs[0]] == [
        log.relative_to(tmp_path / "b") for log in logs[1]
    ]
    assert [log.read_bytes() for log in logs[0]] == [log.read_bytes() for log in logs[1]]


def test_the_advantage_is_the_mean_of_four_scores_in_the_logs(tmp_path, capsys):
    out = tmp_path / "out"
    found = compared(capsys, "basic", "random", "--deals", 500, "--first", 77, "--seed", 5, "--out", out)
    scores = 0
    for seat in range(4):
        table = ",".join("basic" if place == seat else "random" for place in range(4))
        scores += pd.read_parquet(out / "tables" / table / "deals")[f"score_{seat}"]
    per_deal = pd.read_parquet(out / "advantages.parquet")
    assert list(per_deal["deal"]) == list(range(77, 577))
    assert per_deal["basic|random"].dtype == "float32"
    assert (per_deal["basic|random"] == scores / 4).all()
    one = found["advantages"][0]
    assert one["mean"] == pytest.approx(scores.mean() / 4)
    assert (one["high"] - one["low"]) / 2 == pytest.approx(1.96 * scores.std() / 4 / 500**0.5, rel=1e-3)


def test_four_players_also_sit_together(tmp_path, capsys):
    file = tmp_path / "other.py"
    file.write_text(PLAYER.format(name="other"))
    names = ["random", "pass", "basic", file]
    found = compared(capsys, *names, "--deals", 300)
    assert found["tables"] == 56
    assert [(one["player"], one["field"]) for one in found["advantages"]] == list(
        permutations(["random", "pass", "basic", "other"], 2)
    )
    assert sum(row["mixed"]["mean"] for row in found["ranking"]) == pytest.approx(0, abs=1e-9)
    assert found["ranking"][0]["player"] == "basic"
    by_name = {row["player"]: row["mean"] for row in found["ranking"]}
    expected = sum(
        one["mean"] * {"basic": 1}.get(one["player"], -1) / 6
        for one in found["advantages"]
        if "basic" in (one["player"], one["field"])
    )
    assert by_name["basic"] == pytest.approx(expected)


def test_settings_of_players_tell_them_apart(capsys):
    found = compared(capsys, "expert", "expert:garde=60", "--deals", 400)
    assert found["players"] == ["expert", "expert:garde=60"]
    assert found["tables"] == TABLES_OF_TWO


def test_threads_and_parts_change_no_byte(tmp_path):
    expected = None
    for threads, part_rows in ((1, 1500), (2, 700), (3, 256)):
        folder = tmp_path / str(threads)
        play(folder, ["basic", "random", "pass"], 1500, part_rows=part_rows, threads=threads)
        found = {name: data for name, data in results(folder).items() if name != "advantages.parquet"}
        per_deal = pd.read_parquet(folder / "advantages.parquet")
        if expected is None:
            expected, deals = found, per_deal
        assert found == expected
        pd.testing.assert_frame_equal(per_deal, deals)


def test_no_deals_give_dashes(tmp_path, capsys):
    code, out, err = compare(capsys, "pass", "random", "--deals", 0, "--out", tmp_path / "out")
    assert (code, err) == (0, "")
    assert "nan" not in out.lower() and "None" not in out
    assert json.loads((tmp_path / "out" / "compare.json").read_text())["advantages"][0]["mean"] is None


# When it ends -------------------------------------------------------------------------------------


def test_until_ends_early_with_the_interval_that_was_asked_for(tmp_path, capsys):
    out = tmp_path / "out"
    found = compared(capsys, "pass", "random", "--deals", "1M", "--until", 4, "--out", out)
    widths = [(one["high"] - one["low"]) / 2 for one in found["advantages"]]
    assert max(widths) <= 4
    assert 0 < found["deals"] < 100_000
    assert len(pd.read_parquet(out / "advantages.parquet")) == found["deals"]
    again = compared(capsys, "--resume", "--out", out)
    assert again == found
    (narrower,) = {
        compared(capsys, "--resume", "--out", out, "--until", 3)["deals"],
        compared(capsys, "pass", "random", "--deals", "1M", "--until", 3)["deals"],
    }
    assert narrower > found["deals"]


def test_without_its_interval_all_deals_are_played(capsys):
    code, out, _ = compare(capsys, "pass", "random", "--deals", 500, "--until", 0.001)
    assert code == 0
    assert out.startswith("500 deals") and "not reached" in out


def test_an_interrupted_comparison_resumes_to_what_it_would_have_been(tmp_path, capsys):
    names = ["basic", "random"]
    for folder, pieces in (("whole", None), ("cut", 13)):
        play(tmp_path / folder, names, 2500, part_rows=500, pieces=pieces)
    compared(capsys, "--resume", "--out", tmp_path / "whole")
    compared(capsys, "--resume", "--out", tmp_path / "cut", "--threads", 2)
    assert results(tmp_path / "cut") == results(tmp_path / "whole")


def test_ctrl_c_says_how_to_go_on(tmp_path):
    out = tmp_path / "out"
    process = command("pass", "random", "--deals", "400k", "--threads", 1, "--out", out)
    while process.poll() is None and not list(out.glob("tables/*/deals/part-*")):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=180)
    assert (process.returncode, printed) == (130, "")
    assert said.count("\n") == 1
    assert said.startswith("tarotsim: interrupted: ") and f"tarotsim compare --resume --out {out}" in said
    assert not (out / "compare.json").exists()
    with ExitStack() as held:  # and everything is let go of
        for folder in (out, *(out / "tables").iterdir()):
            held.enter_context(locked(folder))


def test_nothing_is_left_of_a_comparison_without_a_folder(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "MPLBACKEND": "nonsense"}
    process = command("pass", "random", "--deals", "400k", "--threads", 1, env=environment)
    while process.poll() is None and not list(tmp_path.glob("tarotsim-*/tables/*/deals/part-*")):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=180)
    assert (process.returncode, said) == (
        130,
        "tarotsim: interrupted: nothing is kept without --out DIR\n",
    )
    assert not list(tmp_path.glob("tarotsim-*"))


def test_the_program_prints_results_on_stdout_alone_and_needs_no_display(tmp_path):
    environment = {**os.environ, "MPLBACKEND": "nonsense", "DISPLAY": ""}
    out = tmp_path / "out"
    process = command("pass", "random", "--deals", 200, "--out", out, "--format", "json", env=environment)
    printed, said = process.communicate(timeout=180)
    assert (process.returncode, said) == (0, "")
    assert json.loads(printed) == json.loads((out / "compare.json").read_text())
    for plot in ("matrix.svg", "ranking.svg"):
        assert (out / plot).read_text().rstrip().endswith("</svg>")


# What it refuses ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A folder with a comparison of 100 deals."""
    folder = tmp_path_factory.mktemp("there") / "out"
    play(folder, ["pass", "random"], 100, part_rows=4096)
    return folder


def refused(capsys, *arguments):
    """The one line that a refused command says."""
    code, out, err = compare(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "at least two players"),
        (["basic", "--deals", "5"], "at least two players"),
        (["basic", "random"], "--deals"),
        (["basic", "wizard", "--deals", "5"], "no strategy is called 'wizard'"),
        (["basic", "expert:nothing=5", "--deals", "5"], "no parameter 'nothing'"),
        (["basic", "random", "--deals", "5", "--resume"], "--out"),
        (["basic", "random", "--deals", "5", "--force"], "--out"),
        (["basic", "random", "--deals", "5", "--force", "--resume", "--out", "x"], "exclude each other"),
        (["basic", "random", "--deals", "5", "--until", "0"], "until"),
        (["basic", "random", "--deals", "5", "--until", "nan"], "until"),
        (["basic", "random", "--deals", "5.5"], "5.5"),
        (["basic", "random", "--deals", "5", "--first", "4611686018427387904"], "2**62"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(capsys, arguments, reason):
    assert reason in refused(capsys, *arguments)


def test_two_files_with_one_name_are_refused(tmp_path, capsys):
    for file in ("one.py", "two.py"):
        (tmp_path / file).write_text(PLAYER.format(name="same"))
    said = refused(capsys, tmp_path / "one.py", tmp_path / "two.py", "--deals", 5)
    assert "two players are called 'same'" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--deals", "200"], "number of deals is 100, not 200"),
        (["--seed", "1"], "seed is 0, not 1"),
        (["--first", "1"], "first deal is 0, not 1"),
        (["random", "pass"], "players is pass random, not random pass"),
    ],
)
def test_resuming_with_other_settings_is_refused(capsys, there, arguments, reason):
    assert reason in refused(capsys, "--resume", "--out", there, *arguments)


def test_a_folder_that_is_not_ours_is_not_touched(tmp_path, capsys, there):
    new = ["pass", "random", "--deals", 5, "--out"]
    assert "already holds a comparison" in refused(capsys, *new, there)
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "letter").write_text("mine")
    for option in ([], ["--force"], ["--resume"]):
        assert "holds no comparison, but letter" in refused(capsys, *new, tmp_path / "foreign", *option)
    assert "at least two players" in refused(capsys, "--resume", "--out", tmp_path / "none")
    with locked(tmp_path / "busy"):
        assert "is in use" in refused(capsys, *new, tmp_path / "busy")
    (tmp_path / "file").write_text("")
    assert "cannot write into" in refused(capsys, *new, tmp_path / "file")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:40],
        lambda text: "[]",
        lambda text: text.replace("tarotsim comparison", "another program"),
        lambda text: text.replace('"seed": 0', '"seed": "zero"'),
        lambda text: text.replace('"players"', '"people"'),
        lambda text: text.replace('"version": 1', '"version": 1, "age": 7'),
    ],
)
def test_a_damaged_plan_is_refused(tmp_path, capsys, there, damage):
    (tmp_path / PLAN).write_text(damage((there / PLAN).read_text()))
    for option in ("--resume", "--force"):
        said = refused(capsys, "pass", "random", "--deals", 5, "--out", tmp_path, option)
        assert "plan.json" in said


def test_a_damaged_log_is_named(tmp_path, capsys):
    out = tmp_path / "out"
    play(out, ["pass", "random"], 100, part_rows=4096)
    log = next(out.glob("tables/pass,pass,pass,random/deals/part-*"))
    log.write_bytes(log.read_bytes()[:-40])
    code, _, err = compare(capsys, "--resume", "--out", out)
    assert code == 1
    assert err.count("\n") == 1 and str(log) in err
    log.unlink()
    compared(capsys, "--resume", "--out", out)


def test_force_plays_anew_and_leaves_what_is_not_ours(tmp_path, capsys):
    out = tmp_path / "out"
    play(out, ["pass", "random"], 100, part_rows=4096)
    (out / "notes").write_text("mine")
    found = compared(capsys, "pass", "basic", "--deals", 50, "--out", out, "--force")
    assert found["deals"] == 50
    assert len(list((out / "tables").iterdir())) == TABLES_OF_TWO
    assert (out / "notes").read_text() == "mine"


# Settings from a file -----------------------------------------------------------------------------


def test_settings_may_come_from_a_file(tmp_path, capsys):
    file = tmp_path / "ladder.toml"
    file.write_text('players = ["pass", "random"]\ndeals = 60\nseed = 3\nuntil = 900.5\n')
    found = compared(capsys, "--config", file)
    assert (found["players"], found["deals"], found["seed"], found["until"]) == (
        ["pass", "random"],
        60,
        3,
        900.5,
    )
    assert compared(capsys, "pass", "basic", "--config", file)["players"] == ["pass", "basic"]
    file.write_text('players = "pass"\n')
    assert "a list of texts is needed" in refused(capsys, "--config", file)


def test_help_names_every_setting(capsys):
    code, out, _ = compare(capsys, "--help")
    assert code == 0
    assert all(option in out for option in ("--until", "--resume", "--force", "--config", "--first"))


def test_importing_the_command_is_light():
    heavy = "('numba', 'pandas', 'pyarrow', 'matplotlib')"
    code = f"import sys, tarotsim.cli.compare; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
