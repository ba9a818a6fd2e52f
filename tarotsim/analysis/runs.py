"""The runs that are studied together: who played, and which of them are windows of one whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import columns, share
from tarotsim.errors import BadInput
from tarotsim.logs.manifest import Manifest
from tarotsim.logs.schema import SCHEMA_VERSION
from tarotsim.rules import RULES_VERSION
from tarotsim.rules.tables import PLAYED
from tarotsim.simulation.plan import Player, RunPlan

__all__ = ["Line", "Run", "counted_before", "lines_of", "open_run", "players_of", "run_table"]


@dataclass(frozen=True)
class Run:
    """A run's folder and its manifest."""

    folder: Path
    manifest: Manifest
    plan: RunPlan


@dataclass
class Line:
    """A line of the overview: runs of the same players and seed, whose windows do not overlap."""

    players: tuple[int, ...]
    """By seat, as places in the list of players."""
    names: tuple[str, ...]
    seed: int
    tarotsim: str
    rules: int
    runs: list[Run] = field(default_factory=list)

    @property
    def held(self) -> list[int]:
        """By seat: how many seats its player holds; 0 but at the first of them."""
        return [
            self.players.count(player) if self.players.index(player) == seat else 0
            for seat, player in enumerate(self.players)
        ]

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of the players, each once: ``basic 1``."""
        return tuple(dict.fromkeys(f"{player.name} {player.version}" for player in self.runs[0].plan.players))

    @property
    def asked(self) -> int:
        """The deals that were asked for."""
        return sum(run.plan.deals for run in self.runs)

    @property
    def done(self) -> list[tuple[int, int]]:
        """The deal numbers in finished parts: ranges (from, up to), joined where they touch."""
        joined: list[tuple[int, int]] = []
        for start, stop in sorted(
            (part.first, part.first + part.rows) for run in self.runs for part in run.manifest.deal_parts
        ):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
            elif start < stop:
                joined.append((start, stop))
        return joined

    @property
    def deals(self) -> int:
        """The deals that are done."""
        return sum(stop - start for start, stop in self.done)


def open_run(folder: Path) -> Run:
    """The run in ``folder``.

    Raises BadInput if there is none, or it is of another version of the schema or the rules.
    """
    manifest = Manifest.load(folder)
    for name, ours in (("schema", SCHEMA_VERSION), ("rules", RULES_VERSION)):
        if manifest.identity[name] != ours:
            raise BadInput(f"{folder} is of version {manifest.identity[name]} of the {name}, this is {ours}")
    return Run(folder, manifest, RunPlan.from_identity(manifest.identity))


def _key(player: Player) -> tuple[str, int, str]:
    return player.name, player.version, player.digest


def players_of(runs: Sequence[Run]) -> dict[tuple[str, int, str], str]:
    """All players of the runs, sorted: (name, version, digest) -> how they are called.

    By name; with version and digest only where that is needed to tell two apart, or a player from
    the group of all takers.
    """
    keys = sorted({_key(player) for run in runs for player in run.plan.players})
    names = [name for name, _, _ in keys]
    versions = [(name, version) for name, version, _ in keys]
    labels = {}
    for name, version, digest in keys:
        label = name
        if names.count(name) > 1 or name == "all":
            label += f" (version {version})"
        if versions.count((name, version)) > 1:
            label = f"{label[:-1]}, {digest[:8]})"
        labels[name, version, digest] = label
    return labels


def lines_of(runs: Sequence[Run]) -> list[Line]:
    """The runs as lines of an overview, in an order that does not depend on that of ``runs``.

    Raises BadInput if two runs of a line hold the same deals.
    """
    players = players_of(runs)
    places = {key: place for place, key in enumerate(players)}
    lines: dict[Any, Line] = {}
    for run in runs:
        keys = [_key(player) for player in run.plan.players]
        seats = tuple(places[key] for key in keys)
        rules, version = run.manifest.identity["rules"], run.manifest.tarotsim
        line = Line(seats, tuple(players[key] for key in keys), run.plan.seed, version, rules)
        lines.setdefault((seats, run.plan.seed, version), line).runs.append(run)
    for line in lines.values():
        line.runs.sort(key=lambda run: (run.plan.first, run.plan.deals, str(run.folder)))
        _check_apart(line)
    return [lines[key] for key in sorted(lines)]


def _check_apart(line: Line) -> None:
    """Two windows of the same deals would count them twice."""
    spans = sorted(
        (part.first, part.first + part.rows, str(run.folder))
        for run in line.runs
        for part in run.manifest.deal_parts
        if part.rows
    )
    for (_, stop, one), (start, _, other) in pairwise(spans):
        if start < stop and one != other:
            raise BadInput(f"{one} and {other} both hold deal {start}: it would count twice")
    folders = [run.folder.resolve() for run in line.runs]
    for folder in folders:
        if folders.count(folder) > 1:
            raise BadInput(f"{folder} is named twice")


def counted_before(lines: Sequence[Line], number: int) -> np.ndarray:
    """int64 (k, 2): the deals, from and up to, of the seed of a line that earlier lines hold too."""
    seed = lines[number].seed
    spans = [span for line in lines[:number] if line.seed == seed for span in line.done]
    return np.array(spans, np.int64).reshape(-1, 2)


def run_table(lines: Sequence[Line], statuses: np.ndarray) -> pd.DataFrame:
    """What was run, a row a line: players, seed, deal numbers, how many were asked for and are done.

    ``statuses`` counts the sound rows by line and status (`outcomes.OutcomeSums`).
    """
    rows = []
    for line, ended in zip(lines, statuses.tolist(), strict=True):
        done = line.done
        rows.append(
            {
                "players": ", ".join(line.names),
                "versions": ", ".join(line.versions),
                "rules": line.rules,
                "tarotsim": line.tarotsim,
                "seed": str(line.seed),
                "first": done[0][0] if done else None,
                "last": done[-1][1] - 1 if done else None,
                "deals": line.deals,
                "asked": line.asked,
                **columns("played", share(ended[PLAYED], sum(ended))),
            }
        )
    return pd.DataFrame(rows)
