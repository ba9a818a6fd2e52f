"""A recorded deal as text: the hands, what was said, each trick with what could be known, the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarotsim.engine.steps import Steps
from tarotsim.play import board
from tarotsim.play.recorded import Trick
from tarotsim.play.settlement import all_cards, discarded, score_table, scores_of, told
from tarotsim.play.words import Words
from tarotsim.rules.tables import PLAYED, SEATS

__all__ = ["ending_lines", "opening_lines", "trick_lines"]


def opening_lines(steps: Steps, transcript: Any, words: Words) -> Iterator[str]:
    """The cards as dealt, and what was said before the first card; ``steps`` has come that far."""
    yield from all_cards(transcript, words)
    table = steps.table
    if steps.petit_sec:
        return
    yield board.auction(table, words)
    if table["spoken"] == SEATS and table["contract"]:
        yield board.taken(table, words)
    yield from discarded(transcript, words)
    yield from board.declared(table, words)


def trick_lines(trick: Trick, words: Words) -> Iterator[str]:
    """A trick, and what could be known when it had fallen; later lines are indented."""
    played = [
        words("card_of", who=words.who((trick.leader + turn) % SEATS), card=words.card(card))
        for turn, card in enumerate(trick.cards)
    ]
    line = words("trick", number=trick.number, cards="   ".join(played))
    if trick.winner is None:
        yield line
    else:
        yield words("trick_to", trick=line, who=words.who(trick.winner))
    defence, taker = trick.points
    yield "  " + words("replay_points", taker=words.points(taker), defence=words.points(defence))
    if any(trick.voids):
        voids = [
            f"{words.who(seat)} {', '.join(words.suit(suit) for suit in suits)}"
            for seat, suits in enumerate(trick.voids)
            if suits
        ]
        yield "  " + words("replay_voids", voids="; ".join(voids))
    if trick.masters:
        seats = ", ".join(f"{words.who(seat)} {count}" for seat, count in enumerate(trick.trumps))
        yield "  " + words("replay_trumps", count=sum(trick.trumps), seats=seats)
        masters = [f"{words.card(card)} {words.who(seat)}" for card, seat in trick.masters.values()]
        yield "  " + words("replay_masters", cards=", ".join(masters))
    for found in trick.better:
        yield (
            "  "
            + words(
                "replay_better",
                who=words.who(found.seat),
                better=words.card(found.better),
                played=words.card(found.played),
                gain=words.points(found.gain),
            )
        )


def ending_lines(steps: Steps, words: Words) -> Iterator[str]:
    """The result of the deal; or, where the record ends before, whose turn it is."""
    if steps.question is not None:
        yield words("replay_unfinished", who=words.who(steps.question.seat))
        return
    yield from told(steps, words)
    if steps.status == PLAYED:
        yield from score_table([(words("score_this"), scores_of(steps))], words)
