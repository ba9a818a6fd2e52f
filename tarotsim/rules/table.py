"""The state of a deal, in two records: what lies open on the table, and what is hidden.

``TABLE`` is also what a strategy is given: all that every player may see, and, filled in afresh
before each decision, what the deciding seat alone knows. ``HIDDEN`` holds the hands; no strategy
ever gets it. Masks are those of `tarotsim.cards`; a seat, suit or card that is not there is -1.
"""

from __future__ import annotations

import numpy as np

from tarotsim.jit import JIT, kernel
from tarotsim.rules.tables import CHIEN_IS_TAKEN, PETIT, SEATS, TRICKS, TRUMPS

SETTINGS = 320
"""How many parameters a player can have."""

_ONE = np.int64
_BY_SEAT = (np.int64, (4,))

TABLE = np.dtype(
    [
        # --- the auction ---
        ("dealer", _ONE),
        ("bids", *_BY_SEAT),  # by seat: 0 pass ... 4 garde contre, -1 not yet spoken
        ("spoken", _ONE),  # how many have spoken
        ("contract", _ONE),  # the current bid, in the end the contract; 0 none
        ("taker", _ONE),  # who holds it
        # --- between auction and first card ---
        ("chien_plain", _ONE),  # the chien, once shown (prise, garde); else 0
        ("chien_trumps", _ONE),
        ("discard_trumps", _ONE),  # discarded trumps are public
        ("chelem", _ONE),  # 1 if the taker announced it
        ("shown", *_BY_SEAT),  # trumps and Excuse shown in a poignée
        ("poignee", *_BY_SEAT),  # its level 0-3
        # --- the play ---
        ("trick", _ONE),  # tricks completed; the current one is number trick + 1
        ("leader", _ONE),  # who led or leads the current trick
        ("turn", _ONE),  # cards in the current trick, 0-3
        ("cards", *_BY_SEAT),  # these cards, in playing order
        ("led", _ONE),  # suit led: 0-3, 4 trumps, -1 not set yet
        ("best", _ONE),  # the card that holds the trick, -1 none yet (the Excuse never does)
        ("holder", _ONE),  # who played it
        ("played_plain", _ONE),  # every card played so far
        ("played_trumps", _ONE),
        ("void", *_BY_SEAT),  # bits of the suits (16: trumps) the seat has shown to be without
        ("may_hold", *_BY_SEAT),  # trumps the seat may hold by what it has shown (the Excuse apart)
        ("excuse_seat", _ONE),  # who played the Excuse
        ("excuse_trick", _ONE),
        ("petit_trick", _ONE),  # where T1 fell
        ("winners", np.int64, (TRICKS,)),  # who won each trick
        ("tricks", np.int64, (2,)),  # tricks won: by the defence, by the taker
        ("won_plain", np.int64, (2,)),  # cards in the tricks won, without the Excuse
        ("won_trumps", np.int64, (2,)),
        ("plays", np.int64, (SEATS * TRICKS,)),  # all cards in the order played
        ("played", _ONE),  # how many
        # --- what the deciding seat alone knows ---
        ("seat", _ONE),
        ("plain", _ONE),  # the own hand
        ("trumps", _ONE),
        ("put_plain", _ONE),  # the own discard (the taker's)
        ("legal_plain", _ONE),  # the choices open now
        ("legal_trumps", _ONE),
        ("need", _ONE),  # how many cards to choose (discard)
        ("word", np.uint64),  # 64 random bits for this decision
        ("settings", np.float64, (4, SETTINGS)),  # of the players, by seat: read the own row only
    ],
    align=True,
)

HIDDEN = np.dtype(
    [
        ("plain", *_BY_SEAT),  # hands, as they are now
        ("trumps", *_BY_SEAT),
        ("chien_plain", _ONE),  # the six cards dealt to the chien
        ("chien_trumps", _ONE),
        ("aside_plain", _ONE),  # the six cards that lie aside: the chien, then the discard
        ("aside_trumps", _ONE),
    ],
    align=True,
)


def blank(dtype: np.dtype, length: int = 1) -> np.ndarray:
    """``length`` zeroed records that kernels can use, compiled or not."""
    records = np.zeros(length, dtype)
    return records if JIT else records.view(np.recarray)


@kernel
def open_deal(table, hidden, dealer):
    """Clear ``table`` for a new deal; the hands and the chien lie in ``hidden`` already."""
    table.dealer = dealer
    table.spoken = 0
    table.contract = 0
    table.taker = -1
    table.chien_plain = 0
    table.chien_trumps = 0
    table.discard_trumps = 0
    table.chelem = 0
    table.trick = 0
    table.leader = (dealer + 1) & (SEATS - 1)
    table.turn = 0
    table.led = -1
    table.best = -1
    table.holder = -1
    table.played_plain = 0
    table.played_trumps = 0
    table.excuse_seat = -1
    table.excuse_trick = -1
    table.petit_trick = -1
    table.played = 0
    table.put_plain = 0
    for side in range(2):
        table.tricks[side] = 0
        table.won_plain[side] = 0
        table.won_trumps[side] = 0
    for seat in range(SEATS):
        table.bids[seat] = -1
        table.shown[seat] = 0
        table.poignee[seat] = 0
        table.void[seat] = 0
        table.may_hold[seat] = TRUMPS
        table.cards[seat] = -1
    for number in range(TRICKS):
        table.winners[number] = -1
    for number in range(SEATS * TRICKS):
        table.plays[number] = -1
    hidden.aside_plain = hidden.chien_plain
    hidden.aside_trumps = hidden.chien_trumps


@kernel
def is_petit_sec(hidden):
    """Whether a hand holds T1 as its only trump and not the Excuse: the deal is cancelled."""
    for seat in range(SEATS):
        if hidden.trumps[seat] == PETIT:
            return True
    return False


@kernel
def look(table, hidden, seat):
    """Put before ``seat`` what it alone knows; nothing of another seat's is left there."""
    table.seat = seat
    table.plain = hidden.plain[seat]
    table.trumps = hidden.trumps[seat]
    table.legal_plain = 0
    table.legal_trumps = 0
    table.need = 0
    if seat == table.taker and CHIEN_IS_TAKEN[table.contract]:
        table.put_plain = hidden.aside_plain
    else:
        table.put_plain = 0
