"""Ways to spoil a deal record: each takes (rng, record) and returns another record, often illegal.

What comes out may still be legal (another card that could be played as well); the tests ask only
that kernels and referee say the same of it. The record passed in is never changed.
"""

from referee import BIDS, BOUTS, DECK, FRENCH_RANKS, KINGS, TRUMPS


def with_item(rng, items, new):
    """A copy of the list ``items`` with one of them, at random, replaced; as it was if it is empty."""
    items = list(items)
    if items:
        items[rng.randrange(len(items))] = new
    return items


def another_card(rng, record):
    """One play becomes another card of the deck."""
    return record | {"plays": with_item(rng, record["plays"], rng.choice(DECK))}


def later_card(rng, record):
    """Two plays change places: often one of the same hand, which had to wait."""
    plays = list(record["plays"])
    if len(plays) > 4:
        first = rng.randrange(len(plays) - 4)
        second = rng.randrange(first + 1, len(plays))
        plays[first], plays[second] = plays[second], plays[first]
    return record | {"plays": plays}


def missing_card(rng, record):
    """One play is left out."""
    plays = list(record["plays"])
    if plays:
        del plays[rng.randrange(len(plays))]
    return record | {"plays": plays}


def extra_card(rng, record):
    """One card more is played."""
    return record | {"plays": [*record["plays"], rng.choice(DECK)]}


def another_bid(rng, record):
    """One bid becomes another, or none that exists."""
    return record | {
        "bids": with_item(rng, record["bids"], rng.choice([*BIDS, "double", "Garde", "", None, 1]))
    }


def another_auction(rng, record):
    """Three to five bids at random."""
    return record | {"bids": rng.choices(BIDS, weights=(4, 2, 1, 1, 1), k=rng.randint(3, 5))}


def another_discard(rng, record):
    """A card of the discard becomes another of the deck or of what must not go."""
    cards = (record["discard"] or "S1 S2 S3 S4 S5 S6").split()
    new = rng.choice([rng.choice(DECK), rng.choice(KINGS + BOUTS), rng.choice(TRUMPS)])
    return record | {"discard": " ".join(with_item(rng, cards, new))}


def wrong_discard(rng, record):
    """A discard of five, or seven, or twice the same card, or none."""
    cards = (record["discard"] or "S1 S2 S3 S4 S5 S6").split()
    wrong = rng.choice([cards[:5], [*cards, rng.choice(DECK)], [*cards[:5], cards[0]], []])
    return record | {"discard": rng.choice([" ".join(wrong), None])}


def another_chelem(rng, record):
    """A slam is announced or is not; or the field is neither true nor false."""
    return record | {"chelem": rng.choice([not record["chelem"]] * 4 + [None, 0, 1, "true", []])}


def another_dealer(rng, record):
    """Somebody else deals, or nobody who exists."""
    return record | {"dealer": rng.choice([0, 1, 2, 3, 4, -1, True, 1.0, "1", None, 1 << 70])}


def trumps_in(record, seat):
    """The trumps and Excuse dealt to a seat."""
    return [card for card in record["hands"][seat].split() if card[0] in "TE"]


def another_poignee(rng, record):
    """A seat shows some of its trumps, whether it may or not."""
    seat = rng.randrange(4)
    trumps = trumps_in(record, seat)
    some = rng.sample(trumps, min(len(trumps), rng.choice([9, 10, 10, 13, 15])))
    others = [poignee for poignee in record["poignees"] if poignee["seat"] != seat or rng.random() < 0.2]
    return record | {"poignees": [*others, {"seat": seat, "cards": " ".join(some)}]}


