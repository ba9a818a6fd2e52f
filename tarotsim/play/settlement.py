"""The end of a deal in words: what was made of it, as a sum that can be followed, and the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tarotsim.cards import EXCUSE, FIRST_TRUMP
from tarotsim.engine.steps import Steps
from tarotsim.play.words import Words
from tarotsim.rules.settlement import (
    chelem_halves,
    contract_halves,
    excuse_side,
    petit_au_bout_halves,
    poignee_halves,
)
from tarotsim.rules.tables import BASE, BOUTS, CHIEN_FOR_TAKER, MULTIPLIER, PETIT_AU_BOUT, PLAYED, SEATS
from tarotsim.rules.tables import EXCUSE as EXCUSE_BIT

__all__ = ["all_cards", "discarded", "ending", "score_table", "scores_of", "told"]


def margin_of(result: Any) -> int:
    """Half points above the target, negative below."""
    return int(result["halves"]) - 2 * int(result["target"])


def captured_bouts(table: Any, hidden: Any) -> list[int]:
    """The bouts that the taker's side has in the end, as card numbers."""
    trumps = int(table["won_trumps"][1])
    if CHIEN_FOR_TAKER[table["contract"]]:
        trumps |= int(hidden["aside_trumps"])
    if table["excuse_seat"] >= 0 and excuse_side(table):
        trumps |= EXCUSE_BIT
    return [FIRST_TRUMP + bit for bit in range(EXCUSE - FIRST_TRUMP + 1) if trumps & BOUTS & 1 << bit]


def outcome(table: Any, hidden: Any, result: Any, words: Words) -> list[str]:
    """Whether the contract was made, and by what points."""
    margin = margin_of(result)
    names = ", ".join(words.card(card) for card in captured_bouts(table, hidden))
    return [
        words(
            "result_made" if margin >= 0 else "result_failed",
            contract=words.contract(table["contract"]).capitalize(),
            taker=words.who(table["taker"], inside=True),
            margin=words.points(abs(margin)),
        ),
        words(
            "result_points",
            points=words.points(result["halves"]),
            bouts=words.plain(words.names["bouts"][result["bouts"]]),
            names=f" ({names})" if names else "",
            target=int(result["target"]),
        ),
    ]


def _parts(table: Any, result: Any, words: Words) -> Iterator[tuple[str, int]]:
    """Each part of what the taker gets from each defender: its name, and half points."""
    contract, margin = int(table["contract"]), margin_of(result)
    multiplier = int(MULTIPLIER[contract])
    base = words("sum_contract", base=BASE, margin=words.points(abs(margin)), multiplier=multiplier)
    yield base, contract_halves(contract, margin)
    petit = int(result["petit_au_bout"])
    if petit:
        key = "sum_petit_taker" if petit > 0 else "sum_petit_defence"
        yield words(key, points=PETIT_AU_BOUT, multiplier=multiplier), petit_au_bout_halves(contract, petit)
    for seat in range(SEATS):
        level = int(table["poignee"][seat])
        if level:
            name = words.plain(words.names["levels"][level])
            yield (
                words("sum_poignee", level=name, who=words.who(seat, inside=True)),
                poignee_halves(level, margin),
            )
    announced, winner = int(table["chelem"]), int(result["chelem"])
    if announced or winner:
        yield words(_CHELEMS[announced, winner]), chelem_halves(announced, winner)


_CHELEMS: Mapping[tuple[int, int], str] = {
    (1, 1): "sum_chelem_made",
    (1, 0): "sum_chelem_failed",
    (1, -1): "sum_chelem_lost_all",
    (0, 1): "sum_chelem_taker",
    (0, -1): "sum_chelem_defence",
}


def sum_of(table: Any, result: Any, words: Words) -> list[str]:
    """The amount between the taker and each defender, part by part, with its total."""
    parts = [(name, int(halves)) for name, halves in _parts(table, result, words)]
    total = sum(halves for _, halves in parts)
    key = "sum_pays" if total >= 0 else "sum_is_paid"
    rows = [*((name, words.signed(halves)) for name, halves in parts), (words(key), words.points(abs(total)))]
    names, figures = (max(len(row[column]) for row in rows) for column in range(2))
    lines = [f"  {name.ljust(names)}  {figure.rjust(figures)}" for name, figure in rows]
    return [*lines[:-1], "  " + "-" * (names + 2 + figures), lines[-1]]


def score_table(rows: Sequence[tuple[str, Sequence[int]]], words: Words) -> list[str]:
    """Scores by seat, in half points: a heading and one line for each named row."""
    names = max(len(name) for name, _ in rows)
    cells = [[words.signed(score) for score in scores] for _, scores in rows]
    heads = [words.who(seat) for seat in range(SEATS)]
    size = max(len(text) for line in [heads, *cells] for text in line)
    lines = [(" " * names, heads), *zip((name.ljust(names) for name, _ in rows), cells, strict=True)]
    return [name + "".join("  " + text.rjust(size) for text in texts) for name, texts in lines]


def scores_of(steps: Steps) -> list[int]:
    """The scores of a deal that is over, by seat, in half points."""
    if steps.status != PLAYED:
        return [0] * SEATS
    return [int(score) for score in steps.result()["scores"]]


def told(steps: Steps, words: Words) -> list[str]:
    """How a deal ended: the contract and the sum; or why it was not played."""
    if steps.status != PLAYED:
        return [words("petit_sec" if steps.petit_sec else "passed")]
    result = steps.result()
    return [*outcome(steps.table, steps.hidden, result, words), *sum_of(steps.table, result, words)]


def all_cards(transcript: Any, words: Words) -> Iterator[str]:
    """The four hands as dealt, and the chien."""
    for seat in range(SEATS):
        cards = words.cards(transcript["plain"][seat], transcript["trumps"][seat])
        yield words("card_of", who=words.who(seat), card=cards)
    yield words("chien", cards=words.cards(transcript["chien_plain"], transcript["chien_trumps"]))


def discarded(transcript: Any, words: Words) -> Iterator[str]:
    """The discard, if there was one."""
    if transcript["has_discard"]:
        yield words("discard", cards=words.cards(transcript["put_plain"], transcript["put_trumps"]))


def ending(steps: Steps, experts: Steps, total: Sequence[int], words: Words) -> Iterator[str]:
    """All that is told after a deal: the sum, the hidden cards, what four experts made of it, the scores.

    ``experts`` is the same deal as they played it, ``total`` the half points of the session so far.
    """
    yield from told(steps, words)
    yield words("dealt")
    yield from all_cards(steps.transcript(), words)
    yield from discarded(steps.transcript(), words)
    rows = [(words("score_this"), scores_of(steps)), (words("score_total"), list(total))]
    if experts.status == PLAYED:
        yield _experts_line(experts, words)
        rows.append((words("score_experts"), scores_of(experts)))
    elif not experts.petit_sec:
        yield words("experts_passed")
    yield from score_table(rows, words)


def _experts_line(experts: Steps, words: Words) -> str:
    result = experts.result()
    margin = margin_of(result)
    return words(
        "experts_played",
        contract=words.contract(experts.table["contract"]),
        taker=words.place(experts.table["taker"]),
        points=words.points(result["halves"]),
        bouts=words.plain(words.names["bouts"][result["bouts"]]),
        outcome=words("made" if margin >= 0 else "failed"),
        margin=words.points(abs(margin)),
    )
