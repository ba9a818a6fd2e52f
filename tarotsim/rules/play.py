"""The play of the cards: what may be played, who wins the trick, where the Excuse goes.

Follow the suit led if you can, else trump; with neither, any card. A trump played by obligation
must beat the highest trump in the trick if it can, a partner's too. The Excuse may always be
played; led, it leaves the choice of the suit to the next player.
"""

from __future__ import annotations

from tarotsim.jit import kernel
from tarotsim.rules.tables import EXCUSE, PETIT, SEATS, SUIT, TRICKS, TRUMPS

TRUMP_SUIT = 4
FIRST_TRUMP = 56
EXCUSE_CARD = 77


@kernel
def suit_of(card):
    """0-3 for the suits, 4 for a trump; not for the Excuse."""
    return TRUMP_SUIT if card >= FIRST_TRUMP else card // 14


@kernel
def seat_to_play(table):
    """The seat whose turn it is to play a card."""
    return (table.leader + table.turn) % SEATS


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
    if led != TRUMP_SUIT:
        in_suit = plain & SUIT[led]
        if in_suit:
            return in_suit, trumps & EXCUSE
    in_hand = trumps & TRUMPS
    if in_hand == 0:
        return plain, trumps
    higher = in_hand
    if table.best >= FIRST_TRUMP:
        higher = in_hand & -(2 << (table.best - FIRST_TRUMP))
    return 0, (higher if higher else in_hand) | trumps & EXCUSE


@kernel
def is_among(card, plain, trumps):
    """Whether ``card`` (any int64) is one of the set (``plain``, ``trumps``)."""
    if card < FIRST_TRUMP:
        return card >= 0 and plain >> card & 1 == 1
    return card <= EXCUSE_CARD and trumps >> (card - FIRST_TRUMP) & 1 == 1


@kernel
def beats(table, card):
    """Whether ``card``, not the Excuse, would take the trick from the card that holds it."""
    best = table.best
    if best < 0:
        return True
    if card >= FIRST_TRUMP:
        return card > best
    return best < FIRST_TRUMP and card // 14 == best // 14 and card > best


@kernel
def play_card(table, hidden, card):
    """Play a legal ``card`` of the seat whose turn it is, and close the trick with its fourth card."""
    seat = seat_to_play(table)
    if card < FIRST_TRUMP:
        hidden.plain[seat] &= ~(1 << card)
        table.played_plain |= 1 << card
        follow(table, seat, card)
    else:
        trump = 1 << (card - FIRST_TRUMP)
        hidden.trumps[seat] &= ~trump
        table.played_trumps |= trump
        if card == EXCUSE_CARD:
            table.excuse_seat = seat
            table.excuse_trick = table.trick
        else:
            follow(table, seat, card)
            if trump == PETIT:
                table.petit_trick = table.trick
    table.cards[table.turn] = card
    table.plays[table.played] = card
    table.played += 1
    table.turn += 1
    if table.turn == SEATS:
        close_trick(table)


@kernel
def follow(table, seat, card):
    """Let ``card``, not the Excuse, set the suit or answer it, and hold the trick if it is best."""
    suit = suit_of(card)
    led = table.led
    if led < 0:
        table.led = suit
    elif suit != led:
        table.void[seat] |= 1 << led
        if suit != TRUMP_SUIT:
            table.void[seat] |= 1 << TRUMP_SUIT
    if beats(table, card):
        table.best = card
        table.holder = seat


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
    if is_slam_excuse(table):
        winner = table.excuse_seat
    side = side_of(table, winner)
    for turn in range(SEATS):
        card = table.cards[turn]
        if card < FIRST_TRUMP:
            table.won_plain[side] |= 1 << card
        elif card != EXCUSE_CARD:
            table.won_trumps[side] |= 1 << (card - FIRST_TRUMP)
    table.tricks[side] += 1
    table.winners[table.trick] = winner
    table.leader = winner
    table.trick += 1
    table.turn = 0
    table.led = -1
    table.best = -1
    table.holder = -1
