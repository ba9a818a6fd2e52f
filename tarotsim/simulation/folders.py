"""Where a run goes when no folder is named."""

from __future__ import annotations

from pathlib import Path

from tarotsim.errors import BadInput
from tarotsim.simulation.plan import RunPlan

__all__ = ["default_folder"]

RESULTS = Path("results")


def _size(deals: int) -> str:
    for unit, letter in ((10**6, "M"), (10**3, "k")):
        if deals and deals % unit == 0:
            return f"{deals // unit}{letter}"
    return str(deals)


def default_folder(plan: RunPlan, *, latest: bool) -> Path:
    """A new folder under ``results/`` named by strategies, seed and size; numbered if it is there.

    With ``latest`` the newest folder of that name, if there is one: the run to be resumed.
    """
    names = plan.names[:1] if len(set(plan.names)) == 1 else plan.names
    start = f"-from{plan.first}" if plan.first else ""
    name = f"{'-'.join(names)}-seed{plan.seed}-{_size(plan.deals)}{start}"
    folder, number = RESULTS / name, 1
    while True:
        following = RESULTS / (name if number == 1 else f"{name}-{number}")
        if latest and not following.exists():
            return folder
        folder = following
        if not latest:
            try:
                folder.mkdir(parents=True)
                return folder
            except FileExistsError:
                pass
            except OSError as error:
                raise BadInput(f"cannot make {folder}: {error.strerror}") from None
        number += 1
