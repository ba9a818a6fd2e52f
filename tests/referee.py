"""A slow, plain referee of four-player French Tarot: the oracle the fast engine is compared with.

It is written from the rules page alone and shares no code with the engine. A card is its code as a
string ("S10", "T21", "EX"), a hand a list of cards in deck order, a seat an int 0-3. Card points
and scores are ints in half points, and are divided by two only where they are shown.

In order of reading: the cards, the numbers of the rules, reading a record, the rules of one trick,
the `Table` at which a deal is played card by card, the settlement of a finished deal, and `replay`,
`score` and `perft`, which are built on `Table`.
"""

import copy
from typing import NamedTuple

SEATS = range(4)
TRICKS = 18
TAKER, DEFENCE = "taker", "defence"  # the two sides
SIGN = {TAKER: 1, DEFENCE: -1, None: 0}

# Cards ------------------------------------------------------------------------------------------

PLAIN_SUITS = "SCDB"
PLAIN_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
FRENCH_RANKS = {"V": "J", "C": "N", "D": "Q", "R": "K"}
EXCUSE, PETIT, MONDE = "EX", "T1", "T21"
BOUTS = (PETIT, MONDE, EXCUSE)
KINGS = tuple(suit + "K" for suit in PLAIN_SUITS)

PLAIN_CARDS = [suit + rank for suit in PLAIN_SUITS for rank in PLAIN_RANKS]
TRUMPS = [f"T{number}" for number in range(1, 22)]
DECK = PLAIN_CARDS + TRUMPS + [EXCUSE]
DECK_ORDER = {card: place for place, card in enumerate(DECK)}  # within a suit: the higher wins


class RuleError(ValueError):
    """Something against the rules or a malformed record; the text says what and where."""


def in_deck_order(cards):
    """The cards as a list in deck order: S C D B T EX, each suit from low to high."""
    return sorted(cards, key=DECK_ORDER.__getitem__)


def trumps_of(cards):
    """The trumps T1 ... T21 among the cards, the Excuse left out."""
    return [card for card in cards if card[0] == "T"]


# The numbers of the rules -----------------------------------------------------------------------


class Contract(NamedTuple):
    """What a contract multiplies, and what becomes of the chien."""

    multiplier: int
    has_discard: bool  # the taker takes the chien and discards six
    six_count_for: str  # the side that counts the discard or, where there is none, the chien


CONTRACTS = {
    "prise": Contract(1, True, TAKER),
    "garde": Contract(2, True, TAKER),
    "garde_sans": Contract(4, False, TAKER),
    "garde_contre": Contract(6, False, DEFENCE),
}
BIDS = ("pass", *CONTRACTS)  # from low to high

TARGETS = (56, 51, 41, 36)  # points the taker needs with 0, 1, 2, 3 bouts
BASE = 25
PETIT_AU_BOUT = 10
POIGNEE_SIZES = (10, 13, 15)  # single, double, triple
POIGNEE_BONUS = (0, 20, 30, 40)  # by level, 0 for none
CHELEM_BONUS = {  # (announced, side that won every trick): paid to the taker by each defender
    (True, TAKER): 400,
    (True, None): -200,
    (True, DEFENCE): -200 - 200,
    (False, TAKER): 200,
    (False, None): 0,
    (False, DEFENCE): -200,
}


def half_points_of(card):
    """Card points in half points: bouts and kings 9, queens 7, cavaliers 5, jacks 3, the rest 1."""
    return 9 if card in BOUTS else {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1:], 1)


HALF_POINTS = {card: half_points_of(card) for card in DECK}  # 182 in all, which is 91 points


# Reading a record -------------------------------------------------------------------------------


def read_card(text):
    """The card a code stands for; the French ranks V C D R are read as J N Q K."""
    if not isinstance(text, str):
        raise RuleError(f"a card is a string, not {text!r}")
    suit, rank = text[:1], text[1:]
    if suit in tuple(PLAIN_SUITS) and rank in FRENCH_RANKS:
        text = suit + FRENCH_RANKS[rank]
    if text not in DECK_ORDER:
        raise RuleError(f"unknown card {text!r}")
    return text


