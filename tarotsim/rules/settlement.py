"""What a played deal is worth: captured bouts and points, bonuses, the four scores."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import popcount
from tarotsim.jit import kernel
from tarotsim.rules.play import side_of
from tarotsim.rules.tables import (
    BASE,
    BOUTS,
    CAVALIERS,
    CHELEM_FAILED,
    CHELEM_MADE_ANNOUNCED,
    CHELEM_UNANNOUNCED,
    CHIEN_FOR_TAKER,
    COMPENSATION_HALVES,
    EXCUSE,
    EXCUSE_HALVES,
    JACKS,
    KINGS,
    MULTIPLIER,
    PETIT_AU_BOUT,
    POIGNEE_POINTS,
    QUEENS,
    SEATS,
    TARGET,
    TRICKS,
)

RESULT = np.dtype(
    [
        ("bouts", np.int64),  # finally captured by the taker's side
        ("halves", np.int64),  # its card points, in half points
        ("target", np.int64),  # whole points
        ("won", np.int64),  # 1 if the contract is made
        ("tricks", np.int64),  # won by the taker
        ("petit_au_bout", np.int64),  # 1 the taker's side, -1 the defence, 0 neither
        ("chelem", np.int64),  # the side that won every trick, in the same way
        ("scores", np.int64, (4,)),  # by seat, in half points
    ],
    align=True,
)


@kernel
def halves_of(plain, trumps):
    """Half points of the cards (``plain``, ``trumps``); one for each card and what honours add."""
    return (
        popcount(plain)
        + popcount(trumps)
        + 2 * popcount(plain & JACKS)
        + 4 * popcount(plain & CAVALIERS)
        + 6 * popcount(plain & QUEENS)
        + 8 * popcount(plain & KINGS)
        + 8 * popcount(trumps & BOUTS)
    )


@kernel
def excuse_side(table):
    """The side (1 taker's, 0 defence) that keeps the Excuse after it was played.

    Its player's side; but on the last trick the side opposite its player, unless it won that trick.
    """
    side = side_of(table, table.excuse_seat)
    if table.excuse_trick == TRICKS - 1 and table.winners[TRICKS - 1] != table.excuse_seat:
        return 1 - side
    return side


@kernel
def excuse_halves(table):
    """Half points that the Excuse brings to the taker's side after it was played.

    Its 4.5 points to the side that keeps it; before the last trick the other side, where it won the
    trick, is given half a point for it.
    """
    keeper = excuse_side(table)
    halves = EXCUSE_HALVES if keeper else 0
    if table.excuse_trick < TRICKS - 1 and side_of(table, table.winners[table.excuse_trick]) != keeper:
        halves += -COMPENSATION_HALVES if keeper else COMPENSATION_HALVES
    return halves


@kernel
def petit_au_bout(table):
    """1 if the taker's side, -1 if the defence won the last trick with T1 in it, else 0.

    Where the Excuse won the last trick (a slam), the trick before it counts as the last.
    """
    last = TRICKS - 1
    if table.excuse_trick == last and table.winners[last] == table.excuse_seat:
        last -= 1
    if table.petit_trick != last:
        return 0
    return 1 if side_of(table, table.winners[last]) else -1


@kernel
def chelem(tricks):
    """1 if the taker, -1 if the defence won all the tricks, else 0; ``tricks`` are the taker's side's."""
    if tricks == TRICKS:
        return 1
    return -1 if tricks == 0 else 0


# What the taker gets from each defender (from the taker, where negative), part by part, in half points.


@kernel
def contract_halves(contract, margin):
    """The base and the ``margin`` (half points, negative if the contract failed), multiplied."""
    side = 1 if margin >= 0 else -1
    return side * (2 * BASE + abs(margin)) * MULTIPLIER[contract]


@kernel
def petit_au_bout_halves(contract, winner):
    """The petit au bout; ``winner`` as `petit_au_bout` gives it."""
    return 2 * winner * PETIT_AU_BOUT * MULTIPLIER[contract]


@kernel
def poignee_halves(level, margin):
    """A poignée of ``level``: it goes to the side that wins the contract, whoever showed it."""
    return 2 * POIGNEE_POINTS[level] if margin >= 0 else -2 * POIGNEE_POINTS[level]


@kernel
def chelem_halves(announced, winner):
    """The chelem, ``announced`` by the taker or not; ``winner`` as `chelem` gives it."""
    if not announced:
        return 2 * CHELEM_UNANNOUNCED * winner
    points = CHELEM_MADE_ANNOUNCED if winner == 1 else CHELEM_FAILED
    return 2 * (points - CHELEM_UNANNOUNCED if winner == -1 else points)


@kernel
def settle(table, hidden, result):
    """Fill ``result`` (a RESULT record) from a deal whose 72 cards are played."""
    plain, trumps = table.won_plain[1], table.won_trumps[1]
    if CHIEN_FOR_TAKER[table.contract]:
        plain |= hidden.aside_plain
        trumps |= hidden.aside_trumps
    halves = halves_of(plain, trumps)
    if table.excuse_seat >= 0:
        halves += excuse_halves(table)
        if excuse_side(table):
            trumps |= EXCUSE
    result.bouts = popcount(trumps & BOUTS)
    result.halves = halves
    result.target = TARGET[result.bouts]
    result.tricks = table.tricks[1]
    result.petit_au_bout = petit_au_bout(table)
    result.chelem = chelem(result.tricks)
    margin = halves - 2 * result.target
    result.won = 1 if margin >= 0 else 0

    amount = contract_halves(table.contract, margin)
    amount += petit_au_bout_halves(table.contract, result.petit_au_bout)
    for seat in range(SEATS):
        amount += poignee_halves(table.poignee[seat], margin)
    amount += chelem_halves(table.chelem, result.chelem)
    for seat in range(SEATS):
        result.scores[seat] = 3 * amount if seat == table.taker else -amount
