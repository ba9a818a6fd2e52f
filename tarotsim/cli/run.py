"""`tarotsim run`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tarotsim.cli.options import (
    COUNT,
    config_option,
    first_option,
    format_option,
    given_settings,
    quiet_option,
    seed_option,
    threads_option,
    usable_cores,
)

if TYPE_CHECKING:
    from tarotsim.simulation.plan import RunPlan
    from tarotsim.simulation.runner import Runner


@click.command("run")
@click.option(
    "--deals", type=COUNT, default=None, help="How many deals: 1000000, 1_000_000, 1M or 1e6.  [required]"
)
@seed_option
@click.option(
    "--strategy",
    default="basic",
    show_default=True,
    metavar="S | S,S,S,S",
    help="Who plays: one player for all seats, or four. See `tarotsim strategies`; file.py for your own.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the log.  [default: a new one under results/]",
)
@threads_option
@first_option
@click.option("--plays", is_flag=True, help="Also log hands, discards and every card played.")
@click.option(
    "--resume", is_flag=True, help="Complete the run in the folder; its settings need not be repeated."
)
@click.option("--force", is_flag=True, help="Replace the run in the folder.")
@config_option
@quiet_option
@format_option
@click.pass_context
def command(ctx: click.Context, **settings: Any) -> None:
    """Play deals among four strategies and log every one.

    The log is a folder of Parquet files with a manifest; `pandas.read_parquet("DIR/deals")` reads
    it. The same seed gives the same deals and the same rows, whatever the number of threads and
    however often the run was interrupted.

    \b
    Examples:
      tarotsim run --deals 1M
      tarotsim run --deals 100k --strategy basic,pass,pass,pass --out results/alone
      tarotsim run --resume --out results/alone
    """
    from tarotsim.logs.folder import locked
    from tarotsim.simulation.folders import default_folder
    from tarotsim.simulation.runner import Runner, prepare

    if settings["resume"] and settings["force"]:
        raise click.UsageError("--resume and --force exclude each other")
    plan = _plan(ctx, settings)
    folder = settings["out"] or default_folder(plan, latest=settings["resume"])
    config = {**settings, "out": str(folder), "config": str(settings["config"] or "")}
    with locked(folder):
        manifest = prepare(folder, plan, config, resume=settings["resume"], force=settings["force"])
        runner = Runner(plan, folder, manifest)
        played, seconds = _play(runner, settings["threads"], quiet=settings["quiet"])
    _report(runner, played, seconds, settings)


def _plan(ctx: click.Context, settings: dict[str, Any]) -> RunPlan:
    """The plan that the settings make; with --resume, whatever is not given comes from the manifest."""
    from tarotsim.logs.manifest import MANIFEST, Manifest
    from tarotsim.simulation.plan import RunPlan, part_rows_for, players_from

    given = given_settings(ctx)
    out = settings["out"]
    part_rows = None
    if settings["resume"] and out and (out / MANIFEST).is_file():
        there = RunPlan.from_identity(Manifest.load(out).identity)
        part_rows = there.part_rows
        for name in ("deals", "seed", "first", "plays"):
            if name not in given:
                settings[name] = getattr(there, name)
        if "strategy" not in given:
            settings["strategy"] = ",".join(player.spec for player in there.players)
    if settings["deals"] is None:
        raise click.UsageError("how many deals? Name them with --deals, for example --deals 1M", ctx)
    deals, plays = settings["deals"], settings["plays"]
    return RunPlan(
        deals=deals,
        seed=settings["seed"],
        first=settings["first"],
        plays=plays,
        players=players_from(settings["strategy"]),
        part_rows=part_rows or part_rows_for(deals, plays),
    )


def _play(runner: Runner, threads: int, *, quiet: bool) -> tuple[int, float]:
    """Play what is missing, with a progress bar on a terminal; (deals played now, seconds it took)."""
    from tarotsim.cli.playing import work_through
    from tarotsim.cli.progress import progress_bar
    from tarotsim.simulation.crew import Crew

    def where_it_stands() -> str:
        done, deals = runner.manifest.done, runner.plan.deals
        return (
            f"interrupted: {done:,} of {deals:,} deals are safe in {runner.folder};"
            f" go on with: {runner.how_to_go_on}"
        )

    todo = sum(len(deals) for deals in runner.missing())
    start = time.perf_counter()
    with progress_bar(todo, "playing", show=not quiet) as advance:
        runner.on_progress = advance
        work_through(Crew(threads), runner.work(), where_it_stands)
    runner.close()
    return todo, time.perf_counter() - start


def _report(runner: Runner, played: int, seconds: float, settings: dict[str, Any]) -> None:
    """Print the summary of the whole log."""
    from tarotsim.analysis.summary import summarise
    from tarotsim.cli.summary import print_summary, summary_json

    folder, plan = runner.folder, runner.plan
    summary = summarise(folder, usable_cores())
    speed = played / seconds if played else None
    if settings["format"] == "json":
        click.echo(summary_json(folder, plan, summary, played, seconds, speed))
    else:
        print_summary(folder, plan, summary, played, seconds, speed)
