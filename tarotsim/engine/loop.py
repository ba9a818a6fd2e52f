"""The loop that plays one deal: each decision is asked of its seat, checked, and carried out."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import popcount
from tarotsim.engine.deal import deal_cards
from tarotsim.engine.streams import DECIDING, stream, word_at
from tarotsim.jit import inlined_kernel, kernel
from tarotsim.rules.auction import is_legal_bid, next_to_speak, speak
from tarotsim.rules.declarations import (
    announce_chelem,
    own_discard_trumps,
    poignee_level,
    show_poignee,
)
from tarotsim.rules.discard import discard_choice, discard_fault, put_aside, show_chien
from tarotsim.rules.play import is_among, legal_cards, play_card, seat_to_play
from tarotsim.rules.settlement import halves_of, settle
from tarotsim.rules.table import is_petit_sec, look, open_deal
from tarotsim.rules.tables import (
    BOUTS,
    CHIEN_IS_TAKEN,
    KINGS,
    PASSED,
    PETIT_SEC,
    PLAYED,
    SEATS,
    TRICKS,
    TRUMPS,
)
from tarotsim.strategies.strategy import DECISIONS

BID, DISCARD, POIGNEE, CHELEM, CARD = range(len(DECISIONS))

# Every decision has its own word of the deal's stream, whatever was decided before it.
_BID_WORD = 1
_DISCARD_WORD = _BID_WORD + SEATS
_CHELEM_WORD = _DISCARD_WORD + 1
_POIGNEE_WORD = _CHELEM_WORD + 1
_CARD_WORD = _POIGNEE_WORD + SEATS


def _fields(kind: type, *names: str) -> list[tuple[str, type]]:
    """Fields of one type; a name that ends in ``_`` stands for four, one a seat."""
    return [
        (f"{name}{end}", kind) for name in names for end in (range(SEATS) if name.endswith("_") else ("",))
    ]


ROW = np.dtype(
    [
        ("deal", np.int64),
        *_fields(np.int16, "hand_halves", "chien_halves", "discard_halves", "halves", "score_"),
        *_fields(np.int8, "dealer", "status", "bid_", "taker", "contract"),
        *_fields(np.int8, "hand_trumps", "hand_bouts", "hand_kings"),
        *_fields(np.int8, "chien_trumps", "chien_bouts", "chien_kings", "discard_trumps", "poignee_"),
        *_fields(np.int8, "chelem_announced", "tricks", "bouts", "target", "won", "petit_au_bout", "chelem"),
    ],
    align=True,
)
"""One deal of a batch, as `log.md` names its columns; points and scores in half points.

