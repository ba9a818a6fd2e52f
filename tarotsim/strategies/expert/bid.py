"""The bid: the highest contract whose limit the value of the hand reaches."""

from __future__ import annotations

import numpy as np

from tarotsim.rules.tables import GARDE, GARDE_CONTRE, GARDE_SANS, PASS, PRISE
from tarotsim.strategies.expert import settings
from tarotsim.strategies.expert.evaluation import FEATURES, hand_values
from tarotsim.strategies.expert.settings import setting


def bid(view):
    """What pays by the value of the hand, if it is above the current bid."""
    taking, keeping = hand_values(view.plain, view.trumps, np.empty(len(FEATURES), np.int64))
    wanted = PASS
    if keeping >= setting(view, settings.CONTRE):
        wanted = GARDE_CONTRE
    elif keeping >= setting(view, settings.SANS):
        wanted = GARDE_SANS
    elif taking >= setting(view, settings.GARDE):
        wanted = GARDE
    elif taking >= setting(view, settings.PRISE):
        wanted = PRISE
    return wanted if wanted > view.contract else PASS
