"""Corner cases built by hand, one or more for each rule of the rules page.

Seat 3 deals unless said otherwise, so seat 0 speaks and leads first. Kernels are asked through the
`Scorer`; what is right is worked out in the tests from the rules alone.
"""

import pytest
import referee
from referee import BIDS, DECK, EXCUSE, PETIT

from tarotsim.records.scoring import Scorer
from tarotsim.rules.declarations import offered_poignee

SCORER = Scorer()
SEAT_0_TAKES = {bid: [bid, "pass", "pass", "pass"] for bid in BIDS}
SEAT_3_TAKES = ["pass", "pass", "pass", "garde_sans"]


def cards(text):
    """Card names separated by spaces; ``S1-S10`` is every card from one to the other in deck order."""
    names = []
    for part in text.split():
        first, _, last = part.partition("-")
        names += DECK[DECK.index(first) : DECK.index(last or first) + 1]
    return names


def deal(hands, chien="", **fields):
    """A record of these (parts of) hands, by seat, and chien; the other cards are dealt in deck order.

    Suit cards go to the lowest seat with room, so what a test says of a seat it has to give.
    """
    hands = [cards(hands.get(seat, "")) for seat in range(4)]
    chien = cards(chien)
    rest = [card for card in DECK if card not in sum(hands, chien)]
    for part, size in [*((hand, 18) for hand in hands), (chien, 6)]:
        while len(part) < size:
            part.append(rest.pop(0))
    assert not rest, "a hand was given too many cards"
    return {"dealer": 3, "hands": [" ".join(hand) for hand in hands], "chien": " ".join(chien)} | fields


def legal(record):
    """What may be said or played next."""
    return SCORER.score(record)["legal"]


def is_refused(record):
    return list(SCORER.score(record)) == ["error"]


# Deal and bids ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand, status",
    [
        ("T1 S1-SK C1-C3", "petit_sec"),
        ("T1 EX S1-SK C1-C2", "in_progress"),
        ("T1 T2 S1-SK C1-C2", "in_progress"),
        ("EX S1-SK C1-C3", "in_progress"),
        ("T2 S1-SK C1-C3", "in_progress"),
    ],
)
@pytest.mark.parametrize("seat", range(4))
def test_petit_sec_is_the_petit_alone_without_the_excuse(seat, hand, status):
    assert SCORER.score(deal({seat: hand}))["status"] == status


def test_nobody_bids_after_petit_sec():
    assert is_refused(deal({1: "T1 S1-SK C1-C3"}, bids=["pass"]))


@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_right_of_the_dealer_speaks_first_and_leads(dealer):
    record = deal({}) | {"dealer": dealer}
    assert SCORER.score(record)["to_act"] == (dealer + 1) % 4
    bids = ["pass", "pass", "garde_sans", "pass"]
    assert SCORER.score(record | {"bids": bids})["to_act"] == (dealer + 1) % 4


@pytest.mark.parametrize("current", range(5))
def test_a_bid_is_a_pass_or_above_the_current_one(current):
    bids = [BIDS[current]]
    assert legal(deal({}, bids=bids)) == ["pass", *BIDS[current + 1 :]]
    for lower in BIDS[1 : current + 1]:
        assert is_refused(deal({}, bids=[*bids, lower]))


def test_the_highest_bidder_takes():
    answer = SCORER.score(deal({}, bids=["prise", "pass", "garde", "pass"]))
    assert (answer["phase"], answer["to_act"]) == ("discard", 2)


def test_a_deal_all_pass_is_cancelled():
    answer = SCORER.score(deal({}, bids=["pass"] * 4))
    assert answer == {"status": "passed", "taker": None, "contract": None, "scores": [0, 0, 0, 0]}


@pytest.mark.parametrize("follows", [{"chelem": True}, {"plays": ["S1"]}, {"discard": "S1 S2 S3 S4 S5 S6"}])
@pytest.mark.parametrize("bids", [["prise"], ["pass"] * 4])
def test_nothing_follows_without_a_contract(bids, follows):
    assert is_refused(deal({}, bids=bids, **follows))


# Discard ------------------------------------------------------------------------------------------

PLENTY = "SQ SK T1-T14 T21 EX"  # with the chien of `discarding`: eight plain cards
SHORT = "S1 SK T1-T14 T21 EX"
SCARCE = "SK CK DK BK T1-T12 T21 EX"


