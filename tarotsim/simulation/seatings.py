"""Who sits where in a duplicate comparison: tables of names, seat 0 first, each played on the same deals.

Every player sits alone, in each of the four seats, at a table of three of every other one, and with
three of itself; four or more also sit together, each four of them in their four rotations. Which
tables there are, and their names, does not depend on the order in which the players are named.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import combinations, permutations

from tarotsim.rules.tables import SEATS

__all__ = ["Table", "alone", "folder_name", "mixed", "seatings"]

Table = tuple[str, ...]
"""The names of the players, by seat."""

_LONGEST_NAME = 200
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.,:=+-]+")


def alone(lone: str, field: str) -> list[Table]:
    """The four tables at which ``lone`` sits among three ``field``: at seat 0, 1, 2, 3."""
    return [tuple(lone if seat == place else field for seat in range(SEATS)) for place in range(SEATS)]


def mixed(names: Sequence[str]) -> list[list[Table]]:
    """For each four of the players the four tables at which they sit together, each rotated by a seat."""
    return [
        [four[place:] + four[:place] for place in range(SEATS)] for four in combinations(sorted(names), SEATS)
    ]


def seatings(names: Sequence[str]) -> list[Table]:
    """Every table of the comparison of these players, equal ones once."""
    tables = [table for lone, field in permutations(sorted(names), 2) for table in alone(lone, field)]
    tables += [(name,) * SEATS for name in sorted(names)]
    tables += [table for rotations in mixed(names) for table in rotations]
    return list(dict.fromkeys(tables))


def folder_name(table: Table) -> str:
    """The name of a table's folder: its players as ``tarotsim run --strategy`` takes them.

    Where that is too long for a file system, or holds odd characters, it is cut and told apart by a hash.
    """
    text = ",".join(table)
    if len(text) <= _LONGEST_NAME and _PLAIN_NAME.fullmatch(text):
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return re.sub(r"[^A-Za-z0-9_.,:=+-]", "_", text)[: _LONGEST_NAME - len(digest) - 1] + "-" + digest
