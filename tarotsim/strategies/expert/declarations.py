"""The poignée."""

from __future__ import annotations

from tarotsim.strategies.chavey import hand_count
from tarotsim.strategies.choices import highest_offer
from tarotsim.strategies.expert.settings import SHOW, setting


def poignee(view):
    """The taker of a good hand shows the highest poignée there is; a defender hides it."""
    if view.seat == view.taker and hand_count(view.plain, view.trumps) >= setting(view, SHOW):
        return highest_offer(view)
    return 0
