"""Folders: runs that are there, things of other people's, and things in the way."""

import json

import pytest
from cli_process import complaint, copied, ended, files, fine, log

pytest_plugins = ["cli_fixtures"]


def run_into(folder, *options):
    return ["run", "--deals", 10, "--strategy", "pass", "--out", folder, *options]


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


def test_existing_run_is_replaced_only_by_force(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    before = contents(folder)
    complaint(ask(*run_into("x")), 2, "x already holds a run", "--resume", "--force")
    assert contents(folder) == before
    fine(ask(*run_into("x", "--force")))
    assert len(log(folder)) == 10 and files(folder / "plays") == []
    fine(ask("info", "x"))


def test_files_of_others_survive_force(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    strangers = [folder / "notes.txt", folder / "deals" / "part-of-mine.txt", folder / "fits" / "a.parquet"]
    (folder / "fits").mkdir()
    for stranger in strangers:
        stranger.write_text("mine")
    fine(ask(*run_into("x", "--force")))
    assert all(stranger.read_text() == "mine" for stranger in strangers)


@pytest.mark.parametrize("option", [[], ["--force"], ["--resume"]])
@pytest.mark.parametrize("name", ["notes.txt", "deals/part-mine.parquet", "sub/notes.txt", ".hidden"])
def test_folder_of_others_is_not_touched(ask, tmp_path, name, option):
    stranger = tmp_path / "x" / name
    stranger.parent.mkdir(parents=True)
    stranger.write_text("mine")
    before = contents(tmp_path / "x")
    complaint(ask(*run_into("x", *option)), 2, "x holds no run, but ")
    assert contents(tmp_path / "x") == before


@pytest.mark.parametrize("text", ["", "[]", '{"format": "jogging"}', "\0"])
def test_manifest_of_others_is_not_touched(ask, tmp_path, text):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "run.json").write_text(text)
    for option in ([], ["--force"], ["--resume"]):
        complaint(ask(*run_into("x", *option)), 2, "run.json")
    assert contents(tmp_path / "x") == {tmp_path / "x" / "run.json": text.encode()}


def test_file_in_the_way(ask, tmp_path):
    (tmp_path / "x").write_text("mine")
    complaint(ask(*run_into("x")), 2, "cannot write into x")
    complaint(ask(*run_into("x/y", "--force")), 2, "cannot write into x/y: Not a directory")
    assert (tmp_path / "x").read_text() == "mine"


def test_folder_that_cannot_be_made(ask):
    complaint(ask(*run_into("/proc/x")), 2, "cannot write into /proc/x")


def test_file_in_the_way_of_the_parts(ask, tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "deals").write_text("mine")
    complaint(ask(*run_into("x")), 2, "x holds no run, but deals")
    assert (tmp_path / "x" / "deals").read_text() == "mine"


def test_of_two_started_at_once_one_wins(program, tmp_path):
    """Both take long enough to meet; whoever comes late finds a run in the folder."""
    both = [
        program.start("run", "--deals", "150k", "--strategy", "random", "--out", "x", "--threads", "1")
        for _ in range(2)
    ]
    answers = sorted(map(ended, both))
    assert answers[0].code == 0 and not answers[0].err
    complaint(answers[1], 2, "x")
    assert json.loads((tmp_path / "x" / "run.json").read_text())["complete"]
    assert len(log(tmp_path / "x")) == 150_000
