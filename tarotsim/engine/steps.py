"""One deal, one decision at a time: the playing loop stood still, for a table at which a person sits.

The halves of each decision are those of `tarotsim.engine.loop`, with the same random words. So whoever
answers as four strategies would plays the deal that the engine plays for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tarotsim.engine.deal import PACK, deal_cards
from tarotsim.engine.loop import (
    BID,
    CARD,
    CHELEM,
    DISCARD,
    FAULT,
    POIGNEE,
    complete,
    lay_bid,
    lay_card,
    lay_chelem,
    lay_discard,
    lay_poignee,
    take_bid,
    take_card,
    take_chelem,
    take_discard,
    take_poignee,
    write_deal,
)
from tarotsim.engine.streams import DECIDING, stream
from tarotsim.jit import kernel
from tarotsim.rules.judge import TRANSCRIPT, lay_out
from tarotsim.rules.settlement import RESULT, settle
from tarotsim.rules.table import HIDDEN, TABLE, blank, is_petit_sec, look, open_deal
from tarotsim.rules.tables import CHIEN_IS_TAKEN, PASSED, PETIT_SEC, PLAYED, SEATS, TRICKS
from tarotsim.strategies.strategy import Strategy, StrategyFault

__all__ = ["BID", "CARD", "CHELEM", "DISCARD", "POIGNEE", "Question", "Steps", "answers_in", "play_out"]


class Question(NamedTuple):
    """A decision that a seat has to take now."""

    kind: int
    """BID, DISCARD, POIGNEE, CHELEM or CARD."""
    seat: int


@kernel
def open_transcript(seed, deal, transcripts, tables, hiddens):
    """Deal number ``deal`` of ``seed`` into a transcript that holds no more than the cards."""
    deal_cards(np.uint64(seed), np.uint64(deal), np.zeros(PACK, np.uint8), hiddens[0])
    open_deal(tables[0], hiddens[0], deal & (SEATS - 1))
    write_deal(transcripts[0], tables[0], hiddens[0])


@kernel
def open_steps(transcripts, tables, hiddens):
    """Lay out the cards of a transcript; return whether the deal is cancelled for a Petit sec."""
    lay_out(transcripts[0], tables[0], hiddens[0])
    return is_petit_sec(hiddens[0])


@kernel
def lay(kind, seed, deal, tables, hiddens):
    """Put before the seat whose decision of this kind it is what it may see; returns the seat."""
    table, hidden = tables[0], hiddens[0]
    words = stream(np.uint64(seed), np.uint64(deal), DECIDING)
    if kind == BID:
        return lay_bid(table, hidden, words)
    if kind == DISCARD:
        return lay_discard(table, hidden, words)
    if kind == CHELEM:
        return lay_chelem(table, hidden, words)
    if kind == POIGNEE:
        return lay_poignee(table, hidden, words)
    return lay_card(table, hidden, words)


@kernel
def take(kind, seat, answer, tables, hiddens, faults):
    """Check an answer and carry it out; False if the rules forbid it."""
    table, hidden, fault = tables[0], hiddens[0], faults[0]
    if kind == BID:
        return take_bid(table, seat, answer, fault)
    if kind == DISCARD:
        return take_discard(table, hidden, answer, fault)
    if kind == CHELEM:
        return take_chelem(table, answer, fault)
    if kind == POIGNEE:
        return take_poignee(table, hidden, seat, answer, fault)
    return take_card(table, hidden, seat, answer, fault)


@kernel
def settle_one(tables, hiddens, results):
    """`settle` for callers outside compiled code."""
    settle(tables[0], hiddens[0], results[0])


@kernel
def look_at(seat, tables, hiddens):
    """`look` for callers outside compiled code."""
    look(tables[0], hiddens[0], seat)


@kernel
def write_down(transcripts, tables, hiddens, has_discarded):
    """Complete a transcript with all that was said and played so far."""
    transcript, table = transcripts[0], tables[0]
    complete(transcript, table, hiddens[0])
    if not has_discarded:
        transcript.has_discard = 0
        transcript.put_plain = 0
        transcript.put_trumps = 0


class Steps:
    """A deal that waits for the answer to each of its decisions.

    ``question`` is the one that is open (None when the deal is over), ``answers`` are those given, in
    the numbers of `tarotsim.strategies.strategy`.
    """

    def __init__(self, seed: int, deal: int, cards: np.ndarray | None = None) -> None:
        """Deal number ``deal`` of ``seed``; or the ``cards`` (and the dealer) of one TRANSCRIPT record.

        Whatever else the transcript says is not read; seed and deal decide then the random words only.
        """
        self.seed, self.deal = seed, deal
        self.answers: list[int] = []
        self._tables, self._hiddens, self._faults = blank(TABLE), blank(HIDDEN), blank(FAULT)
        self._transcripts = blank(TRANSCRIPT)
        if cards is None:
            open_transcript(seed, deal, self._transcripts, self._tables, self._hiddens)
        else:
            self._transcripts[0] = cards
        self.petit_sec = bool(open_steps(self._transcripts, self._tables, self._hiddens))
        self._ask(None if self.petit_sec else BID)

    @property
    def table(self) -> Any:
        """The TABLE record: what lies open, and what the seat that was last looked at alone knows."""
        return self._tables[0]

    @property
    def hidden(self) -> Any:
        """The HIDDEN record: the hands as they are now. Not for whoever sits at the table."""
        return self._hiddens[0]

    @property
    def status(self) -> int | None:
        """PLAYED, PASSED or PETIT_SEC; None while the deal goes on."""
        if self.question is not None:
            return None
        if self.petit_sec:
            return PETIT_SEC
        return PASSED if self.table["taker"] < 0 else PLAYED

    def see(self, seat: int) -> Any:
        """A copy of the table as ``seat`` may see it now, without anything that is another's."""
        tables = self._tables.copy()
        if self.question is None or self.question.seat != seat:
            look_at(seat, tables, self._hiddens)
        return tables[0]

    def decide(self, strategy: Strategy) -> int:
        """What ``strategy`` answers to the open question, sitting where it is asked."""
        if self.question is None:
            raise ValueError("the deal is over")
        values = strategy.values()
        self._tables["settings"][0, self.question.seat, : len(values)] = values
        return int(strategy.compiled()[self.question.kind](self._tables[0]))

    def have_answered(self, strategy: Strategy) -> None:
        """Answer the open question as ``strategy`` does.

        Raises StrategyFault where that is against the rules or the strategy fails, ValueError after the
        last question.
        """
        if self.question is None:
            raise ValueError("the deal is over")
        kind, seat = self.question
        try:
            answer = self.decide(strategy)
        except Exception as error:
            raise StrategyFault.raised(strategy, seat, self.deal, error) from error
        try:
            self.answer(answer)
        except ValueError:
            raise StrategyFault.illegal(strategy, seat, self.deal, kind, answer) from None

    def answer(self, answer: int) -> None:
        """Answer the open question. Raises ValueError, and changes nothing, where the rules forbid it."""
        if self.question is None:
            raise ValueError("the deal is over")
        kind, seat = self.question
        if not take(kind, seat, answer, self._tables, self._hiddens, self._faults):
            raise ValueError(f"seat {seat}: {answer} is against the rules")
        self.answers.append(answer)
        self._ask(_next_kind(kind, self.table))

    def _ask(self, kind: int | None) -> None:
        self.question = None
        if kind is not None:
            seat = lay(kind, self.seed, self.deal, self._tables, self._hiddens)
            self.question = Question(kind, int(seat))

    def back_to(self, count: int) -> Steps:
        """The same deal after its first ``count`` answers only."""
        earlier = Steps(self.seed, self.deal, self._transcripts[0])
        for answer in self.answers[:count]:
            earlier.answer(answer)
        return earlier

    def copy(self) -> Steps:
        """The deal as it stands; either of the two may go on without the other."""
        other = Steps.__new__(Steps)
        other.__dict__.update(self.__dict__)
        other.answers = list(self.answers)
        for name in ("_tables", "_hiddens", "_faults", "_transcripts"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def result(self) -> Any:
        """The RESULT record of a deal that is played out."""
        results = blank(RESULT)
        settle_one(self._tables, self._hiddens, results)
        return results[0]

    def transcript(self) -> Any:
        """The TRANSCRIPT record of what was dealt, said and played so far."""
        transcripts = self._transcripts.copy()
        over = self.question is None or self.question.kind not in (BID, DISCARD)
        taken = bool(CHIEN_IS_TAKEN[self.table["contract"]])
        write_down(transcripts, self._tables, self._hiddens, over and taken)
        return transcripts[0]


def _next_kind(kind: int, table: Any) -> int | None:
    """Which kind of decision follows one of this kind, as the table now stands."""
    if kind == BID and table["spoken"] < SEATS:
        return BID
    if kind == BID and table["taker"] < 0:
        return None
    if kind == BID and CHIEN_IS_TAKEN[table["contract"]]:
        return DISCARD
    if kind in (BID, DISCARD):
        return CHELEM
    if kind == CHELEM or (kind == CARD and table["played"] < SEATS):
        return POIGNEE
    return CARD if table["played"] < SEATS * TRICKS else None


def play_out(steps: Steps, strategies: Mapping[int, Strategy] | Sequence[Strategy]) -> Steps:
    """Let these strategies (by seat) answer everything that is still open."""
    while steps.question is not None:
        steps.have_answered(strategies[steps.question.seat])
    return steps


def answers_in(transcript: Any) -> list[int]:
    """The answers that make a legal TRANSCRIPT, in the order in which `Steps` asks for them.

    What nobody has been asked yet when the transcript ends (a poignée of a later player) is left out.
    """
    steps = Steps(0, 0, transcript)
    while steps.question is not None:
        answer = _written_answer(steps, transcript)
        if answer is None:
            break
        steps.answer(answer)
    return steps.answers


def _written_answer(steps: Steps, transcript: Any) -> int | None:
    """What a transcript says to the open question; None if it ends before that."""
    assert steps.question is not None
    kind, seat = steps.question
    spoken, played = int(steps.table["spoken"]), int(steps.table["played"])
    if kind == BID:
        return int(transcript["bids"][spoken]) if spoken < transcript["spoken"] else None
    if kind == DISCARD:
        put = transcript["put_trumps"] or transcript["put_plain"]
        return int(put) if transcript["has_discard"] else None
    if kind == CHELEM:
        return int(transcript["chelem"])
    if kind == POIGNEE:
        return int(transcript["shown"][seat])
    return int(transcript["plays"][played]) if played < transcript["played"] else None
