"""Was there a better card? Every card that was allowed is tried, and the deal played out from there."""

from __future__ import annotations

from tarotsim.cards import cards_of
from tarotsim.engine.steps import Steps, play_out
from tarotsim.play.recorded import Better
from tarotsim.rules.tables import SEATS
from tarotsim.strategies.strategy import Strategy

__all__ = ["better_card", "worth"]


def worth(steps: Steps, card: int, player: Strategy) -> int:
    """What the seat whose turn it is scores (half points) with ``card``, ``player`` in all seats after it.

    The hands are the true ones, but each seat plays on knowing only what it may see.
    """
    assert steps.question is not None
    seat, after = steps.question.seat, steps.copy()
    after.answer(card)
    return int(play_out(after, dict.fromkeys(range(SEATS), player)).result()["scores"][seat])


def better_card(steps: Steps, played: int, player: Strategy) -> Better | None:
    """The card that is worth most, if it is worth more than the one ``played``; see `worth`."""
    assert steps.question is not None
    legal = cards_of(steps.table["legal_plain"], steps.table["legal_trumps"])
    if len(legal) == 1:
        return None
    worths = {card: worth(steps, card, player) for card in legal}
    best = max(legal, key=worths.__getitem__)
    gain = worths[best] - worths[played]
    return Better(steps.question.seat, played, best, gain) if gain > 0 else None
