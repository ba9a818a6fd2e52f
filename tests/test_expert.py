"""The faults that public bots are known for, and that `expert` has not.

Their positions are in `cases/positions.jsonl`, each a deal record up to the decision.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest
import referee
from engine_runs import LOWEST, all_strategies, play
from positions import read_positions

from tarotsim.cards import EXCUSE, FIRST_TRUMP, parse_card
from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules.table import SETTINGS
from tarotsim.rules.tables import SEATS, TRICKS
from tarotsim.strategies.expert import reasons, settings, trick
from tarotsim.strategies.registry import find_strategy

EXPERT = all_strategies()["expert"]
POSITIONS = read_positions()
FAULTS = (
    "t21_on_an_empty_trick",
    "trumps_drawn_to_the_petit",
    "petit_under_a_higher_trump",
    "last_seat_under_a_higher_trump",
    "excuse_kept_to_the_last_trick",
    "poignee_not_heeded",
    "partners_trick_overtaken",
)
WORDS = 20
PETIT = FIRST_TRUMP
SEED, DEALS = 17, 2_000
TABLES = {
    "experts": ["expert"] * SEATS,
    "experts and random players": ["expert", "random"] * 2,
    "experts and basic players": ["basic", "expert"] * 2,
}

each_position = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
each_table = pytest.mark.parametrize("names", TABLES.values(), ids=TABLES)


# --- the positions ---


@pytest.fixture(scope="module")
def scorer():
    return Scorer()


def test_every_fault_has_two_positions_at_least():
    counts = Counter(position.fault for position in POSITIONS)
    assert set(counts) == set(FAULTS)
    assert min(counts.values()) >= 2
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)


@each_position
def test_position_is_an_unfinished_deal_in_which_the_seat_is_to_play(position, scorer):
    answer = scorer.score(position.record)
    assert answer == referee.score(position.record)
    assert (answer["status"], answer["phase"], answer["to_act"]) == ("in_progress", "play", position.seat)
    legal = set(answer["legal"])
    assert position.must | position.must_not <= legal
    assert {position.allows(card) for card in legal} == {True, False}


@each_position
def test_expert_does_not_make_the_fault(position):
    card = position.answer(EXPERT)
    assert position.allows(card), f"{card}: {position.why}"


@each_position
def test_the_fault_can_be_made(position):
    """By `random` or `basic`, or by an expert without one or two of its reasons."""
    player = find_strategy(position.made_by)
    words = range(WORDS) if player.name == "random" else range(1)
    assert not all(position.allows(position.answer(player, word)) for word in words)


# --- what holds of every deal ---


@cache
def plays_at(*names):
    """Every card that an expert plays in DEALS deals at this table (see `plays_of`)."""
    _, transcripts = play([all_strategies()[name] for name in names], SEED, 0, DEALS)
    return [
        made for transcript in transcripts for made in plays_of(transcript) if names[made.seat] == "expert"
    ]


@each_table
def test_no_petit_under_an_opponents_trump_while_there_is_another_card(names):
    """A higher trump of a partner may save it, so that is allowed."""
    under = [made for made in plays_at(*names) if made.best >= FIRST_TRUMP and made.under_opponent]
    had_both = [made for made in under if PETIT in made.hand and others_of(made.hand)]
    assert len(had_both) > 50
    assert all(made.card != PETIT for made in had_both)


@each_table
def test_no_excuse_in_the_last_trick_unless_its_side_has_won_all(names):
    last = [made for made in plays_at(*names) if made.card == EXCUSE and made.trick == TRICKS]
    assert all(made.all_won for made in last)
    assert any(made.card == EXCUSE and made.trick == TRICKS - 1 for made in plays_at(*names))


def test_the_lowest_card_every_time_does_both():
    """So the two tests above can fail."""
    _, transcripts = play([LOWEST] * SEATS, SEED, 0, DEALS // 10)
    plays = [made for transcript in transcripts for made in plays_of(transcript)]
    assert any(
        made.card == PETIT and made.best > PETIT and made.under_opponent and others_of(made.hand)
        for made in plays
    )
    assert any(made.card == EXCUSE and made.trick == TRICKS and not made.all_won for made in plays)


class Made(NamedTuple):
    """A card played, and what lay before its player."""

    trick: int
    """From 1."""
    seat: int
    card: int
    hand: frozenset[int]
    best: int
    """The card that held the trick, -1 if there was none."""
    under_opponent: bool
    """Whether an opponent held it."""
    all_won: bool
    """Whether the player's side had won every trick so far."""


