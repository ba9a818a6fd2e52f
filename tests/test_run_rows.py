"""The rows of a run depend on its seed, its players and its deal numbers, and on nothing else."""

import pandas as pd
import pytest
from cli_process import assert_same, log, parts, play

pytest_plugins = ["cli_fixtures"]

BOTH = ("deals", "plays")


@pytest.mark.parametrize(("threads", "chunk"), [(1, 300), (2, 7), (3, 1), (7, 64), (16, 33)])
def test_threads_and_chunks_leave_no_trace(small_run, tmp_path, threads, chunk):
    assert_same(play(tmp_path / "x", plays=True, threads=threads, chunk=chunk), small_run, BOTH)


@pytest.mark.parametrize("part_rows", [7, 97, 299, 300, 2**14])
def test_parts_of_any_size_hold_the_same_rows(small_run, tmp_path, part_rows):
    folder = play(tmp_path / "x", plays=True, part_rows=part_rows, chunk=50)
    assert len(parts(folder)) == -(-300 // part_rows)
    for kind in BOTH:
        pd.testing.assert_frame_equal(log(folder, kind), log(small_run, kind))


def test_windows_joined_equal_the_whole(small_run, tmp_path):
    for kind in BOTH:
        windows = []
        for first, deals in ((0, 1), (1, 149), (150, 0), (150, 150)):
            folder = tmp_path / f"{kind}-{first}-{deals}"
            windows.append(log(play(folder, first=first, deals=deals, plays=True), kind))
        joined = pd.concat(windows, ignore_index=True)
        # a join gives the categories that the empty window does not have the type of text
        whole = log(small_run, kind)
        pd.testing.assert_frame_equal(joined.astype(whole.dtypes.to_dict()), whole)


def test_windows_reach_the_last_deal(tmp_path):
    last = log(play(tmp_path / "x", first=2**62 - 3, deals=3))
    assert last["deal"].tolist() == [2**62 - 3, 2**62 - 2, 2**62 - 1]


def test_plays_do_not_change_the_deals(small_run, tmp_path):
    assert_same(play(tmp_path / "x"), small_run)


def test_another_seed_gives_other_deals(small_run, tmp_path):
    other, ours = log(play(tmp_path / "x", seed=1)), log(small_run)
    assert (other["chien_points"] != ours["chien_points"]).mean() > 0.5
