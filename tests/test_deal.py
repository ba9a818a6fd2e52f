"""The deal and the random streams: what must hold of chance, held against exact probabilities.

Every sample is fixed by its seed. A bound is five standard errors wide, so that a right dealer would
fail one of these tests once in a million seeds or less.
"""

from collections import Counter
from math import comb, prod, sqrt

import numpy as np
import pytest
from engine_runs import LOWEST, play

from tarotsim.cards import CARD_COUNT, masks_of
from tarotsim.engine.deal import PACK, deal_cards
from tarotsim.engine.streams import DEALING, DECIDING, stream, word_at
from tarotsim.jit import kernel
from tarotsim.records.writing import record_of
from tarotsim.rules.table import HIDDEN, blank
from tarotsim.rules.tables import BOUTS, CAVALIERS, JACKS, KINGS, PETIT, QUEENS, TRUMPS
from tarotsim.strategies.random import STRATEGY as RANDOM

DEALS = 2_000_000
CHUNK = 100_000
SEED = 3
PLACES = np.array([18, 18, 18, 18, 6])
"""Cards in the four hands and the chien."""


@kernel
def deal_many(seed, first, pack, hiddens):
    """Deal as many deals as there are records in ``hiddens``."""
    for number in range(hiddens.size):
        deal_cards(np.uint64(seed), np.uint64(first + number), pack, hiddens[number])


@kernel
def draw_words(seed, first, purpose, words):
    """The first words of the streams of deals from ``first`` on: a row a deal."""
    for deal in range(words.shape[0]):
        state, gamma = stream(np.uint64(seed), np.uint64(first + deal), purpose)
        for index in range(words.shape[1]):
            words[deal, index] = word_at(state, gamma, np.uint64(index + 1))


def dealt(seed, first, count):
    """The plain cards and the trumps of the four hands and the chien: two arrays, deals by places."""
    hiddens = blank(HIDDEN, count)
    deal_many(seed, first, np.zeros(PACK, np.uint8), hiddens)
    plain = np.column_stack([hiddens["plain"], hiddens["chien_plain"]])
    trumps = np.column_stack([hiddens["trumps"], hiddens["chien_trumps"]])
    return plain, trumps


def half_points(plain, trumps):
    """The half points of sets of cards, counted apart from the kernels."""
    honours = ((JACKS, 2), (CAVALIERS, 4), (QUEENS, 6), (KINGS, 8))
    points = (
        np.bitwise_count(plain).astype(np.int64)
        + np.bitwise_count(trumps)
        + 8 * np.bitwise_count(trumps & BOUTS)
    )
    return points + sum(more * np.bitwise_count(plain & cards) for cards, more in honours)


@pytest.fixture(scope="module")
def counts():
    """What is counted over all the deals."""
    found = Counter()
    places = np.zeros((CARD_COUNT, len(PLACES)), np.int64)
    petit_now_and_next = np.zeros((len(PLACES), len(PLACES)), np.int64)
    for first in range(0, DEALS, CHUNK):
        plain, trumps = dealt(SEED, first, CHUNK)
        for card in range(56):
            places[card] += (plain >> card & 1).sum(axis=0)
        for card in range(22):
            places[56 + card] += (trumps >> card & 1).sum(axis=0)
        found["petit sec"] += (trumps[:, :4] == PETIT).sum()
        found["ten trumps"] += (np.bitwise_count(trumps[:, 0] & TRUMPS) >= 10).sum()
        for bouts in range(4):
            found["chien", bouts] += (np.bitwise_count(trumps[:, 4] & BOUTS) == bouts).sum()
        points = half_points(plain, trumps)
        found["chien points"] += points[:, 4].sum()
        found["hand points"] += points[:, 0].sum()
        found["squares of hand points"] += (points[:, 0] ** 2).sum()
        petit_at = (trumps & PETIT).argmax(axis=1)
        np.add.at(petit_now_and_next, (petit_at[:-1], petit_at[1:]), 1)
    return found, places, petit_now_and_next


def hypergeometric(drawn, special, found):
    """The chance of so many special cards among those drawn from the pack."""
    return comb(special, found) * comb(CARD_COUNT - special, drawn - found) / comb(CARD_COUNT, drawn)


