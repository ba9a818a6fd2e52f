"""The figures of a comparison: sums worked by hand, a slow twin for every sum, and intervals that cover."""

from fractions import Fraction
from itertools import product
from math import erfc, inf, sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from tarotsim.analysis.comparison import Advantage, advantages, ranking_table, widest
from tarotsim.analysis.duplicate import VARIABLES, DuplicateSums, Gram, Moments, Rows, observe, read_rows
from tarotsim.analysis.statistics import Z_95, PairSums, p_value, ratio, ratio_share, share
from tarotsim.rules.tables import GARDE, PRISE
from tarotsim.simulation.comparison import ComparisonPlan, comparison_in
from tarotsim.simulation.crew import Crew
from tarotsim.simulation.plan import players_named
from tarotsim.simulation.seatings import alone, folder_name, mixed, seatings

CANCELLED = (-1, -1, False, (0, 0, 0, 0))
"""(taker, contract, made, scores in half points) of a deal."""


def rows_of(*deals):
    """Rows of a table from its deals."""
    takers, contracts, made, scores = zip(*deals, strict=True)
    return Rows(np.array(scores).T, np.array(takers), np.array(contracts), np.array(made))


def prise(taker, each):
    """A deal at which every defender pays ``each`` half points to the taker, or gets them."""
    scores = [-each] * 4
    scores[taker] = 3 * each
    return taker, PRISE, each > 0, tuple(scores)


# Two deals. Among four of the field seat 2 takes the first and wins 50 half points of each, the second
# is passed. The lone player takes the first deal at seats 0 and 2, and the second at seat 1.
FIELD = rows_of(prise(2, 50), CANCELLED)
LONE = [
    rows_of(prise(0, 40), CANCELLED),
    rows_of(prise(2, 30), prise(1, -60)),
    rows_of(prise(2, 70), CANCELLED),
    rows_of(prise(1, 50), CANCELLED),
]
BY_HAND = {
    "one": (1, 1),
    "score": (3 * 40 - 30 + 3 * 70 - 50, -180),
    "taken": (2, 1),
    "made": (2, 0),
    "prise": (2, 1),
    "garde": (0, 0),
    "garde_sans": (0, 0),
    "garde_contre": (0, 0),
    "score_taking": (120 + 210, -180),
    "gain_taking": (120 + 210 - 150, -180),
    "same_taken": (1, 0),
    "same_taken_gain": (210 - 150, 0),
    "same_defended": (1, 0),  # at seat 1; at seat 3 another seat takes
    "same_defended_gain": (-30 + 50, 0),
}


def test_sums_of_two_deals_are_those_worked_by_hand():
    seen = dict(zip(VARIABLES, observe(LONE, FIELD).tolist(), strict=True))
    assert {name: tuple(values) for name, values in seen.items()} == BY_HAND


def test_figures_of_two_deals_are_those_worked_by_hand():
    one = Advantage("A", "B", Gram.of(observe(LONE, FIELD)))
    # 250 and -180 half points over four seatings: 31.25 and -22.5 points
    assert one.advantage.value == (31.25 - 22.5) / 2
    assert one.advantage.n == 2
    half = Z_95 * (31.25 + 22.5) / 2
    assert one.advantage.high - one.advantage.value == pytest.approx(half)
    assert one.taking["share"].value == 3 / 8
    assert one.taking["made"].value == 2 / 3
    assert one.taking["score"].value == (330 - 180) / 3 / 2
    assert one.taking["gain"].value == (180 - 180) / 2 / 8
    assert one.defending["gain"].value == (70 + 0) / 2 / 8
    assert one.taking["same_contract"][::3] == (30.0, 1)
    assert one.defending["same_contract"][::3] == (10.0, 1)
    assert one.contracts["prise"].value == 1.0
    assert one.contracts["garde"].value == 0.0


def some_rows(generator, deals):
    """Rows of ``deals`` random deals."""
    return rows_of(*(CANCELLED if generator.random() < 0.3 else deal_of(generator) for _ in range(deals)))


def deal_of(generator):
    """A random deal with a taker."""
    taker, _, made, scores = prise(int(generator.integers(4)), int(generator.integers(-90, 90)))
    return taker, int(generator.choice([PRISE, GARDE])), made, scores


def slow_sums(lone, field, deal):
    """The VARIABLES of one deal, seating by seating, without arrays."""
    seen = dict.fromkeys(VARIABLES, 0)
    seen["one"] = 1
    for seat, rows in enumerate(lone):
        score, other = int(rows.scores[seat][deal]), int(field.scores[seat][deal])
        taker, contract = int(rows.taker[deal]), int(rows.contract[deal])
        seen["score"] += score
        if taker == seat:
            seen["taken"] += 1
            seen["made"] += int(rows.made[deal])
            seen[VARIABLES[3 + contract]] += 1
            seen["score_taking"] += score
            seen["gain_taking"] += score
        if int(field.taker[deal]) == seat:
            seen["gain_taking"] -= other
        if taker >= 0 and (taker, contract) == (int(field.taker[deal]), int(field.contract[deal])):
            role = "same_taken" if taker == seat else "same_defended"
            seen[role] += 1
            seen[f"{role}_gain"] += score - other
    return [seen[name] for name in VARIABLES]


