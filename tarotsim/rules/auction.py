"""The auction: each seat speaks once, from the dealer's right, and passes or bids higher."""

from __future__ import annotations

from tarotsim.jit import kernel
from tarotsim.rules.tables import GARDE_CONTRE, PASS, SEATS


@kernel
def next_to_speak(table):
    """The seat whose turn it is to speak."""
    return (table.dealer + 1 + table.spoken) & (SEATS - 1)


@kernel
def is_legal_bid(table, bid):
    """Whether ``bid`` (0-4) is a pass or above the current bid."""
    return bid == PASS or table.contract < bid <= GARDE_CONTRE


@kernel
def speak(table, bid):
    """Record a legal ``bid`` of the next seat to speak; the last and highest bidder is the taker."""
    seat = next_to_speak(table)
    table.bids[seat] = bid
    table.spoken += 1
    if bid != PASS:
        table.contract = bid
        table.taker = seat
