"""The engine: what it plays, that nothing but seed, deal and players decides it, what players see."""

import inspect
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from engine_runs import LOWEST, all_strategies, environment_without_jit, play, signature
from numba import from_dtype

from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import DECISIONS, ROW
from tarotsim.rules.table import HIDDEN, TABLE, blank
from tarotsim.rules.tables import KINGS, PLAYED, PRISE
from tarotsim.strategies.registry import MODULES
from tarotsim.strategies.strategy import DECISION, StrategyFault

SEED = 5
RANDOM = all_strategies()["random"]

# Behaviour ----------------------------------------------------------------------------------------

SIGNATURES = {  # a new signature wants a new version, and a line in the changelog
    "random": (1, "2d061884683aa05a"),
    "pass": (1, "383577bc37f9689b"),
    "basic": (1, "f27247f196141dc1"),
    "expert": (2, "1f5152f38b5db8fe"),
}


@pytest.mark.parametrize("name", MODULES)
def test_behaviour_changes_only_with_its_version(name):
    """The signature tells of a change in the strategy, in the rules, in the deal or in the streams."""
    strategy = all_strategies()[name]
    assert (strategy.version, signature(strategy)) == SIGNATURES.get(name)


# What 800,000 play-outs of the referee gave (hostile.random_playout over uniform deals, no chelem, with
# random.Random(2024), (2025) and (77)): the engine must agree with it as one sample with another.
REFEREE_DEALS = 797_252  # played
REFEREE_COUNTS = {
    "made": 40_735,
    "petit au bout": 19_971,
    "0 bouts": 356_500,
    "1 bouts": 308_977,
    "2 bouts": 115_003,
    "3 bouts": 16_772,
    "prise": 7_302,
    "garde": 29_170,
    "garde_sans": 113_571,
    "garde_contre": 647_209,
}
REFEREE_POINTS, REFEREE_SPREAD = 22.612, 11.93


@pytest.fixture(scope="module")
def played():
    """The rows of deals played by four random players."""
    rows = blank(ROW, 500_000)
    Engine([RANDOM] * 4).play(SEED, 0, len(rows), rows)
    return rows[rows["status"] == PLAYED]


def counted(rows, event):
    """How many of the rows are of an event of `REFEREE_COUNTS`."""
    contracts = {"prise": 1, "garde": 2, "garde_sans": 3, "garde_contre": 4}
    if event in contracts:
        return (rows["contract"] == contracts[event]).sum()
    if event.endswith("bouts"):
        return (rows["bouts"] == int(event[0])).sum()
    return (rows[{"made": "won", "petit au bout": "petit_au_bout"}[event]] != 0).sum()


@pytest.mark.parametrize("event", REFEREE_COUNTS)
def test_random_players_do_as_in_the_referees_playouts(played, event):
    here, there = counted(played, event) / len(played), REFEREE_COUNTS[event] / REFEREE_DEALS
    error = sqrt(there * (1 - there) * (1 / len(played) + 1 / REFEREE_DEALS))
    assert abs(here - there) < 5 * error


def test_random_takers_score_as_in_the_referees_playouts(played):
    error = REFEREE_SPREAD * sqrt(1 / len(played) + 1 / REFEREE_DEALS)
    assert abs(played["halves"].mean() / 2 - REFEREE_POINTS) < 5 * error


# A row is a function of seed, deal and players ----------------------------------------------------

MIXED = [RANDOM, LOWEST, RANDOM, all_strategies()["pass"]]


def same(one, other):
    """Whether two arrays of records agree in every field."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


@pytest.mark.parametrize("cuts", [[1, 2, 3], [17, 400], [999], range(1, 1000)], ids=str)
def test_rows_are_the_same_however_the_range_is_cut(cuts):
    rows, transcripts = play(MIXED, SEED, 0, 1_000)
    edges = [0, *cuts, 1_000]
    parts = [play(MIXED, SEED, first, last - first) for first, last in pairwise(edges)]
    assert same(np.concatenate([part for part, _ in parts]), rows)
    assert same(np.concatenate([part for _, part in parts]), transcripts)


def test_rows_are_the_same_without_transcripts():
    rows, _ = play(MIXED, SEED, 0, 1_000)
    alone = blank(ROW, 1_000)
    Engine(MIXED).play(SEED, 0, 1_000, alone)
    assert same(alone, rows)


def test_rows_are_the_same_from_several_threads():
    engine, rows = Engine(MIXED), blank(ROW, 4_000)
    parts = [rows[first : first + 500] for first in range(0, 4_000, 500)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: engine.play(SEED, n * 500, 500, parts[n]), range(8)))
    assert same(rows, play(MIXED, SEED, 0, 4_000)[0])


NULL_IF_CANCELLED = {
    *("contract", "hand_halves", "hand_trumps", "hand_bouts", "hand_kings"),
    *("discard_halves", "discard_trumps", "tricks", "bouts", "target", "halves", "won"),
}


def test_rows_are_the_same_whatever_the_buffer_held():
    """But for the taker's columns of a cancelled deal, which are null in the log."""
    rows, _ = play(MIXED, SEED, 0, 2_000)
    used = blank(ROW, 2_000)
    used.view(np.uint8)[:] = 0x55
    Engine(MIXED).play(SEED, 0, 2_000, used)
    cancelled = rows["status"] != PLAYED
    assert cancelled.any()
    assert same(used[~cancelled], rows[~cancelled])
    always = [name for name in ROW.names if name not in NULL_IF_CANCELLED]
    assert same(used[always], rows[always])