def read_cards(text, what):
    """The cards of a string of codes separated by spaces."""
    if not isinstance(text, str):
        raise RuleError(f"{what} is a string of cards, not {text!r}")
    return [read_card(code) for code in text.split()]


def read_seat(value, what):
    """A seat number, an int 0-3; True, 1.0 and "1" are none."""
    if type(value) is not int or value not in SEATS:
        raise RuleError(f"{what} is a seat 0-3, not {value!r}")
    return value


def read_list(record, field):
    """An optional list of the record, empty where the field is missing."""
    value = record.get(field, [])
    if not isinstance(value, list):
        raise RuleError(f"{field} is a list, not {value!r}")
    return value


def read_poignees(record):
    """The poignees of a record as {seat: cards}: at most one per seat."""
    poignees = {}
    for entry in read_list(record, "poignees"):
        if not isinstance(entry, dict) or "seat" not in entry or "cards" not in entry:
            raise RuleError(f"a poignee has a seat and cards, not {entry!r}")
        seat = read_seat(entry["seat"], "the seat of a poignee")
        if seat in poignees:
            raise RuleError(f"seat {seat} shows two poignees")
        poignees[seat] = read_cards(entry["cards"], f"the poignee of seat {seat}")
    return poignees


# The rules of one deal and one trick ------------------------------------------------------------


class Trick(NamedTuple):
    """A finished trick: (seat, card) four times in the order played, and the seat that won it."""

    plays: tuple
    winner: int


def is_petit_sec(hand):
    """Petit sec: T1 is the only trump of the hand, and the Excuse is not there either."""
    return trumps_of(hand) == [PETIT] and EXCUSE not in hand


def suit_led(plays):
    """The suit to follow: that of the first card but the Excuse, or None while there is none."""
    for _, card in plays:
        if card != EXCUSE:
            return card[0]
    return None


def highest_of_suit(plays, suit):
    """The (seat, card) with the highest card of one suit in the trick, or None."""
    of_suit = [play for play in plays if play[1][0] == suit]
    return max(of_suit, key=lambda play: DECK_ORDER[play[1]], default=None)


def legal_in_trick(hand, plays):
    """The cards of a hand that may be added to the trick, in the order of the hand.

    A lead is free, and so is the card after a led Excuse. Otherwise follow the suit led; else play
    a trump; with neither, any card. The Excuse may always be played.
    """
    led = suit_led(plays)
    if led is None:
        return list(hand)
    excuse = [EXCUSE] if EXCUSE in hand else []
    following = [card for card in hand if card[0] == led]
    if following and led != "T":
        return following + excuse
    trumps = trumps_of(hand)
    if trumps:
        return must_overtrump(trumps, plays) + excuse
    return list(hand)


def must_overtrump(trumps, plays):
    """Of the trumps of a hand: those above the highest trump of the trick, a partner's too.

    With none above it, every trump may be played.
    """
    highest = highest_of_suit(plays, "T")
    if highest is None:
        return trumps
    higher = [card for card in trumps if DECK_ORDER[card] > DECK_ORDER[highest[1]]]
    return higher or trumps


def trick_winner(plays):
    """The highest trump wins, else the highest card of the suit led; never the Excuse."""
    best = highest_of_suit(plays, "T") or highest_of_suit(plays, suit_led(plays))
    return best[0]


# The table --------------------------------------------------------------------------------------


