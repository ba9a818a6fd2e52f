"""A person and three players at the table, deal after deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tarotsim.engine.steps import BID, CARD, CHELEM, DISCARD, POIGNEE, Question, Steps, play_out
from tarotsim.play import board
from tarotsim.play.answers import Refused, choices, offers, parse, said_again, written
from tarotsim.play.settlement import ending, scores_of
from tarotsim.play.terminal import Console, Menu
from tarotsim.play.words import Words
from tarotsim.rules.auction import is_legal_bid
from tarotsim.rules.tables import CHIEN_IS_TAKEN, CONTRACTS, SEATS
from tarotsim.strategies.strategy import DECISIONS, Strategy

__all__ = ["Leave", "Session"]


class Leave(Exception):
    """The person leaves the table."""


class _TakeBack(Exception):
    """The person takes the last answer back."""


class Session:
    """Deals of one seed, from a number on, until the person has had enough.

    ``players`` has a strategy for each of the other seats; ``adviser`` gives the hints. Each deal that
    was begun is handed to ``keep`` when it is over, or when the person leaves it.
    """

    def __init__(
        self,
        console: Console,
        words: Words,
        players: Mapping[int, Strategy],
        adviser: Strategy,
        keep: Callable[[Steps], None],
    ) -> None:
        assert words.person is not None
        self.console, self.words, self.person = console, words, words.person
        self._players, self._adviser, self._keep = players, adviser, keep
        self._total = [0] * SEATS

    def play(self, seed: int, deal: int) -> None:
        """Play deal ``deal`` of ``seed``, and those after it. Raises Leave, EOFError, KeyboardInterrupt."""
        while True:
            steps = self._play_deal(Steps(seed, deal))
            self._tell_end(steps)
            if not self._wants_another():
                return
            deal += 1
            self.console.say("")

    # --- one deal ---

    def _play_deal(self, steps: Steps) -> Steps:
        self._steps = steps
        self._mine: list[int] = []  # at which answers the person was asked
        try:
            self._open()
            while self._steps.question is not None:
                self._next()
        finally:
            self._keep(self._steps)
        return self._steps

    def _open(self) -> None:
        view = self._view()
        dealer = int(view["dealer"])
        self._say(
            self.words(
                "deal",
                deal=self._steps.deal,
                seed=self._steps.seed,
                dealer=self.words.who(dealer, inside=True),
                place=self.words.place(self.person),
                others=self.words.others(self.person),
            )
        )
        self._say(self.words("keys"))

    def _next(self) -> None:
        """Have the open question answered, and tell what came of it."""
        steps, question = self._steps, self._steps.question
        assert question is not None
        if question.kind == DISCARD:
            view = self._view()
            cards = self.words.cards(view["chien_plain"], view["chien_trumps"])
            self._say(self.words("chien", cards=cards))
        if question.seat != self.person:
            steps.have_answered(self._players[question.seat])
        elif question.kind == POIGNEE and not offers(self._view()):
            steps.answer(0)
        else:
            try:
                answer = self._ask(question)
            except _TakeBack:
                self._take_back()
                return
            self._mine.append(len(steps.answers))
            steps.answer(answer)
        self._tell(question)

    def _view(self) -> Any:
        """The table as the person may see it."""
        return self._steps.see(self.person)

    def _say(self, text: str) -> None:
        self.console.say(*board.folded(text, self.console.width))

    # --- what is told ---

    def _tell(self, question: Question) -> None:
        """What everybody at the table has just heard or seen."""
        view, who = self._view(), self.words.who(question.seat)
        if question.kind == BID:
            self._say(self.words("says", who=who, what=self.words.contract(view["bids"][question.seat])))
            if view["spoken"] == SEATS and view["contract"]:
                self._say(board.taken(view, self.words))
                if not CHIEN_IS_TAKEN[view["contract"]]:
                    self._say(self.words("chien_hidden"))
        elif question.kind == DISCARD:
            self._say(self.words("discard_made", who=who))
            if view["discard_trumps"]:
                self._say(self.words("discard_trumps", cards=self.words.cards(0, view["discard_trumps"])))
        elif question.kind == CHELEM and view["chelem"]:
            self._say(self.words("chelem_announced", who=who))
        elif question.kind == POIGNEE and view["shown"][question.seat]:
            self._say(board.poignee(view, question.seat, self.words))
        elif question.kind == CARD and view["turn"] == 0:
            self._tell_trick(view)

    def _tell_trick(self, view: Any) -> None:
        """The trick that has just fallen lies on the table until the person has seen it."""
        number = int(view["trick"]) - 1
        cards, winner = board.fallen(view, number, self.words)
        trick = self.words("trick", number=number + 1, cards=cards)
        self._say(self.words("trick_to", trick=trick, who=self.words.who(winner, inside=True)))
        while True:
            try:
                typed = self.console.pause(self.words("ask_go_on"), self._is_meant_for_the_pause)
            except EOFError:
                if self._steps.question is not None:
                    raise
                return  # all the cards are played: the end can still be told
            if self.words.is_typed("back", typed):
                self._take_back()
                return
            if not self._obey(typed, None):
                return

    def _is_meant_for_the_pause(self, typed: str) -> bool:
        return any(self.words.is_typed(what, typed) for what in ("back", "leave", "last", "table", "help"))

    # --- what is asked ---

    def _ask(self, question: Question) -> int:
        """The person's answer. Raises _TakeBack or Leave where that is typed instead."""
        view = self._view()
        prompt, menu = self.words(f"ask_{DECISIONS[question.kind]}"), self._menu(question, view)
        self._show(question, view)
        self.console.say(*menu.draw(None, set()))
        while True:
            typed = self.console.ask(prompt, menu)
            if self.words.is_typed("back", typed):
                if self._may_take_back():
                    raise _TakeBack
                continue
            if self._obey(typed, question):
                continue
            try:
                return parse(question.kind, view, typed, self.words)
            except Refused as refused:
                self._say(str(refused))

    def _show(self, question: Question, view: Any) -> None:
        """What lies before the person when a question is asked."""
        self.console.say("", *board.public(view, self.words, self.console.width))
        if question.kind == DISCARD:
            key = "about_discard_trumps" if view["legal_trumps"] else "about_discard"
            self._say(self.words(key, need=view["need"]))
        elif question.kind == CHELEM:
            self._say(self.words("about_chelem"))
        elif question.kind == POIGNEE:
            for level, shown in offers(view).items():
                name, cards = self.words.names["levels"][level], self.words.cards(0, shown)
                self._say(self.words("show_level", number=level, level=self.words.plain(name), cards=cards))
            self._say(self.words("about_poignee"))
        elif question.kind == CARD:
            self._say(board.trick_so_far(view, self.words))

    def _menu(self, question: Question, view: Any) -> Menu:
        """The hand, over whose cards (or the bids below it) the arrows move."""
        width, words = self.console.width, self.words
        if question.kind == BID:
            bids = [bid for bid in range(len(CONTRACTS)) if is_legal_bid(view, bid)]
            hand = board.hand(view, words, width)

            def draw_bids(at: int | None, picked: set[int]) -> list[str]:
                names = [f"{bid}:{words.contract(bid)}" for bid in bids]
                marked = [f"[{name}]" if place == at else f" {name} " for place, name in enumerate(names)]
                return [*hand, "".join(marked)]

            return Menu([words.contract(bid) for bid in bids], draw_bids)
        cards = choices(question.kind, view)
        numbers = {card: number for number, card in enumerate(cards, start=1)}

        def draw(at: int | None, picked: set[int]) -> list[str]:
            here = None if at is None else cards[at]
            return board.hand(view, words, width, numbers, here, {cards[place] for place in picked})

        return Menu([words.code(card) for card in cards], draw, several=question.kind == DISCARD)

    def _obey(self, typed: str, question: Question | None) -> bool:
        """Do what is asked for beside an answer; False if ``typed`` is nothing of the kind."""
        words = self.words
        if words.is_typed("leave", typed):
            raise Leave
        if words.is_typed("last", typed):
            self._tell_last_trick()
        elif words.is_typed("table", typed):
            self.console.say(*board.public(self._view(), words, self.console.width))
        elif words.is_typed("help", typed):
            if question is not None:
                self._say(words(f"help_{DECISIONS[question.kind]}"))
            self._say(words("help_keys", keys=words("keys")))
        elif words.is_typed("hint", typed) and question is not None:
            answer = self._steps.decide(self._adviser)
            self._say(words("hint", answer=written(question.kind, answer, self._view(), words)))
        else:
            return False
        return True

    def _tell_last_trick(self) -> None:
        view = self._view()
        if not view["trick"]:
            self._say(self.words("no_last_trick"))
            return
        cards, winner = board.fallen(view, int(view["trick"]) - 1, self.words)
        self._say(self.words("last_trick", cards=cards, who=self.words.who(winner, inside=True)))

    def _may_take_back(self) -> bool:
        """Whether the last answer may be taken back: no bid, and no card of a trick that is over."""
        view = self._view()
        refusal = None
        if not self._mine:
            refusal = "refuse_back_nothing"
        elif self._mine[-1] < SEATS:
            refusal = "refuse_back_bid"
        elif view["trick"]:
            refusal = "refuse_back_trick"
        if refusal is not None:
            self._say(self.words(refusal))
        return refusal is None

    def _take_back(self) -> None:
        self._steps = self._steps.back_to(self._mine.pop())

    # --- the end of a deal ---

    def _tell_end(self, steps: Steps) -> None:
        scores = scores_of(steps)
        self._total = [total + score for total, score in zip(self._total, scores, strict=True)]
        experts = play_out(Steps(steps.seed, steps.deal), dict.fromkeys(range(SEATS), self._adviser))
        self.console.say("")
        for line in ending(steps, experts, self._total, self.words):
            self._say(line)

    def _wants_another(self) -> bool:
        while True:
            typed = self.console.ask(self.words("ask_again"))
            if not typed.strip() or self.words.is_typed("yes", typed):
                return True
            if self.words.is_typed("no", typed) or self.words.is_typed("leave", typed):
                return False
            self._say(self.words("refuse_yes_no", typed=said_again(typed, self.words)))
