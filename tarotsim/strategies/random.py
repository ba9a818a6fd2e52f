"""`random`: chooses uniformly among the legal choices at every decision; never announces a chelem."""

from __future__ import annotations

from tarotsim.engine.streams import below
from tarotsim.rules.tables import GARDE_CONTRE, PASS
from tarotsim.strategies.choices import never, offer, random_card, random_discard
from tarotsim.strategies.strategy import Strategy


def random_bid(view):
    """Pass, or any contract above the current one."""
    step = below(view.word, GARDE_CONTRE - view.contract + 1)
    return view.contract + step if step else PASS


def random_poignee(view):
    """No poignée, or any level the hand allows."""
    levels = 0
    while levels < 3 and offer(view, levels + 1):
        levels += 1
    level = below(view.word, levels + 1)
    return offer(view, level) if level else 0


STRATEGY = Strategy(
    name="random",
    version=1,
    summary="uniform over the legal choices at every decision; never a chelem",
    bid=random_bid,
    discard=random_discard,
    chelem=never,
    poignee=random_poignee,
    card=random_card,
)
