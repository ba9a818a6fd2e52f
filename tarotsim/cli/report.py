"""`tarotsim report`."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tarotsim.cli.options import quiet_option, usable_cores

if TYPE_CHECKING:
    from tarotsim.report.sections import Report


class Formats(click.ParamType):
    """``html,md,csv,json,png``: any of them."""

    name = "html,md,csv,json,png"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        from tarotsim.report.folder import FORMATS

        if isinstance(value, tuple):
            return value
        kinds = tuple(dict.fromkeys(kind.strip() for kind in str(value).split(",")))
        for kind in kinds:
            if kind not in FORMATS:
                self.fail(f"{kind!r} is no format: there are {', '.join(FORMATS)}", param, ctx)
        return kinds


@click.command("report")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="DIR",
    help="Folder of the report, or - for standard output.  [default: RUN-report beside the run]",
)
@click.option(
    "--format",
    "formats",
    type=Formats(),
    default="html,md,csv,json",
    show_default=True,
    help="What is written. csv has one file a table; md comes with its plots as SVG, png adds them as PNG.",
)
@click.option(
    "--by",
    type=click.Choice(["strategy", "seat", "position"]),
    help="Tell the taker's tables apart by who, where or when it was.",
)
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    runs: tuple[Path, ...],
    out: Path | None,
    formats: tuple[str, ...],
    by: str | None,
    quiet: bool,
) -> None:
    """Turn the logs of one RUN or several into statistics, tables and plots.

    Runs of the same players and seed are windows of one whole. Every row is checked as it is read:
    the report says at its top if a log is unsound, and the exit code is 1.

    \b
    Examples:
      tarotsim report results/first-run
      tarotsim report results/first-run --format md --out -
      tarotsim report results/a results/b --by strategy --out results/both
    """
    from tarotsim.report.folder import TEXT_FORMATS

    to_stdout = str(out) == "-"
    if to_stdout and (len(formats) != 1 or formats[0] not in TEXT_FORMATS):
        raise click.UsageError(f"--out - takes one --format, of {', '.join(TEXT_FORMATS)}", ctx)
    report = _study(runs, by, quiet=quiet)
    if to_stdout:
        from tarotsim.report.folder import as_text

        click.echo(as_text(report, formats[0]), nl=False)
    else:
        _write(report, out, runs, formats)
    ctx.exit(1 if report.faults else 0)


def _study(folders: tuple[Path, ...], by: str | None, *, quiet: bool) -> Report:
    """Read the logs, with a progress bar on a terminal."""
    from tarotsim.analysis.runs import open_run
    from tarotsim.analysis.study import study
    from tarotsim.cli.progress import progress_bar
    from tarotsim.report.contents import report_of

    runs = [open_run(folder) for folder in folders]
    with progress_bar(sum(run.manifest.done for run in runs), "reading", show=not quiet) as advance:
        studied = study(runs, usable_cores(), on_progress=advance)
    gc.freeze()  # what is loaded stays; drawing makes much that goes, and looking through all took its time
    return report_of(studied, by)


def _write(report: Report, out: Path | None, runs: tuple[Path, ...], formats: tuple[str, ...]) -> None:
    """Write the report, and print its summary."""
    from tarotsim.cli.tables import print_report_table
    from tarotsim.report.folder import default_folder, write_report

    first = write_report(report, out or default_folder(list(runs)), formats)
    for line in (report.title, *report.facts):
        click.echo(line)
    for name in SUMMARY:
        click.echo()
        print_report_table(next(table for table in report.tables if table.name == name))
    click.echo()
    if report.faults:
        click.echo("The log is not sound; faulty rows are left out:")
        for fault in report.faults:
            click.echo(f"  {fault}")
    else:
        click.echo("The log is sound.")
    click.echo(f"report: {first}")


SUMMARY = ("contracts", "margins", "positions")
"""The tables that are also printed."""