def discarding(hand, chien, discard):
    """A prise of seat 0, up to the discard."""
    return deal({0: hand}, chien, bids=SEAT_0_TAKES["prise"], discard=discard)


@pytest.mark.parametrize(
    "hand, chien, discard",
    [
        (PLENTY, "C2-C7", "C2 C3 C4 C5 C6 C7"),
        (PLENTY, "C2-C7", "SQ C2 C3 C4 C5 C6"),
        (SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T9 T18"),
        (SCARCE, "T13-T18", "T2 T3 T4 T5 T6 T18"),
    ],
)
def test_plain_cards_go_first_and_trumps_fill_exactly_the_shortage(hand, chien, discard):
    assert SCORER.score(discarding(hand, chien, discard))["phase"] == "play"


@pytest.mark.parametrize(
    "hand, chien, discard",
    [
        pytest.param(PLENTY, "C2-C7", "SK C3 C4 C5 C6 C7", id="a king"),
        pytest.param(PLENTY, "C2-C7", "T2 C3 C4 C5 C6 C7", id="a trump, with six plain cards at hand"),
        pytest.param(PLENTY, "C2-C7", "C2 C3 C4 C5 C6", id="five cards"),
        pytest.param(PLENTY, "C2-C7", "C2 C3 C4 C5 C6 C7 SQ", id="seven cards"),
        pytest.param(PLENTY, "C2-C7", "C2 C3 C4 C5 C6 C6", id="a card twice"),
        pytest.param(PLENTY, "C2-C7", "C2 C3 C4 C5 C6 D1", id="a card not held"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T3 T1", id="the Petit"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T3 T21", id="the Monde"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T3 EX", id="the Excuse"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 T2 T3 T4 T5", id="more trumps than the shortage"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T3 SK", id="fewer trumps than the shortage"),
        pytest.param(SHORT, "C2 C3 T15-T18", "S1 C2 C3 T2 T3 T20", id="a trump not held"),
    ],
)
def test_discard_against_the_rules_is_refused(hand, chien, discard):
    assert is_refused(discarding(hand, chien, discard))


@pytest.mark.parametrize("contract", ["garde_sans", "garde_contre"])
def test_there_is_no_discard_where_the_chien_is_not_taken(contract):
    record = deal({}, bids=SEAT_0_TAKES[contract])
    assert SCORER.score(record)["phase"] == "play"
    assert is_refused(record | {"discard": " ".join(record["hands"][0].split()[:6])})


def test_nothing_is_played_before_the_discard():
    assert is_refused(deal({}, bids=SEAT_0_TAKES["garde"], plays=["S1"]))


# Poignée ------------------------------------------------------------------------------------------


def showing(hand, shown, seat=0, chien="", discard=None, bid="garde_sans"):
    """A contract of seat 0, in which a seat shows a poignée."""
    poignee = {"seat": seat, "cards": " ".join(cards(shown))}
    return deal({seat: hand}, chien, bids=SEAT_0_TAKES[bid], discard=discard, poignees=[poignee])


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(
    "hand, shown",
    [
        pytest.param("T1-T10 S1-S8", "T1-T10", id="single"),
        pytest.param("T1-T13 S1-S5", "T1-T13", id="double"),
        pytest.param("T1-T15 S1-S3", "T1-T15", id="triple"),
        pytest.param("T1-T15 S1-S3", "T1-T4 T10-T15", id="any ten of fifteen"),
        pytest.param("T1-T9 EX S1-S8", "T1-T9 EX", id="nine and the Excuse"),
        pytest.param("T1-T12 EX S1-S5", "T1-T12 EX", id="twelve and the Excuse"),
        pytest.param("T1-T14 EX S1-S3", "T1-T14 EX", id="fourteen and the Excuse"),
        pytest.param("T1-T12 EX S1-S5", "T2-T11", id="ten of twelve, the Excuse not among them"),
    ],
)
def test_poignee_of_trumps_held_may_be_shown(hand, shown, seat):
    answer = SCORER.score(showing(hand, shown, seat))
    assert answer["phase"] == "play"


@pytest.mark.parametrize(
    "hand, shown",
    [
        pytest.param("T1-T9 S1-S9", "T1-T9", id="nine"),
        pytest.param("T1-T11 S1-S7", "T1-T11", id="eleven"),
        pytest.param("T1-T8 EX S1-S9", "T1-T8 EX", id="eight and the Excuse"),
        pytest.param("T1-T10 EX S1-S7", "T1-T9 EX", id="the Excuse while a trump is hidden"),
        pytest.param("T1-T13 EX S1-S4", "T1-T12 EX", id="the Excuse in a double while a trump is hidden"),
        pytest.param("T1-T9 S1-S9", "T1-T9 S1", id="a plain card"),
        pytest.param("T1-T9 S1-S9", "T1-T9 T21", id="a trump not held"),
        pytest.param("T1-T9 S1-S9", "T1-T9 EX", id="an Excuse not held"),
    ],
)
def test_poignee_against_the_rules_is_refused(hand, shown):
    assert is_refused(showing(hand, shown))


def test_a_player_shows_one_poignee_at_the_most():
    record = showing("T1-T15 S1-S3", "T1-T10")
    assert is_refused(record | {"poignees": record["poignees"] * 2})


FOUR_KINGS = "SK CK DK BK T1-T14"  # with the chien below: T15 and T16 more, and four plain cards
FOUR_KINGS_EXCUSE = "SK CK DK BK T1-T13 EX"  # with it: fifteen trumps, two to discard
THREE_KINGS = "SK CK DK T1-T14 T17"
CHIEN, DISCARD = "S2 C2 D2 B2 T15 T16", "S2 C2 D2 B2 T2 T3"


def showing_after_discard(hand, shown):
    return showing(hand, shown, chien=CHIEN, discard=DISCARD, bid="prise")


@pytest.mark.parametrize(
    "hand, shown",
    [
        pytest.param(FOUR_KINGS, "T1-T15", id="fifteen, with two of the discard"),
        pytest.param(FOUR_KINGS, "T1-T2 T4-T16", id="fifteen, with one of the discard"),
        pytest.param(FOUR_KINGS_EXCUSE, "T1-T13 T15-T16", id="fifteen, the Excuse not among them"),
        pytest.param(THREE_KINGS, "T1 T4-T17", id="three kings, all fifteen in hand"),
    ],
)
def test_a_taker_with_four_kings_may_count_discarded_trumps_in_a_triple(hand, shown):
    assert SCORER.score(showing_after_discard(hand, shown))["phase"] == "play"


@pytest.mark.parametrize(
    "hand, shown",
    [
        pytest.param(FOUR_KINGS, "T1-T13", id="not in a double"),
        pytest.param(FOUR_KINGS, "T1-T10", id="not in a single"),
        pytest.param(FOUR_KINGS_EXCUSE, "T1-T13 T15 EX", id="the Excuse is not one of the fifteen"),
        pytest.param(THREE_KINGS, "T1-T15", id="not with three kings"),
    ],
)
def test_discarded_trumps_count_in_nothing_else(hand, shown):
    assert is_refused(showing_after_discard(hand, shown))


@pytest.mark.parametrize(
    "hand, offers",
    [
        ("T1-T9 S1-S9", ["", "", ""]),
        ("T1-T9 EX S1-S8", ["T1-T9 EX", "", ""]),
        ("T1-T10 EX S1-S7", ["T1-T10", "", ""]),
        ("T1-T12 EX S1-S5", ["T3-T12", "T1-T12 EX", ""]),
        ("T1-T14 EX S1-S3", ["T5-T14", "T2-T14", "T1-T14 EX"]),
        ("T1-T18", ["T9-T18", "T6-T18", "T4-T18"]),
    ],
)
def test_the_table_offers_the_highest_trumps_for_every_level(hand, offers):
    trumps = [card for card in cards(hand) if card[0] in "TE"]
    mask = sum(1 << DECK.index(card) - 56 for card in trumps)
    offered = [offered_poignee(level, 0, mask, 0) for level in (1, 2, 3)]
    assert offered == [sum(1 << DECK.index(card) - 56 for card in cards(offer)) for offer in offers]


# Who leads, what may be played --------------------------------------------------------------------


def test_the_taker_who_announces_a_slam_leads():
    bids = ["pass", "pass", "garde_sans", "pass"]
    assert SCORER.score(deal({}, bids=bids))["to_act"] == 0
    assert SCORER.score(deal({}, bids=bids, chelem=True))["to_act"] == 2


NO_SPADES = "D1-DK T3 T9 T20"
SPADES = "S2 SK D1-DQ T3 T20"


@pytest.mark.parametrize(
    "plays, hand, expected",
    [
        pytest.param("S1 S3", SPADES, "S2 SK", id="follow suit"),
        pytest.param("S1 T5", SPADES, "S2 SK", id="follow suit under a trump"),
        pytest.param("S1 EX", SPADES, "S2 SK", id="the Excuse changes no suit led"),
        pytest.param("S1 S3", NO_SPADES, "T3 T9 T20", id="trump if you cannot follow"),
        pytest.param("S1 EX", NO_SPADES, "T3 T9 T20", id="the Excuse is no trump to beat"),
        pytest.param("S1 T5", NO_SPADES, "T9 T20", id="overtrump a partner"),
        pytest.param("S1 T21", NO_SPADES, "T3 T9 T20", id="undertrump if you cannot overtrump"),
        pytest.param("T4 T5", NO_SPADES, "T9 T20", id="beat the highest trump where trumps are led"),
        pytest.param("T10 T5", NO_SPADES, "T20", id="the highest trump, not the last"),
        pytest.param("T4 S3", NO_SPADES, "T9 T20", id="a discard leaves the trump to beat"),
        pytest.param("T10 T21", NO_SPADES, "T3 T9 T20", id="any trump if none is high enough"),
        pytest.param("EX S3", SPADES, "S2 SK", id="after a led Excuse the next card sets the suit"),
        pytest.param("EX S3", NO_SPADES, "T3 T9 T20", id="after a led Excuse, trump the suit set"),
        pytest.param("EX T5", NO_SPADES, "T9 T20", id="after a led Excuse, a trump sets trumps"),
    ],
)
def test_what_the_third_player_may_play(plays, hand, expected):
    """Seat 3 takes, so that seats 0 to 2 are partners. Seat 0 is dealt the spades not given here.

    The third player holds the Excuse, and may play it, unless it lies in the trick.
    """
    first, second = plays.split()
    hand, expected = (f"{hand} B10", expected) if EXCUSE in plays else (f"{hand} EX", f"{expected} EX")
    record = deal({0: first, 1: second, 2: hand}, bids=SEAT_3_TAKES, plays=[first, second])
    assert legal(record) == cards(expected)


@pytest.mark.parametrize(
    "plays, hand",
    [
        pytest.param("S1 S3", "D1-DK B1-B3 EX", id="neither the suit led nor a trump"),
        pytest.param("S1 T5", "D1-DK B1-B3 EX", id="no trump to beat the trump with"),
        pytest.param("T4 T5", "S2 SK D1-DK B1 EX", id="trumps are led"),
        pytest.param("T4 EX", "S2 SK D1-DK B1 B2", id="trumps are led, not even the Excuse"),
        pytest.param("EX T5", "S2 SK D1-DK B1 B2", id="a led Excuse, then a trump"),
    ],
)
def test_with_neither_suit_nor_trump_any_card_may_be_played(plays, hand):
    first, second = plays.split()
    record = deal({0: first, 1: second, 2: hand}, bids=SEAT_3_TAKES, plays=[first, second])
    assert legal(record) == cards(hand)


def test_after_a_led_excuse_the_next_player_is_free():
    record = deal({0: "EX", 1: "S1 T5"}, bids=SEAT_0_TAKES["garde_sans"], plays=["EX"])
    assert sorted(legal(record)) == sorted(record["hands"][1].split())


@pytest.mark.parametrize(
    "hands, winner",
    [
        pytest.param(["S5", "S9", "S2", "S7"], 1, id="the highest of the suit"),
        pytest.param(["S5", "C9", "S7", "C2 B1-BK DN-DK"], 2, id="not a higher card of another suit"),
        pytest.param(["S5", "T3", "T9", "S9"], 2, id="the highest trump"),
        pytest.param(["EX", "S5", "S9", "S7"], 2, id="the highest of the suit set after the Excuse"),
        pytest.param(["S5", "EX", "S2", "S1"], 0, id="never the Excuse"),
        pytest.param(["EX", "T3", "T2 B1-B10 D8-DK", "S1-SK BJ-BK"], 1, id="the trump set after the Excuse"),
    ],
)
def test_who_wins_the_trick_and_leads(hands, winner):
    """Each plays the first card given; the further cards make it legal."""
    plays = [cards(hand)[0] for hand in hands]
    record = deal(dict(enumerate(hands)), bids=SEAT_0_TAKES["garde_contre"], plays=plays)
    assert SCORER.score(record)["to_act"] == winner


# Result -------------------------------------------------------------------------------------------


def played_out(record, keep=(), first=()):
    """``record`` played to its end: the highest legal card in deck order, trumps before suits.

    Cards of ``keep`` are played only when nothing else is legal, the last named latest; cards of
    ``first`` as soon as they are legal.
    """
    table = referee.replay(record)
    plays = list(record.get("plays", []))

    def eagerness(card):
        kept = -1 - keep.index(card) if card in keep else 0
        return card in first, kept, DECK.index(card)

    while table.phase == "play":
        plays.append(max(table.legal_cards(), key=eagerness))
        table.play(plays[-1])
    return record | {"plays": plays}


# Seat 1 has every trump but three and wins all the tricks; seat 2 has the Excuse. T1-T3, a king, a
# queen and a cavalier lie aside: 16 points.
SEAT_1_WINS_ALL = deal(
    {0: "S1-SK C1-C4", 1: "T4-T21", 2: "D1-DK C5-C7 EX", 3: "B1-BK C8-CJ"}, "CN CQ CK T1-T3"
)


@pytest.mark.parametrize(
    "taker, contract, excuse_last, points, bouts, per_defender",
    [
        # 16 (chien) + 4.0: two bouts, 21 short; slam of the defence -200
        (2, "garde_sans", False, 20.0, 2, -(25 + 21) * 4 - 200),
        # the last trick: the Excuse goes to the defence: one bout, 35 short
        (2, "garde_sans", True, 16.0, 1, -(25 + 35) * 4 - 200),
        # the chien counts for the defence: 4.0, one bout, 47 short
        (2, "garde_contre", False, 4.0, 1, -(25 + 47) * 6 - 200),
        # a defender's Excuse in a partner's trick: nothing owed; two bouts less: 16, one bout
        (0, "garde_sans", False, 16.0, 1, -(25 + 35) * 4 - 200),
        # in the last trick it goes to the taker, even so: 20.5, two bouts, 20.5 short
        (0, "garde_sans", True, 20.5, 2, -(25 + 20.5) * 4 - 200),
        # the taker wins a defender's Excuse: it stays, for half a point: 91 - 4, two bouts
        (1, "garde_sans", False, 87.0, 2, (25 + 46) * 4 + 200),
        # in the last trick it is the taker's: 91, three bouts
        (1, "garde_sans", True, 91.0, 3, (25 + 55) * 4 + 200),
        # the chien for the defence: 91 - 16, Monde and Excuse, 34 above
        (1, "garde_contre", True, 75.0, 2, (25 + 34) * 6 + 200),
    ],
)
def test_where_the_excuse_and_the_chien_go(taker, contract, excuse_last, points, bouts, per_defender):
    bids = [contract if seat == taker else "pass" for seat in range(4)]
    excuse = {"keep": [EXCUSE]} if excuse_last else {"first": [EXCUSE]}
    answer = SCORER.score(played_out(SEAT_1_WINS_ALL | {"bids": bids}, **excuse))
    assert (answer["card_points"], answer["bouts"]) == (points, bouts)
    assert answer["scores"][taker] == 3 * per_defender
    assert [score for seat, score in enumerate(answer["scores"]) if seat != taker] == [-per_defender] * 3


@pytest.mark.parametrize(
    "taker, sign",
    [
        pytest.param(1, +1, id="the taker wins and has shown it"),
        pytest.param(2, -1, id="the defence wins and has shown it"),
    ],
)
@pytest.mark.parametrize("shown, bonus", [("T4-T13", 20), ("T4-T16", 30), ("T4-T18", 40)])
def test_a_poignee_is_paid_to_the_winners_not_multiplied(taker, sign, shown, bonus):
    bids = ["garde_sans" if seat == taker else "pass" for seat in range(4)]
    plain = played_out(SEAT_1_WINS_ALL | {"bids": bids})
    with_poignee = plain | {"poignees": [{"seat": 1, "cards": " ".join(cards(shown))}]}
    gain = SCORER.score(with_poignee)["scores"][taker] - SCORER.score(plain)["scores"][taker]
    assert gain == 3 * sign * bonus


# Seat 0 has the twelve highest trumps, Petit, Excuse and four kings: with the Excuse led last, all tricks.
SWEEP = "T10-T21 T1 EX SK CK DK BK"


def swept(taker, bid, announced, first=()):
    """Seat 0 sweeps the tricks, if the Excuse is not played too early; a taker lays six low cards aside."""
    bids = [bid if seat == taker else "pass" for seat in range(4)]
    discard = "S1 S2 S3 C1 C2 C3" if bid in ("prise", "garde") else None
    record = deal({0: SWEEP, 1: "S4-S10 T2-T5"}, "S1-S3 C1-C3", bids=bids, discard=discard, chelem=announced)
    return SCORER.score(played_out(record, keep=[] if first else [PETIT, EXCUSE], first=first))


@pytest.mark.parametrize(
    "bid, multiplier, announced, chelem",
    [
        ("prise", 1, True, 400),
        ("prise", 1, False, 200),
        ("garde", 2, True, 400),
        ("garde_sans", 4, False, 200),
        ("garde_sans", 4, True, 400),
    ],
)
def test_slam_with_the_excuse_led_last_and_the_petit_in_trick_17(bid, multiplier, announced, chelem):
    """91 points, three bouts: 55 above 36; Petit au bout 10, both multiplied; the slam is not."""
    answer = swept(0, bid, announced)
    assert (answer["card_points"], answer["bouts"], answer["tricks"]) == (91, 3, 18)
    assert (answer["petit_au_bout"], answer["chelem"]) == (1, 1)
    assert answer["scores"][0] == 3 * ((25 + 55 + 10) * multiplier + chelem)


def test_announced_slam_fails_with_the_excuse_led_first():
    """Led to the first trick the Excuse loses it; the other seventeen are the taker's.

    The three other cards of that trick and half a point for the Excuse are the defence's. The Petit
    is played before the end.
    """
    answer = swept(0, "garde", True, first=[EXCUSE])
    assert (answer["tricks"], answer["chelem"], answer["chelem_announced"]) == (17, 0, True)
    assert answer["scores"][0] == 3 * ((25 + answer["card_points"] - 36) * 2 - 200)


def test_excuse_led_last_does_not_win_where_a_trick_is_lost():
    """Seat 0 has a low card in place of a king: it wins 16 tricks, and leads the Excuse to the last."""
    bids, discard = SEAT_0_TAKES["prise"], "S1 S2 S3 C1 C2 C3"
    record = played_out(
        deal({0: SWEEP.replace("BK", "B1"), 1: "S4-S10 T2-T5"}, "S1-S3 C1-C3", bids=bids, discard=discard),
        keep=[PETIT, EXCUSE],
    )
    assert record["plays"][-4] == EXCUSE
    answer = SCORER.score(record)
    assert (answer["tricks"], answer["bouts"], answer["chelem"]) == (16, 2, 0)


@pytest.mark.parametrize("announced, chelem", [(True, -400), (False, -200)])
def test_slam_of_the_defence(announced, chelem):
    """Seat 1 takes and has its discard alone: 3 points, no bout, 53 short; Petit au bout against it."""
    answer = swept(1, "prise", announced)
    assert (answer["card_points"], answer["bouts"], answer["tricks"]) == (3, 0, 0)
    assert (answer["petit_au_bout"], answer["chelem"]) == (-1, -1)
    assert answer["scores"][1] == 3 * (-(25 + 53) - 10 + chelem)


# As SEAT_1_WINS_ALL, but seat 1 has the Petit too.
PETIT_IN_THE_LONG_HAND = deal(
    {0: "S1-SK C1-C4", 1: "T1 T5-T21", 2: "D1-DK C5-C7 EX", 3: "B1-BK C8-CJ"}, "CN CQ CK T2-T4"
)


@pytest.mark.parametrize("contract, multiplier", [("garde_sans", 4), ("garde_contre", 6)])
@pytest.mark.parametrize("taker, side", [(0, -1), (1, 1), (2, -1), (3, -1)])
def test_petit_au_bout_is_paid_to_the_side_that_wins_the_last_trick(taker, side, contract, multiplier):
    """Seat 1 wins every trick either way; only the Petit comes in the first trick or in the last."""
    record = PETIT_IN_THE_LONG_HAND | {"bids": [contract if seat == taker else "pass" for seat in range(4)]}
    early = SCORER.score(played_out(record, first=[PETIT, EXCUSE]))
    last = SCORER.score(played_out(record, first=[EXCUSE], keep=[PETIT]))
    assert (early["petit_au_bout"], last["petit_au_bout"]) == (0, side)
    assert last["scores"][taker] - early["scores"][taker] == 3 * side * 10 * multiplier
