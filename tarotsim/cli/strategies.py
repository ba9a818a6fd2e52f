"""`tarotsim strategies`."""

from __future__ import annotations

from typing import Any

import click

from tarotsim.cli.options import format_option
from tarotsim.cli.tables import print_table, to_json


@click.command("strategies")
@format_option
def command(format: str) -> None:
    """List the players there are, with the version of each one's behaviour.

    A player of your own is a Python file that defines STRATEGY; name the file wherever a strategy
    is asked for. tarotsim/strategies/basic.py is a good one to start from.
    """
    import pandas as pd

    from tarotsim.strategies.registry import MODULES, built_in

    rows: list[dict[str, Any]] = [
        {"name": player.name, "version": player.version, "summary": player.summary}
        for player in map(built_in, MODULES)
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