class Table:
    """One deal, from the hand-out of the cards to the last trick, driven step by step.

    Attributes to read: `dealer`, `chien` (as dealt), `hands` (as held now; the taker's is 24 cards
    until the discard), `bids`, `taker` and `contract` (None until the auction is over), `discarded`
    (None or six cards), `chelem` (announced), `poignees` ({seat: cards}), `tricks` (the finished
    ones) and `trick` (the (seat, card) plays of the one on the table).
    """

    def __init__(self, dealer, hands, chien):
        """A deal of 18 cards to each of four seats and 6 to the chien, from the 78 cards."""
        self.dealer = read_seat(dealer, "dealer")
        cards = [card for part in (*hands, chien) for card in part]
        sizes = [len(hand) for hand in hands]
        if sizes != [TRICKS] * 4 or len(cards) != len(DECK) or set(cards) != set(DECK):
            raise RuleError("the deal is not 4 x 18 + 6 of the 78 cards")
        self.hands = [in_deck_order(hand) for hand in hands]
        self.chien = in_deck_order(chien)
        self.petit_sec = any(is_petit_sec(hand) for hand in self.hands)
        self.bids = []
        self.taker = None
        self.contract = None
        self.discarded = None
        self.chelem = False
        self.poignees = {}
        self.tricks = []
        self.trick = []

    def copy(self):
        """A second table in the same state, to be driven on its own."""
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.bids, twin.tricks, twin.trick = list(self.bids), list(self.tricks), list(self.trick)
        twin.poignees = dict(self.poignees)
        return twin

    @property
    def phase(self):
        """One of petit_sec and passed (the deal is cancelled), bid, discard, play, over."""
        if self.petit_sec:
            return "petit_sec"
        if len(self.bids) < len(SEATS):
            return "bid"
        if self.taker is None:
            return "passed"
        if CONTRACTS[self.contract].has_discard and self.discarded is None:
            return "discard"
        return "play" if len(self.tricks) < TRICKS else "over"

    @property
    def to_act(self):
        """The seat to bid, discard or play; None when nobody is to act."""
        phase = self.phase
        if phase == "bid":
            return self.speaker(len(self.bids))
        if phase == "discard":
            return self.taker
        if phase == "play":
            return (self.leader() + len(self.trick)) % 4
        return None

    def side(self, seat):
        """The side a seat plays for: one taker against three defenders."""
        return TAKER if seat == self.taker else DEFENCE

    def require_phase(self, phase, what):
        """Raise unless the deal stands in the phase in which `what` may be done."""
        if self.phase != phase:
            raise RuleError(f"{what} in phase {self.phase}, not {phase}")

    # Auction

    def speaker(self, turn):
        """The seat that speaks at a turn 0-3: the player right of the dealer first, each once."""
        return (self.dealer + 1 + turn) % 4

    def legal_bids(self):
        """What may be bid: pass, or a contract above the current bid."""
        if self.phase != "bid":
            return []
        current = max((BIDS.index(bid) for bid in self.bids), default=0)
        return ["pass", *BIDS[current + 1 :]]

    def bid(self, bid):
        """The seat to act speaks; the fourth bid ends the auction."""
        self.require_phase("bid", f"a bid {bid!r}")
        if bid not in BIDS:
            raise RuleError(f"seat {self.to_act}: unknown bid {bid!r}")
        if bid not in self.legal_bids():
            raise RuleError(f"seat {self.to_act}: {bid} does not exceed the current bid")
        self.bids.append(bid)
        if len(self.bids) == len(SEATS):
            self.close_auction()

    def close_auction(self):
        """The highest bidder is the taker, and in prise and garde takes the chien."""
        highest = max(self.bids, key=BIDS.index)
        if highest == "pass":
            return
        self.contract = highest
        self.taker = self.speaker(self.bids.index(highest))
        if CONTRACTS[highest].has_discard:
            self.hands[self.taker] = in_deck_order(self.hands[self.taker] + self.chien)

    # Discard

    def discard_choice(self):
        """What the taker may discard: (plain cards, trumps, how many of the six must be trumps).

        Kings and bouts never. Trumps fill exactly what is short of six plain cards.
        """
        self.require_phase("discard", "a choice of discards")
        hand = self.hands[self.taker]
        plain = [card for card in hand if card in PLAIN_CARDS and card not in KINGS]
        trumps = [card for card in trumps_of(hand) if card not in BOUTS]
        return plain, trumps, max(0, 6 - len(plain))

    def discard(self, cards):
        """The taker lays aside six cards, which count for the taker's side."""
        if self.contract and not CONTRACTS[self.contract].has_discard:
            raise RuleError(f"there is no discard in {self.contract}")
        self.require_phase("discard", "a discard")
        plain, trumps, short = self.discard_choice()
        if len(cards) != 6 or len(set(cards)) != 6:
            raise RuleError("the discard is six different cards")
        for card in cards:
            if card not in self.hands[self.taker]:
                raise RuleError(f"discard: seat {self.taker} does not hold {card}")
            if card not in plain and card not in trumps:
                raise RuleError(f"discard: {card} is a king or bout, which are never discarded")
        if len(trumps_of(cards)) != short:
            raise RuleError(f"discard: exactly {short} trumps fill the shortage of plain cards")
        self.discarded = in_deck_order(cards)
        self.hands[self.taker] = [card for card in self.hands[self.taker] if card not in cards]

    # Announcements before the first card

    def may_announce_chelem(self):
        """Only the taker may announce a slam: once, before the first card of the deal is played."""
        started = self.tricks or self.trick
        return self.phase in ("discard", "play") and not started and not self.chelem

    def announce_chelem(self):
        """The taker announces a slam, and so will lead the first trick."""
        if not self.may_announce_chelem():
            raise RuleError(f"no chelem may be announced (any more) in phase {self.phase}")
        self.chelem = True

    def has_played(self, seat):
        """Whether the seat has played its first card."""
        return bool(self.tricks) or any(player == seat for player, _ in self.trick)

    def four_king_trumps(self, seat):
        """The discarded trumps that the seat may count in a triple poignee.

        They are the public discard of a taker who held all four kings after taking the chien.
        (Kings are never discarded, so they are still in hand before the first card.)
        """
        if seat != self.taker or not self.discarded:
            return []
        if not all(king in self.hands[seat] for king in KINGS):
            return []
        return trumps_of(self.discarded)

    def poignee_sets(self, seat):
        """One choice for every level the seat may show now, from single up, each in deck order.

        The highest trumps in hand; the Excuse only where it stands in for the one trump missing;
        for a triple with four kings, the highest fifteen of hand and public discard.
        """
        if self.phase != "play" or self.has_played(seat) or seat in self.poignees:
            return []
        hand = self.hands[seat]
        sets = []
        for size in POIGNEE_SIZES:
            trumps = trumps_of(hand)
            if len(trumps) == size - 1 and EXCUSE in hand:
                sets.append([*trumps, EXCUSE])
                continue
            if size == 15:
                trumps = in_deck_order(trumps + self.four_king_trumps(seat))
            if len(trumps) >= size:
                sets.append(trumps[-size:])
        return sets

    def check_poignee(self, seat, cards):
        """Raise unless the seat may show these cards before its first card.

        10, 13 or 15 trumps held, any choice of them. The Excuse stands in for one missing trump
        only if every trump in hand is shown with it, and is not one of the fifteen of a triple
        that counts discarded trumps.
        """
        where = f"poignee of seat {seat}"
        self.require_phase("play", where)
        if self.has_played(seat):
            raise RuleError(f"{where}: shown after the first card")
        if seat in self.poignees:
            raise RuleError(f"{where}: shown twice")
        if len(cards) not in POIGNEE_SIZES or len(set(cards)) != len(cards):
            raise RuleError(f"{where}: 10, 13 or 15 different cards are shown")
        held = trumps_of(self.hands[seat])
        if len(cards) == 15 and EXCUSE not in cards:
            held = held + self.four_king_trumps(seat)
        for card in cards:
            if card != EXCUSE and card not in TRUMPS:
                raise RuleError(f"{where}: {card} is neither trump nor Excuse")
            if card not in held and card not in self.hands[seat]:
                raise RuleError(f"{where}: {card} is not held")
        if EXCUSE in cards and len(cards) != len(held) + 1:
            raise RuleError(f"{where}: the Excuse is shown only with every trump in hand")

    def show(self, seat, cards):
        """The seat shows a poignee: on its turn, just before its own first card, at most one."""
        self.check_poignee(seat, cards)
        if seat != self.to_act:
            raise RuleError(f"poignee of seat {seat}: it is the turn of seat {self.to_act}")
        self.poignees[seat] = in_deck_order(cards)

    # Play

    def leader(self):
        """Who leads: the winner of the last trick; at first the taker who announced a slam, else
        the seat right of the dealer."""
        if self.tricks:
            return self.tricks[-1].winner
        return self.taker if self.chelem else self.speaker(0)

    def legal_cards(self):
        """The cards the seat to act may play, in deck order; none outside the play."""
        if self.phase != "play":
            return []
        return legal_in_trick(self.hands[self.to_act], self.trick)

    def play(self, card):
        """The seat to act plays a card; the fourth card ends the trick."""
        self.require_phase("play", f"card {card!r} played")
        seat = self.to_act
        where = f"trick {len(self.tricks) + 1}: seat {seat}"
        if card not in self.hands[seat]:
            raise RuleError(f"{where} does not hold {card}")
        if card not in self.legal_cards():
            raise RuleError(f"{where} may not play {card}")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(SEATS):
            winner = trick_winner(self.trick)
            if self.excuse_wins_last_trick():
                winner = self.leader()
            self.tricks.append(Trick(tuple(self.trick), winner))
            self.trick = []

    def excuse_wins_last_trick(self):
        """The exception: led by a side that has won all 17 tricks before the last, EX wins it."""
        leader, card = self.trick[0]
        return (
            card == EXCUSE
            and len(self.tricks) == TRICKS - 1
            and all(self.side(trick.winner) == self.side(leader) for trick in self.tricks)
        )

    def result(self):
        """The state of the deal, or its result, as the dict that scoring its record prints."""
        phase = self.phase
        if phase in ("petit_sec", "passed"):
            return {"status": phase, "taker": None, "contract": None, "scores": [0.0] * 4}
        if phase == "over":
            return settle(self)
        state = {"status": "in_progress", "phase": phase, "to_act": self.to_act}
        if phase == "bid":
            state["legal"] = self.legal_bids()
        if phase == "play":
            state["legal"] = self.legal_cards()
            state["trick"] = len(self.tricks) + 1
        return state


