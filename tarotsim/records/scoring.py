"""What `tarotsim score` answers to a deal record: the result, whose turn it is, or what is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.cards import NAMES, names_of
from tarotsim.records.reading import RecordError, pack_record
from tarotsim.rules import judge as referee
from tarotsim.rules.auction import is_legal_bid
from tarotsim.rules.declarations import POIGNEE_FAULTS
from tarotsim.rules.discard import DISCARD_FAULTS
from tarotsim.rules.settlement import RESULT
from tarotsim.rules.table import HIDDEN, TABLE, blank
from tarotsim.rules.tables import CONTRACTS, PASSED, PETIT_SEC, PLAYED, STATUSES

__all__ = ["Scorer"]

_PHASES = ("bid", "discard", "play")


class Scorer:
    """Judges deal records one after the other; not to be shared between threads."""

    def __init__(self) -> None:
        self._transcripts = blank(referee.TRANSCRIPT)
        self._tables = blank(TABLE)
        self._hiddens = blank(HIDDEN)
        self._verdicts = blank(referee.VERDICT)
        self._results = blank(RESULT)
        self._judge()  # compile, or load from the cache, now

    def _judge(self) -> int:
        return int(
            referee.judge_one(self._transcripts, self._tables, self._hiddens, self._verdicts, self._results)
        )

    def score(self, record: object) -> dict[str, Any]:
        """The answer to one record, as `record.md` gives it; ``{"error": ...}`` where it is wrong."""
        try:
            return self._answer(pack_record(record))
        except RecordError as error:
            return {"error": str(error)}

    def _answer(self, packed: bytes) -> dict[str, Any]:
        self._transcripts.view(np.uint8)[:] = np.frombuffer(packed, np.uint8)
        status = self._judge()
        if status == PLAYED:
            return played_answer(self._tables[0], self._results[0])
        if status in (PASSED, PETIT_SEC):
            return {"status": STATUSES[status], "taker": None, "contract": None, "scores": [0.0] * 4}
        if status == referee.IN_PROGRESS:
            return self._open_answer()
        raise RecordError(self._complaint())

    def _open_answer(self) -> dict[str, Any]:
        """The answer to an unfinished deal."""
        table, verdict = self._tables[0], self._verdicts[0]
        phase = int(verdict["phase"])
        answer: dict[str, Any] = {
            "status": "in_progress",
            "phase": _PHASES[phase],
            "to_act": int(verdict["seat"]),
        }
        if phase == referee.BID_PHASE:
            answer["legal"] = [name for bid, name in enumerate(CONTRACTS) if is_legal_bid(table, bid)]
        elif phase == referee.PLAY_PHASE:
            answer["legal"] = names_of(verdict["legal_plain"], verdict["legal_trumps"])
            answer["trick"] = int(table["trick"]) + 1
        return answer

    def _complaint(self) -> str:
        """What the referee found wrong, in words."""
        table, verdict, transcript = self._tables[0], self._verdicts[0], self._transcripts[0]
        seat, at = int(verdict["seat"]), int(verdict["at"])
        match int(verdict["fault"]):
            case referee.BAD_BID:
                bid, current = CONTRACTS[transcript["bids"][at]], CONTRACTS[table["contract"]]
                return f"bid {at + 1}, seat {seat}: {bid} does not exceed the current bid {current}"
            case referee.BID_AFTER_PETIT_SEC:
                return "a hand has the Petit sec: the deal is cancelled before any bid"
            case referee.AUCTION_OPEN:
                return f"the auction is not over, seat {seat} is to speak: nothing can follow yet"
            case referee.NOBODY_TAKES:
                return "all four seats passed: nothing can follow"
            case referee.NO_DISCARD_HERE:
                return f"there is no discard in a {CONTRACTS[table['contract']]}"
            case referee.BAD_DISCARD:
                return f"discard of seat {seat}: {DISCARD_FAULTS[at]}"
            case referee.DISCARD_MISSING:
                return f"seat {seat} has not made the discard: nothing can follow yet"
            case referee.BAD_POIGNEE:
                return f"poignée of seat {seat}: {POIGNEE_FAULTS[at]}"
        card, trick = NAMES[transcript["plays"][at]], at // 4 + 1
        return f"trick {trick}: seat {seat} may not play {card}"


def played_answer(table: Any, result: Any) -> dict[str, Any]:
    """The answer to a deal played out, from its TABLE and RESULT records."""
    bouts, halves, target, won, tricks, petit_au_bout, chelem, scores = result.item()
    return {
        "status": STATUSES[PLAYED],
        "taker": int(table["taker"]),
        "contract": CONTRACTS[table["contract"]],
        "bouts": bouts,
        "card_points": halves / 2,
        "target": float(target),
        "won": bool(won),
        "tricks": tricks,
        "petit_au_bout": petit_au_bout,
        "poignees": table["poignee"].tolist(),
        "chelem_announced": bool(table["chelem"]),
        "chelem": chelem,
        "scores": [score / 2 for score in scores.tolist()],
    }
