"""`tarotsim score`: an answer to every line, in order, as soon as it comes."""

import json

import pytest
from cli_process import complaint, ended, fine
from test_cases import CASES, assert_is_expected

pytest_plugins = ["cli_fixtures"]

NEW_DEAL = json.loads((CASES / "records.jsonl").read_text("utf-8").splitlines()[0])["record"]
NEW_DEAL = json.dumps({name: NEW_DEAL[name] for name in ("dealer", "hands", "chien")})


def cases():
    texts = [(CASES / f"{name}.jsonl").read_text("utf-8") for name in ("records", "expert")]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def lines_of(answer):
    return [json.loads(line) for line in answer.out.splitlines()]


def test_cases_are_answered_in_their_order(program):
    """From standard input, in a process."""
    records = "\n".join(json.dumps(case["record"]) for case in cases())  # the last line has no end
    answer = program.run("score", "-", input=records.encode())
    assert (answer.code, answer.err) == (1, "")  # some of the records are wrong
    for given, case in zip(lines_of(answer), cases(), strict=True):
        assert_is_expected(given, case["expect"])


def test_right_records_end_with_0_and_a_wrong_one_with_1(ask, tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text(f"{NEW_DEAL}\n{NEW_DEAL}\n")
    assert [line["status"] for line in map(json.loads, fine(ask("score", file)).splitlines())] == [
        "in_progress",
        "in_progress",
    ]
    file.write_text(f"{NEW_DEAL}\n{{}}\n{NEW_DEAL}\n")
    answer = ask("score", file)
    assert (answer.code, answer.err) == (1, "")
    assert ["error" in line for line in lines_of(answer)] == [False, True, False]


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"nonsense", b"[1, 2", b"\xff\xfe\x00", b'{"dealer": "\xe9"}', b"[" * 100_000),
        *(b"[]", b"null", b"5", b'"text"', b"{}", b"NaN", b"1" * 5000, b'{"a":' * 20_000, b"\x00", b"\\"),
        b'{"dealer": 1e999, "hands": [], "chien": ""}',
        b'{"dealer": 0, "hands": "S1", "chien": {}}',
        b'{"dealer": 0, "hands": [["S1"], null, 5, {}], "chien": ["T1"]}',
    ],
)
def test_line_that_is_no_record_is_an_error_and_the_next_is_judged(ask, tmp_path, line):
    file = tmp_path / "x.jsonl"
    file.write_bytes(line + b"\n" + NEW_DEAL.encode() + b"\n")
    answer = ask("score", file)
    assert (answer.code, answer.err) == (1, "")
    wrong, right = lines_of(answer)
    assert list(wrong) == ["error"] and wrong["error"] and len(wrong["error"]) < 300
    assert right["phase"] == "bid"


def test_number_of_the_line_is_named_and_blank_lines_count(ask, tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text(f"\n  \n{NEW_DEAL}\r\n\n{{\n\n")
    answer = ask("score", file)
    right, wrong = lines_of(answer)
    assert right["status"] == "in_progress" and "line 5" in wrong["error"]


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_nothing_to_score(ask, tmp_path, text):
    (tmp_path / "x.jsonl").write_text(text)
    assert fine(ask("score", "x.jsonl")) == ""


def test_byte_order_mark_is_read_over(ask, tmp_path):
    (tmp_path / "x.jsonl").write_text("\ufeff" + NEW_DEAL, encoding="utf-8")
    fine(ask("score", "x.jsonl"))


def test_file_that_is_not_there(ask, tmp_path):
    complaint(ask("score", "nowhere.jsonl"), 2, "nowhere.jsonl", "No such file")
    complaint(ask("score", tmp_path), 2, tmp_path, "directory")


def test_answers_come_before_the_next_record_is_sent(program):
    process = program.start("score", "-", stdin=-1)
    for _ in range(2):
        process.stdin.write(NEW_DEAL.encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["to_act"] == 0
    process.stdin.write(b"{")
    answer = ended(process)
    assert answer.code == 1 and "error" in json.loads(answer.out)
