"""The adjustable numbers of `expert`: limits, weights, and a switch for each habit."""

from __future__ import annotations

from tarotsim.jit import kernel
from tarotsim.strategies.strategy import Parameter

_VALUE = (0.0, 150.0, "hand value")
_TRICK = (0.0, 17.0, "tricks")
_WEIGHT = (-20.0, 20.0, "weight")
_SWITCH = (0.0, 1.0, "0 off, 1 on")

PARAMETERS = (
    # --- the bid (a hand value of 50 expects to make its target exactly) ---
    Parameter("prise", 48, *_VALUE, "bid a prise from this value on"),
    Parameter("garde", 50, *_VALUE, "bid a garde from this value on"),
    Parameter("sans", 56, *_VALUE, "bid a garde sans from this value without the chien on"),
    Parameter("contre", 62, *_VALUE, "bid a garde contre from this value without the chien on"),
    # --- declarations ---
    Parameter("show", 46, 0, 250, "Chavey points", "the taker shows a poignée from here on"),
    # --- the lead of the taker ---
    Parameter("draw", 28, 0, 60, "3 x (T15-T21) + trumps", "draw trumps while this strong"),
    Parameter("draw_edge", 0.5, 0, 9, "trumps held to out", "and while so many are held for one out"),
    Parameter("taker_length", 1, *_WEIGHT, "lead a long suit: for each card of it"),
    Parameter("taker_master", 2, *_WEIGHT, "lead a suit with a master"),
    Parameter("taker_force", 2, *_WEIGHT, "lead what defenders must ruff: for each known void"),
    Parameter("taker_top", 1, *_SWITCH, "lead the master before the low cards"),
    # --- the lead of the defence ---
    Parameter("defence_draw", 14, 0, 99, "3 x (T15-T21) + trumps", "lead trumps when this strong"),
    Parameter("defence_length", -1, *_WEIGHT, "lead a long suit: for each card of it"),
    Parameter("make_ruff", 6, *_WEIGHT, "lead a suit in which the taker is void"),
    Parameter("lead_master", -6, *_WEIGHT, "lead a master that the taker may have to follow"),
    Parameter("break_guard", -2, *_WEIGHT, "lead from a queen or cavalier without the king"),
    Parameter("takers_suit", -6, *_WEIGHT, "lead what the taker has led"),
    Parameter("partners_suit", 2, *_WEIGHT, "return a suit that a partner led low (As to 5)"),
    # --- second to fourth hand ---
    Parameter("safe_suit", 1, 0, 13, "cards", "a master is safe from a ruff with so many of its suit out"),
    Parameter("load", 1, *_SWITCH, "put points on a partner's sure trick"),
    Parameter("win_cheap", 1, *_SWITCH, "win with the lowest card that does"),
    Parameter("petit_ruff", 1, *_SWITCH, "ruff with the Petit where nobody can overtake it"),
    Parameter("overruff", 1, *_SWITCH, "the taker ruffs above a defender known to be void"),
    Parameter("uppercut", 1, *_SWITCH, "a defender before the taker ruffs high"),
    # --- the Excuse ---
    Parameter("excuse_by", 15, *_TRICK, "after so many tricks it is played at the first chance"),
    Parameter("excuse_points", 1, 0, 9, "half points", "it saves a card of this worth from a lost trick"),
    Parameter("excuse_trump", 11, 1, 22, "trump", "it saves a trump from here on up from a lost trick"),
)

(
    PRISE,
    GARDE,
    SANS,
    CONTRE,
    SHOW,
    DRAW,
    DRAW_EDGE,
    TAKER_LENGTH,
    TAKER_MASTER,
    TAKER_FORCE,
    TAKER_TOP,
    DEFENCE_DRAW,
    DEFENCE_LENGTH,
    MAKE_RUFF,
    LEAD_MASTER,
    BREAK_GUARD,
    TAKERS_SUIT,
    PARTNERS_SUIT,
    SAFE_SUIT,
    LOAD,
    WIN_CHEAP,
    PETIT_RUFF,
    OVERRUFF,
    UPPERCUT,
    EXCUSE_BY,
    EXCUSE_POINTS,
    EXCUSE_TRUMP,
) = range(len(PARAMETERS))


@kernel
def setting(view, place):
    """The value of a parameter for the deciding seat."""
    return view.settings[view.seat, place]
