"""What the engine lays before its strategies, decision by decision. Runs with the JIT off only.

Without the JIT decisions are ordinary functions, so a *watcher* in a strategy's place keeps a copy
of every view that the engine gives it, and the engine can be made to deal chosen hands. Called as a
program, with the name of a check and its arguments, it prints as JSON what was found; the tests are
in `test_engine.py`.
"""

import json
import random
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from unittest.mock import patch

import numpy as np
import referee
from engine_runs import prise_if_open
from hostile import SKEWS, random_deal

from tarotsim.cards import NAMES, masks_of, names_of, parse_card
from tarotsim.engine import loop
from tarotsim.engine.batch import Engine
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.rules.table import TABLE, blank
from tarotsim.rules.tables import CONTRACTS
from tarotsim.strategies.random import STRATEGY as RANDOM
from tarotsim.strategies.registry import built_in

SEED = 11


@dataclass
class Decision:
    """One decision: what it was about, whose, what lay before the seat, what the seat answered."""

    kind: str
    seat: int
    view: np.record  # a TABLE
    answer: int


class Reached(BaseException):
    """The decision that was waited for has been taken. No Exception: the engine would make it a fault."""


def watched(strategy, decisions, script=None):
    """``strategy`` with every view and answer noted in ``decisions``.

    With a ``script`` its answers are given first; the one after them is the strategy's own, and the
    last: `Reached` is raised.
    """

    def watch(kind):
        own = getattr(strategy, kind)

        def decide(view):
            number, seen = len(decisions), view.copy()
            scripted = script is not None and number < len(script)
            answer = int(script[number] if scripted else own(view))
            assert not differing_fields(seen, view), f"{strategy.name} wrote on the table"
            decisions.append(Decision(kind, int(view.seat), seen, answer))
            if script is not None and not scripted:
                raise Reached
            return answer

        return decide

    return replace(strategy, **{kind: watch(kind) for kind in loop.DECISIONS})


def decisions_in(strategies, first, count, script=None):
    """Every decision of the deals ``first`` to ``first + count - 1``, and their transcripts."""
    decisions = []
    transcripts = blank(TRANSCRIPT, count)
    engine = Engine([watched(strategy, decisions, script) for strategy in strategies])
    with suppress(Reached):
        engine.play(SEED, first, count, blank(loop.ROW, count), transcripts)
    return decisions, transcripts


def differing_fields(one, other):
    """The names of the fields in which two views differ."""
    return [name for name in TABLE.names if not np.array_equal(one[name], other[name])]


# What is seen does not depend on the deals before ---------------------------------------------------


def check_deals_before():
    """The fields that differ where a deal is played after others and where it is played alone."""
    decisions, _ = decisions_in([RANDOM] * 4, first=0, count=4)
    alone, _ = decisions_in([RANDOM] * 4, first=3, count=1)
    pairs = zip(decisions[-len(alone) :], alone, strict=True)
    return sorted(
        {(one.kind, field) for one, other in pairs for field in differing_fields(one.view, other.view)}
    )


# What is seen does not depend on what is hidden -----------------------------------------------------


@dataclass
class World:
    """Where all 78 cards are: the hands and the chien as dealt, and the discard (empty: none)."""

    hands: list
    chien: list
    discard: list

    def deal(self, seed, deal, pack, hidden):
        """Stands in for the engine's `deal_cards`."""
        for seat, hand in enumerate(self.hands):
            hidden.plain[seat], hidden.trumps[seat] = masks_of(map(parse_card, hand))
        hidden.chien_plain, hidden.chien_trumps = masks_of(map(parse_card, self.chien))

    def swapped(self, one, other):
        """The world in which two cards have changed places."""
        names = {one: other, other: one}
        *hands, chien, discard = (
            [names.get(card, card) for card in p] for p in (*self.hands, self.chien, self.discard)
        )
        return World(hands, chien, discard)

    def record_before(self, decisions, dealer):
        """The deal record of what is public after ``decisions``, and of the cards in this world."""
        record = {
            "dealer": dealer,
            "hands": [" ".join(hand) for hand in self.hands],
            "chien": " ".join(self.chien),
            "bids": [CONTRACTS[said.answer] for said in decisions if said.kind == "bid"],
            "poignees": [
                {"seat": said.seat, "cards": " ".join(names_of(0, said.answer))}
                for said in decisions
                if said.kind == "poignee" and said.answer
            ],
            "chelem": any(said.kind == "chelem" and said.answer for said in decisions),
            "plays": [NAMES[said.answer] for said in decisions if said.kind == "card"],
        }
        if any(said.kind == "discard" for said in decisions):
            record["discard"] = " ".join(self.discard)
        return record

    def script(self, decisions):
        """The answers of ``decisions`` in this world, where other cards may have been discarded."""
        plain, trumps = masks_of(map(parse_card, self.discard))
        return [(trumps or plain) if said.kind == "discard" else said.answer for said in decisions]


