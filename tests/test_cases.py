"""The records of `cases/`, whose right answers were given with the rules, not made by this code."""

import json
from pathlib import Path

import pytest
import referee

from tarotsim.records.scoring import Scorer

CASES = Path(__file__).parent / "cases"


def read_cases(name):
    """The cases of a file, each a pytest parameter named by its id and tag."""
    cases = [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]
    return [pytest.param(case, id="-".join(filter(None, (case["id"], case.get("tag"))))) for case in cases]


ALL_CASES = read_cases("records.jsonl") + read_cases("expert.jsonl")


@pytest.fixture(scope="module")
def scorer():
    return Scorer()


def assert_is_expected(answer, expected):
    """Equal after a passage through JSON; of an error, that it is one and nothing else."""
    if "error" in expected:
        assert list(answer) == ["error"]
        assert answer["error"]
    else:
        assert json.loads(json.dumps(answer)) == expected


@pytest.mark.parametrize("case", ALL_CASES)
def test_scorer_answers_rightly(case, scorer):
    assert_is_expected(scorer.score(case["record"]), case["expect"])


@pytest.mark.parametrize("case", ALL_CASES)
def test_referee_answers_rightly(case):
    assert_is_expected(referee.score(case["record"]), case["expect"])


@pytest.mark.parametrize("case", read_cases("expert.jsonl"))
def test_published_score_is_paid(case, scorer):
    """The sheets give what each defender pays the taker."""
    answer = scorer.score(case["record"])
    assert answer["scores"][answer["taker"]] == 3 * case["published_per_defender"]
