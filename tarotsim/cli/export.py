"""`tarotsim export`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tarotsim.cli.options import COUNT
from tarotsim.cli.tables import to_json


class DealRange(click.ParamType):
    """``A:B``: the deals from A up to, not including, B; either may be left out."""

    name = "A:B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | None, int | None]:
        start, colon, stop = str(value).partition(":")
        if not colon:
            self.fail(
                f"{value!r} is no range of deals: write A:B, from deal A up to, not including, B", param, ctx
            )
        return tuple(COUNT.convert(end, param, ctx) if end.strip() else None for end in (start, stop))  # type: ignore[return-value]


@click.command("export")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--deals", type=DealRange(), default=":", help="From deal A up to, not including, deal B.  [default: all]"
)
@click.option(
    "--format",
    type=click.Choice(["records", "json"]),
    default="records",
    show_default=True,
    help="Deal records, one a line; or one JSON object with records and rows of the log.",
)
def command(run: Path, deals: tuple[int | None, int | None], format: str) -> None:
    """Write the deals of RUN as deal records.

    The deals are played again from the seed and the strategies, and each is compared with its row
    in the log as it goes; the exit code is 1 if one differs. Piped into `tarotsim score -` the
    records give the results that were logged.

    \b
    Example:
      tarotsim export results/first-run --deals 1000:1010 > deals.jsonl
    """
    from tarotsim.logs.manifest import Manifest

    manifest = Manifest.load(run)
    played = _exported(run, manifest, *deals)
    if format == "records":
        for _, _, record in played:
            sys.stdout.write(to_json(record) + "\n")
        return
    sys.stdout.write(f'{{"run": {to_json(manifest.run)}, "deals": [')
    for number, (deal, row, record) in enumerate(played):
        sys.stdout.write(",\n" if number else "\n")
        sys.stdout.write(to_json({"deal": deal, "record": record, "row": row}))
    sys.stdout.write("\n]}\n")


def _exported(
    run: Path, manifest: Any, start: int | None, stop: int | None
) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """(deal number, row of the log, deal record) of each deal wanted."""
    from tarotsim.errors import BadInput
    from tarotsim.records.writing import record_of
    from tarotsim.simulation.replay import replay

    there = manifest.ready
    start = there.start if start is None else start
    stop = there.stop if stop is None else stop
    if start > stop:
        raise BadInput(f"deals {start}:{stop} run backwards: write A:B with A up to B")
    if not there.start <= start <= stop <= there.stop:
        raise BadInput(f"deals {start}:{stop} are not all there: {run} holds {there.start}:{there.stop}")
    for rows, transcripts in replay(run, manifest, range(start, stop)):
        for row, transcript in zip(rows.to_pylist(), transcripts, strict=True):
            yield row["deal"], row, record_of(transcript)
