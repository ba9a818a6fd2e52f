"""A deal as it is written down, and the referee who reads it: legal or not, over or whose turn.

``TRANSCRIPT`` is the record of `record.md` in numbers. The engine writes one, `score` reads one.
"""

from __future__ import annotations

import numpy as np

from tarotsim.jit import kernel
from tarotsim.rules.auction import is_legal_bid, next_to_speak, speak
from tarotsim.rules.declarations import (
    announce_chelem,
    own_discard_trumps,
    poignee_level,
    show_poignee,
)
from tarotsim.rules.discard import discard_fault, put_aside, show_chien
from tarotsim.rules.play import is_among, legal_cards, play_card, seat_to_play
from tarotsim.rules.settlement import settle
from tarotsim.rules.table import is_petit_sec, open_deal
from tarotsim.rules.tables import CHIEN_IS_TAKEN, PASSED, PETIT_SEC, PLAYED, SEATS

_BY_SEAT = (np.int64, (4,))

TRANSCRIPT = np.dtype(
    [
        ("dealer", np.int64),
        ("plain", *_BY_SEAT),  # the hands as dealt
        ("trumps", *_BY_SEAT),
        ("chien_plain", np.int64),
        ("chien_trumps", np.int64),
        ("bids", *_BY_SEAT),  # in speaking order
        ("spoken", np.int64),
        ("has_discard", np.int64),
        ("put_plain", np.int64),
        ("put_trumps", np.int64),
        ("chelem", np.int64),
        ("shown", *_BY_SEAT),  # trumps and Excuse shown by each seat
        ("plays", np.uint8, (72,)),
        ("played", np.int64),
    ],
    align=True,
)

IN_PROGRESS, ILLEGAL = 3, 4
"""What `judge` returns beside the statuses PLAYED, PASSED and PETIT_SEC."""

BID_PHASE, DISCARD_PHASE, PLAY_PHASE = range(3)
(
    BAD_BID,
    BID_AFTER_PETIT_SEC,
    AUCTION_OPEN,
    NOBODY_TAKES,
    NO_DISCARD_HERE,
    BAD_DISCARD,
    DISCARD_MISSING,
    BAD_POIGNEE,
    BAD_CARD,
) = range(9)

VERDICT = np.dtype(
    [
        ("phase", np.int64),  # where an unfinished deal stands
        ("seat", np.int64),  # whose turn it is, or who broke a rule
        ("legal_plain", np.int64),  # cards that may be played
        ("legal_trumps", np.int64),
        ("fault", np.int64),  # the rule that was broken: one of the nine above
        ("at", np.int64),  # number of the bid or play, from 0; for a discard or poignée, its own fault
    ],
    align=True,
)


@kernel
def lay_out(transcript, table, hidden):
    """Open the deal of ``transcript``: hands and chien in ``hidden``, a clear ``table``."""
    for seat in range(SEATS):
        hidden.plain[seat] = transcript.plain[seat]
        hidden.trumps[seat] = transcript.trumps[seat]
    hidden.chien_plain = transcript.chien_plain
    hidden.chien_trumps = transcript.chien_trumps
    open_deal(table, hidden, transcript.dealer)


@kernel
def _illegal(verdict, fault, seat, at):
    verdict.fault = fault
    verdict.seat = seat
    verdict.at = at
    return ILLEGAL


@kernel
def _waiting(verdict, phase, seat):
    verdict.phase = phase
    verdict.seat = seat
    return IN_PROGRESS


@kernel
def _has_play(transcript):
    """Whether anything is written down that only follows once a contract stands and the discard is made."""
    for seat in range(SEATS):
        if transcript.shown[seat]:
            return True
    return transcript.played > 0


@kernel
def judge(transcript, table, hidden, verdict, result):
    """Read a deal with 78 well-dealt cards; return its status, IN_PROGRESS or ILLEGAL.

    Fills ``result`` (RESULT) for a deal played out, else ``verdict`` (VERDICT); ``table`` and
    ``hidden`` are left as the deal stands.
    """
    lay_out(transcript, table, hidden)
    further = transcript.has_discard or transcript.chelem or _has_play(transcript)
    if is_petit_sec(hidden):
        if transcript.spoken or further:
            return _illegal(verdict, BID_AFTER_PETIT_SEC, -1, 0)
        return PETIT_SEC

    for number in range(transcript.spoken):
        if not is_legal_bid(table, transcript.bids[number]):
            return _illegal(verdict, BAD_BID, next_to_speak(table), number)
        speak(table, transcript.bids[number])
    if table.spoken < SEATS:
        if further:
            return _illegal(verdict, AUCTION_OPEN, next_to_speak(table), 0)
        return _waiting(verdict, BID_PHASE, next_to_speak(table))
    if table.taker < 0:
        return _illegal(verdict, NOBODY_TAKES, -1, 0) if further else PASSED

    taker = table.taker
    if CHIEN_IS_TAKEN[table.contract]:
        show_chien(table, hidden)
        if not transcript.has_discard:
            if _has_play(transcript):
                return _illegal(verdict, DISCARD_MISSING, taker, 0)
            return _waiting(verdict, DISCARD_PHASE, taker)
        put_plain, put_trumps = transcript.put_plain, transcript.put_trumps
        fault = discard_fault(hidden.plain[taker], hidden.trumps[taker], put_plain, put_trumps)
        if fault:
            return _illegal(verdict, BAD_DISCARD, taker, fault)
        put_aside(table, hidden, put_plain, put_trumps)
    elif transcript.has_discard:
        return _illegal(verdict, NO_DISCARD_HERE, taker, 0)

    if transcript.chelem:
        announce_chelem(table)
    for seat in range(SEATS):
        shown = transcript.shown[seat]
        if shown:
            level = poignee_level(
                shown, hidden.plain[seat], hidden.trumps[seat], own_discard_trumps(table, seat)
            )
            if level < 0:
                return _illegal(verdict, BAD_POIGNEE, seat, level)
            show_poignee(table, seat, shown, level)

    for number in range(transcript.played):
        seat = seat_to_play(table)
        plain, trumps = legal_cards(table, hidden.plain[seat], hidden.trumps[seat])
        card = np.int64(transcript.plays[number])
        if not is_among(card, plain, trumps):
            return _illegal(verdict, BAD_CARD, seat, number)
        play_card(table, hidden, card)
    if table.played < transcript.plays.size:
        seat = seat_to_play(table)
        verdict.legal_plain, verdict.legal_trumps = legal_cards(
            table, hidden.plain[seat], hidden.trumps[seat]
        )
        return _waiting(verdict, PLAY_PHASE, seat)
    settle(table, hidden, result)
    return PLAYED


@kernel
def judge_one(transcripts, tables, hiddens, verdicts, results):
    """`judge` for callers outside compiled code, who have arrays of one record each."""
    return judge(transcripts[0], tables[0], hiddens[0], verdicts[0], results[0])
