"""`tarotsim play`."""

from __future__ import annotations

import secrets
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarotsim.cli.options import COUNT, SEED, Whole, lang_option

if TYPE_CHECKING:
    from tarotsim.strategies.strategy import Strategy

SECONDS_OF_SILENCE = 1.5
SEEDS_PICKED = 10**9
"""A seed that is picked lies below this: short enough to be typed again."""


@click.command("play")
@click.option(
    "--seat",
    type=Whole(0, 3),
    default=0,
    show_default=True,
    help="Where you sit: 0 South, 1 East, 2 North, 3 West.",
)
@click.option(
    "--against",
    default="expert",
    show_default=True,
    metavar="S | S,S,S",
    help="Who plays the other seats: one player, or three by seat. See `tarotsim strategies`.",
)
@click.option(
    "--seed",
    type=SEED,
    default=None,
    help="Decides the cards, and every random choice.  [default: a new one, which is told]",
)
@click.option("--deal", type=COUNT, default="0", show_default=True, help="Number of the first deal.")
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Add each deal to FILE as a deal record, one a line, an unfinished one too; never overwrites.",
)
@lang_option
def command(seat: int, against: str, seed: int | None, deal: int, record: Path | None, lang: str) -> None:
    """Sit down at the table: you against three players, in the terminal.

    You bid, discard, declare and play; the table shows what a player would see, and refuses what
    the rules forbid, with the rule. A card is chosen by its code (SK, t21, EX), by its number, or
    with the arrow keys. At any time: h for a hint, u takes back until the trick is gathered, l the
    last trick, t the table, ? help, q to leave.

    A deal of a seed is the same deal here and in `tarotsim run`; after it you are told what four
    expert players make of these cards. Answers may also come through a pipe, one a line.
    With LC_ALL=C the table is drawn in ASCII.

    \b
    Examples:
      tarotsim play
      tarotsim play --seed 7 --deal 12 --against basic --record mine.jsonl
    """
    from tarotsim.engine.batch import LAST_DEAL
    from tarotsim.errors import BadInput, Interrupted
    from tarotsim.jit import seal_cache
    from tarotsim.play.keeping import RecordFile
    from tarotsim.play.session import Leave, Session
    from tarotsim.play.terminal import is_plain, open_console
    from tarotsim.play.words import Words
    from tarotsim.strategies.registry import built_in

    if deal >= LAST_DEAL:
        raise BadInput(f"deal {deal}: deals are numbered from 0 to 2**62 - 1")
    words = Words(lang, ascii=is_plain(sys.stdout), person=seat)
    players, expert = _players(against, seat), built_in("expert")
    keeper = RecordFile(record) if record else None
    kept = words("kept", file=record) if record else words("not_kept")
    seed = secrets.randbelow(SEEDS_PICKED) if seed is None else seed
    with open_console(sys.stdin, sys.stdout) as console:
        keep = keeper.add if keeper else lambda steps: None
        session = Session(console, words, players, expert, keep)
        try:
            _prepare([*players.values(), expert], words("preparing"))
            session.play(seed, deal)
        except (Leave, EOFError):
            console.say("")
        except KeyboardInterrupt:
            console.say("")
            raise Interrupted(f"{words('interrupted')} {kept}") from None
        finally:
            seal_cache()
        console.say(words("bye"), kept)


def _prepare(strategies: Iterable[Strategy], patience: str) -> None:
    """Compile what the table needs; with a word on a terminal where that takes long (the first time)."""
    from tarotsim.engine.steps import Steps
    from tarotsim.jit import seal_cache

    notice = threading.Timer(SECONDS_OF_SILENCE, click.echo, [patience], {"err": True})
    if sys.stderr.isatty():
        notice.start()
    try:
        for strategy in strategies:
            strategy.compiled()
        Steps(0, 0)
        seal_cache()
    finally:
        notice.cancel()


def _players(against: str, seat: int) -> dict[int, Strategy]:
    """The players of the other seats."""
    from tarotsim.errors import BadInput
    from tarotsim.rules.tables import SEATS
    from tarotsim.strategies.registry import find_strategy, split_strategies

    names = split_strategies(against)
    others = [other for other in range(SEATS) if other != seat]
    if len(names) not in (1, len(others)):
        raise BadInput(f"--against {against!r}: one player, or three by seat, but not {len(names)}")
    names = names * len(others) if len(names) == 1 else names
    return {other: find_strategy(name) for other, name in zip(others, names, strict=True)}
