"""`tarotsim fit`: what `expert` thinks of a hand, made anew, and how right it is."""

import json

import numpy as np
import pytest
from cli_process import complaint, fine

from tarotsim.analysis.calibration import GROUPS, calibration_table
from tarotsim.analysis.frames import is_missing
from tarotsim.simulation.fitting import fit_weights, taken_contracts
from tarotsim.strategies.expert.evaluation import FEATURES, WEIGHTS

pytest_plugins = ["cli_fixtures"]


def quietly(deals):
    """Progress that nobody looks at."""


def shape(weights):
    """The names of the weights, and how many there are of each."""
    return {name: np.shape(value) for name, value in weights.items()}


@pytest.fixture(scope="module")
def fitted():
    return fit_weights(3000, 5, 1, quietly)


def test_fit_makes_all_the_weights_that_are_in_use(fitted):
    weights, _ = fitted
    assert shape(weights) == shape(WEIGHTS)
    assert np.shape(weights["with_chien"]) == (len(FEATURES),)


def test_weights_do_not_depend_on_threads(fitted):
    assert fit_weights(3000, 5, 3, quietly)[0] == fitted[0]


def test_bouts_are_worth_more_than_queens_and_fits_explain_much(fitted):
    weights, fits = fitted
    worth = dict(zip(FEATURES, weights["with_chien"], strict=True))
    assert min(worth["T21"], worth["EX"]) > worth["kings"] > worth["queens"] > 0
    assert all(0.4 < fit.r_squared < 0.8 and fit.deals > 5000 for fit in fits.values())


def test_contracts_are_made_as_often_as_the_hand_let_expect():
    """Within 2 points where n is 1,000 or more, give or take what so few deals leave to chance."""
    learnt = taken_contracts(150_000, 11, 2, quietly)
    table = calibration_table(learnt, taken_contracts(100_000, 12, 2, quietly))
    enough = table[table["deals"] >= 1000]
    assert len(enough) >= GROUPS
    low, high = enough["made_low"] - 0.02, enough["made_high"] + 0.02
    assert ((low <= enough["predicted"]) & (enough["predicted"] <= high)).all()
    assert (enough[enough["contract"] == "garde"]["made"].diff().dropna() > 0).all()


def test_too_few_contracts_have_no_prediction():
    nothing = {"prise": (np.zeros(0), np.zeros(0, bool))}
    (row,) = calibration_table(nothing, nothing).to_dict("records")
    assert row["deals"] == 0 and is_missing(row["predicted"])


def test_fit_on_the_command_line(ask, tmp_path):
    said = json.loads(fine(ask("fit", "--deals", "200", "--out", "w.json", "--format", "json")))
    assert json.loads((tmp_path / "w.json").read_text()) == said["weights"]
    assert shape(said["weights"]) == shape(WEIGHTS)
    complaint(ask("fit", "--deals", "200", "--out", "w.json"), 2, "--force replaces it")
    text = fine(ask("fit", "--deals", "200"))
    assert all(feature in text for feature in FEATURES)


@pytest.mark.parametrize(
    "given, words",
    [
        (["--deals", "0"], "name one at least"),
        (["--seed", str(2**63 - 1)], "too high"),
        (["--out", "nowhere/w.json"], "nowhere is no folder"),
        (["--deals", "2"], "too few to fit"),
    ],
)
def test_what_cannot_be_fitted_is_refused_at_once(ask, given, words):
    complaint(ask("fit", *given), 2, words)
