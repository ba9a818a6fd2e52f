"""`tarotsim replay`: a deal trick by trick, what could be known in it, and the better card."""

import io
import json
import re
import sys
from itertools import pairwise

import pytest
from cli_process import complaint, fine, log, play
from table import TAKER, lines_of, seated

from tarotsim.cards import NAMES, cards_of, parse_card
from tarotsim.engine.steps import CARD, Steps
from tarotsim.play.recorded import tricks_of
from tarotsim.play.review import better_card, worth
from tarotsim.records.writing import record_of
from tarotsim.rules.tables import PLAYED
from tarotsim.strategies.registry import built_in

pytest_plugins = ["cli_fixtures"]

SEED = 5


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(scope="module")
def played():
    """A deal with a discard, played out."""
    return lines_of(SEED, 0, seated(0, TAKER, "pass"))[1]


@pytest.fixture
def record(played, tmp_path):
    """A file that holds it as the second of its records."""
    text = json.dumps(record_of(played.transcript()))
    (tmp_path / "r.jsonl").write_text(f'{text[:-1]}, "note": 1}}\n\n{text}\n')
    return tmp_path / "r.jsonl"


def document(ask, *arguments):
    return json.loads(fine(ask("replay", *arguments, "--format", "json")))


def test_points_end_as_they_are_settled(played):
    """In every deal: the tricks' points and the discard make the taker's card points; 91 in all."""
    for name in ("random", "basic", "expert"):
        for deal in range(30):
            _, steps = lines_of(SEED, deal, seated(0, name, name))
            transcript = steps.transcript()
            tricks = list(tricks_of(Steps(SEED, deal, transcript), transcript))
            if steps.status != PLAYED:
                assert tricks == []
                continue
            aside = 182 - sum(tricks[-1].points)
            counts = steps.table["contract"] < 4
            assert tricks[-1].points[1] + (aside if counts else 0) == steps.result()["halves"]
            assert [trick.winner for trick in tricks] == steps.table["winners"].tolist()
            assert all(sum(a.points) < sum(b.points) for a, b in pairwise(tricks))


def test_what_is_known_agrees_with_the_hands(ask, record, played):
    """Voids are true ones, masters are the highest cards left, trumps are counted."""
    hands = [set(hand.split()) for hand in record_of(played.transcript())["hands"]]
    taker = int(played.table["taker"])
    found = document(ask, record, "--deal", 1)
    kept = found["record"]
    hands[taker] = (hands[taker] | set(kept["chien"].split())) - set(kept["discard"].split())
    for trick in found["tricks"]:
        for turn, card in enumerate(trick["cards"]):
            hands[(trick["leader"] + turn) % 4].remove(card)
        for seat, hand in enumerate(hands):
            trumps = [card for card in hand if card[0] == "T"]
            assert trick["trumps"][seat] == len(trumps)
            assert not any(card[0] in trick["voids"][seat] for card in hand if card != "EX")
        for suit in "SCDBT":
            left = [parse_card(card) for hand in hands for card in hand if card[0] == suit and card != "EX"]
            if left:
                master = trick["masters"][suit]
                assert master["card"] == NAMES[max(left)] and master["card"] in hands[master["seat"]]
            else:
                assert suit not in trick["masters"]
    assert any(any(trick["voids"]) for trick in found["tricks"])
    assert found["result"] == json.loads(fine(ask("score", record)).splitlines()[1])


def test_text_tells_the_same(ask, record, played):
    found = document(ask, record, "--deal", 1)
    text = fine(ask("replay", record, "--deal", 1))
    assert max(map(len, text.splitlines())) <= 80
    for trick in found["tricks"]:
        line = re.search(rf"^Trick {trick['trick']}: (.*)\. It goes to (\w+)\.$", text, re.M)
        assert re.findall(r"\w+ (\w+)", line[1]) == trick["cards"]
        assert line[2] == ["South", "East", "North", "West"][trick["winner"]]
    points = [
        tuple(map(float, pair)) for pair in re.findall(r"taker ([\d.]+), defence ([\d.]+)$", text, re.M)
    ]
    assert points == [(trick["points"]["taker"], trick["points"]["defence"]) for trick in found["tricks"]]
    assert (
        re.search(r"this deal +(.*)", text)[1].split()[0].lstrip("+") == f"{found['result']['scores'][0]:g}"
    )


def test_standard_input_is_read(ask, record, monkeypatch):
    text = fine(ask("replay", record.name, "--deal", 1))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert fine(ask("replay", "-", "--deal", 1)).splitlines()[1:] == text.splitlines()[1:]
    complaint(ask("replay", "-", "--step"), 2, "--step")


def test_from_a_trick_on(ask, record):
    text = fine(ask("replay", record, "--deal", 1, "--from", 17))
    assert re.findall(r"^Trick (\d+)", text, re.M) == ["17", "18"]
    assert [trick["trick"] for trick in document(ask, record, "--deal", 1, "--from", 18)["tricks"]] == [18]


