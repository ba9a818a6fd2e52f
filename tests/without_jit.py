"""A tour of rules and engine that says what it found; `test_jit_off.py` takes it with and without the JIT."""

import json
import random
import sys
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from engine_runs import LOWEST, all_strategies, play
from hostile import hostile_record
from mutations import MUTATIONS, cut_short

from tarotsim.engine.steps import Steps, answers_in
from tarotsim.errors import Fault
from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules.tables import PLAYED
from tarotsim.strategies.random import STRATEGY as RANDOM
from tarotsim.strategies.strategy import Strategy, StrategyFault

CASES = Path(__file__).parent / "cases"
HOSTILE = 300
DEALS = 40


def against_the_rules(view):
    """No answer to any decision (only the chelem cannot be answered wrongly)."""
    return -1


def answers():
    """What the Scorer says of the cases, and of hostile records: whole, cut short and spoilt."""
    scorer, rng = Scorer(), random.Random(1)
    for name in ("records.jsonl", "expert.jsonl"):
        for line in (CASES / name).read_text("utf-8").splitlines():
            yield scorer.score(json.loads(line)["record"])
    for number in range(HOSTILE):
        record = hostile_record(rng)
        mutation = MUTATIONS[number % len(MUTATIONS)]
        for variant in (record, cut_short(rng, record), mutation(rng, record)):
            yield scorer.score(variant)


def signed(rows_and_transcripts):
    """A hash over every bit of rows and transcripts."""
    digest = sha256()
    for records in rows_and_transcripts:
        digest.update(records.tobytes())
    return digest.hexdigest()


def deals():
    """The hashes of some deals by every strategy, against the lowest card and against itself."""
    for name, strategy in all_strategies().items():
        yield name, signed(play([strategy, LOWEST] * 2, seed=8, first=3, count=DEALS))
        yield name, signed(play([strategy] * 4, seed=2**62 + 1, first=2**40, count=DEALS))


def refusals():
    """What is said of a strategy that answers each decision against the rules."""
    for decision in ("bid", "discard", "poignee", "card"):
        named = {kind: getattr(LOWEST, kind) for kind in ("bid", "discard", "poignee", "chelem", "card")}
        named[decision] = against_the_rules
        try:
            play([Strategy("cheat", 1, "", **named)] * 4, seed=8, first=0, count=1)
        except StrategyFault as fault:
            yield str(fault)


def steps():
    """Deals asked decision by decision: each record on the way there, and at the end the scores."""
    for deal in range(6):
        steps = Steps(8, deal)
        while steps.question is not None:
            yield record_of(steps.transcript())
            with suppress(ValueError):
                steps.answer(-1)
            steps.have_answered(RANDOM if deal % 2 else LOWEST)
        steps = steps.back_to(len(steps.answers)).copy()
        yield steps.answers == answers_in(steps.transcript()), steps.status, int(steps.see(2)["seat"])
        if steps.status == PLAYED:
            yield steps.result()["scores"].tolist()
    try:
        Steps(8, 0).have_answered(replace(LOWEST, bid=against_the_rules))
    except Fault as fault:
        yield str(fault)


def tour():
    """All of it, as JSON has it."""
    found = {
        "answers": list(answers()),
        "deals": list(deals()),
        "refusals": list(refusals()),
        "steps": list(steps()),
    }
    return json.loads(json.dumps(found))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(tour()), encoding="utf-8")
