"""Random and hostile deals for the referee: hand-outs and ways of playing that reach rare ends.

A *skew* bends the hand-out of the cards, a *bias* the way they are bid and played; every deal stays
within the rules, and every choice comes from the `random.Random` passed in. `hostile_record` draws
a pair from `PROFILES`, which together reach every rare end of the rules within some thousand deals.
"""

from typing import NamedTuple

from referee import DECK, EXCUSE, KINGS, PETIT, PLAIN_CARDS, SEATS, TRUMPS, Table, trumps_of

# Hand-outs --------------------------------------------------------------------------------------


def uniform(rng):
    """Nothing is settled beforehand."""
    return [[]], []


def sweep(rng):
    """Four kings and the highest trumps in one hand; with T1 or EX or both, or neither."""
    extras = [card for card in (PETIT, EXCUSE) if rng.random() < 0.7]
    return [[*KINGS, *extras, *TRUMPS[-(14 - len(extras)) :]]], []


def long_trumps(rng):
    """Eight to sixteen trumps and perhaps the Excuse in one hand: every poignee, or one short."""
    return [rng.sample(TRUMPS, rng.randint(8, 16)) + [EXCUSE] * rng.randint(0, 1)], []


def two_poignees(rng):
    """All trumps and the Excuse in two hands, ten at least in each: two seats may show."""
    trumps = rng.sample([*TRUMPS, EXCUSE], 22)
    cut = rng.randint(10, 12)
    return [trumps[:cut], trumps[cut:]], []


def kings_and_trumps(rng):
    """Kings and long trumps in one hand, more trumps in the chien: trumps must be discarded."""
    kings = rng.sample(KINGS, rng.choice((3, 4, 4, 4)))
    trumps = rng.sample([*TRUMPS, EXCUSE], 22)
    held = 18 - len(kings) - rng.randint(0, 3)
    return [kings + trumps[:held]], trumps[held : held + rng.randint(0, 6)]


def short_trumps(rng):
    """None but some of T1, T2 and EX in one hand: the Petit sec and the hands next to it."""
    trumps = rng.choice(([PETIT], [PETIT], [PETIT, EXCUSE], [PETIT, "T2"], [EXCUSE], ["T2"]))
    return [trumps + rng.sample(PLAIN_CARDS, 18 - len(trumps))], []


SKEWS = {  # name: function of rng giving (part of some hands, part of the chien)
    None: uniform,
    "sweep": sweep,
    "long_trumps": long_trumps,
    "two_poignees": two_poignees,
    "kings_and_trumps": kings_and_trumps,
    "short_trumps": short_trumps,
}


def random_deal(rng, dealer, skew=None):
    """(hands, chien) as lists of cards, skewed by a name of `SKEWS`, the skew at random seats.

    The hands are dealt from the player right of the dealer on: another dealer, with `rng` in the
    same state, gets the same deal turned round the table.
    """
    hands, chien = SKEWS[skew](rng)
    hands = [*hands, [], [], []][:4]
    rng.shuffle(hands)
    settled = {card for part in (*hands, chien) for card in part}
    rest = [card for card in DECK if card not in settled]
    rng.shuffle(rest)
    hands = [hand + [rest.pop() for _ in range(18 - len(hand))] for hand in hands]
    first = (dealer + 1) % 4
    return hands[-first:] + hands[:-first], chien + rest


# Ways of playing --------------------------------------------------------------------------------


class Bias(NamedTuple):
    """What bends the choices of a play-out; without it they are uniform among the legal ones."""

    keep: tuple = ()  # cards played only when no other is legal, the last named kept longest
    strongest: bool = False  # play the strongest card, trumps before plain cards
    bids: int = 5  # choose among so many of the lowest legal bids, pass included
    longest_bids: bool = False  # only the seat with most trumps bids, the others pass
    chelem: float = 0.1  # probability of announcing a chelem
    poignee: float = 0.0  # probability of showing the highest level; else uniform, none included


BIASES = {
    None: Bias(),
    "excuse_last": Bias(keep=(EXCUSE,)),
    "petit_last": Bias(keep=(PETIT,), bids=2),
    "both_last": Bias(keep=(PETIT, EXCUSE), bids=3),
    "sweep": Bias(keep=(PETIT, EXCUSE), bids=3, strongest=True, chelem=0.5),
    "longest_takes": Bias(bids=3, longest_bids=True, poignee=0.7),
}
PROFILES = (  # (skew, bias) pairs from which `hostile_record` draws
    (None, None),
    (None, "excuse_last"),
    (None, "petit_last"),
    (None, "both_last"),
    ("sweep", "sweep"),
    ("sweep", "sweep"),
    ("sweep", None),
    ("long_trumps", "longest_takes"),
    ("long_trumps", None),
    ("kings_and_trumps", "longest_takes"),
    ("two_poignees", None),
    ("short_trumps", None),
)


def choose_bid(rng, table, bias):
    """A legal bid, uniform among the lowest `bias.bids`; pass, if only the longest trumps bid."""
    longest = max(SEATS, key=lambda seat: len(trumps_of(table.hands[seat])))
    if bias.longest_bids and table.to_act != longest:
        return "pass"
    return rng.choice(table.legal_bids()[: bias.bids])


def choose_discard(rng, table):
    """A legal discard, uniform among the legal sets."""
    plain, trumps, short = table.discard_choice()
    return rng.sample(plain, 6 - short) + rng.sample(trumps, short)


def choose_poignee(rng, table, bias):
    """A poignee of the seat to act, or None: uniform, or the highest level."""
    sets = table.poignee_sets(table.to_act)
    if sets and rng.random() < bias.poignee:
        return sets[-1]
    return rng.choice([None, *sets])


def choose_card(rng, table, bias):
    """A legal card: uniform, or the strongest; the kept cards only when no other is legal."""
    legal = table.legal_cards()
    free = [card for card in legal if card not in bias.keep]
    if not free:
        return min(legal, key=bias.keep.index)
    return max(free, key=DECK.index) if bias.strongest else rng.choice(free)


def random_playout(rng, table, bias=None):
    """Play a fresh table to its end by a bias of `BIASES`; the record of what was done."""
    bias = BIASES[bias]
    record = {
        "dealer": table.dealer,
        "hands": [" ".join(hand) for hand in table.hands],
        "chien": " ".join(table.chien),
    }
    plays = []
    while table.phase == "bid":
        table.bid(choose_bid(rng, table, bias))
    if table.phase == "discard":
        table.discard(choose_discard(rng, table))
    if table.may_announce_chelem() and rng.random() < bias.chelem:
        table.announce_chelem()
    while table.phase == "play":
        if not table.tricks:
            shown = choose_poignee(rng, table, bias)
            if shown:
                table.show(table.to_act, shown)
        card = choose_card(rng, table, bias)
        table.play(card)
        plays.append(card)
    return record | {
        "bids": table.bids,
        "discard": " ".join(table.discarded) if table.discarded else None,
        "chelem": table.chelem,
        "poignees": [{"seat": seat, "cards": " ".join(cards)} for seat, cards in table.poignees.items()],
        "plays": plays,
    }


def hostile_record(rng):
    """The record of one whole deal by a random dealer and a random pair of `PROFILES`."""
    dealer = rng.randrange(4)
    skew, bias = rng.choice(PROFILES)
    return random_playout(rng, Table(dealer, *random_deal(rng, dealer, skew)), bias)
