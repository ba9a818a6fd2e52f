"""The plots of a report, drawn without a display, and what they are saved as.

Each takes a table of `tarotsim.analysis` (its rows of the group ``all``) and gives a Figure. Colours
are those of Okabe and Ito, which the colour-blind can tell apart; in a page they become variables,
so that a plot is dark where the page is.
"""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.analysis.frames import is_missing
from tarotsim.report.texts import FEW
from tarotsim.rules.tables import TARGET

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tarotsim.report.sections import Plot

__all__ = ["COLOURS", "as_png", "as_svg", "inline"]

INK, MUTED, GRID, PAPER = "#1c1b22", "#6a6975", "#d8d7de", "#fdfdfe"
BLUE, ORANGE, GREEN, VERMILLION = "#0072b2", "#e69f00", "#009e73", "#d55e00"
COLOURS = {
    "ink": INK,
    "muted": MUTED,
    "grid": GRID,
    "paper": PAPER,
    "blue": BLUE,
    "orange": ORANGE,
    "green": GREEN,
    "vermillion": VERMILLION,
}
"""The colours that a page may change, by the name of its variable."""
STEPS = ("#dbe9f6", "#9fc5e3", "#4a90c4", "#0b4f85")
"""From few to many, told apart by lightness alone."""

WIDTH = 4.7
_STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.titlepad": 4,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.labelsize": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "savefig.dpi": 160,
    "svg.fonttype": "none",
    "svg.hashsalt": "tarotsim",
}


def _matplotlib() -> Any:
    """The library, whatever MPLBACKEND says: no display is asked for."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # a cache it cannot write is no news
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        import matplotlib
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    return matplotlib


@contextmanager
def _style() -> Iterator[None]:
    """Our settings, and nobody's else."""
    matplotlib = _matplotlib()
    with matplotlib.rc_context():
        for name, value in matplotlib.rcParamsDefault.items():
            if not name.startswith(
                ("backend", "interactive", "toolbar", "webagg", "tk.", "savefig.directory")
            ):
                matplotlib.rcParams[name] = value
        matplotlib.rcParams.update(_STYLE)
        yield


@cache
def _drawn(plot: Plot) -> Figure:
    """The plot, drawn once for all that it is saved as."""
    return plot.draw()


def _saved(plot: Plot, kind: str, **metadata: str | None) -> bytes:
    with _style():
        file = io.BytesIO()
        _drawn(plot).savefig(file, format=kind, metadata=metadata)
    return file.getvalue()


@cache
def as_svg(plot: Plot) -> str:
    """The plot as an SVG file: the same bytes for the same figures."""
    return _saved(plot, "svg", Title=plot.title, Creator=None, Date=None, Format=None, Type=None).decode()


def as_png(plot: Plot) -> bytes:
    """The plot as a PNG file."""
    return _saved(plot, "png", Title=plot.title, Software=None)


def inline(plot: Plot) -> str:
    """The plot as an <svg> element of a page, in the page's colours and letters."""
    svg = as_svg(plot)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<(metadata|title|style)\b.*?</\1>", "", svg, flags=re.DOTALL)
    for name, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = re.sub(r"(font: [\d.]+px) [^;\"]+", r"\1 var(--font)", svg)
    # the names of its parts must be told from those of the other plots of the page
    svg = re.sub(r'(id="|"#|url\(#)', rf"\1{plot.name}-", svg)
    svg = re.sub(r' width="[\d.]+pt"| height="[\d.]+pt"', "", svg, count=2)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(plot.title)}" ', 1)


def _figure(
    height: float,
    rows: int = 1,
    columns: int = 1,
    *,
    left: float = 0.5,
    top: float = 0.1,
    gap: float = 0.3,
    **layout: Any,
) -> tuple[Figure, np.ndarray]:
    """A figure with axes ``height`` inches high, an array (rows, columns) of them.

    ``left`` and ``top`` are the inches beside and above for names, ``gap`` those between axes.
    Margins that are given need no second drawing to be found.
    """
    from matplotlib.figure import Figure

    bottom, right = 0.5, 0.1
    total = top + rows * height + (rows - 1) * gap + bottom
    figure = Figure(figsize=(WIDTH, total))
    width = (WIDTH - left - right - (columns - 1) * gap) / columns
    figure.subplots_adjust(
        left=left / WIDTH,
        right=1 - right / WIDTH,
        top=1 - top / total,
        bottom=bottom / total,
        hspace=gap / height,
        wspace=gap / width,
    )
    return figure, figure.subplots(rows, columns, squeeze=False, **layout)