# Settlement of a finished deal ------------------------------------------------------------------


def opponents(side):
    """The other side."""
    return DEFENCE if side == TAKER else TAKER


def excuse_settlement(table):
    """(side that finally owns the Excuse, whether it owes half a point).

    (None, False) if the Excuse was not played but lay in the chien.

    Before the last trick it stays with its player's side, which owes half a point if the other
    side won the trick. On the last trick it goes to the side opposite its player, whoever won the
    trick, with nothing owed; but if it won the trick itself (a slam), its side keeps it.
    """
    for number, trick in enumerate(table.tricks, start=1):
        for seat, card in trick.plays:
            if card == EXCUSE:
                own_side, winning_side = table.side(seat), table.side(trick.winner)
                if number < TRICKS:
                    return own_side, winning_side != own_side
                return (own_side if trick.winner == seat else opponents(own_side)), False
    return None, False


def piles(table):
    """The cards each side finally captured, {side: cards}: all 78.

    The tricks won, but for the Excuse, which goes where `excuse_settlement` says; and the discard,
    or the chien where there was no discard, for the side that the contract says.
    """
    contract = CONTRACTS[table.contract]
    captured = {TAKER: [], DEFENCE: []}
    captured[contract.six_count_for] += table.discarded if contract.has_discard else table.chien
    for trick in table.tricks:
        captured[table.side(trick.winner)] += [card for _, card in trick.plays if card != EXCUSE]
    owner, _ = excuse_settlement(table)
    if owner:
        captured[owner].append(EXCUSE)
    return captured


