"""`tarotsim info`: what a folder holds, and whether it is whole."""

import json

import pytest
from cli_process import complaint, copied, damage, fine, parts, play

pytest_plugins = ["cli_fixtures"]


def test_whole_run(small_run, ask):
    text = fine(ask("info", small_run))
    lines = dict(line.split(":", 1) for line in text.splitlines())
    assert "300 of 300 (100.0 %)" in lines["deals"]
    assert lines["state"].strip() == "complete"
    assert lines["seed"].strip() == "0" and "3: random (version 1)" in lines["players"]
    assert lines["log"].strip() == "deals and plays"
    assert lines["parts"].strip() == "6, of which 6 agree with their SHA-256"
    shown = json.loads(fine(ask("info", small_run, "--format", "json")))
    assert shown.pop("faults") == []
    assert shown == json.loads((small_run / "run.json").read_text())


def test_unfinished_run(ask, tmp_path):
    play(tmp_path / "x", stop=True, first=5)
    text = fine(ask("info", "x"))
    assert "100 of 300 (33.3 %), from deal 5" in text
    assert "unfinished: tarotsim run --resume --out x" in text
    shown = json.loads(fine(ask("info", "x", "--format", "json")))
    assert (shown["done"], shown["complete"], shown["ended"]) == (100, False, None)


def test_run_of_no_deals(ask, tmp_path):
    play(tmp_path / "x", deals=0)
    assert "complete" in fine(ask("info", "x"))


def test_damaged_and_missing_parts(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    damage(parts(folder)[0])
    parts(folder, "plays")[1].unlink()
    answer = ask("info", "x")
    assert answer.code == 1
    assert f"{parts(folder)[0].name} is damaged" in answer.out
    assert f"{parts(small_run, 'plays')[1].name} is missing" in answer.out
    assert "6, of which 4 agree" in answer.out
    answer = ask("info", "x", "--format", "json")
    assert answer.code == 1
    assert [fault["fault"].split()[0] for fault in json.loads(answer.out)["faults"]] == ["damaged", "missing"]


def test_what_is_no_run(ask, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "odd" / "run.json").mkdir(parents=True)
    for name in ("nowhere", "file", "folder"):
        complaint(ask("info", name), 2, name, "holds no run")
    complaint(ask("info", "odd"), 2, "odd/run.json")


COMMANDS = (["info", "x"], ["export", "x"], ["run", "--resume", "--out", "x"])


def assert_refused(ask, folder, text):
    """All commands say in one line that the manifest is wrong, and leave it alone."""
    (folder / "run.json").write_bytes(text)
    for command in COMMANDS:
        complaint(ask(*command), 2, "run.json")
    assert (folder / "run.json").read_bytes() == text


@pytest.mark.parametrize(
    "text",
    [b"", b"garbage", b"\xff\xfe", b"[]", b"null", b"{}", b"[", b"[" * 100_000, b"5", b'{"format": 1}'],
)
def test_garbage_for_a_manifest(ask, tmp_path, text):
    (tmp_path / "x").mkdir()
    assert_refused(ask, tmp_path / "x", text)


FIELDS = ["run", "seed", "first", "deals", "plays", "part_rows", "rules", "schema", "strategies", "config"]
FIELDS += ["tarotsim", "machine", "started", "ended", "resumed", "parts", "format"]


@pytest.mark.parametrize("field", FIELDS)
def test_fields_that_are_missing_or_of_a_wrong_type(small_run, ask, tmp_path, field):
    folder = copied(small_run, tmp_path / "x")
    manifest = json.loads((folder / "run.json").read_text())
    wrong = [[5], 1.5, -1] + ([{"a": 1}] if field not in ("config", "machine") else [])
    for value in wrong:
        assert_refused(ask, folder, json.dumps({**manifest, field: value}).encode())
    del manifest[field]
    assert_refused(ask, folder, json.dumps(manifest).encode())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("file", 5), ("file", None), ("first", "x"), ("rows", -1), ("rows", True), ("sha256", 5)),
        ("extra", 1),
    ],
)
def test_wrong_entry_of_a_part(small_run, ask, tmp_path, field, value):
    folder = copied(small_run, tmp_path / "x")
    manifest = json.loads((folder / "run.json").read_text())
    manifest["parts"][0][field] = value
    assert_refused(ask, folder, json.dumps(manifest).encode())
