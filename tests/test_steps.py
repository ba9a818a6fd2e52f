"""The deal that waits for each answer: it is the engine's deal, and shows a seat what is the seat's."""

from dataclasses import replace

import numpy as np
import pytest
from engine_runs import LOWEST, all_strategies, play, prise_if_open, scores_of
from table import first_deal, trumps_of

from tarotsim.engine.steps import BID, CARD, CHELEM, DISCARD, POIGNEE, Steps, answers_in, play_out
from tarotsim.errors import Fault
from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules.table import TABLE
from tarotsim.rules.tables import GARDE_CONTRE, PLAYED, SEATS
from tarotsim.strategies.registry import MODULES
from tarotsim.strategies.strategy import Strategy

SEED, FIRST, DEALS = 5, 2**40, 40
RANDOM = all_strategies()["random"]
DISCARDING = replace(RANDOM, bid=prise_if_open)
"""Takes a prise, and then plays at random."""


@pytest.mark.parametrize("name", MODULES)
def test_answers_of_the_players_make_the_deal_of_the_engine(name):
    players = [all_strategies()[name], LOWEST, RANDOM, all_strategies()[name]]
    rows, transcripts = play(players, SEED, FIRST, DEALS)
    for number, (row, transcript) in enumerate(zip(rows, transcripts, strict=True)):
        steps = play_out(Steps(SEED, FIRST + number), players)
        assert record_of(steps.transcript()) == record_of(transcript)
        assert steps.status == row["status"]
        assert answers_in(transcript) == steps.answers
        if steps.status == PLAYED:
            assert steps.result()["scores"].tolist() == scores_of(row)


def moments(deal):
    """A deal at each of its questions; in every other one there is a discard."""
    steps = Steps(SEED, deal)
    while steps.question is not None:
        yield steps
        steps.have_answered(DISCARDING if deal % 2 else RANDOM)


def test_every_moment_is_an_unfinished_record_with_the_same_question():
    scorer, phases = Scorer(), {BID: "bid", DISCARD: "discard"}
    for deal in range(6):
        for steps in moments(deal):
            answer = scorer.score(record_of(steps.transcript()))
            kind, seat = steps.question
            assert answer["status"] == "in_progress", answer
            assert answer["phase"] == phases.get(kind, "play")
            assert answer["to_act"] == seat or kind == CHELEM


def test_a_seat_sees_the_same_whatever_the_others_hold():
    """The hands of the others change places: nothing that is seen does."""
    for deal in range(6):
        for steps in moments(deal):
            for seat in range(SEATS):
                seen = steps.see(seat)
                other = steps.copy()
                away, _, back = (place for place in range(SEATS) if place != seat)
                for name in ("plain", "trumps"):
                    hands = other.hidden[name]
                    hands[[away, back]] = hands[[back, away]]
                again = other.see(seat)
                assert all(np.array_equal(seen[name], again[name]) for name in TABLE.names)
                assert seen["plain"] == steps.hidden["plain"][seat]


def test_back_and_copy_leave_the_deal_as_it_was():
    steps = play_out(Steps(SEED, 1), [DISCARDING] * 4)
    whole = list(steps.answers)
    for count in (0, 3, len(whole) // 2, len(whole)):
        earlier = steps.back_to(count)
        assert earlier.answers == whole[:count]
        copy = earlier.copy()
        for answer in whole[count:]:
            copy.answer(answer)
        assert record_of(copy.transcript()) == record_of(steps.transcript())
        assert earlier.answers == whole[:count]


def test_illegal_answers_change_nothing():
    kinds = set()
    for deal in range(6):
        for steps in moments(deal):
            before, kind = steps.see(steps.question.seat), steps.question.kind
            kinds.add(kind)
            for answer in (-1, 78) if kind != POIGNEE else (-1, 7):
                with pytest.raises(ValueError):
                    steps.answer(answer)
            assert steps.see(steps.question.seat) == before
    assert kinds == {BID, DISCARD, POIGNEE, CHELEM, CARD}


def test_a_player_that_breaks_the_rules_is_a_fault():
    for bid in (lambda view: GARDE_CONTRE + 1, lambda view: [][0]):
        cheat = Strategy("cheat", 1, "", bid, *[LOWEST.card] * 4, source="cheat.py")
        with pytest.raises(Fault, match="'cheat' at seat 1, deal 0"):
            Steps(SEED, 0).have_answered(cheat)


def test_cards_of_a_record_are_dealt():
    rich = first_deal(SEED, lambda steps: trumps_of(steps, 2) >= 11)
    cards = Steps(SEED, rich).transcript()
    assert record_of(Steps(0, 0, cards).transcript()) == record_of(cards)
