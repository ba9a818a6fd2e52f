"""`tarotsim verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarotsim.cli.options import COUNT, format_option, quiet_option, usable_cores
from tarotsim.cli.tables import to_json

if TYPE_CHECKING:
    from tarotsim.analysis.verdict import Verdict


@click.command("verify")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--sample", type=COUNT, default=None, help="Deals to play again.  [default: 10000]")
@click.option("--all", "every", is_flag=True, help="Play all deals again.")
@format_option
@quiet_option
@click.pass_context
def command(ctx: click.Context, run: Path, sample: int | None, every: bool, format: str, quiet: bool) -> None:
    """Check every row of RUN, and play deals of it again.

    Every part is compared with its SHA-256 and every row with what must hold of it; a sample of the
    deals, or all, is played again from seed and strategies. Prints the checks and how many deals
    each found faulty, and the first faulty deals; the exit code is 1 if there are any.

    \b
    Example:
      tarotsim verify results/first-run --sample 100k
    """
    from tarotsim.analysis.runs import open_run
    from tarotsim.analysis.verify import SAMPLE, verify
    from tarotsim.cli.progress import progress_bar

    if every and sample is not None:
        raise click.UsageError("--all and --sample exclude each other", ctx)
    opened = open_run(run)
    size = None if every else SAMPLE if sample is None else sample
    with progress_bar(opened.manifest.done, "verifying", show=not quiet) as advance:
        verdict = verify([opened], usable_cores(), size, advance).verdict
    if format == "json":
        click.echo(_json(run, verdict))
    else:
        _print(run, verdict)
    ctx.exit(0 if verdict.sound else 1)


def _json(run: Path, verdict: Verdict) -> str:
    from tarotsim.analysis.frames import records

    faults = [{"deal": found.deal, "check": found.check, "what": found.text} for found in verdict.findings]
    checks = records(verdict.table())
    return to_json({"run": str(run), "sound": verdict.sound, "checks": checks, "first_faults": faults})


def _print(run: Path, verdict: Verdict) -> None:
    """The checks for people."""
    from tarotsim.cli.tables import number, print_table

    print_table(
        verdict.table(),
        {
            "check": lambda row: row["check"],
            "deals": lambda row: number(row["deals"]),
            "faulty": lambda row: number(row["faulty"]),
        },
    )
    click.echo()
    if verdict.sound:
        click.echo(f"{run} is sound.")
        return
    click.echo(f"{run} is not sound. The first faults:")
    for found in verdict.findings:
        click.echo(f"deal {found.deal}: {found.check}: {found.text}")
