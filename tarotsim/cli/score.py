"""`tarotsim score`."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from tarotsim.cli.tables import to_json

if TYPE_CHECKING:
    from tarotsim.records.scoring import Scorer

CHUNK = 2**16
"""Bytes read at a time."""


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
    from tarotsim.jit import seal_cache
    from tarotsim.records.scoring import Scorer

    scorer = Scorer()
    seal_cache()
    wrong = False
    number = 0
    for lines in _lines_as_they_come(file):
        for line in lines:
            number += 1
            if line.strip():
                answer = _answer(scorer, line, number)
                wrong = wrong or "error" in answer
                sys.stdout.write(to_json(answer) + "\n")
        sys.stdout.flush()  # a program may wait for these answers before it sends the next record
    ctx.exit(1 if wrong else 0)


def _lines_as_they_come(file: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of ``file``, as many at a time as can be had without waiting for more."""
    begun: list[bytes] = []
    while chunk := file.read1(CHUNK):  # type: ignore[attr-defined]
        first, *others = chunk.split(b"\n")
        begun.append(first)
        if others:
            yield [b"".join(begun), *others[:-1]]
            begun = [others[-1]]
    yield [b"".join(begun)]


def _answer(scorer: Scorer, line: bytes, number: int) -> dict[str, Any]:
    """The answer to line ``number``."""
    try:
        record = json.loads(line.removeprefix(BOM_UTF8).decode())  # "utf-8-sig" takes as long as the JSON
    except UnicodeDecodeError:
        return {"error": f"line {number} is not UTF-8"}
    except (ValueError, RecursionError) as error:
        return {"error": f"line {number} is not JSON: {error}"}
    return scorer.score(record)