PROBABILITIES = {
    # T1, and seventeen of the 56 suit cards; the four hands exclude each other: 0.18441 %
    "petit sec": 4 * comb(56, 17) / comb(CARD_COUNT, 18),
    # in the hand of seat 0: 0.32350 %
    "ten trumps": sum(hypergeometric(18, 21, trumps) for trumps in range(10, 19)),
    # 78.395 %, 20.159 %, 1.420 %, 0.026 %
    ("chien", 0): hypergeometric(6, 3, 0),
    ("chien", 1): hypergeometric(6, 3, 1),
    ("chien", 2): hypergeometric(6, 3, 2),
    ("chien", 3): hypergeometric(6, 3, 3),
}


@pytest.mark.parametrize("event", PROBABILITIES, ids=str)
def test_event_is_as_frequent_as_computed(counts, event):
    found, _, _ = counts
    chance = PROBABILITIES[event]
    error = sqrt(DEALS * chance * (1 - chance))
    assert abs(found[event] - DEALS * chance) < 5 * error


# The half points of the 78 cards, 182 together, and the variance of one drawn at random.
VALUES = [9] * 3 + [9, 7, 5, 3] * 4 + [1] * 59
VARIANCE = sum((value - 182 / 78) ** 2 for value in VALUES) / 78


@pytest.mark.parametrize("place, cards, mean", [("hand", 18, 42), ("chien", 6, 14)])
def test_mean_points(counts, place, cards, mean):
    """21 points a hand, 7 in the chien."""
    found, _, _ = counts
    error = sqrt(cards * VARIANCE * (78 - cards) / 77 / DEALS)
    assert abs(found[f"{place} points"] / DEALS - mean) < 5 * error


def test_spread_of_the_points_of_a_hand(counts):
    """4.897 points, of 18 cards without replacement; a sample's own error is about s / sqrt(2 n)."""
    found, _, _ = counts
    expected = sqrt(18 * VARIANCE * 60 / 77)
    sample = sqrt(found["squares of hand points"] / DEALS - (found["hand points"] / DEALS) ** 2)
    assert expected / 2 == pytest.approx(4.897, abs=0.0005)
    assert abs(sample - expected) < 5 * expected / sqrt(2 * DEALS)


def assert_chi_square(statistic, freedom):
    """Neither too far from what is expected nor too near: within five standard errors of the mean."""
    assert abs(statistic - freedom) < 5 * sqrt(2 * freedom)


def test_every_card_is_as_often_in_every_place(counts):
    """Chi-square of card by place. The places of a deal are full, hence the factor 77 / 78."""
    _, places, _ = counts
    expected = DEALS * PLACES / CARD_COUNT
    assert (places.sum(axis=1) == DEALS).all()
    assert_chi_square(((places - expected) ** 2 / expected).sum() * 77 / 78, 77 * 4)


def test_neighbouring_deals_are_independent(counts):
    """Chi-square of the place of the Petit in a deal and in the next one."""
    _, _, table = counts
    chances = np.outer(PLACES, PLACES) / CARD_COUNT**2
    expected = chances * table.sum()
    assert_chi_square(((table - expected) ** 2 / expected).sum(), 24)


def test_neighbouring_seeds_are_independent():
    """The same, for one deal number of two seeds."""
    table = np.zeros((5, 5))
    places = [(dealt(seed, 0, 200_000)[1] & PETIT).argmax(axis=1) for seed in (SEED, SEED + 1)]
    np.add.at(table, tuple(places), 1)
    expected = np.outer(PLACES, PLACES) / CARD_COUNT**2 * table.sum()
    assert_chi_square(((table - expected) ** 2 / expected).sum(), 24)


# The shuffle, said again in plain Python ----------------------------------------------------------

BOUNDS = [
    range(left, left - 8, -1) for left in range(CARD_COUNT, 6, -8)
]  # 78 ... 71, 70 ... 63, ... 14 ... 7


def shuffled(words):
    """Fisher-Yates with eight bounded numbers a word, over an iterator of words; the pack afterwards.

    A word is a fraction of 2**64: times the bound, the whole part is the number drawn and the rest
    serves the next bound. A word whose last rest is too low is not used, though its swaps stand.
    """
    pack = list(range(CARD_COUNT))
    for bounds in BOUNDS:
        rest = -1
        while rest < 2**64 % prod(bounds):
            rest = next(words)
            for bound in bounds:
                drawn, rest = divmod(rest * bound, 2**64)
                pack[drawn], pack[bound - 1] = pack[bound - 1], pack[drawn]
    return pack