def _of_all(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of all takers together."""
    return table[table["group"] == "all"] if "group" in table else table


def _name(value: Any) -> str:
    return str(value).replace("_", " ")


def _dots(
    axes: Axes, places: Sequence[float], table: pd.DataFrame, name: str, scale: float, colour: str
) -> None:
    """A dot for each row, with a bar as long as its interval."""
    for place, row in zip(places, table.to_dict("records"), strict=True):
        if is_missing(row[name]):
            continue
        if not is_missing(row[f"{name}_low"]):
            ends = [row[f"{name}_low"] * scale, row[f"{name}_high"] * scale]
            axes.plot(ends, [place, place], color=colour, linewidth=2.2, solid_capstyle="round", alpha=0.55)
        axes.plot([row[name] * scale], [place], "o", color=colour, markersize=5.5)


def _rows(axes: Axes, names: Sequence[str], size: float = 8.5) -> np.ndarray:
    """One line for each name, from the top down; gives their heights.

    The names are plain texts: a tick costs five times as much.
    """
    places = np.arange(len(names))[::-1]
    for place, name in zip(places, names, strict=True):
        axes.annotate(
            name,
            (0, place),
            (-5, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=size,
        )
    axes.set_yticks([])
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.spines["left"].set_visible(False)
    return places


def _zero(axes: Axes, direction: str = "x") -> None:
    """A line at 0."""
    draw = axes.axvline if direction == "x" else axes.axhline
    draw(0, color=MUTED, linewidth=1, zorder=1)


def contracts(table: pd.DataFrame) -> Figure:
    """How often each contract is made, for each group."""
    groups = list(dict.fromkeys(table["group"][table["deals"] > 0])) or ["all"]
    several = len(groups) > 1
    names = [_name(contract) for contract in dict.fromkeys(table["contract"])]
    height = len(names) * (0.13 * len(groups) + 0.2)
    figure, ((axes,),) = _figure(height, left=0.95, top=0.3 if several else 0.1)
    places = _rows(axes, names)
    for number, group in enumerate(groups):
        shift = 0.3 - 0.6 * number / (len(groups) - 1) if several else 0.0
        colour = (INK, BLUE, ORANGE, GREEN, VERMILLION)[number % 5] if several else BLUE
        _dots(axes, list(places + shift), table[table["group"] == group], "made", 100, colour)
        axes.plot([], [], "o", color=colour, label=_name(group))
    axes.set_xlim(0, 100)
    axes.set_xlabel("contracts made, %")
    if several:
        _legend(axes, len(groups))
    return figure


def _legend(axes: Axes, columns: int) -> None:
    """The names of the colours, above."""
    axes.legend(
        frameon=False,
        fontsize=8,
        loc="lower left",
        bbox_to_anchor=(-0.2, 1),
        ncols=columns,
        handletextpad=0,
        columnspacing=1,
        borderaxespad=0.2,
    )


def movement(table: pd.DataFrame) -> Figure:
    """What becomes of the bouts in hand: after the chien, and at the end."""
    table = _of_all(table)
    figure, (row,) = _figure(1.9, 1, 2, left=0.55, top=0.25, gap=0.15, sharey=True)
    stages = (("hand to hand and chien", "after the chien"), ("hand to captured", "captured at the end"))
    for axes, (stage, title) in zip(row, stages, strict=True):
        rows = table[table["stage"] == stage]
        shares = (
            rows[[f"to_{bouts}" for bouts in range(len(TARGET))]].astype(float).fillna(0).to_numpy() * 100
        )
        bottom = np.zeros(len(rows))
        for bouts, colour in enumerate(STEPS):
            axes.bar(range(len(rows)), shares[:, bouts], 0.78, bottom=bottom, color=colour)
            for place, share in enumerate(shares[:, bouts]):
                if share >= 7:
                    ink = "#ffffff" if bouts >= 2 else "#000000"
                    height = bottom[place] + share / 2
                    axes.text(place, height, f"{bouts}", ha="center", va="center", color=ink, fontsize=8)
            bottom += shares[:, bouts]
        axes.set_title(title)
        axes.set_xticks(range(len(rows)))
        axes.set_xlabel("bouts in the taker's hand")
        axes.grid(axis="x", visible=False)
        axes.spines["left"].set_visible(False)
    row[0].set_ylabel("deals, %")
    return figure


def margins(table: pd.DataFrame) -> Figure:
    """Deals by margin, for each number of bouts; the table has classes of one point."""
    figure, axes = _figure(0.95, len(TARGET), 1, left=0.45, top=0.25, gap=0.28, sharex=True)
    starts = table["from"].to_numpy()
    for bouts, (axis,) in enumerate(axes):
        counts = table[f"bouts_{bouts}"].to_numpy(float)
        total = counts.sum()
        shares = 100 * counts / max(total, 1)
        for side, colour in ((starts < 0, VERMILLION), (starts >= 0, BLUE)):
            edges = [*starts[side], starts[side][-1] + 1]
            axis.stairs(shares[side], edges, fill=True, color=colour, linewidth=0)
        made = f", {100 * counts[starts >= 0].sum() / total:.1f} % made" if total else ""
        noun = "bout" if bouts == 1 else "bouts"
        axis.set_title(f"{bouts} {noun}, target {TARGET[bouts]}: {total:,.0f} deals{made}", fontsize=8.5)
        axis.set_ylim(bottom=0)
        axis.locator_params(axis="y", nbins=3)
        axis.axvline(0, color=INK, linewidth=1)
        axis.grid(axis="x", visible=False)
        axis.spines["left"].set_visible(False)
    reached = table["deals"].to_numpy() > table["deals"].sum() / 2000
    if reached.any():
        axis.set_xlim(starts[reached].min() - 1, starts[reached].max() + 2)
    axis.set_xlabel("card points above or below the target")
    return figure


def scores(table: pd.DataFrame) -> Figure:
    """The spread of the taker's score, by contract."""
    rows = [row for row in _of_all(table).to_dict("records") if row["deals"]]
    figure, ((axes,),) = _figure(0.36 * max(len(rows), 1), left=0.95)
    places = _rows(axes, [_name(row["contract"]) for row in rows])
    for place, row in zip(places, rows, strict=True):
        axes.plot([row["q05"], row["q95"]], [place, place], color=BLUE, linewidth=1.4)
        axes.plot([row["q25"], row["q75"]], [place, place], color=BLUE, linewidth=7, alpha=0.55)
        axes.plot([row["q50"]], [place], "|", color=INK, markersize=13, markeredgewidth=2)
    _zero(axes)
    axes.set_xlabel("the taker's score")
    return figure


def added(table: pd.DataFrame) -> Figure:
    """What the bonuses add to the taker's score, by contract."""
    table = _of_all(table)
    figure, ((axes,),) = _figure(0.46 * len(table), left=0.95, top=0.3)
    places = _rows(axes, [_name(contract) for contract in table["contract"]])
    parts = (
        ("from_petit_au_bout", "petit au bout", VERMILLION),
        ("from_poignees", "poignées", BLUE),
        ("from_chelem", "chelem", GREEN),
    )
    for number, (name, label, colour) in enumerate(parts):
        _dots(axes, list(places + 0.24 * (1 - number)), table, name, 1, colour)
        axes.plot([], [], "o", color=colour, label=label)
    _zero(axes)
    axes.set_xlabel("points of the taker's score, mean over the deals of the contract")
    _legend(axes, len(parts))
    return figure


def hand(table: pd.DataFrame) -> Figure:
    """Made and mean score by the trumps and bouts in hand: two heat maps."""
    table = _of_all(table)
    trumps = sorted(set(table["trumps"]), reverse=True)
    figure, (row,) = _figure(0.22 * max(len(trumps), 3), 1, 2, top=0.25, gap=0.15, sharey=True)
    for axes, name, scale, title in (
        (row[0], "made", 100.0, "contracts made, %"),
        (row[1], "score", 1.0, "taker's mean score"),
    ):
        _heat(axes, table, trumps, name, scale)
        axes.set_title(title)
        axes.set_xticks(range(len(TARGET)))
        axes.set_yticks(range(len(trumps)), [str(held) for held in trumps])
        axes.set_xlim(-0.5, len(TARGET) - 0.5)
        axes.set_ylim(max(len(trumps), 1) - 0.5, -0.5)
        axes.set_xlabel("bouts in hand")
        axes.grid(visible=False)
        for spine in axes.spines.values():
            spine.set_visible(False)
    row[0].set_ylabel("trumps in hand, without the Excuse")
    return figure


def _heat(axes: Axes, table: pd.DataFrame, trumps: Sequence[int], name: str, scale: float) -> None:
    """A cell for each number of trumps and bouts, coloured by its figure and with the figure in it."""
    from matplotlib import colormaps
    from matplotlib.collections import PolyCollection

    enough = table[table["deals"] >= FEW][name].dropna().astype(float) * scale
    reach = max(abs(enough).max() if len(enough) else 1, 1e-9)
    is_share = name == "made"
    colour_of = colormaps["cividis" if is_share else "PuOr_r"]
    cells, colours = [], []
    for row in table.to_dict("records"):
        if is_missing(row[name]):
            continue
        value = row[name] * scale
        part = value / 100 if is_share else 0.5 - 0.5 * max(-1, min(1, value / reach))
        pale = 0.3 if row["deals"] < FEW else 1.0
        red, green, blue = (pale * part + 1 - pale for part in colour_of(float(part))[:3])
        x, y = row["bouts"], trumps.index(row["trumps"])
        cells.append([(x + i, y + j) for i, j in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
        colours.append((red, green, blue))
        ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#ffffff"
        shown = f"{value:.0f}".replace("-", "−")
        axes.text(x, y, shown, ha="center", va="center", color=ink, fontsize=7.5)
    axes.add_collection(PolyCollection(cells, facecolors=colours, edgecolors=PAPER), autolim=False)


def hand_points(table: pd.DataFrame) -> Figure:
    """Made and mean score by the card points in hand; the table has classes of one point."""
    table = _of_all(table)
    table = table[table["deals"] >= FEW]
    figure, axes = _figure(1.5, 2, 1, top=0.25, gap=0.35, sharex=True)
    places = table["from"].to_numpy(float) + 0.5
    panels = (("made", 100, "contracts made, %", BLUE), ("score", 1, "taker's mean score", VERMILLION))
    for (axis,), (name, scale, label, colour) in zip(axes, panels, strict=True):
        low, middle, high = (table[f"{name}{end}"].astype(float) * scale for end in ("_low", "", "_high"))
        axis.fill_between(places, low, high, color=colour, alpha=0.25, linewidth=0)
        axis.plot(places, middle, color=colour, linewidth=1.8)
        axis.set_title(label)
    axes[0, 0].set_ylim(0, 100)
    _zero(axes[1, 0], "y")
    axes[1, 0].set_xlabel("card points in the taker's hand")
    return figure


def standings(table: pd.DataFrame, by: str) -> Figure:
    """The mean score a deal of each strategy or position."""
    figure, ((axes,),) = _figure(
        0.34 * len(table), left=0.2 + 0.075 * max(len(_name(name)) for name in table[by])
    )
    places = _rows(axes, [_name(name) for name in table[by]])
    _dots(axes, list(places), table, "score", 1, BLUE)
    _zero(axes)
    axes.set_xlabel("mean score a deal")
    return figure


def chances(table: pd.DataFrame) -> Figure:
    """The distance of what was observed from what is exact, in standard errors."""
    figure, ((axes,),) = _figure(0.155 * len(table), left=1.45)
    places = _rows(axes, list(table["what"]), 7)
    axes.axvspan(-2, 2, color=GRID, alpha=0.5, linewidth=0)
    _zero(axes)
    z = table["z"].astype(float).to_numpy()
    axes.plot(z, places, "o", color=BLUE, markersize=4.5)
    reach = max(3.5, np.nanmax(np.abs(z)) * 1.1 if not np.isnan(z).all() else 0)
    axes.set_xlim(-reach, reach)
    axes.set_xlabel("z")
    return figure
