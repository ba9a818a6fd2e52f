"""Whether contracts are made as often as the value of the hand let expect."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import share

__all__ = ["calibration_table"]

GROUPS = 10
KNOTS = 20
Taken = tuple[np.ndarray, np.ndarray]
"""Values of hands, and whether their contracts were made."""


def _expected(learnt: Taken, values: np.ndarray) -> np.ndarray:
    """The share made at each of ``values``, read off ``learnt``: twenty groups, straight lines between."""
    edges = np.quantile(learnt[0], np.linspace(0, 1, KNOTS + 1))
    group = np.clip(np.searchsorted(edges, learnt[0], "right") - 1, 0, KNOTS - 1)
    counts = np.bincount(group, minlength=KNOTS)
    there = counts > 0
    centres = np.bincount(group, learnt[0], KNOTS)[there] / counts[there]
    shares = np.bincount(group, learnt[1], KNOTS)[there] / counts[there]
    return np.interp(values, centres, shares)


def calibration_table(learnt: Mapping[str, Taken], fresh: Mapping[str, Taken]) -> pd.DataFrame:
    """Predicted and observed shares of contracts made, by contract and tenth of the hands.

    ``learnt`` gives the predictions, ``fresh``, from other deals, what came of them. Columns:
    contract, tenth, deals, predicted, made with its interval (made_low, made_high).
    """
    rows = []
    for contract, (values, made) in fresh.items():
        if len(values) < GROUPS or len(learnt[contract][0]) < KNOTS:
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
