"""`tarotsim replay`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarotsim.cli.options import COUNT, Whole, format_option, lang_option
from tarotsim.cli.tables import to_json

if TYPE_CHECKING:
    from tarotsim.engine.steps import Steps
    from tarotsim.play.recorded import Trick
    from tarotsim.simulation.sources import KeptDeal


@click.command("replay")
@click.argument("source", type=click.Path(path_type=Path), metavar="RECORD|RUN")
@click.option("--deal", type=COUNT, default="0", show_default=True, help="Deal of RUN; or line of RECORD.")
@click.option("--step", is_flag=True, help="Wait for Enter after each trick; q leaves.")
@click.option("--from", "first", type=Whole(1, 18), default=1, metavar="TRICK", help="Begin with this trick.")
@click.option("--review", is_flag=True, help="Also say, of each card, whether there was a better one.")
@lang_option
@format_option
def command(source: Path, deal: int, step: bool, first: int, review: bool, lang: str, format: str) -> None:
    """Show a recorded or simulated deal, trick by trick.

    RECORD is a file of deal records, one a line (- for standard input); lines are counted from 0.
    RUN is the folder of a run, whose deal is played again and compared with the log. All hands lie
    open. Each trick comes with the points in tricks so far, the voids that everybody knows of, the
    trumps in hands and the highest card left of each suit.

    --review tries every card that was allowed and plays the deal out from there with expert in all
    four seats, on the true hands (each seat knowing only what it may see). A card is called better
    if its seat then scores more than with the card played, tried in the same way. That is hindsight:
    nobody at the table could see these hands.

    \b
    Examples:
      tarotsim replay results/first-run --deal 5 --review
      tarotsim replay mine.jsonl --step --from 10
    """
    from tarotsim.engine.steps import Steps
    from tarotsim.errors import BadInput
    from tarotsim.jit import seal_cache
    from tarotsim.play.recorded import tricks_of
    from tarotsim.play.review import better_card
    from tarotsim.simulation.sources import deal_from
    from tarotsim.strategies.registry import built_in

    if step and (format == "json" or str(source) == "-"):
        raise click.UsageError("--step needs text to show, and standard input for the answers")
    kept = deal_from(source, deal)
    steps = Steps(kept.seed, kept.deal, kept.transcript)
    expert = partial(better_card, player=built_in("expert")) if review else None
    tricks = list(tricks_of(steps, kept.transcript, expert))
    seal_cache()
    if first > max(len(tricks), 1):
        raise BadInput(f"--from {first}: this deal has {len(tricks)} tricks")
    if format == "json":
        document = {"deal": kept.deal, "record": kept.record, "result": kept.answer}
        shown = [trick.to_json() for trick in tricks[first - 1 :]]
        click.echo(to_json({**document, "tricks": shown}))
        return
    _show(source, kept, steps, tricks[first - 1 :], lang, step, review)


def _show(
    source: Path, kept: KeptDeal, steps: Steps, tricks: list[Trick], lang: str, step: bool, review: bool
) -> None:
    """The deal as text, on stdout."""
    from tarotsim.play.board import folded
    from tarotsim.play.showing import ending_lines, opening_lines, trick_lines
    from tarotsim.play.terminal import is_plain, open_console
    from tarotsim.play.words import Words

    words = Words(lang, ascii=is_plain(sys.stdout))
    dealer = words.who(int(kept.transcript["dealer"]))

    with open_console(sys.stdin, sys.stdout) as console:

        def say(line: str) -> None:
            console.say(*folded(line, console.width))

        say(words("replay_title", source=source, deal=kept.deal, dealer=dealer))
        for line in opening_lines(steps, kept.transcript, words):
            say(line)
        for trick in tricks:
            console.say("")
            for line in trick_lines(trick, words):
                say(line)
            if step:
                try:
                    typed = console.pause(words("ask_step"), lambda typed: True)
                except EOFError:
                    return
                if words.is_typed("leave", typed):
                    return
        console.say("")
        if review and not any(trick.better for trick in tricks):
            say(words("replay_no_better"))
        for line in ending_lines(steps, words):
            say(line)
