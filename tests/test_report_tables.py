"""The tables of the analysis on a log of eight deals, with every statistic worked out by hand."""

import statistics
from math import comb, sqrt

import numpy as np
import pytest
from logs import deal_row, played_row, written

from tarotsim.analysis import bonuses, hands, players, results
from tarotsim.analysis.chance import chance_table, hypergeometric
from tarotsim.analysis.frames import is_missing
from tarotsim.analysis.outcomes import outcome_table
from tarotsim.analysis.runs import open_run
from tarotsim.analysis.statistics import Z_95, quantile, share
from tarotsim.analysis.study import study

SEATED = ("basic", "random", "basic", "pass")
A_BOUT = {"chien_bouts": 1, "chien_points": 8.0}


def toy():
    """Eight deals; the taker's scores are 90, -213, 480, -1758, 870, -150, and two deals are cancelled."""

    def row(number, taker, contract, **values):
        return played_row(number, taker, contract, strategies=SEATED, **values)

    return [
        # (25 + 5) x 1; the bout came with the chien
        row(0, 1, "prise", bouts=1, card_points=56.0, amount=30, hand_bouts=0, **A_BOUT),
        # lost by half a point: -(25 + 0.5) x 2, and the petit au bout of the defence, -10 x 2
        row(1, 1, "garde", bouts=2, card_points=40.5, amount=-71, petit_au_bout=-1),
        deal_row(2, status="passed", bids=["pass"] * 4, strategies=SEATED),
        deal_row(3, strategies=SEATED),
        # (25 + 10) x 4, and a single poignée
        row(4, 3, "garde_sans", bouts=3, card_points=46.0, amount=160, poignee=[0, 0, 0, 1]),
        # -(25 + 36) x 6, a single poignée paid to the defender who showed it, an announced chelem failed
        row(
            5,
            0,
            "garde_contre",
            bouts=0,
            card_points=20.0,
            amount=-586,
            hand_bouts=1,
            poignee=[0, 0, 1, 0],
            chelem_announced=True,
            **A_BOUT,
        ),
        # (25 + 55) x 1, a chelem nobody announced, and the petit au bout
        row(
            6,
            3,
            "prise",
            bouts=3,
            card_points=91.0,
            amount=290,
            petit_au_bout=1,
            tricks=18,
            chelem=1,
            **A_BOUT,
        ),
        # (25 + 10) x 6, less the chelem announced, less the petit au bout, without which it would be +10
        row(
            7,
            2,
            "garde_contre",
            bouts=2,
            card_points=51.0,
            amount=-50,
            petit_au_bout=-1,
            chelem_announced=True,
        ),
    ]


SCORES = [90, -213, 480, -1758, 870, -150]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = written(tmp_path_factory.mktemp("toy") / "run", toy(), ",".join(SEATED))
    return study([open_run(folder)], 1, deal_again=0)


def rows_of(table, **where):
    """The rows in which columns have these values."""
    for name, value in where.items():
        table = table[table[name] == value]
    return table.to_dict("records")


def row_of(table, **where):
    (row,) = rows_of(table, **where)
    return row


def figures(row, *names):
    return tuple(row[name] for name in names)


def test_toy_is_sound(found):
    assert found.verdict.sound, found.verdict.findings


def test_outcomes(found):
    table = outcome_table(found.sums["outcomes"])
    assert table["deals"].tolist() == [6, 1, 1]
    assert table["share"].tolist() == [6 / 8, 1 / 8, 1 / 8]


# contract: deals, share, made, card points, margin, score
CONTRACTS = {
    "prise": (2, 2 / 6, 1, 73.5, 30, 480),
    "garde": (1, 1 / 6, 0, 40.5, -0.5, -213),
    "garde_sans": (1, 1 / 6, 1, 46, 10, 480),
    "garde_contre": (2, 2 / 6, 1 / 2, 35.5, -13, -954),
    "all": (6, 1, 4 / 6, 50.75, 7.25, -113.5),
}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_contracts(found, contract):
    table = results.contract_table(found.sums["results"], found.groups())
    row = row_of(table, contract=contract)
    assert figures(row, "deals", "share", "made", "points", "margin", "score") == CONTRACTS[contract]


def test_mean_has_the_normal_interval(found):
    row = row_of(results.contract_table(found.sums["results"], found.groups()), contract="all")
    half = Z_95 * statistics.stdev(SCORES) / sqrt(6)
    assert row["score_low"] == pytest.approx(-113.5 - half)
    assert row["score_high"] == pytest.approx(-113.5 + half)


def test_mean_of_one_deal_has_no_interval(found):
    row = row_of(results.contract_table(found.sums["results"], found.groups()), contract="garde")
    assert is_missing(row["score_low"]) and is_missing(row["score_high"])


