"""`tarotsim strategies`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from tarotsim.cli.options import format_option
from tarotsim.cli.tables import print_table, to_json

if TYPE_CHECKING:
    from tarotsim.strategies.strategy import Strategy


@click.command("strategies")
@click.option("--verbose", is_flag=True, help="Also every parameter: default, range, unit, meaning.")
@format_option
def command(verbose: bool, format: str) -> None:
    """List the players there are, with the version of each one's behaviour.

    A parameter is set behind a colon: expert:garde=52,sans=60.

    A player of your own is a Python file that defines STRATEGY; name the file wherever a strategy
    is asked for. tarotsim/strategies/basic.py is a good one to start from.
    """
    import pandas as pd

    from tarotsim.strategies.registry import MODULES, built_in

    players = [built_in(name) for name in MODULES]
    rows: list[dict[str, Any]] = [
        {"name": player.name, "version": player.version, "summary": player.summary}
        | ({"parameters": [asdict(parameter) for parameter in player.parameters]} if verbose else {})
        for player in players
    ]
    if format == "json":
        click.echo(to_json({"strategies": rows}))
        return
    print_table(
        pd.DataFrame(rows),
        {
            "name": lambda row: row["name"],
            "version": lambda row: str(row["version"]),
            "what it does": lambda row: row["summary"],
        },
    )
    if verbose:
        _print_parameters(players)


def _print_parameters(players: list[Strategy]) -> None:
    import pandas as pd

    for player in players:
        if player.parameters:
            click.echo(f"\n{player.name}")
            print_table(
                pd.DataFrame(map(asdict, player.parameters)),
                {
                    "parameter": lambda row: row["name"],
                    "default": lambda row: f"{row['default']:g}",
                    "range": lambda row: f"{row['low']:g} to {row['high']:g}",
                    "unit": lambda row: row["unit"],
                    "meaning": lambda row: row["meaning"],
                },
            )