def test_sums_are_those_of_a_slow_twin():
    generator = np.random.default_rng(1)
    field, *lone = (some_rows(generator, 300) for _ in range(5))
    seen = observe(lone, field)
    slow = [slow_sums(lone, field, deal) for deal in range(300)]
    assert seen.T.tolist() == slow
    products = Gram.of(seen).products
    for a, b in product(range(len(VARIABLES)), repeat=2):
        assert products[a, b] == sum(deal[a] * deal[b] for deal in slow)


def test_parts_add_up_in_any_order():
    generator = np.random.default_rng(2)
    field, *lone = (some_rows(generator, 90) for _ in range(5))
    seen = observe(lone, field)
    parts = [Gram.of(seen[:, start : start + 30]) for start in (60, 0, 30)]
    assert (sum(parts, Gram()).products == Gram.of(seen).products).all()


def test_a_player_in_its_own_field_gains_nothing():
    rows = some_rows(np.random.default_rng(3), 50)
    one = Advantage("A", "A", Gram.of(observe([rows] * 4, rows)))
    assert one.advantage[:3] == (0, 0, 0)
    assert one.p == 1
    assert one.taking["gain"][:3] == one.defending["gain"][:3] == (0, 0, 0)


def test_gains_of_taking_and_defending_add_up_to_the_advantage():
    generator = np.random.default_rng(4)
    field, *lone = (some_rows(generator, 200) for _ in range(5))
    one = Advantage("A", "B", Gram.of(observe(lone, field)))
    gains = one.taking["gain"].value + one.defending["gain"].value
    assert gains == pytest.approx(one.advantage.value, abs=1e-12)
    assert one.taking["points"].value + one.defending["points"].value == pytest.approx(one.advantage.value)


# Statistics ---------------------------------------------------------------------------------------


def pair_sums(y, x):
    """The sums a ratio is estimated from, of lists."""
    products = (sum(map(int.__mul__, a, b)) for a, b in ((y, y), (x, y), (x, x)))
    return PairSums(len(y), sum(y), sum(x), *products)


def test_ratio_is_the_linearised_estimator():
    y, x = [3, 0, 5, 2, 7], [4, 1, 4, 2, 4]
    estimate = ratio(pair_sums(y, x), 0.5)
    r = Fraction(sum(y), sum(x))
    residuals = [b - r * a for a, b in zip(x, y, strict=True)]
    variance = sum(e * e for e in residuals) / 4 / 5 / Fraction(sum(x), 5) ** 2
    assert estimate.value == pytest.approx(float(r) / 2)
    assert estimate.high - estimate.value == pytest.approx(Z_95 * sqrt(variance) / 2)
    assert estimate.n == sum(x)


def test_ratio_with_equal_clusters_is_the_mean():
    assert ratio(pair_sums([1, 4, 7], [1, 1, 1])).high == pytest.approx(4 + Z_95 * sqrt(9 / 3))


def test_a_share_of_independent_cases_has_nearly_the_interval_of_a_plain_share():
    hits, n = 300, 1000
    clustered = ratio_share(pair_sums([1] * hits + [0] * (n - hits), [1] * n))
    assert clustered[:3] == pytest.approx(share(hits, n)[:3], abs=1e-4)


def test_cases_that_go_together_count_as_one():
    alike = ratio_share(pair_sums([4] * 30 + [0] * 70, [4] * 100))
    assert alike.n == 400
    assert alike[:3] == pytest.approx(share(30, 100)[:3], abs=1e-3)


