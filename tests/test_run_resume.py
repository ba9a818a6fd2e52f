"""Never lose, never repeat: runs that are interrupted, killed, or run out of room go on to the same end."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_process import (
    assert_same,
    complaint,
    copied,
    damage,
    ended,
    files,
    fine,
    log,
    parts,
    play,
    wait_for,
)

pytest_plugins = ["cli_fixtures"]

BOTH = ("deals", "plays")


def manifest_of(folder):
    """The manifest, or an empty one as long as there is none."""
    path = folder / "run.json"
    return json.loads(path.read_text()) if path.exists() else {"parts": [], "done": 0, "complete": False}


def halted(program, folder, *arguments):
    """A run of ours that is stopped in its tracks as soon as it has written another part."""
    before = len(manifest_of(folder)["parts"])
    process = program.start("run", *arguments, "--threads", "1", "--out", folder.name)
    wait_for(lambda: len(manifest_of(folder)["parts"]) > before, process)
    process.send_signal(signal.SIGSTOP)
    return process


def end_by(process, number):
    """The Answer to a signal, which must come within three seconds."""
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    start = time.monotonic()
    answer = ended(process)
    assert time.monotonic() - start < 3
    return answer


def assert_safe(answer, folder):
    """One line says what is safe and how to go on, and it is as it says."""
    line = complaint(answer, 130, f"tarotsim run --resume --out {folder.name}")
    assert answer.out == ""
    safe = int(re.search(r"([\d,]+) of 400,000 deals are safe", line)[1].replace(",", ""))
    assert 0 < safe < 400_000
    assert manifest_of(folder)["done"] == safe == len(log(folder))
    assert not manifest_of(folder)["complete"]


def test_interrupted_terminated_and_killed_run_goes_on(program, ask, tmp_path):
    """And meanwhile no other run may write in its folder."""
    folder = tmp_path / "x"
    first = halted(program, folder, "--deals", "400k", "--strategy", "basic")
    for arguments in (["--deals", "5"], ["--resume"], ["--deals", "5", "--force"]):
        complaint(ask("run", *arguments, "--out", "x"), 2, "x is in use")
    assert_safe(end_by(first, signal.SIGINT), folder)
    assert_safe(end_by(halted(program, folder, "--resume"), signal.SIGTERM), folder)
    assert end_by(halted(program, folder, "--resume"), signal.SIGKILL).code == -signal.SIGKILL
    assert "unfinished: tarotsim run --resume --out x" in fine(ask("info", "x"))
    assert "400,000 deals of four basic" in fine(ask("run", "--resume", "--out", "x"))
    whole = play(tmp_path / "whole", deals=400_000, strategy="basic", part_rows=2**16, chunk=4096)
    assert_same(folder, whole)
    assert files(folder) == files(whole)
    assert len(manifest_of(folder)["resumed"]) == 3


def test_interrupt_while_compiling(program, tmp_path):
    cache = tmp_path / "cold"
    process = program.start("run", "--deals", "3M", "--out", "x", environment={"XDG_CACHE_HOME": str(cache)})
    wait_for(lambda: len(list(cache.rglob("*.nbi"))) > 5, process)
    complaint(end_by(process, signal.SIGINT), 130, "interrupted")
    assert not manifest_of(tmp_path / "x")["parts"]


def test_runs_killed_at_any_moment_are_completed(ask, tmp_path):
    """The runs are forks of one process, which has imported and compiled all, so that they start at once."""
    size = {"deals": 2000, "part_rows": 250, "plays": True}
    chance = random.Random(9)
    moments = [chance.random() for _ in range(8)]  # in lengths of a whole run
    helper = Path(__file__).with_name("cli_killed.py")
    subprocess.run([sys.executable, helper, tmp_path, json.dumps(size), json.dumps(moments)], check=True)
    whole = tmp_path / "whole"
    done = []
    for number in range(len(moments)):
        folder = tmp_path / f"killed-{number}"
        done.append(manifest_of(folder)["done"] if folder.exists() else 0)
        given = ["--deals", "2000", "--strategy", "random", "--plays", "--threads", "1"]
        fine(ask("run", *given, "--resume", "--out", folder.name))
        for kind in BOTH:
            assert log(folder, kind).equals(log(whole, kind))
        assert files(folder) == files(whole)
    assert any(0 < deals < 2000 for deals in done)


@pytest.fixture
def unfinished(tmp_path):
    """A run of 300 deals of which the first hundred are written."""
    return play(tmp_path / "x", plays=True, stop=True)


def test_half_written_files_are_harmless(unfinished, small_run, ask):
    (unfinished / "_tmp-run.json").write_text("{")
    for kind in BOTH:
        following = parts(small_run, kind)[1].name
        (unfinished / kind / f"_tmp-{following}").write_bytes(b"PAR1")
    assert len(log(unfinished)) == 100
    fine(ask("info", "x"))
    fine(ask("run", "--resume", "--out", "x"))
    assert_same(unfinished, small_run, BOTH)
    assert files(unfinished) == files(small_run)


def test_part_that_the_manifest_does_not_list_is_written_again(unfinished, small_run, ask):
    """What is left of a process killed between the two."""
    for kind in BOTH:
        (unfinished / kind / parts(small_run, kind)[1].name).write_bytes(b"half a part")
    fine(ask("run", "--resume", "--out", "x"))
    assert_same(unfinished, small_run, BOTH)


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a file system of 400 kB, and the function that gives it more."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    try:
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            pytest.skip("only root may mount a small file system")
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    yield folder, lambda: subprocess.run(["mount", "-o", "remount,size=20m", str(folder)], check=True)
    subprocess.run(["umount", str(folder)], check=True)


def test_full_disk_loses_nothing(small_disk, ask, tmp_path):
    folder, give_room = small_disk
    size = {"deals": 2000, "part_rows": 200, "plays": True}
    run = play(folder / "x", **size, stop=True)
    answer = ask("run", "--resume", "--threads", 1, "--out", run)
    line = complaint(answer, 1, f"cannot write into {run}: No space left on device")
    assert line.endswith(f"tarotsim run --resume --out {run}")
    done = manifest_of(run)["done"]
    assert 200 < done < 2000 and len(log(run)) == done
    assert not list(run.rglob("_tmp*"))
    assert "unfinished" in fine(ask("info", run))
    give_room()
    fine(ask("run", "--resume", "--out", run))
    assert_same(run, play(tmp_path / "whole", **size), BOTH)


def test_no_room_for_anything(small_disk, ask):
    folder, give_room = small_disk
    (folder / "ballast").write_bytes(bytes(400 * 1024 - 4096))
    command = ["run", "--deals", 5, "--strategy", "random", "--resume", "--out", folder / "x"]
    complaint(ask(*command), 1, folder, "No space left on device")
    give_room()
    fine(ask(*command))


@pytest.mark.parametrize("kind", BOTH)
def test_missing_part_is_played_again(small_run, ask, tmp_path, kind):
    folder = copied(small_run, tmp_path / "x")
    parts(folder, kind)[1].unlink()
    answer = ask("info", "x")
    assert answer.code == 1 and f"{parts(small_run, kind)[1].name} is missing" in answer.out
    assert "100 deals in" in fine(ask("run", "--resume", "--out", "x"))
    assert_same(folder, small_run, BOTH)
    fine(ask("info", "x"))


@pytest.mark.parametrize("kind", BOTH)
def test_damaged_part_is_named_and_kept(small_run, ask, tmp_path, kind):
    folder = copied(small_run, tmp_path / "x")
    part = parts(folder, kind)[2]
    damage(part)
    before = part.read_bytes()
    complaint(ask("run", "--resume", "--out", "x"), 1, part.name, "damaged", "delete it")
    assert part.read_bytes() == before
    part.unlink()
    fine(ask("run", "--resume", "--out", "x"))
    assert_same(folder, small_run, BOTH)


def test_resuming_a_complete_run_changes_nothing(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    manifest = {**manifest_of(folder), "ended": "2020-02-20T20:20:20+00:00"}
    (folder / "run.json").write_text(json.dumps(manifest))
    assert "Nothing was left to play." in fine(ask("run", "--resume", "--out", "x"))
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    assert manifest_of(folder) == manifest


def test_resume_in_an_empty_folder_begins(ask, tmp_path):
    (tmp_path / "x").mkdir()
    complaint(ask("run", "--resume", "--out", "x"), 2, "--deals")
    fine(ask("run", "--resume", "--deals", 7, "--strategy", "pass", "--out", "x"))
    assert len(log("x")) == 7


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (["--seed", "1"], ["seed is 0, not 1"]),
        (["--first", "5"], ["first deal is 0, not 5"]),
        (["--deals", "301"], ["number of deals is 300, not 301"]),
        (["--strategy", "pass"], ["strategies", "'random'", "'pass'"]),
    ],
)
def test_resume_with_other_settings_names_what_differs(unfinished, ask, setting, words):
    complaint(ask("run", "--resume", "--out", "x", *setting), 2, "x holds another run", *words)
    assert manifest_of(unfinished)["done"] == 100


def test_plays_cannot_be_added_by_resuming(ask, tmp_path):
    play(tmp_path / "x", stop=True)
    complaint(ask("run", "--resume", "--out", "x", "--plays"), 2, "plays is False, not True")
