"""What `tarotsim compare` prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import IO, TYPE_CHECKING, Any

import click

from tarotsim.analysis.frames import is_missing
from tarotsim.cli.tables import interval, number, print_table

if TYPE_CHECKING:
    from tarotsim.report.comparison import Outcome

__all__ = ["print_comparison", "print_speed"]


def _chance(p: Any) -> str:
    """A p value; very small ones as such."""
    if not is_missing(p) and p < 0.0001:
        return "< 0.0001"
    return number(p, 4)


def print_comparison(outcome: Outcome, file: IO[str] | None = None) -> None:
    """Print the tables of a comparison to ``file``, or to stdout."""
    from tarotsim.analysis.comparison import advantage_table, ranking_table, same_table, taking_table

    def say(line: str = "") -> None:
        click.echo(line, file or sys.stdout)

    plan, sums = outcome.plan, outcome.sums
    tables = len(plan.tables())
    say(
        f"{sums.deals:,} deals, each at {tables} table{'s' * (tables > 1)} of {', '.join(plan.names)};"
        f" seed {plan.seed}, from deal {plan.first}"
    )
    say("Points per deal, with 95 % intervals over deals; shares in %.")
    if plan.until is not None:
        end = "reached" if outcome.settled else "not reached"
        say(f"An interval of at most {plan.until:g} to each side was asked for, and {end}.")
    who = {"one": lambda row: row["player"], "among three": lambda row: row["field"]}
    say("\nOne player among three others: its score, and what of it comes from taking and from defending")
    print_table(
        advantage_table(sums),
        {
            **who,
            "advantage": lambda row: interval(row, "advantage", 2),
            "p": lambda row: _chance(row["p"]),
            "from taking": lambda row: interval(row, "taking", 2),
            "from defending": lambda row: interval(row, "defending", 2),
        },
        file,
    )
    say("\nTaking: of all seats, which contracts, made, and the score as the taker")
    print_table(
        taking_table(sums),
        {
            **who,
            "taken": lambda row: interval(row, "taken", 1, 100),
            "n": lambda row: number(row["n"]),
            "prise": lambda row: number(row["prise"], 1, 100),
            "garde": lambda row: number(row["garde"], 1, 100),
            "sans": lambda row: number(row["garde_sans"], 1, 100),
            "contre": lambda row: number(row["garde_contre"], 1, 100),
            "made": lambda row: interval(row, "made", 1, 100),
            "score": lambda row: interval(row, "score", 1),
        },
        file,
    )
    say("\nThe same deal, taker and contract: its score less that of whoever sits there in four of the field")
    print_table(
        same_table(sums),
        {
            **who,
            "taking": lambda row: interval(row, "taking", 2),
            "n": lambda row: number(row["n_taking"]),
            "defending": lambda row: interval(row, "defending", 2),
            "n ": lambda row: number(row["n_defending"]),
        },
        file,
    )
    if len(plan.names) > 2:
        say("\nMatrix of advantages: the row alone among three of the column")
        _print_matrix(outcome, file)
    say("\nRanking: half of the advantage in the others' fields less theirs in its own, mean over the others")
    together = {"all mixed": lambda row: interval(row, "mixed", 2)} if sums.mixed else {}
    print_table(
        ranking_table(sums),
        {
            "player": lambda row: row["player"],
            "points": lambda row: interval(row, "mean", 2),
            "p": lambda row: _chance(row["p"]),
            **together,
        },
        file,
    )


def _print_matrix(outcome: Outcome, file: IO[str] | None) -> None:
    from tarotsim.analysis.comparison import matrix_table

    names = outcome.plan.names

    def cell(place: int) -> Callable[[Mapping[str, Any]], str]:
        return lambda row: interval(row, str(place), 2)

    columns = {name: cell(place) for place, name in enumerate(names)}
    print_table(matrix_table(outcome.sums), {"": lambda row: row["player"], **columns}, file)


def print_speed(played: int, seconds: float) -> None:
    """Say how fast it was."""
    if played:
        click.echo(f"\n{played:,} deals in {seconds:.2f} s: {played / seconds:,.0f} deals per second.")
    else:
        click.echo("\nNothing was left to play.")
