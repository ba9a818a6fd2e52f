"""`expert`: the strongest rule-based player here. One file a chapter."""

from tarotsim.strategies.choices import never
from tarotsim.strategies.expert.follow import follow
from tarotsim.strategies.expert.hand import bid, discard, poignee
from tarotsim.strategies.expert.lead import lead
from tarotsim.strategies.expert.settings import PARAMETERS
from tarotsim.strategies.strategy import Strategy


def card(view):
    """Lead or follow."""
    if view.turn == 0 or view.led < 0:
        return lead(view)
    return follow(view)


STRATEGY = Strategy(
    name="expert",
    version=1,
    summary="bids what pays, hunts and guards the Petit, defends as a team",
    bid=bid,
    discard=discard,
    chelem=never,
    poignee=poignee,
    card=card,
    parameters=PARAMETERS,
)