What a cancelled deal does not have (contract, hand, tricks ...) is not set.
"""

FAULT = np.dtype(
    [("decision", np.int64), ("seat", np.int64), ("choice", np.int64), ("deal", np.int64)], align=True
)
"""An illegal answer of a strategy: which decision (0-4), whose, what it answered, in which deal."""


@kernel
def play_deal(seed, deal, deciders, scratch, row, transcript, keep, fault):
    """Deal and play deal number ``deal``; return False if a strategy broke a rule (see ``fault``).

    ``deciders`` are the tuples of decision functions by seat, in the order of `DECISIONS`;
    ``scratch`` is (table, hidden, result, pack). ``row`` is filled; with ``keep`` also ``transcript``.
    """
    table, hidden, result, pack = scratch
    bid_of, discard_of, poignee_of, chelem_of, card_of = deciders
    deal_cards(np.uint64(seed), np.uint64(deal), pack, hidden)
    open_deal(table, hidden, deal & (SEATS - 1))
    words = stream(np.uint64(seed), np.uint64(deal), DECIDING)
    row.deal = deal
    describe_deal(row, table, hidden)
    if keep:
        write_deal(transcript, table, hidden)

    status = PLAYED
    if is_petit_sec(hidden):
        status = PETIT_SEC
    else:
        if not hold_auction(table, hidden, bid_of, words, fault):
            return False
        if table.taker < 0:
            status = PASSED
    if status != PLAYED:
        describe_cancelled(row, table, status)
    else:
        describe_hand(row, hidden.plain[table.taker], hidden.trumps[table.taker])
        if CHIEN_IS_TAKEN[table.contract] and not make_discard(table, hidden, discard_of, words, fault):
            return False
        if not ask_chelem(table, hidden, chelem_of, words, fault):
            return False
        if not play_cards(table, hidden, poignee_of, card_of, words, fault):
            return False
        settle(table, hidden, result)
        describe_result(row, table, hidden, result)
    if keep:
        complete(transcript, table, hidden)
    return True


@kernel
def draw(table, words, index):
    """Give the deciding seat the random word number ``index`` of the deal."""
    state, gamma = words
    table.word = word_at(state, gamma, np.uint64(index))


@kernel
def blame(fault, decision, seat, choice):
    """Record an illegal answer; returns False, for the deal cannot go on."""
    fault.decision = decision
    fault.seat = seat
    fault.choice = choice
    return False


# Each decision in two halves, for whoever asks in between: `lay_...` puts before the seat what it may see
# and the word for this decision, `take_...` checks the answer and carries it out. (`engine.steps` asks
# one at a time.)


@kernel
def lay_bid(table, hidden, words):
    """The table as the next to speak may see it; returns the seat."""
    seat = next_to_speak(table)
    look(table, hidden, seat)
    draw(table, words, _BID_WORD + table.spoken)
    return seat


@kernel
def take_bid(table, seat, bid, fault):
    """Record a legal bid of ``seat``."""
    if not is_legal_bid(table, bid):
        return blame(fault, BID, seat, bid)
    speak(table, bid)
    return True


@kernel
def hold_auction(table, hidden, bid_of, words, fault):
    """Let each seat speak once."""
    for _ in range(SEATS):
        seat = lay_bid(table, hidden, words)
        if not take_bid(table, seat, bid_of[seat](table), fault):
            return False
    return True


@kernel
def lay_discard(table, hidden, words):
    """Show the chien, and lay the 24 cards before the taker; returns the seat."""
    taker = table.taker
    show_chien(table, hidden)
    look(table, hidden, taker)
    table.legal_plain, table.legal_trumps, table.need = discard_choice(table.plain, table.trumps)
    draw(table, words, _DISCARD_WORD)
    return taker


@kernel
def take_discard(table, hidden, chosen, fault):
    """Put a legal discard aside; ``chosen`` is a mask over the one kind of card there is to choose from."""
    taker = table.taker
    plain, trumps = hidden.plain[taker], hidden.trumps[taker]
    put_plain, put_trumps = chosen, 0
    if table.legal_trumps:
        put_plain, put_trumps = plain & ~KINGS, chosen
    if discard_fault(plain, trumps, put_plain, put_trumps):
        return blame(fault, DISCARD, taker, chosen)
    put_aside(table, hidden, put_plain, put_trumps)
    return True


@kernel
def make_discard(table, hidden, discard_of, words, fault):
    """Show the chien and let the taker put six cards aside."""
    taker = lay_discard(table, hidden, words)
    return take_discard(table, hidden, discard_of[taker](table), fault)


@kernel
def lay_chelem(table, hidden, words):
    """The table as the taker sees it before the first card; returns the seat."""
    look(table, hidden, table.taker)
    draw(table, words, _CHELEM_WORD)
    return table.taker


@kernel
def take_chelem(table, announced, fault):
    """Record whether a slam is announced: 1 or 0."""
    if announced == 1:
        announce_chelem(table)
    return announced == 0 or announced == 1 or blame(fault, CHELEM, table.taker, announced)


@kernel
def ask_chelem(table, hidden, chelem_of, words, fault):
    """Ask the taker whether a slam is announced."""
    taker = lay_chelem(table, hidden, words)
    return take_chelem(table, chelem_of[taker](table), fault)


@kernel
def at(by_seat, seat):
    """The decision function of ``seat``; spelled out, because a jump costs more than two choices."""
    low = by_seat[1] if seat & 1 else by_seat[0]
    high = by_seat[3] if seat & 1 else by_seat[2]
    return high if seat & 2 else low


@kernel
def lay_poignee(table, hidden, words):
    """The table as the next to play sees it before its first card; returns the seat."""
    seat = seat_to_play(table)
    look(table, hidden, seat)
    draw(table, words, _POIGNEE_WORD + seat)
    return seat


@kernel
def take_poignee(table, hidden, seat, shown, fault):
    """Record the trumps that ``seat`` shows; 0 shows none."""
    if shown:
        discarded = own_discard_trumps(table, seat)
        level = poignee_level(shown, hidden.plain[seat], hidden.trumps[seat], discarded)
        if level < 0:
            return blame(fault, POIGNEE, seat, shown)
        show_poignee(table, seat, shown, level)
    return True


@inlined_kernel
def lay_card(table, hidden, words):
    """The table as the next to play sees it, with the cards it may play; returns the seat."""
    seat = seat_to_play(table)
    look(table, hidden, seat)
    draw(table, words, _CARD_WORD + table.played)
    table.legal_plain, table.legal_trumps = legal_cards(table, hidden.plain[seat], hidden.trumps[seat])
    return seat


@kernel
def take_card(table, hidden, seat, card, fault):
    """Play a legal card of ``seat``."""
    if not is_among(card, table.legal_plain, table.legal_trumps):
        return blame(fault, CARD, seat, card)
    play_card(table, hidden, card)
    return True


@kernel
def play_cards(table, hidden, poignee_of, card_of, words, fault):
    """Play the eighteen tricks; before the own first card each seat may show a poignée."""
    for number in range(SEATS * TRICKS):
        if number < SEATS:
            seat = lay_poignee(table, hidden, words)
            if not take_poignee(table, hidden, seat, poignee_of[seat](table), fault):
                return False
        seat = lay_card(table, hidden, words)
        if not take_card(table, hidden, seat, at(card_of, seat)(table), fault):
            return False
    return True


@kernel
def describe_deal(row, table, hidden):
    """The columns known as soon as the cards are dealt."""
    row.dealer = table.dealer
    row.chien_trumps = popcount(hidden.chien_trumps & TRUMPS)
    row.chien_bouts = popcount(hidden.chien_trumps & BOUTS)
    row.chien_kings = popcount(hidden.chien_plain & KINGS)
    row.chien_halves = halves_of(hidden.chien_plain, hidden.chien_trumps)


@kernel
def describe_cancelled(row, table, status):
    """The columns of a cancelled deal: no taker, no bonus, a score of 0 for all."""
    describe_bids(row, table)
    row.status = status
    row.taker = -1
    row.poignee_0 = 0
    row.poignee_1 = 0
    row.poignee_2 = 0
    row.poignee_3 = 0
    row.chelem_announced = 0
    row.petit_au_bout = 0
    row.chelem = 0
    row.score_0 = 0
    row.score_1 = 0
    row.score_2 = 0
    row.score_3 = 0


@kernel
def describe_bids(row, table):
    """The bids by seat, -1 where no auction was held."""
    row.bid_0 = table.bids[0]
    row.bid_1 = table.bids[1]
    row.bid_2 = table.bids[2]
    row.bid_3 = table.bids[3]


@kernel
def describe_hand(row, plain, trumps):
    """The taker's hand as dealt."""
    row.hand_trumps = popcount(trumps & TRUMPS)
    row.hand_bouts = popcount(trumps & BOUTS)
    row.hand_kings = popcount(plain & KINGS)
    row.hand_halves = halves_of(plain, trumps)


