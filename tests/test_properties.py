"""What holds of every deal, on random and hostile ones."""

import json
import random
import re

import numpy as np
import pytest
import referee
from hostile import SKEWS, hostile_record, random_deal, random_playout
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.cards import CARD_COUNT, NAMES, UnknownCard, cards_of, masks_of, names_of, parse_card
from tarotsim.records.reading import _LAYOUT, RecordError, pack_record
from tarotsim.records.scoring import Scorer
from tarotsim.records.writing import record_of
from tarotsim.rules import judge as rules
from tarotsim.rules.settlement import RESULT
from tarotsim.rules.table import HIDDEN, TABLE, blank

HALVES = 182
SCORER = Scorer()

randoms = st.integers(min_value=0, max_value=2**32 - 1).map(random.Random)
records = randoms.map(hostile_record)
played_records = records.filter(lambda record: record["plays"])


def judged(record):
    """The status of a record, and the TABLE, HIDDEN, VERDICT and RESULT records that `judge` leaves."""
    transcripts = np.frombuffer(bytearray(pack_record(record)), rules.TRANSCRIPT)
    left = [blank(dtype) for dtype in (TABLE, HIDDEN, rules.VERDICT, RESULT)]
    return rules.judge_one(transcripts, *left), *(records[0] for records in left)


def cut(record, plays):
    """The record as it stood after so many cards."""
    return record | {"plays": record["plays"][:plays]}


def as_set(record):
    """A record with the cards in hands, chien, discard and poignées in no order."""

    def cards(text):
        return frozenset(text.split())

    return record | {
        "hands": [cards(hand) for hand in record["hands"]],
        "chien": cards(record["chien"]),
        "discard": record["discard"] and cards(record["discard"]),
        "poignees": {shown["seat"]: cards(shown["cards"]) for shown in record["poignees"]},
    }


# Cards and records --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(CARD_COUNT))
def test_card_name_round_trips(number):
    assert parse_card(NAMES[number]) == number


def test_cards_stand_in_deck_order():
    assert list(NAMES) == referee.DECK


@pytest.mark.parametrize("english, french", [("J", "V"), ("N", "C"), ("Q", "D"), ("K", "R")])
@pytest.mark.parametrize("suit", "SCDB")
def test_french_ranks_are_read(suit, english, french):
    assert parse_card(suit + french) == parse_card(suit + english)


@pytest.mark.parametrize(
    "name", ["", "S", "S0", "S11", "S01", "s1", "T0", "T22", "T1 ", "E", "EX1", "X5", "TV", "ES"]
)
def test_other_names_are_no_cards(name):
    with pytest.raises(UnknownCard):
        parse_card(name)


@given(st.sets(st.integers(min_value=0, max_value=CARD_COUNT - 1)))
def test_set_of_cards_round_trips_through_masks(cards):
    masks = masks_of(cards)
    assert cards_of(*masks) == sorted(cards)
    assert names_of(*masks) == [NAMES[card] for card in sorted(cards)]


def test_layout_of_packed_records_is_transcript_field_by_field():
    codes, end = "", 0
    for name in rules.TRANSCRIPT.names:
        field, offset = rules.TRANSCRIPT.fields[name]
        base, (count,) = field.subdtype or (field, (1,))
        codes += {"int64": "q" * count, "uint8": f"{count}s"}[base.name]
        assert offset == end, f"{name} is not where the field before it ends"
        end += field.itemsize
    assert re.sub(r"(\d)q", lambda repeated: "q" * int(repeated[1]), _LAYOUT.format) == "=" + codes
    assert _LAYOUT.size == rules.TRANSCRIPT.itemsize


@given(records, st.integers(min_value=0, max_value=72))
def test_record_round_trips_through_transcript(record, plays):
    record = cut(record, plays)
    (transcript,) = np.frombuffer(pack_record(record), rules.TRANSCRIPT)
    assert as_set(record_of(transcript)) == as_set(record)


@given(records)
def test_record_read_in_french_is_the_same(record):
    french = json.loads(json.dumps(record).translate(str.maketrans("JNQK", "VCDR")))
    assert pack_record(french) == pack_record(record)


MISSPELT = {
    "bid": "bids",
    "Bids": "bids",
    "chelm": "chelem",
    "poignee": "poignees",
    "play": "plays",
    "discards": "discard",
    "dealers": "dealer",
}


@pytest.mark.parametrize("misspelt", MISSPELT)
def test_misspelt_field_is_refused(misspelt):
    """It would else be read as empty, and another deal be scored than was meant."""
    record = hostile_record(random.Random(0))
    record[misspelt] = record.pop(MISSPELT[misspelt])
    with pytest.raises(RecordError, match=misspelt):
        pack_record(record)


def test_field_of_others_does_no_harm():
    record = hostile_record(random.Random(0))
    assert pack_record(record | {"deal": 17, "players": ["Anne"]}) == pack_record(record)


