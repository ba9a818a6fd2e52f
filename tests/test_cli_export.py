"""`tarotsim export`: the deals of a log as records, held against the log as they are played again."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cli_process import complaint, copied, fine, log, parts, play

pytest_plugins = ["cli_fixtures"]


def records(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def window(tmp_path):
    """Deals 1000 to 1299, the first hundred of them played."""
    return play(tmp_path / "window", first=1000, stop=True)


@pytest.mark.parametrize("seats", ["random", "basic,random,basic,random"])
def test_scored_records_give_what_was_logged(ask, tmp_path, seats):
    play(tmp_path / "x", deals=500, strategy=seats, first=70)
    (tmp_path / "x.jsonl").write_text(fine(ask("export", "x")), encoding="utf-8")
    answers = records(fine(ask("score", "x.jsonl")))
    for answer, row in zip(answers, log("x").to_dict("records"), strict=True):
        assert answer["status"] == row["status"]
        assert answer["scores"] == [row[f"score_{seat}"] for seat in range(4)]
        if answer["status"] == "played":
            same = ["taker", "contract", "bouts", "card_points", "target", "won", "tricks"]
            same += ["petit_au_bout", "chelem_announced", "chelem"]
            assert {name: answer[name] for name in same} == {name: row[name] for name in same}
            assert answer["poignees"] == [row[f"poignee_{seat}"] for seat in range(4)]
        else:
            assert answer["taker"] is None and answer["contract"] is None


def test_ranges_of_deals(small_run, ask):
    whole = records(fine(ask("export", small_run)))
    assert len(whole) == 300
    for text, start, stop in (
        ("0:1", 0, 1),
        ("99:101", 99, 101),
        (":3", 0, 3),
        ("298:", 298, 300),
        (":", 0, 300),
        ("0:300", 0, 300),
        ("7:7", 0, 0),
        ("1e2:0.2k", 100, 200),
    ):
        assert records(fine(ask("export", small_run, "--deals", text))) == whole[start:stop], text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5", ["A:B"]),
        ("", ["A:B"]),
        ("a:b", ["'a'"]),
        ("1:2:3", ["'2:3'"]),
        ("-1:5", ["'-1'"]),
        ("5:2", ["5:2", "backwards"]),
        ("0:301", ["0:301", "holds 0:300"]),
        ("300:301", ["300:301", "holds 0:300"]),
    ],
)
def test_bad_ranges(small_run, ask, text, words):
    answer = ask("export", small_run, "--deals", text)
    complaint(answer, 2, *words)
    assert answer.out == ""


def test_unfinished_run_gives_what_is_there(window, ask):
    assert len(records(fine(ask("export", "window")))) == 100
    assert len(records(fine(ask("export", "window", "--deals", "1000:1002")))) == 2
    complaint(ask("export", "window", "--deals", "0:5"), 2, "0:5", "window holds 1000:1100")
    complaint(ask("export", "window", "--deals", "1099:1101"), 2, "window holds 1000:1100")


@pytest.mark.parametrize("deals", ["98:103", "5:5"])
def test_json_is_one_document_with_the_rows(small_run, ask, deals):
    text = fine(ask("export", small_run, "--deals", deals, "--format", "json"))
    document = json.loads(text)
    manifest = json.loads((small_run / "run.json").read_text())
    assert document["run"] == manifest["run"]
    rows = log(small_run).iloc[slice(*map(int, deals.split(":")))]
    assert [entry["deal"] for entry in document["deals"]] == rows["deal"].tolist()
    for entry, (_, row) in zip(document["deals"], rows.iterrows(), strict=True):
        assert list(entry["row"]) == list(rows.columns)
        assert entry["row"]["score_2"] == row["score_2"]
        assert entry["record"]["dealer"] == row["dealer"]


def test_edited_log_is_found_out(small_run, ask, tmp_path):
    """One point more for seat 0 in deal 150."""
    folder = copied(small_run, tmp_path / "x")
    part = parts(folder)[1]
    table = pq.read_table(part)
    scores = table["score_0"].to_pylist()
    scores[50] += 1
    place = table.schema.get_field_index("score_0")
    edited = table.set_column(place, table.schema.field("score_0"), pa.array(scores, pa.float32()))
    pq.write_table(edited, part)
    complaint(ask("export", "x"), 1, "deal 150", "score_0", f"{scores[50]}", f"{scores[50] - 1}")
    complaint(ask("export", "x", "--deals", "149:151"), 1, "deal 150")
    assert len(records(fine(ask("export", "x", "--deals", "0:100")))) == 100


def test_edited_plays_are_found_out(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    part = parts(folder, "plays")[0]
    table = pq.read_table(part)
    chien = table["chien"].to_pylist()
    chien[3] = chien[3][::-1]
    place = table.schema.get_field_index("chien")
    kind = table.schema.field("chien")
    pq.write_table(table.set_column(place, kind, pa.array(chien, kind.type)), part)
    complaint(ask("export", "x"), 1, "deal 3", "chien")


@pytest.mark.parametrize("kind", ["deals", "plays"])
def test_missing_and_damaged_parts_are_named(small_run, ask, tmp_path, kind):
    folder = copied(small_run, tmp_path / "x")
    part = parts(folder, kind)[2]
    whole = part.read_bytes()
    for ruin in (
        lambda path: path.write_bytes(whole[: len(whole) // 2]),
        lambda path: path.write_bytes(parts(folder, kind)[0].read_bytes()[:-1]),
        lambda path: path.unlink(),
    ):
        ruin(part)
        complaint(ask("export", "x", "--deals", "200:"), 1, part.name)
        assert len(records(fine(ask("export", "x", "--deals", ":200")))) == 200


def test_other_rules_do_not_replay(small_run, ask, tmp_path):
    folder = copied(small_run, tmp_path / "x")
    complaint(ask("export", tmp_path), 2, "holds no run")
    (folder / "run.json").write_text((folder / "run.json").read_text().replace('"seed": 0', '"seed": 1'))
    complaint(ask("export", "x"), 2, "run.json is damaged")
