"""`tarotsim score`."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

import click

from tarotsim.cli.tables import to_json


@click.command("score")
@click.argument("file", type=click.File("rb"))
@click.pass_context
def command(ctx: click.Context, file: BinaryIO) -> None:
    """Judge the deal records in FILE (- for standard input), one JSON object a line.

    Prints one JSON object for each: the result of a complete deal; for an unfinished one whose turn
    it is and what is legal; or {"error": ...} naming what is wrong and where. If a record is wrong
    the others are still judged, and the exit code is 1.

    \b
    Example:
      tarotsim export results/first-run --deals 0:10 | tarotsim score -
    """
    wrong = False
    interactive = not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    for answer in _answers(file):
        wrong = wrong or "error" in answer
        sys.stdout.write(to_json(answer) + "\n")
        if interactive:  # a program may wait for this answer before it sends the next record
            sys.stdout.flush()
    ctx.exit(1 if wrong else 0)


def _answers(lines: Iterable[bytes]) -> Iterable[dict[str, Any]]:
    """The answer to each line that is not blank."""
    from tarotsim.jit import seal_cache
    from tarotsim.records.scoring import Scorer

    scorer = Scorer()
    first = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield {"error": f"line {number} is not JSON: {error}"}
            continue
        yield scorer.score(record)
        if first:
            seal_cache()
            first = False
