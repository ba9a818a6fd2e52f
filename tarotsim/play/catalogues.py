"""The catalogues of messages: a language is one file of the folder ``messages``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["LANGUAGES", "catalogue"]

_FOLDER = Path(__file__).parent / "messages"
LANGUAGES: tuple[str, ...] = tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))
"""The languages there is a catalogue of."""


def catalogue(language: str) -> dict[str, dict[str, Any]]:
    """The catalogue of a language: the tables ``names``, ``typed`` and ``text``."""
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
