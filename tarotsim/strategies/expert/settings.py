"""The adjustable numbers of `expert`: limits, weights, and a switch for each habit."""

from __future__ import annotations

from tarotsim.jit import kernel
from tarotsim.strategies.strategy import Parameter

_SWITCH = (0.0, 1.0, "off or on")

PARAMETERS = (
    Parameter("prise", 48, 0, 200, "Chavey points", "bid a prise from here"),
    Parameter("garde", 50, 0, 200, "Chavey points", "bid a garde from here"),
    Parameter("sans", 56, 0, 250, "Chavey points", "bid a garde sans from here"),
    Parameter("contre", 62, 0, 250, "Chavey points", "bid a garde contre from here"),
    Parameter("safe_suit", 1, 0, 13, "cards", "a master is safe from a ruff while so many of its suit are out"),
    Parameter("excuse_trick", 15, 0, 16, "tricks", "from here on the Excuse is played at the first chance"),
    Parameter("excuse_saves", 1, 0, 9, "half points", "the Excuse saves a card of this worth from a lost trick"),
    Parameter("excuse_trump", 11, 1, 21, "trump", "the Excuse saves a trump from here on up from a lost trick"),
    Parameter("load", 1, *_SWITCH, "put points on a partner's sure trick"),
    Parameter("petit_ruff", 1, *_SWITCH, "ruff with the Petit where nobody can overtake it"),
    Parameter("win_cheap", 1, *_SWITCH, "win with the lowest card that does, not the dearest"),
    Parameter("draw", 28, 0, 60, "3 x (T15-T21) + trumps", "the taker draws trumps from this strength on"),
    Parameter("make_ruff", 6, -9, 9, "weight", "a defender likes to lead a suit the taker is void in"),
    Parameter("avoid_taker", 6, -9, 9, "weight", "a defender does not lead what the taker has led"),
    Parameter("suit_length", -1, -9, 9, "weight", "a defender leads a long suit, for each card"),
    Parameter("lead_master", -6, -9, 9, "weight", "a defender likes to lead a master the taker can follow"),
    Parameter("guard", 2, -9, 9, "weight", "a defender does not lead from a queen or cavalier"),
    Parameter("partner_suit", 2, -9, 9, "weight", "a defender returns a suit that a partner led low"),
    Parameter("show_poignee", 46, 0, 250, "Chavey points", "the taker shows a poignée from here"),
    Parameter("put_void", 28, -90, 90, "weight", "discard: the short suits go first, by each card less"),
    Parameter("put_points", 1, -9, 90, "weight", "discard: points are laid safe, by each half point"),
    Parameter("put_king", 40, -90, 90, "weight", "discard: a suit with its king is kept"),
    Parameter("uppercut", 1, *_SWITCH, "a defender before the taker ruffs high"),
    Parameter("keep_guards", 1, *_SWITCH, "thrown off: first the suits without an honour to guard"),
    Parameter("draw_edge", 0.5, 0, 9, "trumps", "the taker draws while its trumps times this exceed those out"),
    Parameter("t_length", 1, -9, 9, "weight", "taker lead: each card of the suit"),
    Parameter("t_master", 2, -9, 9, "weight", "taker lead: a master at the top"),
    Parameter("t_void", 2, -9, 9, "weight", "taker lead: each defender known void who may ruff"),
    Parameter("t_guard", 0, -9, 9, "weight", "taker lead: a queen or cavalier without master"),
    Parameter("t_top", 1, *_SWITCH, "taker lead: play the master first"),
    Parameter("d_partner_void", 0, -9, 9, "weight", "defence lead: each partner known void who may ruff"),
    Parameter("d_trumps", 14, 0, 99, "3 x (T15-T21) + trumps", "a defender this strong leads trumps"),
    Parameter("d_singleton", 0, -9, 9, "weight", "defence lead: a singleton while holding the Petit"),
    Parameter("third_high", 0, *_SWITCH, "a defender before the taker plays high even if not the master"),
    Parameter("load_some", 0, *_SWITCH, "load a queen or less when the partner will probably win"),
    Parameter("late", 0, -9, 9, "card points", "bid: for each seat that has passed"),
    Parameter("overcall", 0, -30, 30, "card points", "bid: less where another has bid"),
    Parameter("uppercut_void", 0, *_SWITCH, "ruff high only where the taker is known void or trumps were led"),
    Parameter("put_model", 1, *_SWITCH, "discard by the fitted value"),
    Parameter("over", 1, *_SWITCH, "the taker ruffs high enough not to be overruffed by a defender known void"),
)


def _place(name: str) -> int:
    return [parameter.name for parameter in PARAMETERS].index(name)


(
    PRISE, GARDE, SANS, CONTRE, SAFE_SUIT, EXCUSE_TRICK, EXCUSE_SAVES, EXCUSE_TRUMP, LOAD, PETIT_RUFF, WIN_CHEAP, DRAW, MAKE_RUFF, AVOID_TAKER, SUIT_LENGTH, LEAD_MASTER, GUARD, PARTNER_SUIT, SHOW_POIGNEE, PUT_VOID, PUT_POINTS, PUT_KING, UPPERCUT, KEEP_GUARDS, DRAW_EDGE, T_LENGTH, T_MASTER, T_VOID, T_GUARD, T_TOP, D_PARTNER_VOID, D_TRUMPS, D_SINGLETON, THIRD_HIGH, LOAD_SOME, LATE, OVERCALL, UPPERCUT_VOID, PUT_MODEL, OVER,
) = range(len(PARAMETERS))


@kernel
def setting(view, place):
    """The value of a parameter for the deciding seat."""
    return view.settings[view.seat, place]