@kernel
def describe_result(row, table, hidden, result):
    """The columns of a deal played out."""
    describe_bids(row, table)
    row.discard_trumps = -1
    row.discard_halves = -1
    if CHIEN_IS_TAKEN[table.contract]:
        row.discard_trumps = popcount(hidden.aside_trumps)
        row.discard_halves = halves_of(hidden.aside_plain, hidden.aside_trumps)
    row.status = PLAYED
    row.taker = table.taker
    row.contract = table.contract
    row.poignee_0 = table.poignee[0]
    row.poignee_1 = table.poignee[1]
    row.poignee_2 = table.poignee[2]
    row.poignee_3 = table.poignee[3]
    row.chelem_announced = table.chelem
    row.tricks = result.tricks
    row.bouts = result.bouts
    row.target = result.target
    row.halves = result.halves
    row.won = result.won
    row.petit_au_bout = result.petit_au_bout
    row.chelem = result.chelem
    row.score_0 = result.scores[0]
    row.score_1 = result.scores[1]
    row.score_2 = result.scores[2]
    row.score_3 = result.scores[3]


@kernel
def write_deal(transcript, table, hidden):
    """Begin a transcript with the cards as dealt."""
    transcript.dealer = table.dealer
    for seat in range(SEATS):
        transcript.plain[seat] = hidden.plain[seat]
        transcript.trumps[seat] = hidden.trumps[seat]
    transcript.chien_plain = hidden.chien_plain
    transcript.chien_trumps = hidden.chien_trumps


@kernel
def complete(transcript, table, hidden):
    """Complete a transcript with all that was said and played."""
    for turn in range(SEATS):
        transcript.bids[turn] = table.bids[(table.dealer + 1 + turn) & (SEATS - 1)]
        transcript.shown[turn] = table.shown[turn]
    transcript.spoken = table.spoken
    transcript.has_discard = 1 if CHIEN_IS_TAKEN[table.contract] else 0
    transcript.put_plain = hidden.aside_plain if transcript.has_discard else 0
    transcript.put_trumps = hidden.aside_trumps if transcript.has_discard else 0
    transcript.chelem = table.chelem
    for number in range(table.played):
        transcript.plays[number] = table.plays[number]
    transcript.played = table.played
