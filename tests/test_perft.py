"""Golden counts of legal continuations from fixed positions, by kernels and by referee.

A position is a record of `cases/records.jsonl` and how many of its cards are played. The golden
numbers were counted by both, independently of each other, and both count them here again.
"""

import json
from pathlib import Path

import pytest
import referee
from perft import perft, perft_to_the_end

RECORDS = Path(__file__).parent / "cases" / "records.jsonl"
CASES = {case["id"]: case["record"] for case in map(json.loads, RECORDS.read_text("utf-8").splitlines())}

LINES = {  # what is played: (record, cards played, depth, legal sequences of that many cards)
    "prise, opening": ("r-000", 0, 6, 59_005),
    "garde sans, opening": ("r-008", 0, 6, 26_939),
    "garde contre, opening": ("r-012", 0, 6, 28_406),
    "announced slam, the taker opens": ("r-062", 0, 5, 24_174),
    "Excuse led to the first trick": ("r-033", 1, 6, 28_122),
    "Excuse led to the second trick": ("r-034", 5, 7, 38_542),
    "Excuse led to the third trick": ("r-035", 9, 7, 25_342),
    "a king lies on a ten": ("r-055", 10, 6, 10_005),
    "sixth trick, three voids in a hand": ("r-052", 20, 5, 12_528),
    "seventh trick, three hands without trumps": ("r-020", 24, 7, 53_699),
    "a king and a queen lie, three hands with voids": ("r-046", 30, 8, 14_284),
    "ninth trick, voids in all hands": ("r-020", 32, 5, 23_292),
    "a trump led late, the others have none": ("r-044", 33, 4, 9_000),
    "eleventh trick, voids in all hands": ("r-039", 40, 7, 35_756),
}

ENDS = {  # what is played: (record, cards played,
    #  (ways to play it out, sums over them: the taker's half points and tricks, Petits au bout, slams,
    #  the taker's score in half points))
    "slam, the Excuse wins if led last": ("r-058", 60, (808, 144_736, 14_168, 404, 432, 1_395_840)),
    "slam of the defence, the Excuse wins if led last": (
        "r-066",
        60,
        (744, 4_464, 0, -372, -744, -1_263_312),
    ),
    "slam, lost if the Excuse is played too early": (
        "r-060",
        60,
        (1_024, 179_488, 17_840, 512, 432, 1_329_600),
    ),
    "a defender holds the Excuse at the end": ("r-039", 60, (720, 25_776, 2_880, 0, 0, -268_272)),
    "the taker holds the Excuse at the end": ("r-036", 56, (3_028, 188_772, 14_836, 96, 0, -1_351_944)),
}


def position(name, played):
    """A record of the cases, with that many cards played."""
    record = CASES[name]
    return record | {"plays": record["plays"][:played]}


def ends_by_referee(table):
    """`perft.perft_to_the_end`, by the referee."""
    if table.phase == "over":
        answer = table.result()
        points, score = 2 * answer["card_points"], 2 * answer["scores"][table.taker]
        return [1, points, answer["tricks"], answer["petit_au_bout"], answer["chelem"], score]
    sums = [0] * 6
    for card in table.legal_cards():
        after = table.copy()
        after.play(card)
        sums = [one + other for one, other in zip(sums, ends_by_referee(after), strict=True)]
    return sums


@pytest.mark.parametrize("name, played, depth, lines", LINES.values(), ids=LINES)
def test_number_of_legal_sequences(name, played, depth, lines):
    record = position(name, played)
    assert perft(record, depth) == lines
    assert referee.perft(referee.replay(record), depth) == lines


@pytest.mark.parametrize("name, played, ends", ENDS.values(), ids=ENDS)
def test_every_way_to_play_out_is_settled_alike(name, played, ends):
    record = position(name, played)
    assert perft_to_the_end(record) == list(ends)
    assert ends_by_referee(referee.replay(record)) == list(ends)
