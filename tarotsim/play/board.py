"""What lies before the person: the bids, what is public, the trick, the own hand. Lines of text.

Everything is read from a view, the table as one seat may see it; nothing hidden can be shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping
from typing import Any

from tarotsim.play.words import Words, hand_order
from tarotsim.rules.play import first_leader
from tarotsim.rules.tables import CHIEN_IS_TAKEN, MULTIPLIER, SEATS, TRICKS, TRUMP_SUIT

__all__ = [
    "auction",
    "declared",
    "fallen",
    "folded",
    "hand",
    "poignee",
    "public",
    "taken",
    "trick_so_far",
]


def folded(text: str, width: int) -> list[str]:
    """``text`` in lines of less than ``width`` columns, the later ones indented; a line that fits stays."""
    if len(text) < width:
        return [text]
    return textwrap.wrap(text, width - 1, subsequent_indent="  ")


def auction(view: Any, words: Words) -> str:
    """Who has said what so far, in speaking order."""
    first = int(view["dealer"]) + 1
    seats = [(first + turn) % SEATS for turn in range(SEATS)]
    said = [
        f"{words.who(seat)} {words.contract(view['bids'][seat])}" for seat in seats if view["bids"][seat] >= 0
    ]
    if not said:
        return words("no_bid")
    return words("bids" if len(said) == SEATS else "in_auction", bids=", ".join(said))


def taken(view: Any, words: Words) -> str:
    """The contract, and who plays against whom."""
    taker, contract = int(view["taker"]), int(view["contract"])
    return words(
        "taken",
        contract=words.contract(contract).capitalize(),
        multiplier=MULTIPLIER[contract],
        taker=words.who(taker, inside=True),
        defenders=words.others(taker),
    )


def public(view: Any, words: Words, width: int) -> list[str]:
    """All that has been said and shown, but for the cards of the tricks."""
    lines = [auction(view, words)]
    if view["spoken"] == SEATS:
        lines = [taken(view, words), *lines]
        if CHIEN_IS_TAKEN[view["contract"]]:
            lines.append(words("chien", cards=words.cards(view["chien_plain"], view["chien_trumps"])))
    lines += declared(view, words)
    if view["put_plain"] and not view["put_plain"] & view["plain"]:  # else it is yet to be made
        lines.append(words("own_discard", cards=words.cards(view["put_plain"], view["discard_trumps"])))
    if view["trick"]:
        lines.append(words("tricks", taker=view["tricks"][1], defence=view["tricks"][0]))
    return [line for text in lines for line in folded(text, width)]


def declared(view: Any, words: Words) -> list[str]:
    """Discarded trumps, the chelem and the poignées: in sight until the deal is over."""
    lines = []
    if view["discard_trumps"]:
        lines.append(words("discard_trumps", cards=words.cards(0, view["discard_trumps"])))
    if view["chelem"]:
        lines.append(words("chelem_announced", who=words.who(view["taker"])))
    for seat in range(SEATS):
        if view["shown"][seat]:
            lines.append(poignee(view, seat, words))
    return lines


def poignee(view: Any, seat: int, words: Words) -> str:
    """The poignée that a seat has shown."""
    level = words.plain(words.names["levels"][view["poignee"][seat]])
    shown = words.cards(0, view["shown"][seat])
    return words("poignee_shown", level=level, who=words.who(seat, inside=True), cards=shown)


def trick_so_far(view: Any, words: Words) -> str:
    """The trick that is being played, and who is to play in it."""
    leader, turn = int(view["leader"]), int(view["turn"])
    cards = [_card_of((leader + n) % SEATS, int(view["cards"][n]), words) for n in range(turn)]
    if turn < SEATS and view["trick"] < TRICKS:
        cards.append(words("to_play", who=words.who((leader + turn) % SEATS)))
    return words("trick", number=int(view["trick"]) + 1, cards="   ".join(cards))


def fallen(view: Any, number: int, words: Words) -> tuple[str, int]:
    """The cards of trick ``number`` (from 0), which is over, and the seat that won it."""
    cards = view["plays"][SEATS * number : SEATS * (number + 1)]
    leader = int(view["winners"][number - 1]) if number else int(first_leader(view))
    played = [_card_of((leader + n) % SEATS, int(card), words) for n, card in enumerate(cards)]
    return "   ".join(played), int(view["winners"][number])


def _card_of(seat: int, card: int, words: Words) -> str:
    return words("card_of", who=words.who(seat), card=words.card(card))


def hand(
    view: Any,
    words: Words,
    width: int,
    numbers: Mapping[int, int] | None = None,
    at: int | None = None,
    picked: Collection[int] = (),
) -> list[str]:
    """The own hand by suits, highest first; the cards that may be chosen carry their ``numbers``.

    The card ``at`` which the arrows stand is in brackets, those ``picked`` a star behind their number;
    neither changes how much room a card takes.
    """
    rows: list[list[int]] = [[] for _ in range(TRUMP_SUIT + 1)]
    for card in hand_order(view["plain"], view["trumps"]):
        rows[min(card // 14, TRUMP_SUIT)].append(card)
    label = max(len(words.suit_label(suit)) for suit in range(TRUMP_SUIT + 1)) + 2
    lines = []
    for suit, cards in enumerate(rows):
        if cards:
            cells = [_cell(card, words, numbers or {}, card == at, card in picked) for card in cards]
            lines += _row(words.suit_label(suit).ljust(label), cells, width)
    return lines


def _cell(card: int, words: Words, numbers: Mapping[int, int], here: bool, picked: bool) -> str:
    text = words.rank(card)
    if card in numbers:
        text = f"{numbers[card]}{'*' if picked else ':'}{text}"
    return f"[{text}]" if here else f" {text} "


def _row(label: str, cells: list[str], width: int) -> list[str]:
    """One suit, in as many lines as it needs."""
    lines = [label]
    for cell in cells:
        if len(lines[-1]) + len(cell) >= width:
            lines.append(" " * len(label))
        lines[-1] += cell
    return lines
