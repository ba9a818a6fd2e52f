"""The rare ends of a deal, each a name and what is true of a finished referee's `Table` then.

The tests that compare kernels and referee count them, so that agreement on many deals cannot mean
agreement on the same dull ones.
"""

from functools import cached_property

import referee
from referee import BOUTS, DEFENCE, EXCUSE, PETIT, SEATS, TAKER, TRICKS


class End:
    """What is worth knowing of a deal played out."""

    def __init__(self, table, answer):
        """Of a finished referee's ``table``, and the answer it gives."""
        self.table = table
        self.contract = answer["contract"]
        self.won = answer["won"]
        self.announced = answer["chelem_announced"]
        self.slam = {1: TAKER, -1: DEFENCE, 0: None}[answer["chelem"]]
        self.petit = {1: TAKER, -1: DEFENCE, 0: None}[answer["petit_au_bout"]]
        self.margin = answer["card_points"] - answer["target"]
        self.bouts = answer["bouts"]
        self.levels = answer["poignees"]
        self.taker_level = self.levels[table.taker]
        self.defence_levels = {self.levels[seat] for seat in SEATS if seat != table.taker}

    @cached_property
    def excuse(self):
        """(trick from 1, side of the player, side of the winner, led, wins), or None: in the chien."""
        for number, trick in enumerate(self.table.tricks, start=1):
            for turn, (seat, card) in enumerate(trick.plays):
                if card == EXCUSE:
                    sides = self.table.side(seat), self.table.side(trick.winner)
                    return number, *sides, turn == 0, seat == trick.winner
        return None

    def excuse_is(self, last, player, winner):
        """Whether a side played the Excuse in the last trick, or before, and a side won that trick."""
        number, *sides, _, wins = self.excuse or (0, None, None, None, None)
        return bool(number) and (number == TRICKS) == last and sides == [player, winner] and not wins

    @cached_property
    def excuse_wins(self):
        """The side whose Excuse, led, won the last trick, or None."""
        return self.excuse[1] if self.excuse and self.excuse[4] else None

    def excuse_led(self, *tricks):
        """Whether the Excuse was led in one of these tricks and did not win it."""
        return bool(self.excuse) and self.excuse[3] and self.excuse[0] in tricks and not self.excuse_wins

    @cached_property
    def petit_trick(self):
        """The trick, from 1, in which T1 fell; None if it lies aside."""
        for number, trick in enumerate(self.table.tricks, start=1):
            if PETIT in [card for _, card in trick.plays]:
                return number
        return None

    def petit_au_bout(self, number, side):
        """Whether a side has the Petit au bout for a trick."""
        return self.petit == side and self.petit_trick == number

    @cached_property
    def forced_trumps(self):
        """How many trumps the taker had to discard."""
        return len(referee.trumps_of(self.table.discarded or []))

    @cached_property
    def from_the_discard(self):
        """How many cards of the taker's poignée lie in the discard."""
        shown = self.table.poignees.get(self.table.taker, [])
        return sum(card in shown for card in self.table.discarded or [])

    @cached_property
    def excuse_shown_at(self):
        """The levels of poignées in which the Excuse stands in for a trump."""
        return {self.levels[seat] for seat, shown in self.table.poignees.items() if EXCUSE in shown}

    def aside(self, contract, *bouts):
        """Whether one of the bouts lies in the chien of a contract without discard."""
        return self.contract == contract and any(bout in self.table.chien for bout in bouts)