def test_share_has_wilsons_interval(found):
    """Its ends are where the observed share is just Z_95 standard errors away."""
    row = row_of(results.contract_table(found.sums["results"], found.groups()), contract="all")
    for end in (row["made_low"], row["made_high"]):
        assert abs(4 / 6 - end) == pytest.approx(Z_95 * sqrt(end * (1 - end) / 6))


def test_bouts(found):
    table = results.bout_table(found.sums["results"], found.groups())
    columns = ("bouts", "target", "deals", "share", "made", "points", "margin")
    assert [figures(row, *columns) for row in table.to_dict("records")] == [
        (0, 56, 1, 1 / 6, 0, 20, -36),
        (1, 51, 1, 1 / 6, 1, 56, 5),
        (2, 41, 2, 2 / 6, 1 / 2, 45.75, 4.75),
        (3, 36, 2, 2 / 6, 1, 68.5, 32.5),
    ]


def test_near_the_target(found):
    table = results.margin_table(found.sums["results"], found.groups())

    def near(bouts, result):
        return figures(
            row_of(table, bouts=bouts, result=result), "deals", "within_1", "within_5", "within_10"
        )

    assert near("0", "lost") == (1, 0, 0, 0)
    assert near("1", "made") == (1, 0, 0, 1)  # by 5: not by less than 5
    assert near("2", "lost") == (1, 1, 1, 1)  # by half a point
    assert near("2", "made") == (1, 0, 0, 0)  # by 10
    assert near("all", "lost") == (2, 1, 1, 1)
    assert near("all", "made") == (4, 0, 0, 1)
    assert row_of(table, bouts="all", result="made")["near_10"] == 1 / 6


def test_margin_histogram(found):
    table = results.margin_histogram(found.sums["results"])
    classes = {(row["from"], row["below"]): row for row in table.to_dict("records") if row["deals"]}
    assert {where: row["deals"] for where, row in classes.items()} == {
        (-40, -35): 1,
        (-5, 0): 1,
        (5, 10): 1,
        (10, 15): 2,
        (55, 60): 1,
    }
    assert classes[10, 15]["bouts_2"] == classes[10, 15]["bouts_3"] == 1
    assert table["from"].diff().dropna().unique().tolist() == [5]


def test_bouts_move(found):
    table = hands.movement_table(found.sums["hands"], found.groups())

    def shares(stage, bouts):
        row = row_of(table, stage=stage, bouts=bouts)
        return row["deals"], [row[f"to_{to}"] for to in range(4)]

    assert shares("hand to hand and chien", 0) == (1, [0, 1, 0, 0])
    assert shares("hand to hand and chien", 1) == (1, [0, 1, 0, 0])  # a garde contre: the chien is not his
    assert shares("hand to hand and chien", 2) == (4, [0, 0, 3 / 4, 1 / 4])
    assert shares("hand and chien to captured", 1) == (2, [1 / 2, 1 / 2, 0, 0])
    assert shares("hand and chien to captured", 2) == (3, [0, 0, 2 / 3, 1 / 3])
    assert shares("hand and chien to captured", 3) == (1, [0, 0, 0, 1])
    assert shares("hand to captured", 2) == (4, [0, 0, 1 / 2, 1 / 2])
    deals, nothing = shares("hand to captured", 3)
    assert deals == 0 and all(map(is_missing, nothing))


def test_petit_au_bout(found):
    table = bonuses.petit_table(found.sums["bonuses"], found.groups())
    columns = ("deals", "share", "won", "decisive", "decided")
    taker, defence = ({"side": side} for side in ("taker", "defence"))
    assert figures(row_of(table, contract="prise", **taker), *columns) == (1, 1 / 2, 1, 0, 0)
    assert figures(row_of(table, contract="garde", **defence), *columns) == (1, 1, 1, 0, 0)
    assert figures(row_of(table, contract="garde_contre", **defence), *columns) == (1, 1 / 2, 0, 1, 1)
    assert figures(row_of(table, contract="all", **taker), *columns) == (1, 1 / 6, 1, 0, 0)
    assert figures(row_of(table, contract="all", **defence), *columns) == (2, 2 / 6, 1 / 2, 1, 1 / 2)


def test_poignees(found):
    table = bonuses.poignee_table(found.sums["bonuses"], found.groups())
    columns = ("shown", "share", "paid")
    assert figures(row_of(table, side="taker", level="single"), *columns) == (1, 1 / 6, 1)
    assert figures(row_of(table, side="defence", level="single"), *columns) == (1, 1 / 18, 1)
    assert row_of(table, side="defence", level="all")["shown"] == 1
    assert is_missing(row_of(table, side="taker", level="triple")["paid"])


