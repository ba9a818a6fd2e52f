"""What holds of every row of a log: the checks, their names, and the kernel that makes them.

A row's faults are the bits of one integer, bit k for the k-th check; 0 is a sound row. The rules
themselves are called, not written again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tarotsim.engine.deal import PACK, deal_cards
from tarotsim.engine.loop import ROW, describe_deal
from tarotsim.jit import kernel
from tarotsim.rules.auction import is_legal_bid, next_to_speak, speak
from tarotsim.rules.settlement import (
    chelem,
    chelem_halves,
    contract_halves,
    petit_au_bout_halves,
    poignee_halves,
)
from tarotsim.rules.table import HIDDEN, TABLE, blank, open_deal
from tarotsim.rules.tables import (
    BOUTS,
    CHIEN_CARDS,
    CHIEN_IS_TAKEN,
    CONTRACTS,
    EXCUSE_HALVES,
    HAND_CARDS,
    KINGS,
    PACK_HALVES,
    PASS,
    PASSED,
    PETIT_SEC,
    PLAYED,
    POIGNEE_CARDS,
    SEATS,
    STATUSES,
    TARGET,
    TRICKS,
    TRUMPS,
)

__all__ = ["CHECKS", "HALF_POINTS", "NUMBERS", "Check", "find_faults", "scratch"]


class Check(NamedTuple):
    """Something that must hold of every row."""

    name: str
    holds: str
    columns: tuple[str, ...]
    """The columns to show where it does not."""


def _seats(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_{seat}" for seat in range(SEATS))


def _cards(place: str) -> tuple[str, ...]:
    return tuple(f"{place}_{what}" for what in ("trumps", "bouts", "kings", "points"))


CHECKS = (
    Check("deal numbers", "each deal of the run is there once", ("deal",)),
    Check(
        "empty cells",
        "cells are empty just where there is nothing to say",
        ("status", *_seats("bid"), "taker", "contract"),
    ),
    Check(
        "half points",
        "points and scores are whole half points",
        (
            "hand_points",
            "chien_points",
            "discard_points",
            "card_points",
            "target",
            "margin",
            *_seats("score"),
        ),
    ),
    Check("players", "the strategies named are those that sit there", _seats("strategy")),
    Check("dealer", "the deal goes round: deal number modulo 4", ("dealer",)),
    Check(
        "auction",
        "bids rise; the highest bidder is the taker, and none means passed",
        ("status", *_seats("bid"), "taker", "contract"),
    ),
    Check(
        "cards",
        "trumps, bouts, kings and points of hand, chien and discard can lie in so many cards",
        (*_cards("hand"), *_cards("chien"), "discard_trumps", "discard_points"),
    ),
    Check("dealt again", "the chien is the one that seed and deal number give", _cards("chien")),
    Check("poignées", "levels 0 to 3, and no more trumps shown than there are", _seats("poignee")),
    Check("tricks and chelem", "0 to 18 tricks; a chelem is all of them, or none", ("tricks", "chelem")),
    Check("bouts and target", "0 to 3 bouts, and the target that goes with them", ("bouts", "target")),
    Check(
        "margin",
        "card points, from 0 to 91, less target",
        ("card_points", "target", "margin"),
    ),
    Check("won", "the contract is made where the margin is not negative", ("margin", "won")),
    Check(
        "score",
        "what margin, contract and bonuses come to, for each seat",
        ("contract", "margin", "petit_au_bout", *_seats("poignee"), "chelem", "taker", *_seats("score")),
    ),
    Check("zero sum", "the four scores add up to 0", _seats("score")),
    Check("cancelled deals", "no bonus and no score", ("status", "petit_au_bout", *_seats("score"))),
)
(
    NUMBERS,
    EMPTY,
    HALF_POINTS,
    STRANGERS,
    DEALER,
    AUCTION,
    CARDS,
    DEALT,
    POIGNEES,
    CHELEM,
    BOUTS_AND_TARGET,
    MARGIN,
    WON,
    SCORE,
    ZERO_SUM,
    CANCELLED,
) = range(len(CHECKS))

_HONOUR = EXCUSE_HALVES - 1
"""Half points by which a bout or a king is worth more than a plain card."""
_TRUMPS, _BOUTS, _KINGS = TRUMPS.bit_count(), BOUTS.bit_count(), KINGS.bit_count()
_STATUSES, _CONTRACTS = len(STATUSES), len(CONTRACTS)


def scratch() -> tuple[Any, ...]:
    """What `find_faults` needs to work with: (table, hidden, row, pack)."""
    return blank(TABLE)[0], blank(HIDDEN)[0], blank(ROW)[0], np.zeros(PACK, np.uint8)


@kernel
def fit(cards, trumps, bouts, kings, halves):
    """Whether so many cards can hold these trumps (without the Excuse), bouts, kings and half points."""
    return (
        0 <= trumps <= _TRUMPS
        and 0 <= bouts <= _BOUTS
        and 0 <= kings <= _KINGS
        and bouts - 1 <= trumps
        and trumps + kings <= cards
        and cards + _HONOUR * (bouts + kings) <= halves <= PACK_HALVES
        and (halves - cards) % 2 == 0
    )


@kernel
def is_readable(deal):
    """Whether seats, status and contract are such as there are, so that the rest can be looked at."""
    if not (0 <= deal.status < _STATUSES and 0 <= deal.dealer < SEATS):
        return False
    return deal.status != PLAYED or (0 <= deal.taker < SEATS and PASS < deal.contract < _CONTRACTS)


@kernel
def auction_fails(deal, table):
    """Whether the bids are not legal, or not those that status, taker and contract come from."""
    if deal.status == PETIT_SEC:
        return False
    table.dealer = deal.dealer
    table.spoken = 0
    table.contract = PASS
    table.taker = -1
    for _ in range(SEATS):
        bid = deal.bid[next_to_speak(table)]
        if not is_legal_bid(table, bid):
            return True
        speak(table, bid)
    if table.contract == PASS:
        return deal.status != PASSED
    return deal.status != PLAYED or deal.taker != table.taker or deal.contract != table.contract


@kernel
def cards_fail(deal):
    """Whether the chien, or hand and discard of the taker, cannot be."""
    trumps, bouts, kings, halves = deal.chien_trumps, deal.chien_bouts, deal.chien_kings, deal.chien_halves
    if not fit(CHIEN_CARDS, trumps, bouts, kings, halves):
        return True
    if deal.status != PLAYED:
        return False
    if not fit(HAND_CARDS, deal.hand_trumps, deal.hand_bouts, deal.hand_kings, deal.hand_halves):
        return True
    trumps += deal.hand_trumps
    bouts += deal.hand_bouts
    kings += deal.hand_kings
    halves += deal.hand_halves
    if not fit(HAND_CARDS + CHIEN_CARDS, trumps, bouts, kings, halves):
        return True
    return CHIEN_IS_TAKEN[deal.contract] and not fit(
        CHIEN_CARDS, deal.discard_trumps, 0, 0, deal.discard_halves
    )


@kernel
def chien_fails(deal, seed, work):
    """Whether the chien, dealt again, is another one."""
    table, hidden, row, pack = work
    deal_cards(np.uint64(seed), np.uint64(deal.deal), pack, hidden)
    open_deal(table, hidden, deal.dealer)
    describe_deal(row, table, hidden)
    return (
        row.chien_trumps != deal.chien_trumps
        or row.chien_bouts != deal.chien_bouts
        or row.chien_kings != deal.chien_kings
        or row.chien_halves != deal.chien_halves
    )


@kernel
def poignees_fail(deal):
    """Whether a poignée is of no level, or all together show more trumps than there are."""
    cards = 0
    for seat in range(SEATS):
        level = deal.poignee[seat]
        if not 0 <= level < POIGNEE_CARDS.size:
            return True
        cards += POIGNEE_CARDS[level]
    return cards > _TRUMPS + 1


@kernel
def scores_fail(deal):
    """Whether a score is not what margin, contract and bonuses come to."""
    amount = contract_halves(deal.contract, deal.margin)
    amount += petit_au_bout_halves(deal.contract, deal.petit_au_bout)
    for seat in range(SEATS):
        amount += poignee_halves(deal.poignee[seat], deal.margin)
    amount += chelem_halves(deal.chelem_announced, deal.chelem)
    fails = False
    for seat in range(SEATS):
        fails = fails or deal.score[seat] != (3 * amount if seat == deal.taker else -amount)
    return fails


@kernel
def result_faults(deal):
    """The faults of what came of a played deal; its poignées and contract are sound."""
    bouts, petit, winner = deal.bouts, deal.petit_au_bout, deal.chelem
    is_known = 0 <= bouts < TARGET.size
    is_score = -1 <= petit <= 1 and -1 <= winner <= 1 and not scores_fail(deal)
    margin = deal.halves - deal.target_halves
    fails_tricks = not 0 <= deal.tricks <= TRICKS or winner != chelem(deal.tricks)
    fails_target = not is_known or deal.target_halves != 2 * TARGET[bouts if is_known else 0]
    fails_margin = not 0 <= deal.halves <= PACK_HALVES or deal.margin != margin
    fails_won = (deal.won != 0) != (deal.margin >= 0)
    return (
        (fails_tricks << CHELEM)
        | (fails_target << BOUTS_AND_TARGET)
        | (fails_margin << MARGIN)
        | (fails_won << WON)
        | ((not is_score) << SCORE)
    )


@kernel
def faults_of(deal, place, work):
    """The bits of the checks that ``deal`` (a DEAL record) does not pass."""
    faults = (deal.dealer != deal.deal & (SEATS - 1)) << DEALER
    if not is_readable(deal):
        return faults | 1 << AUCTION
    faults |= auction_fails(deal, work[0]) << AUCTION
    faults |= cards_fail(deal) << CARDS
    if place.stride and deal.deal % place.stride == 0:
        faults |= chien_fails(deal, place.seed, work) << DEALT
    poignees = poignees_fail(deal)
    faults |= poignees << POIGNEES
    if deal.status == PLAYED and not poignees:
        faults |= result_faults(deal)
    total = 0
    is_nothing = deal.petit_au_bout == 0 and deal.chelem == 0 and deal.chelem_announced == 0
    for seat in range(SEATS):
        total += deal.score[seat]
        is_nothing = is_nothing and deal.poignee[seat] == 0 and deal.score[seat] == 0
    faults |= (total != 0) << ZERO_SUM
    faults |= (deal.status != PLAYED and not is_nothing) << CANCELLED
    return faults


@kernel
def find_faults(rows, place, work):
    """Set the faults of ``rows`` (DEAL records), but where what they hold cannot be told."""
    for deal in rows:
        if not deal.faults & (1 << EMPTY | 1 << HALF_POINTS):
            deal.faults |= faults_of(deal, place, work)
