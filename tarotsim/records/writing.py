"""From the TRANSCRIPT of a deal to its record, a dict ready for JSON."""

from __future__ import annotations

from typing import Any

from tarotsim.cards import NAMES, names_of
from tarotsim.rules.tables import CONTRACTS, SEATS

__all__ = ["record_of"]


def _text(plain: int, trumps: int) -> str:
    return " ".join(names_of(plain, trumps))


def record_of(transcript: Any) -> dict[str, Any]:
    """The deal record (see `record.md`) of one TRANSCRIPT record."""
    return {
        "dealer": int(transcript["dealer"]),
        "hands": [
            _text(plain, trumps)
            for plain, trumps in zip(transcript["plain"].tolist(), transcript["trumps"].tolist(), strict=True)
        ],
        "chien": _text(transcript["chien_plain"], transcript["chien_trumps"]),
        "bids": [CONTRACTS[bid] for bid in transcript["bids"][: transcript["spoken"]].tolist()],
        "discard": (
            _text(transcript["put_plain"], transcript["put_trumps"]) if transcript["has_discard"] else None
        ),
        "chelem": bool(transcript["chelem"]),
        "poignees": [
            {"seat": seat, "cards": _text(0, transcript["shown"][seat])}
            for seat in range(SEATS)
            if transcript["shown"][seat]
        ],
        "plays": [NAMES[card] for card in transcript["plays"][: transcript["played"]].tolist()],
    }
