"""The play of the cards: what may be played, who wins the trick, where the Excuse goes.

Follow the suit led if you can, else trump; with neither, any card. A trump played by obligation
must beat the highest trump in the trick if it can, a partner's too. The Excuse may always be
played; led, it leaves the choice of the suit to the next player.
"""

from __future__ import annotations

from tarotsim.jit import kernel
from tarotsim.rules.tables import (
    EXCUSE,
    EXCUSE_CARD,
    HIGHER_TRUMPS,
    PETIT,
    PLAIN_BIT,
    SEATS,
    SUIT,
    SUIT_OF,
    TRICKS,
    TRUMP_BIT,
    TRUMP_SUIT,
    TRUMPS,
)


@kernel
def seat_to_play(table):
    """The seat whose turn it is to play a card."""
    return (table.leader + table.turn) & (SEATS - 1)


@kernel
def first_leader(table):
    """Who leads, or led, the first trick: the dealer's right, or the taker who announced a chelem."""
    return table.taker if table.chelem else (table.dealer + 1) & (SEATS - 1)


@kernel
def side_of(table, seat):
    """1 for the taker's side, 0 for the defence."""
    return 1 if seat == table.taker else 0


@kernel
def legal_cards(table, plain, trumps):
    """The cards of the hand (``plain``, ``trumps``) that may be played now, as (plain, trumps)."""
    led = table.led
    if led < 0:
        return plain, trumps
    in_suit = plain & SUIT[led]
    in_hand = trumps & TRUMPS
    higher = in_hand & HIGHER_TRUMPS[table.best]
    forced = higher if higher else in_hand
    legal_plain = in_suit if in_suit else (0 if in_hand else plain)
    legal_trumps = 0 if in_suit else forced
    return legal_plain, legal_trumps | (trumps & EXCUSE)


@kernel
def is_among(card, plain, trumps):
    """Whether ``card`` (any int64) is one of the set (``plain``, ``trumps``)."""
    if card < 0 or card > EXCUSE_CARD:
        return False
    return (plain & PLAIN_BIT[card]) | (trumps & TRUMP_BIT[card]) != 0


@kernel
def would_hold(table, card):
    """Whether ``card``, not the Excuse, would take the trick from the card that holds it.

    Card numbers order the cards of one suit, and every trump above the suits.
    """
    suit = SUIT_OF[card]
    return card > table.best and (suit == TRUMP_SUIT or suit == table.led or table.led < 0)


@kernel
def play_card(table, hidden, card):
    """Play a legal ``card`` of the seat whose turn it is, and close the trick with its fourth card."""
    seat = seat_to_play(table)
    plain, trump = PLAIN_BIT[card], TRUMP_BIT[card]
    hidden.plain[seat] &= ~plain
    hidden.trumps[seat] &= ~trump
    table.played_plain |= plain
    table.played_trumps |= trump
    table.cards[table.turn] = card
    table.plays[table.played] = card
    table.played += 1
    table.turn += 1
    if card == EXCUSE_CARD:
        table.excuse_seat = seat
        table.excuse_trick = table.trick
    else:
        answer(table, seat, card)
        if trump == PETIT:
            table.petit_trick = table.trick
    if table.turn == SEATS:
        close_trick(table)


@kernel
def answer(table, seat, card):
    """Let ``card``, not the Excuse, set the suit or answer it, and hold the trick if it is best."""
    suit = SUIT_OF[card]
    holds = would_hold(table, card)
    if table.led < 0:
        table.led = suit
    missing = 0 if suit == table.led else 1 << table.led
    if suit != TRUMP_SUIT and missing:
        missing |= 1 << TRUMP_SUIT
    no_higher = HIGHER_TRUMPS[table.best] if suit == TRUMP_SUIT and not holds else 0
    table.void[seat] |= missing
    table.may_hold[seat] &= ~(TRUMPS if missing >> TRUMP_SUIT else no_higher)
    table.best = card if holds else table.best
    table.holder = seat if holds else table.holder


@kernel
def is_slam_excuse(table):
    """Whether the last trick was led with the Excuse by a side that has won all before it.

    Only then does the Excuse win a trick and stay with its side on the last trick.
    """
    seat = table.excuse_seat
    if table.excuse_trick != TRICKS - 1 or seat != table.leader:
        return False
    return table.tricks[side_of(table, seat)] >= TRICKS - 1


@kernel
def close_trick(table):
    """Give the four cards (the Excuse apart, see `settlement`) to the winner, who leads next."""
    winner = table.holder
    if table.trick == TRICKS - 1 and is_slam_excuse(table):
        winner = table.excuse_seat
    side = side_of(table, winner)
    plain = 0
    trumps = 0
    for turn in range(SEATS):
        card = table.cards[turn]
        plain |= PLAIN_BIT[card]
        trumps |= TRUMP_BIT[card]
    table.won_plain[side] |= plain
    table.won_trumps[side] |= trumps & TRUMPS
    table.tricks[side] += 1
    table.winners[table.trick] = winner
    table.leader = winner
    table.trick += 1
    table.turn = 0
    table.led = -1
    table.best = -1
    table.holder = -1