@pytest.mark.parametrize("hits", [0, 4])
def test_a_share_of_none_or_all_still_has_an_interval(hits):
    assert ratio_share(pair_sums([hits] * 25, [4] * 25))[:3] == share(hits * 25 // 4, 25)[:3]


def test_figures_without_cases_are_missing():
    assert (
        ratio(PairSums(5, 0, 0, 0, 0, 0)) == ratio_share(PairSums(5, 0, 0, 0, 0, 0)) == (None, None, None, 0)
    )
    assert ratio(PairSums(1, 3, 2, 9, 6, 4)) == (1.5, None, None, 2)
    assert ratio_share(PairSums(1, 1, 2, 1, 2, 4)) == (0.5, None, None, 2)
    assert p_value(3, 9, 1) is None


def test_p_is_two_sided():
    values = [1, 2, 4, -1]
    z = np.mean(values) / (np.std(values, ddof=1) / 2)
    for sign in (1, -1):
        moments = Moments()
        moments.add(sign * np.array(values))
        assert moments.p == pytest.approx(erfc(z / sqrt(2)))
    assert p_value(0, 0, 9) == 1.0
    assert p_value(9, 9, 9) == 0.0


# Who sits where -----------------------------------------------------------------------------------


def test_each_player_sits_alone_at_every_seat():
    assert alone("A", "B") == [
        ("A", "B", "B", "B"),
        ("B", "A", "B", "B"),
        ("B", "B", "A", "B"),
        ("B", "B", "B", "A"),
    ]


@pytest.mark.parametrize(
    ("names", "count"), [("XX", 1), ("AB", 10), ("ABC", 27), ("ABCD", 56), ("ABCDE", 105)]
)
def test_every_table_is_there_once_and_the_order_of_names_is_of_no_consequence(names, count):
    tables = seatings(names)
    assert len(tables) == len(set(tables)) == count
    assert tables == seatings(names[::-1])


def test_mixed_tables_seat_each_of_four_at_every_seat():
    (rotations,) = mixed("DBCA")
    assert [set(seat) for seat in zip(*rotations, strict=True)] == [set("ABCD")] * 4


def test_folders_of_tables_are_names_that_run_takes_and_never_too_long():
    assert folder_name(("a:x=1,y=2", "b", "b", "b")) == "a:x=1,y=2,b,b,b"
    odd = {folder_name((f"a:{odd}=1", "b", "b", "b")) for odd in ("é", "/", " ", "x" * 300, "y" * 300)}
    assert len(odd) == 5
    assert all(len(name) <= 200 and "/" not in name for name in odd)


# Against played tables ----------------------------------------------------------------------------

BLOCK, BLOCKS = 250, 200


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The rows of every table of a comparison of basic and random."""
    folder = tmp_path_factory.mktemp("coverage")
    plan = ComparisonPlan(players_named(["basic", "random"]), BLOCK * BLOCKS, 11, 0, BLOCK * BLOCKS)
    with comparison_in(folder, plan, {}, resume=False, force=False, keep=False) as comparison:
        crew = Crew(1)
        crew.start(comparison.work())
        crew.wait(600)
        crew.check()
        (part,) = plan.parts()
        yield SimpleNamespace(
            rows={table: read_rows(file, part) for table, file in comparison.files(part).items()},
            files=comparison.files(part),
            part=part,
        )


@pytest.mark.parametrize(("lone", "field"), [("basic", "random"), ("random", "basic")])
def test_intervals_cover_the_truth_as_often_as_they_say(tables, lone, field):
    """200 comparisons of 250 deals each: about 95 % of the intervals hold the value of all 50,000."""
    seen = observe([tables.rows[table] for table in alone(lone, field)], tables.rows[(field,) * 4])
    truth = figures(Advantage(lone, field, Gram.of(seen)))
    covered = dict.fromkeys(truth, 0)
    for start in range(0, BLOCK * BLOCKS, BLOCK):
        block = figures(Advantage(lone, field, Gram.of(seen[:, start : start + BLOCK])))
        for name, (_, low, high, _) in block.items():
            covered[name] += low <= truth[name].value <= high
    assert len(covered) >= 4
    assert {name: hits for name, hits in covered.items() if not 0.9 <= hits / BLOCKS <= 0.985} == {}


def figures(one):
    """The figures of a direction that have many cases in a block and vary from deal to deal."""
    every = {"advantage": one.advantage, **one.taking}
    every |= {f"{name} in defence": estimate for name, estimate in one.defending.items()} | one.contracts
    wanted = [("advantage", "gain", "gain in defence", "same_contract in defence")]
    wanted += [("advantage", "share", "made", "score", "gain", "prise", "garde_contre", "same_contract")]
    return {name: every[name] for name in wanted[one.player == "random"]}


def test_ranking_of_two_is_half_the_difference_of_their_advantages(tables):
    sums = DuplicateSums(["basic", "random"])
    per_deal = sums.add(tables.files, tables.part).to_pandas()
    there, back = advantages(sums)
    ranking = ranking_table(sums)
    assert list(ranking["player"]) == ["basic", "random"]
    assert ranking["mean"][0] == pytest.approx((there.advantage.value - back.advantage.value) / 2)
    difference = (per_deal["basic|random"] - per_deal["random|basic"]) / 2
    half = (ranking["mean_high"][0] - ranking["mean_low"][0]) / 2
    assert half == pytest.approx(Z_95 * difference.std() / sqrt(len(difference)), rel=1e-4)
    assert widest(sums) == pytest.approx(max(a.advantage.high - a.advantage.value for a in (there, back)))
    assert widest(DuplicateSums(["basic", "random"])) == inf
