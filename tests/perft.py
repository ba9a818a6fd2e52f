"""Perft: the number of legal continuations of a position, counted with the kernels.

`referee.perft` counts the same in plain Python; a rule of play that differs shows in the counts.
"""

import numpy as np

from tarotsim.bits import lowest, popcount
from tarotsim.jit import kernel
from tarotsim.records.reading import pack_record
from tarotsim.rules.judge import TRANSCRIPT, VERDICT, judge_one
from tarotsim.rules.play import legal_cards, play_card, seat_to_play
from tarotsim.rules.settlement import RESULT, settle
from tarotsim.rules.table import HIDDEN, TABLE, blank
from tarotsim.rules.tables import FIRST_TRUMP, SEATS, TRICKS


@kernel
def step(tables, hiddens, level, card):
    """Play ``card`` in a copy, one level down, of the position at ``level``."""
    tables[level - 1] = tables[level]
    hiddens[level - 1] = hiddens[level]
    play_card(tables[level - 1], hiddens[level - 1], card)


@kernel
def count_lines(tables, hiddens, depth):
    """How many legal sequences of ``depth`` cards follow the position in ``tables[depth]``.

    The records below are overwritten; 0 if fewer than ``depth`` cards are left.
    """
    if depth == 0:
        return 1
    table, hidden = tables[depth], hiddens[depth]
    seat = seat_to_play(table)
    plain, trumps = legal_cards(table, hidden.plain[seat], hidden.trumps[seat])
    if depth == 1:
        return popcount(plain) + popcount(trumps)
    lines = 0
    while plain:
        step(tables, hiddens, depth, lowest(plain))
        plain &= plain - 1
        lines += count_lines(tables, hiddens, depth - 1)
    while trumps:
        step(tables, hiddens, depth, FIRST_TRUMP + lowest(trumps))
        trumps &= trumps - 1
        lines += count_lines(tables, hiddens, depth - 1)
    return lines


@kernel
def count_ends(tables, hiddens, left, results, ends):
    """Add to ``ends`` every way to play out the ``left`` last cards of the position in ``tables[left]``.

    ``ends`` are: how many ways there are, and the sums over them of the taker's half points, of the
    taker's tricks, of the Petits au bout, of the slams and of the taker's score in half points.
    """
    table, hidden = tables[left], hiddens[left]
    if left == 0:
        settle(table, hidden, results[0])
        result = results[0]
        ends[0] += 1
        ends[1] += result.halves
        ends[2] += result.tricks
        ends[3] += result.petit_au_bout
        ends[4] += result.chelem
        ends[5] += result.scores[table.taker]
        return 0
    seat = seat_to_play(table)
    plain, trumps = legal_cards(table, hidden.plain[seat], hidden.trumps[seat])
    while plain:
        step(tables, hiddens, left, lowest(plain))
        plain &= plain - 1
        count_ends(tables, hiddens, left - 1, results, ends)
    while trumps:
        step(tables, hiddens, left, FIRST_TRUMP + lowest(trumps))
        trumps &= trumps - 1
        count_ends(tables, hiddens, left - 1, results, ends)
    return 0


def position(record, depth):
    """The state at the end of an unfinished ``record``, as the last of ``depth + 1`` records of each."""
    transcripts = np.frombuffer(bytearray(pack_record(record)), TRANSCRIPT)
    tables, hiddens = blank(TABLE, depth + 1), blank(HIDDEN, depth + 1)
    judge_one(transcripts, tables[depth:], hiddens[depth:], blank(VERDICT), blank(RESULT))
    return tables, hiddens


def perft(record, depth):
    """The number of legal sequences of exactly ``depth`` cards after an unfinished ``record``."""
    return count_lines(*position(record, depth), depth)


def perft_to_the_end(record):
    """What `count_ends` counts over every way to play out an unfinished ``record``."""
    left = SEATS * TRICKS - len(record["plays"])
    ends = np.zeros(6, np.int64)
    count_ends(*position(record, left), left, blank(RESULT), ends)
    return ends.tolist()
