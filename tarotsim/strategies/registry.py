"""Which strategies there are, and how a name on the command line becomes one."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from tarotsim.errors import BadInput
from tarotsim.strategies.strategy import Strategy

__all__ = ["MODULES", "built_in", "find_strategy", "split_strategies"]

MODULES = {
    "random": "tarotsim.strategies.random",
    "pass": "tarotsim.strategies.always_pass",
    "basic": "tarotsim.strategies.basic",
    "expert": "tarotsim.strategies.expert",
}
"""The strategies of the package, weakest first, and the modules whose STRATEGY they are."""


def built_in(name: str) -> Strategy:
    """The strategy of the package called ``name``; KeyError if there is none."""
    strategy: Strategy = import_module(MODULES[name]).STRATEGY
    return strategy


def split_strategies(text: str) -> list[str]:
    """The strategies that a list separated by commas names: ``a:x=1,y=2,b`` are ``a:x=1,y=2`` and ``b``."""
    names: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        if names and "=" in piece and ":" not in piece:
            names[-1] += f",{piece}"
        else:
            names.append(piece)
    return names


def find_strategy(text: str) -> Strategy:
    """The strategy that ``text`` names, with its settings: ``basic``, ``expert:garde=50,sans=68``.

    It is one of `MODULES`, or ``file.py`` or ``file.py:NAME``. Raises BadInput if there is no such
    strategy or parameter.
    """
    name, colon, settings = text.rpartition(":")
    if colon and "=" in settings:
        return _find(name).with_settings(dict(_setting(text, piece) for piece in settings.split(",")))
    return _find(text)


def _setting(text: str, piece: str) -> tuple[str, float]:
    name, _, value = piece.partition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise BadInput(f"strategy {text!r}: {piece!r} is no setting: write name=number") from None


def _find(text: str) -> Strategy:
    """The strategy called ``text``, with the settings it comes with.

    A file from outside holds a `Strategy` called ``STRATEGY`` (or NAME). Raises BadInput if there is
    no such strategy, or the file cannot be read.
    """
    if text in MODULES:
        return built_in(text)
    path, _, attribute = text.partition(":")
    if path.endswith(".py") and "\0" not in path:
        return _from_file(Path(path).resolve(), attribute or "STRATEGY")
    raise BadInput(
        f"no strategy is called {text!r}: there are {', '.join(MODULES)}, and players of your own as file.py"
    )


@cache
def _from_file(path: Path, attribute: str) -> Strategy:
    """The strategy called ``attribute`` in a file; the file is run once, what it prints goes to stderr."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"strategy file {path}: {error.strerror}") from error
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadInput(f"strategy file {path}: {type(error).__name__}: {error}") from error
    strategy = getattr(module, attribute, None)
    if not isinstance(strategy, Strategy):
        raise BadInput(f"strategy file {path}: {attribute} is not there, or is no tarotsim Strategy")
    where = str(path) + ("" if attribute == "STRATEGY" else f":{attribute}")
    return replace(strategy, source=where, digest=hashlib.sha256(source).hexdigest())
