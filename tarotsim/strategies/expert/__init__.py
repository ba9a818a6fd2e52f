"""`expert`: the strongest rule-based player here. One file a decision.

`bid` by a fitted value of the hand (`evaluation`), `discard` by a fitted value of the suits kept,
`declarations`, `lead`, `follow`; `memory` is what a seat works out from what it has seen, `settings`
the table of all limits, weights and switches.
"""

from tarotsim.bits import lowest, popcount
from tarotsim.rules.tables import FIRST_TRUMP
from tarotsim.strategies.choices import never
from tarotsim.strategies.expert.bid import bid
from tarotsim.strategies.expert.declarations import poignee
from tarotsim.strategies.expert.discard import discard
from tarotsim.strategies.expert.follow import follow
from tarotsim.strategies.expert.lead import lead
from tarotsim.strategies.expert.reasons import PARAMETERS
from tarotsim.strategies.strategy import Strategy


def card(view):
    """The only card there is; else lead, or follow."""
    if popcount(view.legal_plain) + popcount(view.legal_trumps) == 1:
        return lowest(view.legal_plain) if view.legal_plain else FIRST_TRUMP + lowest(view.legal_trumps)
    return lead(view) if view.led < 0 else follow(view)


STRATEGY = Strategy(
    name="expert",
    version=1,
    summary="bids what pays, discards for the play, forces ruffs, guards Petit and Excuse",
    bid=bid,
    discard=discard,
    chelem=never,
    poignee=poignee,
    card=card,
    parameters=PARAMETERS,
)