def unseen_cards(record, seat):
    """The cards whose place ``seat`` cannot know at the end of ``record``, by the rules."""
    table = referee.replay(record)
    known = set(record["hands"][seat].split()) | set(record["plays"])
    for poignee in record["poignees"]:
        known |= set(poignee["cards"].split())
    if table.contract in ("prise", "garde"):
        known |= set(table.chien) | set(referee.trumps_of(table.discarded or []))
    return [card for card in referee.DECK if card not in known]


def other_world(rng, world, decisions, dealer, seat, attempts=40):
    """A world that ``seat`` cannot tell from ``world`` after ``decisions``: unseen cards moved about.

    Whatever is public would have been legal there too, says the referee. Beside the unseen cards, a
    defender does not know which of the taker's plain cards went into the discard.
    """
    record = world.record_before(decisions, dealer)
    unseen = unseen_cards(record, seat)
    taker = referee.replay(record).taker
    if len(unseen) < 2:
        return world
    for _ in range(attempts):
        if "discard" in record and seat != taker and rng.random() < 0.3:
            held = [card for card in world.hands[taker] + world.chien if card not in world.discard]
            out, into = rng.choice(world.discard), rng.choice(held)
            discard = [into if card == out else card for card in world.discard]
            candidate = world if into in record["plays"] else replace(world, discard=discard)
        else:
            candidate = world.swapped(*rng.sample(unseen, 2))
        same_public = referee.trumps_of(candidate.discard) == referee.trumps_of(world.discard)
        answer = referee.score(candidate.record_before(decisions, dealer))
        if same_public and answer.get("status") == "in_progress":
            world = candidate
    return world


def check_hidden_cards(name, deals=24):
    """Of several decisions of the strategy called ``name``: were view and answer the same elsewhere?"""
    strategy = built_in(name)
    rng = random.Random(SEED)
    found = []
    for number in range(deals):
        dealer = number % 4
        world = World(*random_deal(rng, dealer, rng.choice([*SKEWS, None])), [])
        # every other deal is a prise by the first to speak, for the discard's sake
        strategies = [RANDOM, strategy, strategy, strategy]
        if dealer < 2:
            strategies = [replace(player, bid=prise_if_open) for player in strategies]
        with patch.object(loop, "deal_cards", world.deal):
            decisions, (transcript,) = decisions_in(strategies, number, 1)
        world.discard = names_of(transcript.put_plain, transcript.put_trumps)
        own = [at for at, said in enumerate(decisions) if said.seat != 0]
        early = [at for at in own if decisions[at].kind != "card"]
        for at in {*early, *rng.sample(own, min(4, len(own)))}:
            said, before = decisions[at], decisions[:at]
            other = other_world(rng, world, before, dealer, said.seat)
            with patch.object(loop, "deal_cards", other.deal):
                again, _ = decisions_in(strategies, number, 1, other.script(before))
            found.append(
                {
                    "kind": said.kind,
                    "moved": sum(len(set(a) - set(b)) for a, b in zip(world.hands, other.hands, strict=True)),
                    "discard_moved": world.discard != other.discard,
                    "differ": differing_fields(said.view, again[-1].view),
                    "same_answer": (said.kind, said.seat, said.answer)
                    == (again[-1].kind, again[-1].seat, again[-1].answer),
                }
            )
    return found


CHECKS = {"deals_before": check_deals_before, "hidden_cards": check_hidden_cards}

if __name__ == "__main__":
    print(json.dumps(CHECKS[sys.argv[1]](*sys.argv[2:])))