def half_points(table):
    """The card points of each side in half points, {side: int}: 182 together."""
    counted = {side: sum(map(HALF_POINTS.get, cards)) for side, cards in piles(table).items()}
    owner, owes = excuse_settlement(table)
    if owes:
        counted[owner] -= 1
        counted[opponents(owner)] += 1
    return counted


def petit_au_bout(table):
    """The side that won the last trick with T1 in it, or None.

    If the Excuse won the last trick, the trick before it is looked at instead.
    """
    trick = table.tricks[-1]
    if (trick.winner, EXCUSE) in trick.plays:
        trick = table.tricks[-2]
    if PETIT in [card for _, card in trick.plays]:
        return table.side(trick.winner)
    return None


def tricks_won(table):
    """How many of the 18 tricks the taker's side won."""
    return sum(trick.winner == table.taker for trick in table.tricks)


def chelem_side(table):
    """The side that won every trick, or None."""
    return {TRICKS: TAKER, 0: DEFENCE}.get(tricks_won(table))


def poignee_levels(table):
    """The level 0-3 of the poignee of each seat, by the number of cards shown."""
    shown = [len(table.poignees.get(seat, ())) for seat in SEATS]
    return [POIGNEE_SIZES.index(size) + 1 if size else 0 for size in shown]


def payment(table, points, target, won):
    """What each defender pays the taker, in half points (negative: is paid).

    Base (25 + the distance from the target) x multiplier, and all poignees together: to the side
    that won the contract. Petit au bout 10 x multiplier to the side that made it. Chelem, as it
    comes. `points` and `target` are in half points.
    """
    multiplier = CONTRACTS[table.contract].multiplier
    contract = (2 * BASE + abs(points - target)) * multiplier
    poignees = sum(2 * POIGNEE_BONUS[level] for level in poignee_levels(table))
    petit = 2 * PETIT_AU_BOUT * multiplier * SIGN[petit_au_bout(table)]
    chelem = 2 * CHELEM_BONUS[table.chelem, chelem_side(table)]
    return (contract + poignees) * (1 if won else -1) + petit + chelem


