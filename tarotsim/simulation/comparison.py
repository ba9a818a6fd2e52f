"""A comparison: many tables that play the same deals, each an ordinary run in a folder of its own.

The folder of a comparison holds ``plan.json``, written before anything else, the runs in
``tables/``, and, once there are any, the results.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

from tarotsim import __version__
from tarotsim.errors import BadInput
from tarotsim.logs.folder import LOCK, clear_run, locked
from tarotsim.logs.manifest import MANIFEST, Manifest, load_json, now, part_file, write_atomically
from tarotsim.simulation.crew import Work
from tarotsim.simulation.plan import Player, RunPlan, part_rows_for
from tarotsim.simulation.runner import CHUNK, Runner, prepare
from tarotsim.simulation.seatings import Table, folder_name, seatings

__all__ = ["PLAN", "RESULTS", "Comparison", "ComparisonPlan", "comparison_in", "rows_of_a_part"]

PLAN = "plan.json"
RESULTS = ("compare.json", "compare.txt", "advantages.parquet", "matrix.svg", "ranking.svg")
"""The files of results in the folder of a comparison."""
FORMAT = "tarotsim comparison"
LOOKS = 64
"""How often, at most, a comparison that may end early is looked at."""


@dataclass(frozen=True)
class ComparisonPlan:
    """Who is compared, and on which deals.

    Raises BadInput where a value is out of range or fewer than two players are named.
    """

    players: tuple[Player, ...]
    deals: int
    seed: int
    first: int
    part_rows: int
    until: float | None = None
    """End once the 95 % interval of every pair is at most so wide to each side, in points per deal."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise BadInput(f"{len(self.players)} players: at least two are needed for a comparison")
        if self.until is not None and not 0 < self.until < inf:
            raise BadInput(f"until {self.until}: a number of points above 0 is needed")
        for table in self.tables():
            self.run_plan(table)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order in which they were given."""
        return tuple(player.name for player in self.players)

    def tables(self) -> list[Table]:
        """The tables to be played."""
        return seatings(self.names)

    def run_plan(self, table: Table) -> RunPlan:
        """The plan of the run that is played at ``table``."""
        players = {player.name: player for player in self.players}
        seated = tuple(players[name] for name in table)
        return RunPlan(self.deals, self.seed, self.first, False, seated, self.part_rows)

    def parts(self) -> list[range]:
        """The deals of each part, in order; they are the same at every table."""
        return self.run_plan((self.names[0],) * 4).parts()

    @classmethod
    def load(cls, folder: Path) -> ComparisonPlan:
        """The plan in ``folder``; BadInput if there is none or it is not one of ours."""
        path = folder / PLAN
        data = load_json(path, FORMAT, "comparison", "plan")
        try:
            players = tuple(Player(**player) for player in data["players"])
            numbers = {name: data[name] for name in ("deals", "seed", "first", "part_rows", "until")}
            return cls(players=players, **numbers)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadInput(f"{path} is damaged: what it says is no plan") from None

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        """Write ``plan.json``, whole or not at all, with ``config``, the whole resolved configuration."""
        data = {"format": FORMAT, "tarotsim": __version__, **asdict(self), "config": config, "started": now()}
        write_atomically(folder / PLAN, (json.dumps(data, indent=1) + "\n").encode())


def rows_of_a_part(deals: int, *, looks: bool) -> int:
    """Deals of a part: as in a run, but fewer where the comparison is looked at after each (``looks``)."""
    if not looks:
        return part_rows_for(deals, plays=False)
    rows = CHUNK
    while rows * LOOKS < deals:
        rows *= 2
    return rows


@dataclass
class Comparison:
    """The tables of a plan, being played below ``folder``."""

    plan: ComparisonPlan
    folder: Path
    runners: dict[Table, Runner]

    @property
    def asked(self) -> int:
        """Deals to be played, all tables together."""
        return self.plan.deals * len(self.runners)

    @property
    def done(self) -> int:
        """Deals that are safe, all tables together."""
        return sum(runner.manifest.done for runner in self.runners.values())

    def missing(self, parts: slice = slice(None)) -> int:
        """Deals that are still to be played in these parts, all tables together."""
        return sum(len(deals) for runner in self.runners.values() for deals in runner.missing(parts))

    def work(self, parts: slice = slice(None)) -> Work:
        """What is to be played, for a `Crew`: a part at every table, then the next part."""
        for number in range(len(self.plan.parts()))[parts]:
            for runner in self.runners.values():
                yield from runner.work(slice(number, number + 1))

    def report_to(self, on_progress: Callable[[int], None]) -> None:
        """Call ``on_progress`` with every number of deals that has been played."""
        for runner in self.runners.values():
            runner.on_progress = on_progress

    def files(self, deals: range) -> dict[Table, Path]:
        """The file of each table that holds the part ``deals``."""
        return {table: runner.folder / part_file("deals", deals) for table, runner in self.runners.items()}

    def close(self) -> None:
        """Close the manifests of the tables that have been played to the end."""
        for runner in self.runners.values():
            runner.close()


@contextmanager
def comparison_in(
    folder: Path, plan: ComparisonPlan, config: dict[str, Any], *, resume: bool, force: bool, keep: bool
) -> Iterator[Comparison]:
    """Lock ``folder``, make it ready for ``plan``, and give the comparison to be played in it.

    ``keep`` says that the folder is the user's and can be gone on with. Raises BadInput if it holds
    something that is not to be touched, Fault if a part of what is to be resumed is damaged.
    """
    with ExitStack() as held:
        held.enter_context(locked(folder))
        going_on = resume and _holds_comparison(folder)
        if _holds_comparison(folder):
            there = ComparisonPlan.load(folder)  # whatever else is called plan.json is not to be touched
            if resume:
                _check_same(folder, there, plan)
            elif force:
                _clear(folder)
            else:
                raise BadInput(
                    f"{folder} already holds a comparison: --resume completes it, --force plays it anew"
                )
        if not going_on:
            plan.save(folder, config)
        go_on = f"tarotsim compare --resume --out {folder}" if keep else "the same command with --out DIR"
        runners = {}
        _let_open_files(2 * len(plan.tables()))
        for table in plan.tables():
            place = folder / "tables" / folder_name(table)
            held.enter_context(locked(place))
            manifest = prepare(place, plan.run_plan(table), config, resume=resume, force=False)
            runners[table] = Runner(plan.run_plan(table), place, manifest, go_on)
        if going_on:  # every table is what it should be, and there may be a new ``until``
            plan.save(folder, config)
        yield Comparison(plan, folder, runners)


def _let_open_files(count: int) -> None:
    """Each table's folder is held by an open file; ask the system for as many where it allows them."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count + 256:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(count + 256, hard), hard))


