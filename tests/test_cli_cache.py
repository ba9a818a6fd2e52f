"""A cache of compiled code that is damaged, out of reach or shared costs time, never a run."""

import os
import shutil
from pathlib import Path

import pytest
from cli_process import assert_same, fine, play

from tarotsim.jit import _drop_damaged

pytest_plugins = ["cli_fixtures"]

RUN = ["run", "--deals", "500", "--strategy", "basic", "--quiet"]
GARBAGE = b"\x80\x04garbage" * 99


@pytest.fixture
def cache(compiled_cache, tmp_path):
    """A copy of the compiled cache, to be damaged."""
    return Path(shutil.copytree(compiled_cache / "tarotsim", tmp_path / "cache" / "tarotsim")).parent


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    return play(tmp_path_factory.mktemp("right") / "x", deals=500, strategy="basic", part_rows=2**14)


def small_files(cache, count):
    """The files of compiled code that are soonest compiled again."""
    found = sorted(cache.rglob("*.nbc"), key=lambda path: path.stat().st_size)
    assert len(found) > count
    return found[:count]


def test_damaged_files_are_compiled_again(program, cache, right):
    truncated, garbage, emptied = small_files(cache, 3)
    truncated.write_bytes(truncated.read_bytes()[:-40])
    garbage.write_bytes(GARBAGE)
    emptied.with_suffix(".nbi").unlink(missing_ok=True)
    emptied.write_bytes(b"")
    environment = {"XDG_CACHE_HOME": str(cache)}
    fine(program.run(*RUN, "--out", "x", environment=environment))
    assert_same(program.folder / "x", right)
    assert not any(path.read_bytes() in (b"", GARBAGE) for path in cache.rglob("*.nb[ic]"))


def test_homes_that_cannot_be_used(program, compiled_cache, cache, right):
    """The cache is then under the temporary folder: here one that is already filled."""
    in_the_way = program.folder / "file"
    in_the_way.write_text("")
    shutil.copytree(compiled_cache / "tarotsim", program.folder / f"tarotsim-{os.geteuid()}")
    temporary = {"TMPDIR": str(program.folder)}
    fine(program.run(*RUN, "--out", "a", environment={**temporary, "XDG_CACHE_HOME": str(in_the_way)}))
    homeless = {**temporary, "XDG_CACHE_HOME": "", "HOME": str(in_the_way)}
    fine(program.run(*RUN, "--out", "b", environment=homeless))
    for name in ("a", "b"):
        assert_same(program.folder / name, right)
    assert in_the_way.read_text() == ""


def test_two_cold_starts_at_once(compiled_cache, right):
    for number in range(2):
        assert_same(compiled_cache / f"cold-{number}", right)


@pytest.mark.parametrize("text", ["", "garbage", "[1]", "{}", '{"x": 1}', "[" * 100_000, "\0"])
def test_list_of_sums_that_is_garbage_vouches_for_nothing(cache, text):
    (folder,) = (cache / "tarotsim").iterdir()
    (folder / "sums.json").write_text(text)
    assert _drop_damaged(folder) == {}
    assert not list(folder.rglob("*.nb[ic]"))
