"""A deal that has been played, looked at again: where the cards went, who can still do what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tarotsim.bits import highest, popcount
from tarotsim.cards import FIRST_TRUMP, NAMES, SUITS
from tarotsim.engine.steps import CARD, Steps, answers_in
from tarotsim.rules.settlement import excuse_halves, halves_of
from tarotsim.rules.tables import EXCUSE_HALVES, SEATS, SUIT, TRUMP_SUIT, TRUMPS

__all__ = ["Better", "Trick", "tricks_of"]

LETTERS = SUITS + "T"


@dataclass(frozen=True)
class Better:
    """A card that would have brought its seat more than the one it played."""

    seat: int
    played: int
    better: int
    gain: int
    """Half points of the seat's score."""


@dataclass
class Trick:
    """One trick, and what could be known when it had fallen."""

    number: int
    """From 1."""
    leader: int
    cards: list[int] = field(default_factory=list)
    winner: int | None = None
    """None while cards are missing."""
    points: tuple[int, int] = 0, 0
    """Half points in tricks so far: of the defence, of the taker."""
    voids: list[list[int]] = field(default_factory=list)
    """By seat the suits (4: trumps) that it has shown to be without."""
    trumps: list[int] = field(default_factory=list)
    """By seat how many trumps (without the Excuse) it still holds."""
    masters: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By suit the highest card that is still in a hand, and whose."""
    better: list[Better] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The trick as one JSON object."""
        defence, taker = self.points
        return {
            "trick": self.number,
            "leader": self.leader,
            "cards": [NAMES[card] for card in self.cards],
            "winner": self.winner,
            "points": {"taker": taker / 2, "defence": defence / 2},
            "voids": [[LETTERS[suit] for suit in suits] for suits in self.voids],
            "trumps": self.trumps,
            "masters": {
                LETTERS[suit]: {"card": NAMES[card], "seat": seat}
                for suit, (card, seat) in self.masters.items()
            },
            "better": [
                {
                    "seat": found.seat,
                    "played": NAMES[found.played],
                    "better": NAMES[found.better],
                    "gain": found.gain / 2,
                }
                for found in self.better
            ],
        }


def tricks_of(
    steps: Steps, transcript: Any, review: Callable[[Steps, int], Better | None] | None = None
) -> Iterator[Trick]:
    """Play a legal TRANSCRIPT in ``steps`` (which holds its cards), trick by trick.

    ``review`` is asked of each card before it is played. What comes before the first card is played
    before the first trick is given; an unfinished trick is given too.
    """
    trick: Trick | None = None
    for answer in answers_in(transcript):
        assert steps.question is not None
        kind, seat = steps.question
        if kind != CARD:
            steps.answer(answer)
            continue
        if trick is None:
            trick = Trick(int(steps.table["trick"]) + 1, seat)
        found = review(steps, answer) if review else None
        if found:
            trick.better.append(found)
        steps.answer(answer)
        trick.cards.append(answer)
        _look(trick, steps)
        if len(trick.cards) == SEATS:
            trick.winner = int(steps.table["winners"][trick.number - 1])
            yield trick
            trick = None
    if trick is not None:
        yield trick


def _look(trick: Trick, steps: Steps) -> None:
    """Note what is known, now that a card has fallen."""
    table, hidden = steps.table, steps.hidden
    trick.points = points_in_tricks(table)
    trick.voids = [
        [suit for suit in range(TRUMP_SUIT + 1) if table["void"][seat] >> suit & 1] for seat in range(SEATS)
    ]
    trick.trumps = [int(popcount(hidden["trumps"][seat] & TRUMPS)) for seat in range(SEATS)]
    trick.masters = {}
    for suit in range(TRUMP_SUIT + 1):
        held = [(_highest_of(suit, hidden, seat), seat) for seat in range(SEATS)]
        card, seat = max(held)
        if card >= 0:
            trick.masters[suit] = card, seat


def _highest_of(suit: int, hidden: Any, seat: int) -> int:
    """The highest card of a suit in a hand, -1 if there is none."""
    if suit == TRUMP_SUIT:
        trumps = int(hidden["trumps"][seat]) & TRUMPS
        return FIRST_TRUMP + highest(trumps) if trumps else -1
    plain = int(hidden["plain"][seat] & SUIT[suit])
    return highest(plain) if plain else -1


def points_in_tricks(table: Any) -> tuple[int, int]:
    """Half points of the tricks that are over: of the defence, of the taker."""
    defence, taker = (
        int(halves_of(table["won_plain"][side], table["won_trumps"][side])) for side in range(2)
    )
    if 0 <= table["excuse_trick"] < table["trick"]:
        of_the_excuse = int(excuse_halves(table))
        taker, defence = taker + of_the_excuse, defence + EXCUSE_HALVES - of_the_excuse
    return defence, taker