def _holds_comparison(folder: Path) -> bool:
    """Whether there is a plan; BadInput if there is none, but something else than an empty folder."""
    if (folder / PLAN).exists():
        return True
    for path in sorted(folder.iterdir()):
        if path.name not in (LOCK, f"_tmp-{PLAN}"):
            raise BadInput(f"{folder} holds no comparison, but {path.name}: name a new or an empty folder")
    return False


def _check_same(folder: Path, there: ComparisonPlan, plan: ComparisonPlan) -> None:
    """BadInput if the comparison in ``folder`` is another than ``plan``; only ``until`` may differ."""
    for label, name in {
        "seed": "seed",
        "first deal": "first",
        "number of deals": "deals",
        "players": "names",
    }.items():
        old, new = getattr(there, name), getattr(plan, name)
        if old != new:
            old, new = (" ".join(value) if name == "names" else value for value in (old, new))
            raise BadInput(f"{folder} holds another comparison: its {label} is {old}, not {new}")


def _clear(folder: Path) -> None:
    """Remove the runs and the results of a comparison, and nothing else."""
    for name in RESULTS:
        (folder / name).unlink(missing_ok=True)
    for manifest in sorted(folder.glob(f"tables/*/{MANIFEST}")):
        place = manifest.parent
        with locked(place):
            Manifest.load(place)  # whatever else is called run.json is not to be touched
            clear_run(place)
            with suppress(OSError):
                (place / "deals").rmdir()
                (place / LOCK).unlink()
                place.rmdir()
