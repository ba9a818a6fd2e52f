"""What is to be played: a frozen, checked description that names a run and can play it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tarotsim.engine.batch import LAST_DEAL
from tarotsim.errors import BadInput
from tarotsim.logs.manifest import part_ranges, run_id_of
from tarotsim.logs.schema import SCHEMA_VERSION
from tarotsim.rules import RULES_VERSION
from tarotsim.rules.tables import SEATS
from tarotsim.strategies.registry import MODULES, find_strategy, split_strategies
from tarotsim.strategies.strategy import Strategy

__all__ = ["Player", "RunPlan", "part_rows_for", "players_from", "players_named"]

SMALLEST_PART, LARGEST_PART, LARGEST_PART_WITH_PLAYS = 2**14, 2**18, 2**16
PARTS_OF_A_RUN = 8


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: the strategy with its settings, the version of its behaviour, and its file.

    ``name`` is its label, ``expert:garde=50``; ``source`` is empty for a player of the package.
    """

    name: str
    version: int
    source: str = ""
    digest: str = ""

    @property
    def spec(self) -> str:
        """What names this player on the command line."""
        _, colon, settings = self.name.partition(":")
        return f"{self.source}{colon}{settings}" if self.source else self.name


@dataclass(frozen=True)
class RunPlan:
    """All that decides the rows of a run, and how they are cut into parts.

    Raises BadInput where a value is out of range. Threads and chunks are not here: no row depends
    on them.
    """

    deals: int
    seed: int
    first: int
    plays: bool
    players: tuple[Player, ...]
    part_rows: int

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"seed {self.seed}: a whole number from 0 to 2**63 - 1 is needed")
        if self.deals < 0 or self.first < 0 or self.first + self.deals > LAST_DEAL:
            raise BadInput(
                f"deals {self.first} to {self.first + self.deals}: they are numbered from 0 to 2**62 - 1"
            )
        if len(self.players) != SEATS:
            raise BadInput(f"{len(self.players)} players: a table has four seats")
        if self.part_rows < 1:
            raise BadInput(f"parts of {self.part_rows} deals: at least one is needed")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(player.name for player in self.players)

    def identity(self) -> dict[str, Any]:
        """All that decides the rows of the run, ready for JSON."""
        return {
            "seed": self.seed,
            "first": self.first,
            "deals": self.deals,
            "plays": self.plays,
            "part_rows": self.part_rows,
            "rules": RULES_VERSION,
            "schema": SCHEMA_VERSION,
            "strategies": [asdict(player) for player in self.players],
        }

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> RunPlan:
        """The plan whose `identity` this is."""
        return cls(
            deals=identity["deals"],
            seed=identity["seed"],
            first=identity["first"],
            plays=identity["plays"],
            players=tuple(Player(**player) for player in identity["strategies"]),
            part_rows=identity["part_rows"],
        )

    @property
    def run_id(self) -> str:
        """Sixteen hex digits that name these rows; stamped on every part."""
        return run_id_of(self.identity())

    def parts(self) -> list[range]:
        """The deal numbers of each part, in order; one empty part for a run of no deals."""
        return part_ranges(self.first, self.deals, self.part_rows)

    def strategies(self) -> list[Strategy]:
        """The players' strategies, by seat; BadInput if one is not what it was when the plan was made."""
        found = [find_strategy(player.spec) for player in self.players]
        for player, strategy in zip(self.players, found, strict=True):
            now = _player(strategy)
            if now != player:
                changed = " (its file has changed)" if now.source else ""
                raise BadInput(
                    f"strategy {player.name!r} is no longer what this run was made with: version"
                    f" {player.version} then, {now.version} now{changed}"
                )
        return found


def part_rows_for(deals: int, plays: bool) -> int:
    """Rows of a part: a power of two that gives a run about eight parts, within the limits above."""
    largest = LARGEST_PART_WITH_PLAYS if plays else LARGEST_PART
    rows = SMALLEST_PART
    while rows < largest and rows * PARTS_OF_A_RUN < deals:
        rows *= 2
    return rows


def _player(strategy: Strategy) -> Player:
    return Player(strategy.label, strategy.version, strategy.source, strategy.digest)


def players_from(text: str) -> tuple[Player, ...]:
    """The players that ``S`` or ``S,S,S,S`` names, one for all the seats or one for each.

    Raises BadInput for an unknown strategy, another number of them, or two that share a name.
    """
    names = split_strategies(text)
    if len(names) not in (1, SEATS):
        raise BadInput(f"strategy {text!r}: one for all seats or four, seat 0 first, but not {len(names)}")
    players = players_named(names)
    return players * SEATS if len(names) == 1 else players


def players_named(names: Sequence[str]) -> tuple[Player, ...]:
    """The players of these names (``basic``, ``expert:garde=50``, ``file.py``), any number of them.

    Raises BadInput for an unknown strategy, or two that share a name.
    """
    strategies = {name: find_strategy(name) for name in names}
    _check_names(list(strategies.values()))
    return tuple(_player(strategies[name]) for name in names)


def _check_names(strategies: Sequence[Strategy]) -> None:
    """Two different players must not write the same name into a log."""
    owners: dict[str, str] = {}
    for strategy in strategies:
        where = strategy.source or "tarotsim"
        if strategy.source and strategy.name in MODULES:
            raise BadInput(f"{strategy.source}: the name {strategy.name!r} belongs to a player of tarotsim")
        if owners.setdefault(strategy.name, where) != where:
            raise BadInput(f"two players are called {strategy.name!r}: {owners[strategy.name]} and {where}")
