"""The kernels against the slow referee, which shares no code with them, on many thousand deals.

Deals that the engine plays, deals bent to rare ends, the same cut short, and the same spoilt. The
work is done once for all tests of this file, by two processes.
"""

import json
import multiprocessing
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

import pytest
import referee
from engine_runs import play, scores_of
from hostile import hostile_record
from mutations import MUTATIONS, cut_short
from rare_ends import RARE_ENDS, rare_ends_of

from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules.tables import CONTRACTS, STATUSES
from tarotsim.strategies.random import STRATEGY as RANDOM

ENGINE_DEALS = 66_000
HOSTILE_DEALS = 35_000
CHUNK = 1_000
SEED = 7


@dataclass
class Findings:
    """What a comparison found: how many of each thing, and where kernels and referee disagreed."""

    counts: Counter = field(default_factory=Counter)
    disagreements: dict = field(default_factory=dict)

    def compare(self, kind, record, ours, referees):
        """Note whether both answers, or both errors, are the same; of errors the text is free."""
        outcome = "error" if "error" in referees else referees["status"]
        self.counts[kind] += 1
        self.counts[kind, outcome] += 1
        if ("error" in ours) != ("error" in referees) or (outcome != "error" and ours != referees):
            story = json.dumps({"record": record, "ours": ours, "referee's": referees})
            self.disagreements.setdefault(kind, []).append(story)

    def add(self, other):
        """Take in what another comparison found."""
        self.counts.update(other.counts)
        for kind, stories in other.disagreements.items():
            self.disagreements.setdefault(kind, []).extend(stories)


def row_as_answer(row):
    """What a row of the log says of its deal, in the words of `record.md`."""
    status = STATUSES[row["status"]]
    scores = [score / 2 for score in scores_of(row)]
    if status != "played":
        return {"status": status, "taker": None, "contract": None, "scores": scores}
    return {
        "status": status,
        "taker": int(row["taker"]),
        "contract": CONTRACTS[row["contract"]],
        "bouts": int(row["bouts"]),
        "card_points": row["halves"] / 2,
        "target": float(row["target"]),
        "won": bool(row["won"]),
        "tricks": int(row["tricks"]),
        "petit_au_bout": int(row["petit_au_bout"]),
        "poignees": [int(row[f"poignee_{seat}"]) for seat in referee.SEATS],
        "chelem_announced": bool(row["chelem_announced"]),
        "chelem": int(row["chelem"]),
        "scores": scores,
    }


def described(cards):
    """Trumps, bouts, kings and half points of some cards, as a row describes a hand or the chien."""
    return (
        len(referee.trumps_of(cards)),
        sum(card in referee.BOUTS for card in cards),
        sum(card in referee.KINGS for card in cards),
        sum(map(referee.HALF_POINTS.get, cards)),
    )


def row_describes(row, table, hands):
    """Whether the columns of a row that are no part of the answer are those of the referee's table."""
    names = ("trumps", "bouts", "kings", "halves")
    chien = tuple(row[f"chien_{name}"] for name in names)
    if row["dealer"] != table.dealer or chien != described(table.chien):
        return False
    bids = [row[f"bid_{table.speaker(turn)}"] for turn in referee.SEATS]
    if bids != ([CONTRACTS.index(bid) for bid in table.bids] or [-1] * 4):
        return False
    if table.taker is None:
        return row["taker"] == -1
    discard = described(table.discarded)[::3] if table.discarded else (-1, -1)
    return (
        tuple(row[f"hand_{name}"] for name in names) == described(hands[table.taker].split())
        and (row["discard_trumps"], row["discard_halves"]) == discard
    )


def compare_engine_deals(chunk):
    """A chunk of deals by four random players: transcript, row and referee tell the same."""
    findings, scorer = Findings(), Scorer()
    rows, transcripts = play([RANDOM] * 4, SEED, chunk * CHUNK, CHUNK)
    for row, transcript in zip(rows, transcripts, strict=True):
        record = record_of(transcript)
        table = referee.replay(record)
        answer = table.result()
        findings.compare("row", record, row_as_answer(row), answer)
        findings.compare("engine", record, scorer.score(record), answer)
        if not row_describes(row, table, record["hands"]):
            findings.disagreements.setdefault("row", []).append(f"columns of {record}")
    return findings


def compare_hostile_deals(chunk):
    """A chunk of hostile deals, each judged twice; every other one cut short too, the rest spoilt."""
    findings, scorer, rng = Findings(), Scorer(), random.Random(f"hostile {chunk}")
    for number in range(CHUNK):
        record = hostile_record(rng)
        table = referee.replay(record)
        answer = table.result()
        if answer["status"] == "played":
            findings.counts.update(rare_ends_of(table, answer))
        findings.compare("hostile", record, scorer.score(record), answer)
        if number % 2:
            cut = cut_short(rng, record)
            answer = referee.score(cut)
            findings.compare("cut", cut, scorer.score(cut), answer)
            findings.counts["cut", answer.get("phase")] += 1
        else:
            mutation = MUTATIONS[number // 2 % len(MUTATIONS)]
            spoilt = mutation(rng, cut_short(rng, record) if rng.random() < 0.2 else record)
            findings.compare(mutation.__name__, spoilt, scorer.score(spoilt), referee.score(spoilt))
    return findings


def run(task):
    compare, chunk = task
    return compare(chunk)


@pytest.fixture(scope="module")
def findings():
    """What all comparisons found. The workers are forked, with the kernels compiled already."""
    compare_engine_deals(0)
    tasks = chain(
        ((compare_hostile_deals, chunk) for chunk in range(HOSTILE_DEALS // CHUNK)),
        ((compare_engine_deals, chunk) for chunk in range(ENGINE_DEALS // CHUNK)),
    )
    found = Findings()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for part in pool.imap_unordered(run, tasks):
            found.add(part)
    return found


def assert_agreement(findings, kind, at_least):
    """So many were compared, and none judged in two ways; else the first records that were."""
    stories = findings.disagreements.get(kind, [])
    assert not stories, f"{len(stories)} disagreements, first: " + "\n".join(stories[:2])
    assert findings.counts[kind] >= at_least


def test_engine_deals_are_what_the_referee_says(findings):
    assert_agreement(findings, "engine", ENGINE_DEALS)


def test_log_rows_are_what_the_referee_says(findings):
    assert_agreement(findings, "row", ENGINE_DEALS)


def test_hostile_deals_are_what_the_referee_says(findings):
    assert_agreement(findings, "hostile", HOSTILE_DEALS)


def test_unfinished_deals_wait_for_the_same_seat_and_choices(findings):
    assert_agreement(findings, "cut", HOSTILE_DEALS // 2)


@pytest.mark.parametrize("phase", ["bid", "discard", "play"])
def test_deals_were_cut_in_every_phase(findings, phase):
    assert findings.counts["cut", phase] > 100


@pytest.mark.parametrize("mutation", [mutation.__name__ for mutation in MUTATIONS])
def test_spoilt_records_are_refused_by_both_or_judged_alike(findings, mutation):
    assert_agreement(findings, mutation, HOSTILE_DEALS // 2 // len(MUTATIONS) // 2)
    assert findings.counts[mutation, "error"] > 0


@pytest.mark.parametrize("end", RARE_ENDS)
def test_rare_end_was_among_the_deals(findings, end):
    assert findings.counts[end] > 0


@pytest.mark.parametrize("status", ["passed", "petit_sec"])
@pytest.mark.parametrize("kind", ["engine", "hostile"])
def test_cancelled_deals_were_among_them(findings, kind, status):
    assert findings.counts[kind, status] > 0