def others_of(hand):
    """The trumps and the Excuse of a hand, without the Petit: legal wherever the Petit is under a trump."""
    return [card for card in hand if card > PETIT]


def plays_of(transcript):
    """The cards of a deal in the order played, as `Made`."""
    record = record_of(transcript)
    cards = [parse_card(name) for name in record["plays"]]
    taker, hands = taker_and_hands(record)
    leader = (record["dealer"] + 1) % SEATS  # no player here announces a chelem
    won = Counter()
    for number in range(len(cards) // SEATS):
        best, holder = -1, None
        for turn, card in enumerate(cards[SEATS * number : SEATS * (number + 1)]):
            seat = (leader + turn) % SEATS
            under_opponent = holder is not None and (holder == taker) != (seat == taker)
            all_won = won[seat == taker] == number
            yield Made(number + 1, seat, card, frozenset(hands[seat]), best, under_opponent, all_won)
            hands[seat].remove(card)
            if card != EXCUSE and (best < 0 or beats(card, best)):
                best, holder = card, seat
        leader = holder
        won[holder == taker] += 1


def taker_and_hands(record):
    """Who plays against the others (None if nobody), and the hands after the discard."""
    hands = [set(map(parse_card, hand.split())) for hand in record["hands"]]
    bids = record["bids"]
    made = [turn for turn, bid in enumerate(bids) if bid != "pass"]
    taker = (record["dealer"] + 1 + made[-1]) % SEATS if made else None
    if record["discard"] is not None:
        hands[taker] |= set(map(parse_card, record["chien"].split()))
        hands[taker] -= set(map(parse_card, record["discard"].split()))
    return taker, hands


def beats(card, best):
    """Whether ``card`` takes the trick from ``best``."""
    return card > best and (card >= FIRST_TRUMP or card // 14 == best // 14)


# --- the table of reasons ---


def test_constants_are_the_names_of_the_reasons_in_order():
    names = [name for name, _ in reasons.REASONS]
    assert len(set(names)) == len(names)
    places = {name: place for name, place in vars(reasons).items() if name.isupper() and type(place) is int}
    del places["FIRST_WEIGHT"]
    assert places == {name.upper(): place for place, name in enumerate(names)}


def test_fitted_file_has_these_names_and_no_others():
    names = [name for name, _ in reasons.REASONS]
    assert list(settings.FITTED) == ["discard", *reasons.SIDES]
    assert list(settings.FITTED["discard"]) == [name for name, _ in settings.KEPT]
    for side in reasons.SIDES:
        assert list(settings.FITTED[side]) == names


def test_weight_stands_in_the_table_where_play_looks_for_it():
    assert len(reasons.PARAMETERS) <= SETTINGS
    for place, (name, _) in enumerate(reasons.REASONS):
        for is_taker, side in enumerate(reasons.SIDES):
            parameter = reasons.PARAMETERS[reasons.FIRST_WEIGHT + 2 * place + is_taker]
            assert parameter.name == f"{side}_{name}"
            assert parameter.default == settings.FITTED[side][name]


def test_reasons_that_are_reached_by_adding_stand_in_step():
    """A fate is added to `SUIT_LOST`; the reasons for a trump on trumps follow those for a ruff alike."""
    names = [name for name, _ in reasons.REASONS]
    for name, then in vars(trick).items():
        if name.isupper() and type(then) is int and name not in ("SEATS", "FIRST_TRUMP", "TRUMP_SUIT"):
            assert names[reasons.SUIT_LOST + then] == f"suit_{name.lower()}"
    ruffs = [name.removeprefix("ruff_") for name in names if name.startswith("ruff_")]
    trumps = [name.removeprefix("trump_") for name in names if name.startswith("trump_")]
    assert ruffs == trumps
    assert names[reasons.RUFF_PETIT_OPEN :][: len(ruffs)] == [f"ruff_{name}" for name in ruffs]
