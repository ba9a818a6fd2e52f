"""What the checks of a log have seen: how many deals, how many faulty ones, the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from tarotsim.analysis.invariants import CHECKS

__all__ = [
    "ALL_CHECKS",
    "FILES",
    "PARTS",
    "PLAYED_AGAIN",
    "PLAYS",
    "SCHEMA",
    "SHOWN",
    "Finding",
    "Verdict",
]

FILES, PARTS, SCHEMA, PLAYS, PLAYED_AGAIN = "files", "parts", "schema", "plays", "played again"
ALL_CHECKS: dict[str, str] = {
    FILES: "no others lie among the parts of a complete run",
    PARTS: "each is there, with the SHA-256 of the manifest",
    SCHEMA: "columns, types and versions are those of a log, of this run",
    **{check.name: check.holds for check in CHECKS},
    PLAYS: "the cards of each part are there, with the SHA-256 of the manifest",
    PLAYED_AGAIN: "every value is what seed and strategies give",
}
"""Every check, in the order of its table, and what holds where it finds nothing."""

SHOWN = 10
"""So many faults are kept to be shown, the first ones."""


class Finding(NamedTuple):
    """Something wrong."""

    run: str
    """The folder of the run."""
    deal: int
    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.run}, deal {self.deal}: {self.check}: {self.text}"


@dataclass
class Verdict:
    """What the checks have seen; verdicts on several parts add up, in any order."""

    checked: dict[str, int] = field(default_factory=dict)
    faulty: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def note(self, check: str, checked: int, faulty: int = 0) -> None:
        """Count the deals that a check was made on, and those it found faulty."""
        self.checked[check] = self.checked.get(check, 0) + checked
        self.faulty[check] = self.faulty.get(check, 0) + faulty

    def find(self, findings: Sequence[Finding]) -> None:
        """Keep the first of the findings."""
        if findings:
            self.findings = sorted([*self.findings, *findings])[:SHOWN]

    def add(self, other: Verdict) -> None:
        """Take in what another has seen."""
        for check, checked in other.checked.items():
            self.note(check, checked, other.faulty[check])
        self.find(other.findings)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not any(self.faulty.values())

    def table(self) -> pd.DataFrame:
        """The checks made: what must hold, of how many deals it was asked, of how many it does not."""
        return pd.DataFrame(
            [
                {"check": name, "holds": holds, "deals": self.checked[name], "faulty": self.faulty[name]}
                for name, holds in ALL_CHECKS.items()
                if name in self.checked
            ],
            columns=["check", "holds", "deals", "faulty"],
        )