# Answers against the rules ------------------------------------------------------------------------


def bid_too_high(view):
    return 5


def bid_below_pass(view):
    return -1


def bid_not_above(view):
    """What is bid already; prise where nothing is, so that it is legal there."""
    return view.contract if view.contract else PRISE


def discard_five(view):
    return view.legal_plain & 0x1F


def discard_a_king(view):
    """Five cards that may go, and a king (where none is held, what is not held)."""
    kings = view.plain & KINGS or KINGS
    rest = view.legal_plain
    for _ in range(view.need - 1):
        rest &= rest - 1
    return (view.legal_plain & ~rest) | (kings & -kings)


def discard_negative(view):
    return -1


def show_trumps_not_held(view):
    return (1 << 10) - 1


def show_plain_number(view):
    return 7


def show_beyond_the_cards(view):
    return ((1 << 10) - 1) << 40


def play_minus_one(view):
    return -1


def play_beyond_the_pack(view):
    return 78


def play_far_beyond(view):
    return 1 << 40


def play_what_is_not_legal(view):
    """The first card of the deck that may not be played."""
    card = 0
    while view.legal_plain >> card & 1:
        card += 1
    return card


ILLEGAL = {
    "bid": [bid_too_high, bid_below_pass, bid_not_above],
    "discard": [discard_five, discard_a_king, discard_negative],
    "poignee": [show_trumps_not_held, show_plain_number, show_beyond_the_cards],
    "card": [play_minus_one, play_beyond_the_pack, play_far_beyond, play_what_is_not_legal],
}


@pytest.mark.parametrize(
    "decision, answer", [(decision, answer) for decision in ILLEGAL for answer in ILLEGAL[decision]]
)
def test_illegal_answer_is_refused_by_name(decision, answer):
    """Seat 2 cheats. It speaks first in deals 1, 5, 9 ...; then it takes, and has a discard to make."""
    cheat = replace(LOWEST, name="cheat", **{decision: answer})
    rows = blank(ROW, 8)
    with pytest.raises(StrategyFault) as refused:
        Engine([LOWEST, LOWEST, cheat, LOWEST]).play(SEED, 0, len(rows), rows)
    deal = 1 if decision == "discard" else 0
    for part in ("'cheat'", "seat 2", f"deal {deal}", repr(decision)):
        assert part in str(refused.value)


def test_rows_before_an_illegal_answer_stand():
    cheat = replace(LOWEST, name="cheat", discard=discard_five)
    rows = blank(ROW, 8)
    with pytest.raises(StrategyFault, match="deal 5"):
        Engine([LOWEST, LOWEST, cheat, LOWEST]).play(SEED, 2, len(rows), rows)
    assert same(rows[:3], play([LOWEST] * 4, SEED, 2, 3)[0])


@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_table_has_four_seats(number):
    with pytest.raises(ValueError, match="four strategies"):
        Engine([LOWEST] * number)


# What a player sees -------------------------------------------------------------------------------

PUBLIC = {
    *("dealer", "bids", "spoken", "contract", "taker", "chien_plain", "chien_trumps", "discard_trumps"),
    *("chelem", "shown", "poignee", "trick", "leader", "turn", "cards", "led", "best", "holder"),
    *(
        "played_plain",
        "played_trumps",
        "void",
        "may_hold",
        "excuse_seat",
        "excuse_trick",
        "petit_trick",
        "winners",
    ),
    *("tricks", "won_plain", "won_trumps", "plays", "played"),
}
THE_SEATS_OWN = {"seat", "plain", "trumps", "put_plain", "legal_plain", "legal_trumps", "need", "word"}


def test_a_decision_is_given_the_table_and_nothing_else():
    """One argument, by whose fields, all integers but the settings, nothing hidden can be reached."""
    assert DECISION.args == (from_dtype(TABLE),)
    assert set(TABLE.names) == PUBLIC | THE_SEATS_OWN | {"settings"}
    assert {TABLE[name].base.kind for name in TABLE.names if name != "settings"} <= {"i", "u"}
    assert from_dtype(HIDDEN) not in DECISION.args


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("decision", DECISIONS)
def test_a_strategy_decides_from_its_view_alone(name, decision):
    assert len(inspect.signature(getattr(all_strategies()[name], decision)).parameters) == 1


def seen(*arguments):
    """What `seen.py`, a program that runs without the JIT, says."""
    command = [sys.executable, Path(__file__).with_name("seen.py"), *arguments]
    run = subprocess.run(command, env=environment_without_jit(), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", MODULES)
def test_hidden_cards_change_neither_view_nor_decision(name):
    """The unseen cards of a deal are moved about, so that the deciding seat could not tell.

    Up to that moment everything public is as it was, and would have been legal (says the referee)
    with these cards too. Then the engine must lay the same before the seat, in every field.
    """
    found = seen("hidden_cards", name)
    for decision in found:
        assert decision["differ"] == [], decision
        assert decision["same_answer"], decision
    moved = [decision for decision in found if decision["moved"]]
    assert {decision["kind"] for decision in moved} == set(DECISIONS)
    assert len(moved) > 0.9 * len(found)
    assert any(decision["discard_moved"] for decision in found)


def test_what_is_seen_does_not_depend_on_the_deals_before():
    """Else a deal would not be a function of seed and number."""
    assert seen("deals_before") == []
