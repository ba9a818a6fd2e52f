"""Second to fourth hand: follow suit, trump by obligation, or throw off."""

from __future__ import annotations

from tarotsim.bits import highest, lowest
from tarotsim.jit import kernel
from tarotsim.rules.play import would_hold
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import (
    EXCUSE,
    EXCUSE_CARD,
    FIRST_TRUMP,
    PETIT,
    SUIT,
    TRICKS,
    TRUMP_SUIT,
    TRUMPS,
)
from tarotsim.strategies.expert.memory import (
    holds_for_sure,
    is_ours,
    opponents_to_come,
    trump_can_be_beaten,
)
from tarotsim.strategies.expert.settings import (
    EXCUSE_BY,
    EXCUSE_POINTS,
    EXCUSE_TRUMP,
    LOAD,
    OVERRUFF,
    PETIT_RUFF,
    SAFE_SUIT,
    UPPERCUT,
    WIN_CHEAP,
    setting,
)
from tarotsim.strategies.seen import cheapest, dearest, lowest_but_petit


@kernel
def follow(view):
    """The card of a seat that does not lead."""
    if view.legal_plain:
        if view.led < TRUMP_SUIT and view.legal_plain & SUIT[view.led]:
            return or_excuse(view, follow_suit(view))
        return or_excuse(view, throw_off(view))
    if view.legal_trumps & TRUMPS == 0:
        return EXCUSE_CARD
    return or_excuse(view, trump(view))


@kernel
def ours_for_sure(view):
    """Whether a partner holds the trick and will most likely keep it."""
    return is_ours(view) and holds_for_sure(view, view.best, view.led, setting(view, SAFE_SUIT))


@kernel
def follow_suit(view):
    """A card of the suit led: load, win, or give the least."""
    cards = view.legal_plain
    if ours_for_sure(view):
        return highest(cards) if setting(view, LOAD) else lowest(cards)
    top = highest(cards)
    if would_hold(view, top) and holds_for_sure(view, top, view.led, setting(view, SAFE_SUIT)):
        if setting(view, WIN_CHEAP):
            card = lowest(cards & -(2 << max(view.best, 0)))
            if holds_for_sure(view, card, view.led, setting(view, SAFE_SUIT)):
                return card
        return top
    return lowest(cards)


@kernel
def throw_off(view):
    """Neither the suit nor trumps: points on a partner's trick, else the least useful card."""
    cards = view.legal_plain
    if ours_for_sure(view) and setting(view, LOAD):
        return dearest(cards)
    return cheapest(cards)


@kernel
def trump(view):
    """A trump by obligation: the lowest as a rule, the Petit only where it is safe."""
    trumps = view.legal_trumps & TRUMPS
    wins = would_hold(view, FIRST_TRUMP + highest(trumps))
    if trumps & PETIT:
        if not wins and ours_for_sure(view):
            return FIRST_TRUMP
        safe = opponents_to_come(view) == 0 or view.led != TRUMP_SUIT
        if wins and safe and setting(view, PETIT_RUFF) and not trump_can_be_beaten(view, 0, view.led):
            return FIRST_TRUMP
    if wins and setting(view, UPPERCUT) and view.seat != view.taker and opponents_to_come(view):
        return FIRST_TRUMP + highest(trumps)
    if wins and setting(view, OVERRUFF) and view.seat == view.taker and opponents_to_come(view):
        rest = trumps & ~PETIT
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            if not trump_can_be_beaten(view, number, view.led):
                return FIRST_TRUMP + number
    return FIRST_TRUMP + lowest_but_petit(trumps)


@kernel
def or_excuse(view, card):
    """``card``, or the Excuse in its place: to save something, or before it is too late."""
    if view.legal_trumps & EXCUSE == 0 or view.trick == TRICKS - 1:
        return card
    if view.trick >= setting(view, EXCUSE_BY):
        return EXCUSE_CARD
    if ours_for_sure(view):
        return card
    wins = would_hold(view, card) and holds_for_sure(view, card, view.led, setting(view, SAFE_SUIT))
    if wins:
        return card
    if card >= FIRST_TRUMP:
        number = card - FIRST_TRUMP + 1
        return EXCUSE_CARD if number == 1 or number >= setting(view, EXCUSE_TRUMP) else card
    return EXCUSE_CARD if halves_of(1 << card, 0) >= setting(view, EXCUSE_POINTS) else card
