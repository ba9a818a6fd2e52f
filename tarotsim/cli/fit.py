"""`tarotsim fit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tarotsim.cli.options import COUNT, SEEDS, format_option, quiet_option, seed_option, threads_option
from tarotsim.cli.tables import interval, number, print_table, to_json

if TYPE_CHECKING:
    import pandas as pd

    from tarotsim.simulation.fitting import Fit


@click.command("fit")
@click.option(
    "--deals", type=COUNT, default="100k", show_default=True, help="Deals for each seat and contract."
)
@seed_option
@threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the weights there, as JSON.  [default: they are only shown]",
)
@click.option("--force", is_flag=True, help="Replace the file of --out.")
@quiet_option
@format_option
def command(
    deals: int, seed: int, threads: int, out: Path | None, force: bool, quiet: bool, format: str
) -> None:
    """Fit what `expert` thinks of a hand, and show how right it is.

    `expert` plays every deal as the taker, in each seat and contract; the margins it gets, by what was
    in the hand, make the weights of its bid. Then four of it play other deals: the
    share of contracts made is held against the share that the value of the hand let expect.

    The weights that are in use are made by: tarotsim fit --deals 200k --force --out FILE, FILE being
    tarotsim/strategies/expert/weights.json.

    \b
    Example:
      tarotsim fit --deals 50k
    """
    from tarotsim.analysis.calibration import calibration_table
    from tarotsim.analysis.frames import records
    from tarotsim.cli.progress import progress_bar
    from tarotsim.simulation.fitting import fit_weights, taken_contracts

    _check(deals, seed, out, force=force)
    with progress_bar(8 * deals, "fitting", show=not quiet) as advance:
        weights, fits = fit_weights(deals, seed, threads, advance)
    with progress_bar(8 * deals, "checking", show=not quiet) as advance:
        learnt = taken_contracts(4 * deals, seed + 1, threads, advance)
        fresh = taken_contracts(4 * deals, seed + 2, threads, advance)
    table = calibration_table(learnt, fresh)
    if out is not None:
        from tarotsim.logs.manifest import write_atomically

        write_atomically(out, (json.dumps(weights, indent=1) + "\n").encode())
    if format == "json":
        fitted = {name: {"deals": fit.deals, "r_squared": fit.r_squared} for name, fit in fits.items()}
        click.echo(to_json({"weights": weights, "fits": fitted, "calibration": records(table)}))
        return
    _print(weights, fits, table)
    if out is not None:
        click.echo(f"\nThe weights are in {out}.")


def _check(deals: int, seed: int, out: Path | None, *, force: bool) -> None:
    """Refuse at once what would end badly only after all the work."""
    if deals < 1:
        raise click.BadParameter(f"{deals} deals teach nothing: name one at least", param_hint="--deals")
    if seed > SEEDS[1] - 2:
        raise click.BadParameter(
            f"{seed} is too high: the check plays the two seeds above it", param_hint="--seed"
        )
    if out is not None and not out.parent.is_dir():
        raise click.BadParameter(f"{out.parent} is no folder that is there", param_hint="--out")
    if out is not None and out.exists() and not force:
        raise click.BadParameter(f"{out} is there already: --force replaces it", param_hint="--out")


def _print(weights: dict[str, Any], fits: dict[str, Fit], table: pd.DataFrame) -> None:
    """The weights and how right they are, for people."""
    import pandas as pd

    from tarotsim.strategies.expert.evaluation import FEATURES

    click.echo("What a hand is worth, in card points (50 expects to make the target exactly)\n")
    columns = {"feature": FEATURES, "taken": weights["with_chien"], "kept": weights["without_chien"]}
    print_table(
        pd.DataFrame(columns),
        {
            "in the hand": lambda row: row["feature"],
            "chien taken": lambda row: number(row["taken"], 2),
            "chien not taken": lambda row: number(row["kept"], 2),
        },
    )
    click.echo()
    names = {"with_chien": "chien taken", "without_chien": "chien not taken"}
    for name, fit in fits.items():
        click.echo(f"{names[name]}: {fit.deals:,} deals, {100 * fit.r_squared:.1f} % of the variance")
    click.echo("\nContracts made, in %: predicted, and seen on other deals\n")
    print_table(
        table,
        {
            "contract": lambda row: row["contract"],
            "tenth": lambda row: str(row["tenth"]),
            "deals": lambda row: number(row["deals"]),
            "predicted": lambda row: number(row["predicted"], 1, 100),
            "made": lambda row: interval(row, "made", 1, 100),
        },
    )
