"""Many deals at once: the compiled batch, and the Python function that runs it on a range of deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numba import from_dtype, types

from tarotsim.engine.deal import PACK
from tarotsim.engine.loop import FAULT, ROW, play_deal
from tarotsim.jit import compiled
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.rules.settlement import RESULT
from tarotsim.rules.table import HIDDEN, TABLE, blank
from tarotsim.rules.tables import SEATS
from tarotsim.strategies.strategy import DECISION, DECISIONS, Strategy, StrategyFault

LAST_DEAL = 2**62
"""Deal numbers lie below this."""


def _records(dtype: np.dtype) -> types.Array:
    return types.Array(from_dtype(dtype), 1, "C")


_SIGNATURE = types.int64(
    types.int64,
    types.int64,
    types.int64,
    types.UniTuple(types.UniTuple(types.FunctionType(DECISION), SEATS), len(DECISIONS)),
    types.Tuple([*(_records(dtype) for dtype in (TABLE, HIDDEN, RESULT)), types.uint8[::1]]),
    _records(ROW),
    _records(TRANSCRIPT),
    types.boolean,
    _records(FAULT),
)


def _play_batch(seed, first, count, deciders, scratch, rows, transcripts, keep, faults):
    """Play ``count`` deals from ``first``; return how many were completed.

    Compiled once for all strategies: a decision function is an argument.
    """
    tables, hiddens, results, pack = scratch
    place = (tables[0], hiddens[0], results[0], pack)
    for number in range(count):
        faults[0].deal = first + number
        transcript = transcripts[number if keep else 0]
        if not play_deal(seed, first + number, deciders, place, rows[number], transcript, keep, faults[0]):
            return number
    return count


@cache
def _compiled_batch():
    return compiled(_play_batch, _SIGNATURE)


class Engine:
    """Four strategies at a table, ready to play any deal of any seed.

    One engine may serve many threads: `play` takes its scratch memory anew at each call, and
    releases the GIL while it plays.
    """

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        """Compile, or load from the cache, what these four strategies (by seat) need."""
        if len(strategies) != SEATS:
            raise ValueError(f"four strategies are needed, not {len(strategies)}")
        self.strategies = tuple(strategies)
        by_seat = [strategy.compiled() for strategy in strategies]
        self._play = _compiled_batch()
        self._deciders = tuple(zip(*by_seat, strict=True))

    def play(
        self, seed: int, first: int, count: int, rows: np.ndarray, transcripts: np.ndarray | None = None
    ) -> None:
        """Play deals ``first`` to ``first + count - 1`` of ``seed`` into ``rows`` (ROW records).

        With ``transcripts`` (TRANSCRIPT records, as many) the deals are also written down. Raises
        StrategyFault where a strategy answers with what the rules forbid, ValueError for a seed that is
        not within 0 to 2**63 - 1 or deals that are not within 0 to LAST_DEAL.
        """
        if not (0 <= seed < 2**63 and 0 <= first <= first + count <= LAST_DEAL):
            raise ValueError(f"seed {seed}, deals {first} to {first + count}: out of range")
        faults, tables = blank(FAULT), blank(TABLE)
        for seat, strategy in enumerate(self.strategies):
            values = strategy.values()
            tables["settings"][0, seat, : len(values)] = values
        scratch = (tables, blank(HIDDEN), blank(RESULT), np.zeros(PACK, np.uint8))
        keep = transcripts is not None
        written = transcripts if keep else blank(TRANSCRIPT)
        try:
            done = self._play(seed, first, count, self._deciders, scratch, rows, written, keep, faults)
        except Exception as error:
            seat, deal = int(tables["seat"][0]), int(faults["deal"][0])
            raise StrategyFault.raised(self.strategies[seat], seat, deal, error) from error
        if done < count:
            decision, seat, choice, deal = faults[0].item()
            raise StrategyFault.illegal(self.strategies[seat], seat, deal, decision, choice)
