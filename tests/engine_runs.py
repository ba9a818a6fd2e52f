"""Deals played by the engine, and the players that the tests seat at it."""

import hashlib
import json
import os
from pathlib import Path

import tarotsim
from tarotsim.bits import lowest
from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import ROW
from tarotsim.records.writing import record_of
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.rules.table import blank
from tarotsim.rules.tables import FIRST_TRUMP, PASS, PRISE, SEATS
from tarotsim.strategies.choices import never
from tarotsim.strategies.registry import MODULES, built_in
from tarotsim.strategies.strategy import Strategy


def all_strategies():
    """Every player of the package, by name."""
    return {name: built_in(name) for name in MODULES}


def play(strategies, seed, first, count):
    """(rows, transcripts) of the deals ``first`` to ``first + count - 1`` of ``seed``."""
    rows, transcripts = blank(ROW, count), blank(TRANSCRIPT, count)
    Engine(strategies).play(seed, first, count, rows, transcripts)
    return rows, transcripts


def environment_without_jit():
    """The environment of a process that runs this same tarotsim, and no compiled kernels."""
    paths = [str(Path(tarotsim.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def scores_of(row):
    """The four scores of a row, in half points."""
    return [int(row[f"score_{seat}"]) for seat in range(SEATS)]


def prise_if_open(view):
    """Prise, unless somebody has bid."""
    return PRISE if view.contract == PASS else PASS


def lowest_discard(view):
    """The lowest cards that may go."""
    rest = view.legal_plain | view.legal_trumps
    chosen = 0
    for _ in range(view.need):
        chosen |= rest & -rest
        rest &= rest - 1
    return chosen


def lowest_card(view):
    """The lowest legal card in deck order."""
    if view.legal_plain:
        return lowest(view.legal_plain)
    return FIRST_TRUMP + lowest(view.legal_trumps)


LOWEST = Strategy(
    name="lowest",
    version=1,
    summary="the first to speak takes a prise; always the lowest card",
    bid=prise_if_open,
    discard=lowest_discard,
    chelem=never,
    poignee=never,
    card=lowest_card,
)
"""A player without chance, against whom every strategy plays for its signature."""


def signature(strategy):
    """Sixteen hex digits that change when the strategy's behaviour does, or the rules', or the deal's.

    A hash over the records (as `record.md` has them) and scores of 1,000 deals by four of the
    strategy and 1,000 by two of it against two that play `LOWEST`. It does not depend on how rows
    and transcripts are laid out in memory.
    """
    digest = hashlib.sha256()
    for at_the_table in ([strategy] * 4, [strategy, LOWEST] * 2):
        rows, transcripts = play(at_the_table, seed=20_240_229, first=0, count=1_000)
        for row, transcript in zip(rows, transcripts, strict=True):
            digest.update(json.dumps([record_of(transcript), scores_of(row)]).encode())
    return digest.hexdigest()[:16]
