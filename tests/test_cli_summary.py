"""What a run prints at its end, held against plain pandas on its log."""

import json

import pytest
from cli_process import fine, log

from tarotsim.analysis.statistics import mean, share

pytest_plugins = ["cli_fixtures"]

CONTRACTS = ["prise", "garde", "garde_sans", "garde_contre"]


def strict(text):
    """JSON without the NaN and Infinity that Python would let pass."""

    def refuse(name):
        raise AssertionError(name)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("seats", ["random", "basic,random,pass,random"])
def test_summary_agrees_with_pandas(ask, seats):
    out = fine(ask("run", "--deals", 3000, "--strategy", seats, "--out", "x", "--format", "json"))
    summary, deals = strict(out), log("x")
    played = deals[deals["status"] == "played"].copy()
    played["score"] = [row[f"score_{row['taker']}"] for _, row in played.iterrows()]
    assert (summary["deals"], summary["deals_played_now"], len(deals)) == (3000, 3000, 3000)

    for row in summary["outcomes"]:
        n = (deals["status"] == row["outcome"].replace(" ", "_")).sum()
        assert row["deals"] == n and row["share"] == pytest.approx(n / 3000)

    assert [row["contract"] for row in summary["contracts"]] == CONTRACTS
    assert [row["bouts"] for row in summary["bouts"]] == [0, 1, 2, 3]
    for kind in ("contract", "bouts"):
        for row in summary[f"{kind}s".replace("ss", "s")]:
            some = played[played[kind] == row[kind]]
            assert row["deals"] == len(some)
            assert row["share"] == pytest.approx(len(some) / len(played))
            for figure, column in (("made", "won"), ("points", "card_points"), ("score", "score")):
                if figure in row and len(some):
                    values = some[column].astype(float)
                    assert row[figure] == pytest.approx(values.mean())
                    if figure != "made" and len(some) > 1:
                        half = 1.959963984540054 * values.std() / len(some) ** 0.5
                        assert row[f"{figure}_high"] == pytest.approx(values.mean() + half)
                        assert row[f"{figure}_low"] == pytest.approx(values.mean() - half)

    poignees = played[[f"poignee_{seat}" for seat in range(4)]]
    announced, chelem = played["chelem_announced"], played["chelem"]
    expected = {
        "petit au bout, taker": played["petit_au_bout"] == 1,
        "petit au bout, defence": played["petit_au_bout"] == -1,
        "single poignée": (poignees == 1).any(axis=1),
        "double poignée": (poignees == 2).any(axis=1),
        "triple poignée": (poignees == 3).any(axis=1),
        "chelem announced and made": announced & (chelem == 1),
        "chelem announced and failed": announced & (chelem != 1),
        "chelem not announced, taker": ~announced & (chelem == 1),
        "chelem of the defence": chelem == -1,
    }
    assert {row["bonus"]: row["times"] for row in summary["bonuses"]} == {
        name: hits.sum() for name, hits in expected.items()
    }


def test_summary_as_text(ask, tmp_path):
    out = fine(ask("run", "--deals", 1234, "--strategy", "random", "--seed", 5, "--out", "x"))
    played = (log("x")["status"] == "played").sum()
    assert out.startswith("1,234 deals of four random, seed 5, from deal 0 (x)\n")
    (line,) = [line for line in out.splitlines() if line.startswith("played ")]
    assert line.split()[1:3] == [f"{played:,}", f"{100 * played / 1234:.3f}"]
    assert out.splitlines()[-1].startswith("1,234 deals in ") and out.endswith(" deals per second.\n")


def test_run_of_no_deals_has_a_summary(ask):
    out = fine(ask("run", "--deals", 0, "--strategy", "basic", "--out", "x", "--format", "json"))
    assert strict(out)["outcomes"][0]["share"] is None
    text = fine(ask("run", "--deals", 0, "--strategy", "basic", "--out", "y"))
    assert " nan" not in text.lower() and "Nothing was left to play." in text


@pytest.mark.parametrize("option", [[], ["--quiet"]])
def test_only_results_are_printed(ask, option):
    out = fine(ask("run", "--deals", 20, "--strategy", "pass", "--out", "x", "--format", "json", *option))
    assert len(out.splitlines()) == 1 and strict(out)["folder"] == "x"


def test_wilson_interval_of_worked_examples():
    """Eight of ten, none of ten (Brown, Cai, DasGupta 2001 give the second in closed form)."""
    assert share(8, 10) == pytest.approx((0.8, 0.490162, 0.943318, 10), abs=1e-6)
    z2 = 1.959963984540054**2
    assert share(0, 10) == pytest.approx((0, 0, z2 / (10 + z2), 10))
    assert share(10, 10) == pytest.approx((1, 10 / (10 + z2), 1, 10))
    assert share(0, 0) == (None, None, None, 0)


def test_interval_of_a_mean_of_a_worked_example():
    """1, 2, 3, 4: mean 5/2, sample variance 5/3; half of it as half points."""
    half = 1.959963984540054 * (5 / 3 / 4) ** 0.5
    assert mean(10, 30, 4) == pytest.approx((2.5, 2.5 - half, 2.5 + half, 4))
    assert mean(10, 30, 4, 0.5) == pytest.approx((1.25, 1.25 - half / 2, 1.25 + half / 2, 4))
    assert mean(7, 49, 1) == (7, None, None, 1)
    assert mean(0, 0, 0) == (None, None, None, 0)