def test_chelems(found):
    table = bonuses.chelem_table(found.sums["bonuses"], found.groups())
    assert table["deals"].tolist() == [0, 2, 1, 0]
    assert row_of(table, chelem="announced and failed")["made"] == 1 / 2
    assert row_of(table, chelem="not announced, taker")["made"] == 1


def test_bonuses_add_what_the_score_is_more_than_base_and_margin(found):
    table = bonuses.added_table(found.sums["bonuses"], found.groups())
    row = row_of(table, contract="all")
    assert row["from_contract"] == 3 * (30 - 51 + 140 - 366 + 80 + 210) / 6
    assert row["from_petit_au_bout"] == 3 * (-20 + 10 - 60) / 6
    assert row["from_poignees"] == 3 * (20 - 20) / 6
    assert row["from_chelem"] == 3 * (-200 + 200 - 200) / 6
    assert row["from_bonuses"] == -135
    assert row["from_contract"] + row["from_bonuses"] == -113.5
    assert row["any"] == 5 / 6


def test_scores(found):
    table = results.score_table(found.sums["results"], found.groups())
    assert figures(row_of(table, contract="all"), "positive", "least", "greatest") == (3 / 6, -1758, 870)
    assert figures(row_of(table, contract="prise"), "positive", "least", "greatest") == (1, 90, 870)


def test_quantiles(found):
    """Of -1758, -213, -150, 90, 480, 870."""
    row = row_of(results.quantile_table(found.sums["results"], found.groups()), contract="all")
    names = ("q01", "q05", "q25", "q50", "q75", "q95", "q99")
    assert figures(row, *names) == (-1758, -1758, -213, -150, 480, 870, 870)
    assert is_missing(row["q50_low"])  # six deals are too few


def test_quantile_has_an_interval_of_order_statistics():
    """Of 1 to 100: the half is 9.8 ranks, so that the 40th and the 61st enclose the median."""
    counts, values = np.ones(100, np.int64), np.arange(1, 101)
    assert quantile(counts, values, 0.5)[:3] == (50, 40, 61)
    assert quantile(counts, values, 0.25)[:3] == (25, 16, 35)
    assert quantile(counts, values, 0.01)[:3] == (1, None, None)


def test_score_histogram(found):
    table = results.score_histogram(found.sums["results"])
    there = {row["from"]: row for row in table.to_dict("records")}
    assert there[50]["prise"] == 1 and there[850]["prise"] == 1
    assert there[-250]["garde"] == 1
    assert there[-1800]["garde_contre"] == 1 and there[-150]["garde_contre"] == 1
    assert table[["prise", "garde", "garde_sans", "garde_contre"]].sum().sum() == 6


def test_hand_by_trumps_and_bouts(found):
    table = hands.hand_table(found.sums["hands"], found.groups())
    assert [figures(row, "trumps", "bouts", "deals") for row in table.to_dict("records")] == [
        (8, 0, 1),
        (8, 1, 1),
        (8, 2, 4),
    ]
    row = row_of(table, bouts=2)
    assert row["made"] == 3 / 4
    assert row["score"] == (-213 + 480 + 870 - 150) / 4


def test_hand_by_points_and_kings(found):
    (row,) = hands.points_table(found.sums["hands"], found.groups()).to_dict("records")
    assert figures(row, "from", "below", "deals", "score") == (24, 27, 6, -113.5)
    kings = hands.kings_table(found.sums["hands"], found.groups())
    assert kings["deals"].tolist() == [0, 6, 0, 0, 0]


STANDING = ("deals", "taken", "taker", "made", "as_taker", "as_defender", "score")


def test_positions(found):
    table = players.standing_table(found.sums["players"], found.sums["results"], "position", found.players)
    assert figures(row_of(table, position="first to speak"), *STANDING) == (
        8,
        2,
        2 / 8,
        1,
        480,
        (71 - 160 + 586 + 50) / 4,
        (960 + 547) / 8,
    )
    assert figures(row_of(table, position="dealer"), *STANDING) == (8, 1, 1 / 8, 0, -213, 156 / 5, -57 / 8)


def test_strategies_count_once_a_deal_whatever_seats_they_hold(found):
    table = players.standing_table(found.sums["players"], found.sums["results"], "strategy", found.players)
    assert figures(row_of(table, strategy="basic"), *STANDING) == pytest.approx(
        (8, 2, 2 / 8, 1 / 2, -954, 227 / 6, -1045 / 8)
    )
    assert figures(row_of(table, strategy="random"), *STANDING) == (8, 2, 2 / 8, 1 / 2, -61.5, 46.5, 63 / 8)
    assert figures(row_of(table, strategy="pass"), *STANDING) == (8, 2, 2 / 8, 1, 675, 169.25, 2027 / 8)