def settle(table):
    """The result of a finished deal: the bouts captured set the target, reaching it wins."""
    bouts = sum(bout in piles(table)[TAKER] for bout in BOUTS)
    points, target = half_points(table)[TAKER], 2 * TARGETS[bouts]
    won = points >= target
    paid = payment(table, points, target, won)
    return {
        "status": "played",
        "taker": table.taker,
        "contract": table.contract,
        "bouts": bouts,
        "card_points": points / 2,
        "target": target / 2,
        "won": won,
        "tricks": tricks_won(table),
        "petit_au_bout": SIGN[petit_au_bout(table)],
        "poignees": poignee_levels(table),
        "chelem_announced": table.chelem,
        "chelem": SIGN[chelem_side(table)],
        "scores": [(3 * paid if seat == table.taker else -paid) / 2 for seat in SEATS],
    }


# Records and counting ---------------------------------------------------------------------------


def replay(record):
    """The table at the end of a record; raises RuleError at the first thing against the rules.

    A poignee is shown at its seat's first card; one whose seat is still to play its first card is
    checked against the hand and accepted.
    """
    if not isinstance(record, dict):
        raise RuleError(f"a record is an object, not {record!r}")
    hands = [read_cards(hand, "a hand") for hand in read_list(record, "hands")]
    table = Table(record.get("dealer"), hands, read_cards(record.get("chien"), "the chien"))
    for bid in read_list(record, "bids"):
        table.bid(bid)
    if record.get("discard") is not None:
        table.discard(read_cards(record["discard"], "the discard"))
    chelem = record.get("chelem", False)
    if not isinstance(chelem, bool):
        raise RuleError(f"chelem is true or false, not {chelem!r}")
    if chelem:
        table.announce_chelem()
    poignees = read_poignees(record)
    for code in read_list(record, "plays"):
        seat = table.to_act
        if seat in poignees:
            table.show(seat, poignees.pop(seat))
        table.play(read_card(code))
    for seat, cards in poignees.items():
        table.check_poignee(seat, cards)
    return table


def score(record):
    """The answer to a record: cancelled, in progress or played, or {"error": what and where}."""
    try:
        return replay(record).result()
    except RuleError as error:
        return {"error": str(error)}


def perft(table, depth):
    """The number of legal sequences of exactly `depth` cards from a table in play.

    Poignees and chelem are left out. 0 if fewer than `depth` cards are left to play.
    """
    if depth == 0:
        return 1
    count = 0
    for card in table.legal_cards():
        after = table.copy()
        after.play(card)
        count += perft(after, depth - 1)
    return count