def test_deal_of_a_run_is_the_deal_that_was_logged(ask, tmp_path):
    play(tmp_path / "x", deals=8, first=50, strategy="basic")
    for row in log("x").itertuples():
        found = document(ask, "x", "--deal", row.deal)
        assert found["deal"] == row.deal and found["result"]["status"] == row.status
        assert found["result"]["scores"] == [row.score_0, row.score_1, row.score_2, row.score_3]
        text = fine(ask("replay", "x", "--deal", row.deal))
        assert ("Trick 18" in text) == (row.status == "played")
        assert ("cancelled" in text) == (row.status != "played")
    complaint(ask("replay", "x", "--deal", 58), 2, "deal 58", "holds 50:58")
    complaint(ask("replay", "x"), 2, "deal 0")


def test_review_finds_the_better_card(ask, record, played):
    """A card is better if its seat scores more when expert plays on; checked by playing on by hand."""
    expert, steps = built_in("expert"), Steps(0, 1, played.transcript())
    expected = []
    for answer in played.answers:
        kind, seat = steps.question
        if kind == CARD:
            legal = cards_of(steps.table["legal_plain"], steps.table["legal_trumps"])
            scores = {}
            for card in legal:
                after = steps.copy()
                after.answer(card)
                while after.question is not None:
                    after.have_answered(expert)
                scores[card] = int(after.result()["scores"][seat])
                assert worth(steps, card, expert) == scores[card]
            gain = max(scores.values()) - scores[answer]
            found = better_card(steps, answer, expert)
            assert (found is None) == (gain == 0)
            if gain:
                assert scores[found.better] == scores[answer] + found.gain
                expected.append((seat, NAMES[answer], NAMES[found.better], gain / 2))
        steps.answer(answer)
    assert expected  # others play at random
    tricks = document(ask, record, "--deal", 1, "--review")["tricks"]
    told = [tuple(found.values()) for trick in tricks for found in trick["better"]]
    assert told == expected
    assert fine(ask("replay", record, "--deal", 1, "--review")).count("Better: ") == len(expected)
    assert "Better" not in fine(ask("replay", record, "--deal", 1))


def test_review_without_a_better_card_says_so(ask, record):
    text = fine(ask("replay", record, "--deal", 1, "--review", "--from", 18))
    assert "finds no better card" in text


def test_unfinished_records_are_shown_as_far_as_they_go(ask, tmp_path, played):
    whole = record_of(played.transcript())
    cuts = [
        {**whole, "plays": whole["plays"][:30]},
        {**whole, "plays": []},
        {**whole, "plays": [], "discard": None, "poignees": []},
        {**whole, "plays": [], "discard": None, "poignees": [], "bids": whole["bids"][:2]},
    ]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(cut) + "\n" for cut in cuts))
    for number, cut in enumerate(cuts):
        text = fine(ask("replay", "r.jsonl", "--deal", number, "--review"))
        assert len(re.findall("^Trick", text, re.M)) == -(-len(cut["plays"]) // 4)
        assert "The record ends here. To act: " in text
    complaint(ask("replay", "r.jsonl", "--deal", 1, "--from", 2), 2, "--from 2")


def test_french(ask, record):
    text = fine(ask("replay", record, "--deal", 1, "--lang", "fr", "--review"))
    for words in (
        "Pli 1 : ",
        "preneur",
        "defense",
        "Atouts en main",
        "Cartes maitresses",
        "chaque defenseur",
    ):
        assert words in text
    english = fine(ask("replay", record, "--deal", 1, "--review"))
    same = set(text.splitlines()) & set(english.splitlines())
    assert all(not re.search("[a-z]{2}", line) for line in same), same


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("{", 1, ["record 0", "not JSON"]),
        ("\xff", 1, ["record 0"]),
        ("[]", 1, ["record 0", "JSON object"]),
        ("", 2, ["0 records"]),
        (None, 2, ["No such file"]),
    ],
)
def test_what_is_no_record(ask, tmp_path, text, code, words):
    if text is not None:
        (tmp_path / "x").write_text(text, encoding="latin-1")
    answer = ask("replay", "x")
    complaint(answer, code, "x", *words)
    assert answer.out == ""


def test_record_against_the_rules_is_a_fault(ask, record, played, tmp_path):
    spoilt = record_of(played.transcript())
    spoilt["plays"][5], spoilt["plays"][6] = spoilt["plays"][6], spoilt["plays"][5]
    (tmp_path / "x").write_text(json.dumps(spoilt))
    complaint(ask("replay", "x"), 1, "record 0", "trick 2")
    complaint(ask("replay", record, "--deal", 2), 2, "deal 2", "2 records")
    complaint(ask("replay", record, "--from", 19), 2, "19")
    complaint(ask("replay", record, "--step", "--format", "json"), 2, "--step")
    (tmp_path / "empty").mkdir()
    complaint(ask("replay", "empty"), 2, "holds no run")
