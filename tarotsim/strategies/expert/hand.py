"""Before the play: the bid, the discard, the poignée, the chelem."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import lowest, popcount
from tarotsim.jit import kernel
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import GARDE, GARDE_CONTRE, GARDE_SANS, KINGS, PASS, PRISE, SUIT
from tarotsim.strategies.chavey import hand_count
from tarotsim.strategies.expert.discard import best_discard
from tarotsim.strategies.expert.evaluation import FEATURES, hand_values
from tarotsim.strategies.choices import offer
from tarotsim.strategies.expert import settings
from tarotsim.strategies.expert.settings import setting


def bid(view):
    counts = np.empty(len(FEATURES), np.int64)
    taking, keeping = hand_values(view.plain, view.trumps, counts)
    shift = -setting(view, settings.OVERCALL) if view.contract else setting(view, settings.LATE) * view.spoken
    taking += shift
    keeping += shift
    wanted = PASS
    if keeping >= setting(view, CONTRE):
        wanted = GARDE_CONTRE
    elif keeping >= setting(view, SANS):
        wanted = GARDE_SANS
    elif taking >= setting(view, GARDE_LIMIT):
        wanted = GARDE
    elif taking >= setting(view, PRISE_LIMIT):
        wanted = PRISE
    return wanted if wanted > view.contract else PASS


PRISE_LIMIT, GARDE_LIMIT, SANS, CONTRE = settings.PRISE, settings.GARDE, settings.SANS, settings.CONTRE
SHOW, PUT_VOID, PUT_POINTS, PUT_KING = settings.SHOW_POIGNEE, settings.PUT_VOID, settings.PUT_POINTS, settings.PUT_KING


def discard(view):
    """The cards of the highest weight: short suits, points that would be lost, no king to guard."""
    chosen = 0
    if view.legal_trumps:
        rest = view.legal_trumps
        for _ in range(view.need):
            chosen |= rest & -rest
            rest &= rest - 1
        return chosen
    if setting(view, settings.PUT_MODEL):
        return best_discard(view.plain)
    for _ in range(view.need):
        best = -1.0e9
        pick = 0
        rest = view.legal_plain & ~chosen
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            suit = SUIT[card // 14]
            worth = -setting(view, PUT_VOID) * popcount(view.plain & ~chosen & suit)
            worth += setting(view, PUT_POINTS) * halves_of(1 << card, 0)
            if view.plain & suit & KINGS:
                worth -= setting(view, PUT_KING)
            if worth > best:
                best = worth
                pick = card
        chosen |= 1 << pick
    return chosen


def poignee(view):
    if view.seat == view.taker and hand_count(view.plain, view.trumps) >= setting(view, SHOW):
        for level in range(3, 0, -1):
            shown = offer(view, level)
            if shown:
                return shown
    return 0