def test_means_over_deals_take_a_deal_as_the_observation(found):
    """The interval of a strategy with two seats is that of the means of both, deal by deal."""
    table = players.standing_table(found.sums["players"], found.sums["results"], "strategy", found.players)
    a_deal = [-30, 71, 0, 0, -160, -586, -290, -50]
    half = Z_95 * statistics.stdev(a_deal) / sqrt(8)
    assert row_of(table, strategy="basic")["score_high"] == pytest.approx(statistics.mean(a_deal) + half)


def test_bids_by_position(found):
    row = row_of(
        players.bid_table(found.sums["players"], "position", found.players), position="first to speak"
    )
    assert figures(row, "auctions", "pass", "prise", "garde") == (7, 5 / 7, 2 / 7, 0)


def test_bids_by_strategy(found):
    row = row_of(players.bid_table(found.sums["players"], "strategy", found.players), strategy="basic")
    assert figures(row, "auctions", "pass", "garde_contre") == (14, 12 / 14, 2 / 14)


def test_leads(found):
    table = players.lead_table(found.sums["bonuses"], found.players)
    assert table["deals"].tolist() == [2, 2, 2]
    assert table["made"].tolist() == [1 / 2, 1, 1 / 2]


def test_by_strategy(found):
    table = results.contract_table(found.sums["results"], found.groups("strategy"))
    assert list(dict.fromkeys(table["group"])) == ["all", "basic", "pass", "random"]
    row = row_of(table, group="basic", contract="garde_contre")
    assert figures(row, "deals", "share", "made", "score") == (2, 1, 1 / 2, -954)
    assert row_of(table, group="basic", contract="prise")["deals"] == 0
    assert row_of(table, group="random", contract="garde")["share"] == 1 / 2


def test_by_seat_and_by_position(found):
    by_seat = results.contract_table(found.sums["results"], found.groups("seat"))
    assert [row_of(by_seat, group=str(seat), contract="all")["deals"] for seat in range(4)] == [1, 2, 1, 2]
    by_position = results.contract_table(found.sums["results"], found.groups("position"))
    assert row_of(by_position, group="third", contract="all")["deals"] == 3
    assert row_of(by_position, group="second", contract="all")["deals"] == 0


def test_nothing_played_gives_empty_figures_everywhere(tmp_path):
    found = study([open_run(written(tmp_path / "none", []))], 1)
    row = row_of(results.contract_table(found.sums["results"], found.groups()), contract="all")
    assert row["deals"] == 0
    assert all(is_missing(row[name]) for name in ("share", "made", "points", "score"))
    assert share(0, 0) == (None, None, None, 0)


# Exact values --------------------------------------------------------------------------------------


def test_chances_of_the_chien(found):
    table = chance_table(found.sums["chances"])
    exact = {row["what"]: row["exact"] for row in table.to_dict("records")}
    assert exact["petit sec"] == pytest.approx(0.0018441, abs=5e-8)
    bouts = [exact[f"chien: bouts {bouts}"] for bouts in range(4)]
    assert bouts == pytest.approx([0.78395, 0.20159, 0.01420, 0.00026], abs=5e-6)
    assert exact["hand: trumps 10 or more"] == pytest.approx(0.0032350, abs=5e-8)
    assert exact["chien: card points"] == pytest.approx(7)
    assert exact["hand: card points"] == pytest.approx(21)


def test_chances_of_each_kind_add_up_to_one(found):
    table = chance_table(found.sums["chances"])
    for place in ("chien", "hand"):
        for kind in ("trumps", "bouts", "kings"):
            these = table[table["what"].str.startswith(f"{place}: {kind}")]
            assert these["exact"].sum() == pytest.approx(1)


def test_chance_is_hypergeometric():
    assert hypergeometric(6, 4, 2) == comb(4, 2) * comb(74, 4) / comb(78, 6)
    assert hypergeometric(6, 3, 4) == 0


def test_observed_chien_is_that_of_every_deal(found):
    """Three of the eight chiens hold a bout and 8 points, the others 5 points."""
    table = chance_table(found.sums["chances"])
    assert figures(row_of(table, what="chien: bouts 1"), "deals", "observed") == (8, 3 / 8)
    assert row_of(table, what="chien: card points")["observed"] == (5 * 5 + 3 * 8) / 8
    assert row_of(table, what="petit sec")["observed"] == 1 / 8


def test_rare_things_have_no_z(found):
    table = chance_table(found.sums["chances"])
    assert table["z"].isna().all()  # eight deals judge nothing
