"""The summary that `tarotsim run` ends with, as text and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarotsim.cli.tables import interval, number, print_table, to_json

if TYPE_CHECKING:
    from tarotsim.analysis.summary import Summary
    from tarotsim.simulation.plan import RunPlan

__all__ = ["print_summary", "summary_json"]


def _who(plan: RunPlan) -> str:
    if len(set(plan.names)) == 1:
        return f"four {plan.names[0]}"
    return ", ".join(plan.names)


def print_summary(
    folder: Path, plan: RunPlan, summary: Summary, played: int, seconds: float, speed: float | None
) -> None:
    """Print the tables of a run: outcomes, contracts, bouts, bonuses; and how fast it was."""
    click.echo(
        f"{summary.deals:,} deals of {_who(plan)}, seed {plan.seed}, from deal {plan.first} ({folder})"
    )
    click.echo("Shares in %, figures with their 95 % intervals.\n")
    print_table(
        summary.outcome_table(),
        {
            "outcome": lambda row: row["outcome"],
            "deals": lambda row: number(row["deals"]),
            "share": lambda row: interval(row, "share", 3, 100),
        },
    )
    click.echo()
    print_table(
        summary.contract_table(),
        {
            "contract": lambda row: row["contract"],
            "deals": lambda row: number(row["deals"]),
            "share": lambda row: number(row["share"], 2, 100),
            "made": lambda row: interval(row, "made", 2, 100),
            "card points": lambda row: interval(row, "points", 2),
            "taker's score": lambda row: interval(row, "score", 1),
        },
    )
    click.echo()
    print_table(
        summary.bout_table(),
        {
            "bouts": lambda row: str(row["bouts"]),
            "target": lambda row: str(row["target"]),
            "deals": lambda row: number(row["deals"]),
            "share": lambda row: number(row["share"], 2, 100),
            "made": lambda row: interval(row, "made", 2, 100),
            "card points": lambda row: interval(row, "points", 2),
        },
    )
    click.echo()
    print_table(
        summary.bonus_table(),
        {
            "bonus": lambda row: row["bonus"],
            "deals": lambda row: number(row["times"]),
            "share of those played": lambda row: interval(row, "share", 3, 100),
        },
    )
    if speed is None:
        click.echo("\nNothing was left to play.")
    else:
        click.echo(f"\n{played:,} deals in {seconds:.2f} s: {speed:,.0f} deals per second.")


def summary_json(
    folder: Path, plan: RunPlan, summary: Summary, played: int, seconds: float, speed: float | None
) -> str:
    """The same as one JSON object."""
    return to_json(
        {
            "folder": str(folder),
            "run": plan.run_id,
            "seed": plan.seed,
            "first": plan.first,
            "deals": summary.deals,
            "strategies": list(plan.names),
            **summary.to_json(),
            "deals_played_now": played,
            "seconds": round(seconds, 3),
            "deals_per_second": None if speed is None else round(speed),
        }
    )
