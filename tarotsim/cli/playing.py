"""Waiting for the threads that play, and ending them on Ctrl-C with a word on how to go on."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tarotsim.errors import Interrupted

if TYPE_CHECKING:
    from tarotsim.simulation.crew import Crew, Work

__all__ = ["work_through"]

SECONDS_TO_STOP = 2.0


def work_through(
    crew: Crew,
    work: Work,
    where_it_stands: Callable[[], str],
    leave: Callable[[], None] = lambda: None,
) -> None:
    """Let ``crew`` do ``work``; raises what a thread ran into, or Interrupted(where_it_stands()).

    If a thread is held up in the compiler the process ends at once, after ``leave()``.
    """
    try:
        crew.start(work)
        while not crew.wait(0.2):
            pass
    except KeyboardInterrupt:
        crew.stop()
        ended = crew.wait(SECONDS_TO_STOP)
        if ended:
            raise Interrupted(where_it_stands()) from None
        click.echo(f"tarotsim: {where_it_stands()}", err=True)
        leave()
        os._exit(Interrupted.exit_code)
    crew.check()