RARE_ENDS = {
    "the taker's Excuse in the last trick": lambda end: end.excuse_is(True, TAKER, DEFENCE),
    "a defender's Excuse in the last trick, the taker wins it": lambda end: end.excuse_is(
        True, DEFENCE, TAKER
    ),
    "a defender's Excuse in the last trick, a partner wins it": lambda end: end.excuse_is(
        True, DEFENCE, DEFENCE
    ),
    "half a point is kept": lambda end: end.margin % 1 == 0.5,
    "half a point short of the target": lambda end: end.margin == -0.5,
    "half a point above the target": lambda end: end.margin == 0.5,
    "exactly the target": lambda end: end.margin == 0,
    "the taker's Excuse, led last, wins": lambda end: end.excuse_wins == TAKER,
    "a defender's Excuse, led last, wins": lambda end: end.excuse_wins == DEFENCE,
    "the Excuse, led last, does not win": lambda end: end.excuse_led(TRICKS),
    "the Excuse is led first": lambda end: end.excuse_led(1),
    "the Excuse is led in mid-deal": lambda end: end.excuse_led(*range(2, TRICKS)),
    "the taker's Excuse before the last trick": lambda end: end.excuse_is(False, TAKER, DEFENCE),
    "a defender's Excuse, the taker wins the trick": lambda end: end.excuse_is(False, DEFENCE, TAKER),
    "a defender's Excuse, a partner wins the trick": lambda end: end.excuse_is(False, DEFENCE, DEFENCE),
    "announced slam made": lambda end: end.announced and end.slam == TAKER,
    "announced slam failed, contract made": lambda end: end.announced and not end.slam and end.won,
    "announced slam failed, contract lost": lambda end: end.announced and not end.slam and not end.won,
    "announced slam, the defence wins every trick": lambda end: end.announced and end.slam == DEFENCE,
    "unannounced slam": lambda end: not end.announced and end.slam == TAKER,
    "the defence wins every trick": lambda end: not end.announced and end.slam == DEFENCE,
    "Petit au bout of the taker, trick 18": lambda end: end.petit_au_bout(18, TAKER),
    "Petit au bout of the defence, trick 18": lambda end: end.petit_au_bout(18, DEFENCE),
    "Petit au bout of the taker, trick 17": lambda end: end.petit_au_bout(17, TAKER),
    "Petit au bout of the defence, trick 17": lambda end: end.petit_au_bout(17, DEFENCE),
    "Petit in trick 17 where trick 18 counts": lambda end: end.petit_trick == 17 and not end.excuse_wins,
    "Petit au bout of the taker, contract lost": lambda end: end.petit == TAKER and not end.won,
    "Petit au bout of the defence, contract made": lambda end: end.petit == DEFENCE and end.won,
    "two poignées": lambda end: sum(level > 0 for level in end.levels) == 2,
    "a triple with discarded trumps": lambda end: end.from_the_discard > 0,
    "a bout in the chien of a garde sans": lambda end: end.aside("garde_sans", *BOUTS),
    "a bout in the chien of a garde contre": lambda end: end.aside("garde_contre", *BOUTS),
    "the Excuse in the chien of a garde sans": lambda end: end.aside("garde_sans", EXCUSE),
    "the Excuse in the chien of a garde contre": lambda end: end.aside("garde_contre", EXCUSE),
}
RARE_ENDS |= {
    f"{contract} {'made' if won else 'lost'}": lambda end, c=contract, w=won: (
        (end.contract, end.won) == (c, w)
    )
    for contract in referee.CONTRACTS
    for won in (True, False)
}
RARE_ENDS |= {f"{bouts} bouts captured": lambda end, n=bouts: end.bouts == n for bouts in range(4)}
for level in (1, 2, 3):
    RARE_ENDS |= {
        f"poignée {level} of the taker": lambda end, n=level: end.taker_level == n,
        f"poignée {level} of a defender": lambda end, n=level: n in end.defence_levels,
        f"poignée {level} with the Excuse": lambda end, n=level: n in end.excuse_shown_at,
    }
RARE_ENDS |= {f"{n} trumps discarded by force": lambda end, n=n: end.forced_trumps == n for n in range(1, 6)}


def rare_ends_of(table, answer):
    """The names of the rare ends of a finished referee's table and its answer."""
    end = End(table, answer)
    return [name for name, holds in RARE_ENDS.items() if holds(end)]
