"""Whether contracts are made as often as the value of the hand let expect."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import share

__all__ = ["calibration_table"]

GROUPS = 10
LEAST = 20
"""Fewer deals teach nothing."""
Taken = tuple[np.ndarray, np.ndarray]
"""Values of hands, and whether their contracts were made."""


def _expected(learnt: Taken, values: np.ndarray) -> np.ndarray:
    """The share made at each of ``values``: the cubic of least squares through what was learnt."""
    middle, spread = learnt[0].mean(), learnt[0].std() or 1.0
    cubic = np.polyfit((learnt[0] - middle) / spread, learnt[1], 3)
    return np.clip(np.polyval(cubic, (values - middle) / spread), 0, 1)


def calibration_table(learnt: Mapping[str, Taken], fresh: Mapping[str, Taken]) -> pd.DataFrame:
    """Predicted and observed shares of contracts made, by contract and tenth of the hands.

    ``learnt`` gives the predictions, ``fresh``, from other deals, what came of them. Columns:
    contract, tenth, deals, predicted, made with its interval (made_low, made_high).
    """
    rows = []
    for contract, (values, made) in fresh.items():
        if len(values) < GROUPS or len(learnt[contract][0]) < LEAST:
            rows.append({"contract": contract, "tenth": 1, "deals": len(values), "predicted": None})
            continue
        predicted = _expected(learnt[contract], values)
        for tenth, here in enumerate(np.array_split(np.argsort(predicted, kind="stable"), GROUPS), 1):
            observed = share(int(made[here].sum()), len(here))
            rows.append(
                {
                    "contract": contract,
                    "tenth": tenth,
                    "deals": len(here),
                    "predicted": float(predicted[here].mean()),
                    "made": observed.value,
                    "made_low": observed.low,
                    "made_high": observed.high,
                }
            )
    columns = ["contract", "tenth", "deals", "predicted", "made", "made_low", "made_high"]
    return pd.DataFrame(rows, columns=columns)
