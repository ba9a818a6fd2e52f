"""`tarotsim compare`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
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
)
from tarotsim.errors import Interrupted

if TYPE_CHECKING:
    from tarotsim.report.comparison import Outcome
    from tarotsim.simulation.comparison import Comparison, ComparisonPlan


@click.command("compare")
@click.argument("players", nargs=-1, metavar="A B [C ...]")
@click.option(
    "--deals", type=COUNT, default=None, help="How many deals, at every table: 20_000, 100k.  [required]"
)
@click.option(
    "--until",
    type=click.FloatRange(0, min_open=True),
    default=None,
    metavar="POINTS",
    help="End as soon as every pair's 95 % interval is at most so wide to each side; --deals is the most.",
)
@seed_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the results and of every table's log.  [default: nothing is kept]",
)
@threads_option
@first_option
@click.option(
    "--resume", is_flag=True, help="Complete the comparison in the folder; its settings need not be repeated."
)
@click.option("--force", is_flag=True, help="Replace the comparison in the folder.")
@config_option
@quiet_option
@format_option
@click.pass_context
def command(ctx: click.Context, **settings: Any) -> None:
    """Compare players on the same deals.

    Every deal is played with A alone in each of the four seats among three B, and by four B; so for
    every two players, both ways round. The advantage of A over B on a deal is the mean of A's four
    scores: one value a deal, from which the intervals are. Four players or more also sit together.

    \b
    Examples:
      tarotsim compare basic random pass --deals 20k
      tarotsim compare expert expert:garde=50 --deals 1M --until 0.5 --out results/garde
      tarotsim compare --resume --out results/garde
    """
    from tarotsim.cli.comparison import print_comparison, print_speed
    from tarotsim.cli.tables import to_json
    from tarotsim.simulation.comparison import comparison_in

    _check_usage(ctx, settings)
    plan = _plan(ctx, settings)
    keep = settings["out"] is not None
    with _folder(settings["out"]) as folder:
        paths = {name: str(settings[name] or "") for name in ("out", "config")}
        config = {**settings, **paths, "players": list(plan.names)}
        modes = {name: settings[name] for name in ("resume", "force")}
        with comparison_in(folder, plan, config, keep=keep, **modes) as comparison:
            try:
                outcome, played, seconds = _play(comparison, keep=keep, settings=settings)
                if keep:
                    outcome.write(lambda file: print_comparison(outcome, file))
            except KeyboardInterrupt:
                raise Interrupted(_standing(comparison, keep=keep)) from None
    if settings["format"] == "json":
        click.echo(to_json(outcome.to_json()))
    else:
        print_comparison(outcome)
        print_speed(played, seconds)


def _check_usage(ctx: click.Context, settings: dict[str, Any]) -> None:
    if settings["resume"] and settings["force"]:
        raise click.UsageError("--resume and --force exclude each other", ctx)
    for name in ("resume", "force"):
        if settings[name] and settings["out"] is None:
            raise click.UsageError(f"--{name} needs the folder: --out DIR", ctx)


def _plan(ctx: click.Context, settings: dict[str, Any]) -> ComparisonPlan:
    """The plan that the settings make; with --resume, whatever is not given comes from the folder."""
    from tarotsim.simulation.comparison import PLAN, ComparisonPlan, rows_of_a_part
    from tarotsim.simulation.plan import players_named

    there = None
    if settings["resume"] and (settings["out"] / PLAN).is_file():
        there = ComparisonPlan.load(settings["out"])
        given = given_settings(ctx)
        for name in ("deals", "seed", "first", "until"):
            if name not in given:
                settings[name] = getattr(there, name)
        if not settings["players"]:
            settings["players"] = [player.spec for player in there.players]
    if len(settings["players"]) < 2:
        raise click.UsageError("name at least two players, for example: tarotsim compare basic random", ctx)
    deals = settings["deals"]
    if deals is None:
        raise click.UsageError("how many deals? Name them with --deals, for example --deals 20k", ctx)
    return ComparisonPlan(
        players=players_named(settings["players"]),
        deals=deals,
        seed=settings["seed"],
        first=settings["first"],
        part_rows=there.part_rows if there else rows_of_a_part(deals, looks=settings["until"] is not None),
        until=settings["until"],
    )


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """The folder to play in: the user's, or one that goes when the comparison is over."""
    from tempfile import TemporaryDirectory

    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="tarotsim-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _standing(comparison: Comparison, *, keep: bool) -> str:
    """What to say of a comparison that is interrupted."""
    if not keep:
        return "interrupted: nothing is kept without --out DIR"
    return (
        f"interrupted: {comparison.done:,} of {comparison.asked:,} deals are safe in {comparison.folder};"
        f" go on with: tarotsim compare --resume --out {comparison.folder}"
    )


def _play(comparison: Comparison, *, keep: bool, settings: dict[str, Any]) -> tuple[Outcome, int, float]:
    """Play part by part until all is played or settled; (the outcome, deals played now, seconds)."""
    from shutil import rmtree

    from tarotsim.cli.playing import work_through
    from tarotsim.cli.progress import progress_bar
    from tarotsim.report.comparison import Outcome
    from tarotsim.simulation.crew import Crew

    def standing() -> str:
        return _standing(comparison, keep=keep)

    def leave() -> None:
        if not keep:
            rmtree(comparison.folder, ignore_errors=True)

    threads = settings["threads"]
    outcome, crew = Outcome(comparison, threads=threads, keep=keep), Crew(threads)
    done, start = comparison.done, time.perf_counter()
    with progress_bar(comparison.missing(), "playing", show=not settings["quiet"]) as advance:
        comparison.report_to(advance)
        for number, deals in enumerate(comparison.plan.parts()):
            work_through(crew, comparison.work(slice(number, number + 1)), standing, leave)
            outcome.add(deals)
            if outcome.settled:
                break
    comparison.close()
    return outcome, comparison.done - done, time.perf_counter() - start
