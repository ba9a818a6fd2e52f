"""The two plots of a comparison, as SVG: the matrix of advantages, and the ranking with whiskers."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_matrix", "draw_ranking"]

_ROW, _MARGIN, _LETTER = 0.7, 1.2, 0.09
"""Inches: of a player's row, around the rows, and of a letter of a name."""


@contextmanager
def _drawing() -> Iterator[type[Figure]]:
    """matplotlib without a display, whatever MPLBACKEND says; the same figures give the same bytes."""
    os.environ["MPLBACKEND"] = "agg"
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it talks of its caches
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "tarotsim", "text.parse_math": False}):
        yield Figure


def _save(figure: Figure, file: Path) -> None:
    temporary = file.with_name(f"_tmp-{file.name}")
    figure.savefig(temporary, format="svg", bbox_inches="tight", metadata={"Date": None})
    temporary.replace(file)


def _half(row: Any, name: str) -> float:
    """Half the width of an interval; 0 where there is none."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return 0.0 if pd.isna(low) else (high - low) / 2


def draw_matrix(table: pd.DataFrame, names: tuple[str, ...], file: Path) -> None:
    """The advantages of `advantage_table` as a matrix: row alone among three of the column."""
    import numpy as np

    size = len(names)
    figures = iter(table.to_dict("records"))
    cells = [[None if row == column else next(figures) for column in range(size)] for row in range(size)]
    values = np.array(
        [[np.nan if cell is None else cell["advantage"] for cell in row] for row in cells], np.float64
    )
    most = float(np.nanmax(np.abs(values), initial=0.0)) or 1.0
    side = 1.7 * _ROW * size + _MARGIN + _LETTER * max(map(len, names))
    with _drawing() as new_figure:
        figure = new_figure(figsize=(side + 1, side))
        axes = figure.subplots()
        image = axes.imshow(values, cmap="RdBu", vmin=-most, vmax=most)
        for row, column in np.ndindex(size, size):
            cell = cells[row][column]
            if cell is not None and pd.notna(cell["advantage"]):
                text = f"{cell['advantage']:.1f}\n± {_half(cell, 'advantage'):.1f}"
                ink = "white" if abs(cell["advantage"]) > 0.6 * most else "black"
                axes.text(column, row, text, ha="center", va="center", color=ink)
        axes.set_xticks(range(size), names, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(size), names)
        axes.set_xlabel("among three of")
        axes.set_ylabel("one player")
        axes.set_title(f"Points per deal for the lone player, ± 95 % interval, n = {table['n'].max():,}")
        figure.colorbar(image, ax=axes, label="points per deal", shrink=0.8)
        _save(figure, file)


def draw_ranking(table: pd.DataFrame, file: Path) -> None:
    """The players of `ranking_table`, best on top, with the whiskers of their 95 % intervals."""
    rows = table.to_dict("records")
    with _drawing() as new_figure:
        figure = new_figure(figsize=(7, _ROW * len(rows) + _MARGIN))
        axes = figure.subplots()
        for place, row in enumerate(rows):
            if pd.notna(row["mean"]):
                half = _half(row, "mean")
                axes.errorbar(row["mean"], place, xerr=half, fmt=".", color="black", capsize=5)
                text = f"{row['mean']:.2f} ± {half:.2f}"
                axes.annotate(text, (row["mean"], place), (0, 8), textcoords="offset points", ha="center")
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_yticks(range(len(rows)), [row["player"] for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(f"points per deal over the other players, 95 % interval, n = {table['n'].max():,}")
        axes.grid(axis="x", alpha=0.3)
        _save(figure, file)
