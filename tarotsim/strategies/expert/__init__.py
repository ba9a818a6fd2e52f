"""`expert`: the strongest rule-based player here. One file a decision.

`bid` by a fitted value of the hand (`evaluation`), `discard` by the worth of the suits kept,
`declarations`, `lead` and `follow`. Each card that may be played has `reasons` for and against it, each
with a weight; the highest sum is played. `trick` is what a seat can tell of the trick's end, `settings`
the limits of the bid and the weights of the discard.

The weights (`play.json`) were learnt from deals: at a decision every card was played out to the end by
four of these players, the differences in score were fitted by the reasons, and so again with the new
weights, among themselves and among `basic` players, until nothing more was gained. What gained nothing
was taken out; no chelem is announced, since four of them make one in a million deals.
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
    version=2,
    summary="bids what pays; weighs for each card what becomes of the trick and of the hand",
    bid=bid,
    discard=discard,
    chelem=never,
    poignee=poignee,
    card=card,
    parameters=PARAMETERS,
)