def test_deal_is_the_shuffle_with_rejection():
    """On the first deals, and on all of many in which some word is thrown away."""
    words = np.zeros((200_000, 12), np.uint64)
    draw_words(SEED, 0, DEALING, words)
    products = np.array([prod(bounds) for bounds in BOUNDS], np.uint64)
    lowest = np.array([2**64 % prod(bounds) for bounds in BOUNDS], np.uint64)
    (thrown,) = np.nonzero((words[:, :9] * products < lowest).any(axis=1))
    assert len(thrown) > 5
    for number in (*range(200), *thrown):
        pack = shuffled(iter(words[number].tolist()))
        places = [pack[60:], pack[42:60], pack[24:42], pack[6:24], pack[:6]]
        assert list(zip(*(masks[0].tolist() for masks in dealt(SEED, number, 1)), strict=True)) == [
            masks_of(place) for place in places
        ]


# A deal is a function of seed and deal number -----------------------------------------------------


def test_deal_does_not_depend_on_those_before_it():
    together = np.column_stack(dealt(SEED, 0, 500))
    for number in (499, 3, 250, 0):
        assert (np.column_stack(dealt(SEED, number, 1)) == together[number]).all()


def hands_and_chien(transcripts):
    return [(record["dealer"], record["hands"], record["chien"]) for record in map(record_of, transcripts)]


def test_same_hands_are_dealt_whoever_plays():
    _, by_random = play([RANDOM] * 4, SEED, 0, 200)
    _, by_lowest = play([LOWEST] * 4, SEED, 0, 200)
    assert hands_and_chien(by_random) == hands_and_chien(by_lowest)


def test_dealer_is_deal_number_modulo_four():
    rows, _ = play([RANDOM] * 4, SEED, 10, 8)
    assert rows["dealer"].tolist() == [2, 3, 0, 1] * 2


def test_no_deal_comes_twice_for_neighbouring_seeds():
    deals = np.concatenate([np.column_stack(dealt(seed, 0, 1_000)) for seed in range(100)])
    assert len(np.unique(deals, axis=0)) == len(deals)


def all_differ(words):
    """Whether no word comes twice. (Sorting is ten times faster than `np.unique`.)"""
    in_order = np.sort(words, axis=None)
    return (in_order[1:] != in_order[:-1]).all()


@pytest.mark.parametrize("seeds, deals, words", [(200, 500, 20), (2, 10_000, 100), (1, 2_000_000, 1)])
def test_streams_do_not_overlap(seeds, deals, words):
    """All words of neighbouring seeds, deals and purposes differ.

    Among some million random words of 64 bits an equal pair has a chance below 10**-6; two streams
    that overlap would have many.
    """
    drawn = np.zeros((seeds, 2, deals, words), np.uint64)
    for seed in range(seeds):
        for number, purpose in enumerate((DEALING, DECIDING)):
            draw_words(seed, 0, purpose, drawn[seed, number])
    assert all_differ(drawn)


def test_streams_differ_far_apart():
    """Deal numbers that agree in their low bits, and seeds that do."""
    drawn = np.zeros((2, 60, 60, 1, 4), np.uint64)
    for number, purpose in enumerate((DEALING, DECIDING)):
        for seed_bit in range(60):
            for deal_bit in range(60):
                draw_words(1 << seed_bit, 1 << deal_bit, purpose, drawn[number, seed_bit, deal_bit])
    assert all_differ(drawn)


@pytest.mark.parametrize("purpose", [DEALING, DECIDING])
def test_every_bit_of_a_word_is_as_often_set_as_not(purpose):
    words = np.zeros((10_000, 100), np.uint64)
    draw_words(SEED, 0, purpose, words)
    for bit in range(64):
        ones = int((words >> np.uint64(bit) & np.uint64(1)).sum())
        assert abs(ones - words.size / 2) < 5 * sqrt(words.size) / 2


def test_every_stream_has_its_own_odd_increment():
    gammas = [int(stream(np.uint64(SEED), np.uint64(deal), DEALING)[1]) for deal in range(2_000)]
    assert all(gamma % 2 for gamma in gammas)
    assert len(set(gammas)) == len(gammas)