def spoilt_poignee(rng, record):
    """A poignée with a wrong card, too few or too many, at another seat, or malformed."""
    if not record["poignees"]:
        return another_poignee(rng, record)
    poignee = rng.choice(record["poignees"])
    cards = poignee["cards"].split()
    spoilt = rng.choice(
        [
            poignee | {"cards": " ".join(with_item(rng, cards, rng.choice(DECK)))},
            poignee | {"cards": " ".join(with_item(rng, cards, rng.choice(TRUMPS)))},
            poignee | {"cards": " ".join(with_item(rng, cards, "EX"))},
            poignee | {"cards": " ".join([*cards[:-1], cards[0]])},
            poignee | {"cards": " ".join(cards[:-1])},
            poignee | {"cards": " ".join([*cards, rng.choice(TRUMPS)])},
            poignee | {"cards": cards},
            poignee | {"seat": (poignee["seat"] + 1) % 4},
            poignee | {"seat": rng.choice([4, -1, None, "0", False])},
            poignee | {"level": 1},
            {"seat": poignee["seat"]},
            poignee["cards"],
        ]
    )
    return record | {"poignees": [other if other is not poignee else spoilt for other in record["poignees"]]}


def twice_shown(rng, record):
    """Every poignée is shown twice."""
    return record | {"poignees": record["poignees"] * 2}


def another_hand(rng, record):
    """A card of a hand becomes another: a card of the deck twice, or a card short or too many."""
    hands = list(record["hands"])
    seat = rng.randrange(4)
    cards = hands[seat].split()
    hands[seat] = rng.choice(
        [
            " ".join(with_item(rng, cards, rng.choice(DECK))),
            " ".join(cards[:-1]),
            " ".join([*cards, rng.choice(DECK)]),
            cards,
            None,
            "",
        ]
    )
    return record | {"hands": hands}


def swapped_hands(rng, record):
    """Two cards of two hands, or of a hand and the chien, change places: the deal stays a deal."""
    parts = [part.split() for part in (*record["hands"], record["chien"])]
    one, other = rng.sample(parts, 2)
    at, there = rng.randrange(len(one)), rng.randrange(len(other))
    one[at], other[there] = other[there], one[at]
    *hands, chien = (" ".join(part) for part in parts)
    return record | {"hands": hands, "chien": chien}


def junk_in_a_field(rng, record):
    """A field holds what it never should."""
    field = rng.choice([*record, "note"])
    junk = rng.choice(
        [None, 0, 1.5, True, "", "pass", "S1 S2", [], ["S1"], [None], [[]], {}, {"seat": 0}, "T22 EX"]
    )
    return record | {field: junk}


def field_left_out(rng, record):
    """A field is not there."""
    field = rng.choice(list(record))
    return {name: value for name, value in record.items() if name != field}


def junk_card(rng, record):
    """A play is no card's name, or one in the French ranks."""
    junk = rng.choice(
        ["s1", "S0", "S01", "S11", "T0", "T22", "T01", "", " S1", "EX ", "ex", "E", None, 7, ["S1"], {}]
    )
    plays = list(record["plays"])
    if plays and rng.random() < 0.5:
        return record | {"plays": with_item(rng, plays, junk)}
    english = {rank: french for french, rank in FRENCH_RANKS.items()}
    return record | {
        "plays": [card[0] + english.get(card[1:], card[1:]) if card[0] in "SCDB" else card for card in plays]
    }


def no_record(rng, record):
    """Not even an object."""
    return rng.choice([None, [], "deal", 5, {}, [record]])


MUTATIONS = (
    another_card,
    later_card,
    missing_card,
    extra_card,
    another_bid,
    another_auction,
    another_discard,
    wrong_discard,
    another_chelem,
    another_dealer,
    another_poignee,
    spoilt_poignee,
    twice_shown,
    another_hand,
    swapped_hands,
    junk_in_a_field,
    field_left_out,
    junk_card,
    no_record,
)


def cut_short(rng, record):
    """The record up to a random moment of the deal: in the auction, before the discard, in the play."""
    moment = rng.random()
    if moment < 0.15 or not record["plays"]:
        bids = record["bids"][: rng.randint(0, 4)]
        return record | {"bids": bids, "discard": None, "chelem": False, "poignees": [], "plays": []}
    if moment < 0.25:
        return record | {"discard": None, "poignees": [], "plays": []}
    return record | {"plays": record["plays"][: rng.randint(0, 71)]}