# A deal at every moment ---------------------------------------------------------------------------


def places(table, hidden, with_aside):
    """The sets of cards at a moment: hands, tricks won, the trick on the table, EX, cards aside."""
    on_table = masks_of(card for card in table["cards"][: table["turn"]].tolist() if NAMES[card] != "EX")
    excuse = masks_of([parse_card("EX")] if table["excuse_seat"] >= 0 else [])
    pairs = [
        *zip(hidden["plain"].tolist(), hidden["trumps"].tolist(), strict=True),
        *zip(table["won_plain"].tolist(), table["won_trumps"].tolist(), strict=True),
        on_table,
        excuse,
    ]
    if with_aside:
        pairs.append((hidden["aside_plain"], hidden["aside_trumps"]))
    return [set(cards_of(*pair)) for pair in pairs]


@given(played_records)
def test_every_card_is_in_one_place_at_every_moment(record):
    moments = [cut(record, plays) for plays in range(len(record["plays"]) + 1)]
    unbid = moments[0] | {"discard": None, "chelem": False, "poignees": []}
    moments += [unbid] + [unbid | {"bids": record["bids"][:count]} for count in range(4)]
    for moment in moments:
        status, table, hidden, verdict, _ = judged(moment)
        taken = status == rules.IN_PROGRESS and verdict["phase"] == rules.DISCARD_PHASE
        found = places(table, hidden, with_aside=not taken)
        assert sum(map(len, found)) == CARD_COUNT
        assert set().union(*found) == set(range(CARD_COUNT))


@given(played_records)
def test_the_two_sides_share_91_points(record):
    """The kernels count the taker's half points; the referee, card by card, the defence's."""
    _, _, _, _, result = judged(record)
    defence = referee.half_points(referee.replay(record))[referee.DEFENCE]
    assert result["halves"] + defence == HALVES


@given(records)
def test_scores_sum_to_zero_and_the_three_defenders_have_the_same(record):
    answer = SCORER.score(record)
    scores = answer["scores"]
    assert sum(scores) == 0
    defenders = {score for seat, score in enumerate(scores) if seat != answer["taker"]}
    assert len(defenders) == 1


@given(records, st.integers(min_value=0, max_value=72), st.integers(min_value=1, max_value=3))
def test_turning_the_seats_turns_the_result(record, plays, turn):
    """The dealer turns with them; finished or not."""

    def turned(seat):
        return None if seat is None else (seat + turn) % 4

    def turned_list(by_seat):
        return by_seat[-turn:] + by_seat[:-turn]

    record = cut(record, plays)
    other = record | {
        "dealer": turned(record["dealer"]),
        "hands": turned_list(record["hands"]),
        "poignees": [shown | {"seat": turned(shown["seat"])} for shown in record["poignees"]],
    }
    expected = SCORER.score(record)
    for name in ("taker", "to_act"):
        if name in expected:
            expected[name] = turned(expected[name])
    for name in ("scores", "poignees"):
        if name in expected:
            expected[name] = turned_list(expected[name])
    assert SCORER.score(other) == expected


@given(records, st.randoms(use_true_random=False))
def test_order_of_cards_in_hand_says_nothing(record, rng):
    def shuffled(text):
        cards = text.split()
        rng.shuffle(cards)
        return " ".join(cards)

    other = record | {
        "hands": [shuffled(hand) for hand in record["hands"]],
        "chien": shuffled(record["chien"]),
        "discard": record["discard"] and shuffled(record["discard"]),
        "poignees": [shown | {"cards": shuffled(shown["cards"])} for shown in record["poignees"]],
    }
    assert SCORER.score(other) == SCORER.score(record)


@given(played_records, st.integers(min_value=0, max_value=71))
def test_exactly_the_legal_cards_are_accepted(record, plays):
    """What `legal` lists can be played, and nothing else can."""
    moment = cut(record, plays)
    legal = SCORER.score(moment)["legal"]
    accepted = [
        name for name in NAMES if "error" not in SCORER.score(moment | {"plays": [*moment["plays"], name]})
    ]
    assert accepted == legal


@given(randoms, st.sampled_from(list(SKEWS)), st.integers(min_value=0, max_value=3))
def test_half_points_remain_only_by_a_defenders_excuse_in_a_partners_last_trick(rng, skew, dealer):
    record = random_playout(rng, referee.Table(dealer, *random_deal(rng, dealer, skew)), "excuse_last")
    answer = SCORER.score(record)
    if answer["status"] == "played":
        table = referee.replay(record)
        last = table.tricks[-1]
        player = dict((card, seat) for seat, card in last.plays).get("EX")
        kept = player not in (None, table.taker) and last.winner not in (player, table.taker)
        assert (answer["card_points"] % 1 == 0.5) == kept
