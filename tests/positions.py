"""Positions: a deal record up to a decision, and what a player must or must not play there."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tarotsim.cards import NAMES
from tarotsim.engine.steps import CARD, Steps, answers_in
from tarotsim.records.reading import pack_record
from tarotsim.rules.judge import TRANSCRIPT

FILE = Path(__file__).parent / "cases" / "positions.jsonl"


@dataclass(frozen=True)
class Position:
    """A line of the file: where the deal stands, whose turn it is, and the fault not to be made there."""

    name: str
    fault: str
    seat: int
    why: str
    must: frozenset[str]
    """The only right cards; empty where any but `must_not` will do."""
    must_not: frozenset[str]
    made_by: str
    """A player that makes the fault here, by its label; one by chance, with some word."""
    record: dict

    def allows(self, card):
        """Whether ``card`` is not the fault."""
        return card not in self.must_not and (not self.must or card in self.must)

    def answer(self, strategy, word=0):
        """The card that ``strategy`` plays; ``word`` tells the draws of a player by chance apart."""
        transcript = np.frombuffer(pack_record(self.record), TRANSCRIPT)[0]
        steps = Steps(0, word, transcript)
        for answer in answers_in(transcript):
            steps.answer(answer)
        assert steps.question == (CARD, self.seat)
        return NAMES[steps.decide(strategy)]


def read_positions():
    """Every position of the file."""
    lines = FILE.read_text("utf-8").splitlines()
    return [position_of(json.loads(line)) for line in lines]


def position_of(line):
    """The position of one line."""
    must, must_not = (frozenset(line.get(name, "").split()) for name in ("must", "must_not"))
    rest = {name: line[name] for name in ("name", "fault", "seat", "why", "made_by", "record")}
    return Position(must=must, must_not=must_not, **rest)
