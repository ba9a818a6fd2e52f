"""`pass`: always passes and plays any legal card: the null that every other player must beat."""

from __future__ import annotations

from tarotsim.rules.tables import PASS
from tarotsim.strategies.choices import never, random_card, random_discard
from tarotsim.strategies.strategy import Strategy


def pass_bid(view):
    """Pass, whatever the hand."""
    return PASS


STRATEGY = Strategy(
    name="pass",
    version=1,
    summary="always passes; cards at random: the null every other player must beat",
    bid=pass_bid,
    discard=random_discard,
    chelem=never,
    poignee=never,
    card=random_card,
)
