"""Options that several commands share, and the kinds of values they take."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import click

from tarotsim.play.catalogues import LANGUAGES

__all__ = [
    "COUNT",
    "SEED",
    "SEEDS",
    "Whole",
    "config_option",
    "first_option",
    "format_option",
    "given_settings",
    "lang_option",
    "quiet_option",
    "seed_option",
    "threads_option",
    "usable_cores",
]

_F = TypeVar("_F", bound=Callable[..., Any])
_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_COUNT = re.compile(r"([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?)(?:(e\+?[0-9]{1,2})|([kmg]))?", re.IGNORECASE)


class Count(click.ParamType):
    """A number of deals: 1000000, 1_000_000, 1M or 1e6."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, bool):
            self.fail(f"{value} is not a number of deals", param, ctx)
        match = _COUNT.fullmatch(str(value).strip())
        if match is None:
            self.fail(f"{value!r} is not a number of deals: write 1000000, 1_000_000, 1M or 1e6", param, ctx)
        digits, exponent, suffix = match.groups(default="")
        number = Decimal(digits.replace("_", "") + exponent) * _SUFFIXES[suffix.lower()]
        if number != int(number):
            self.fail(f"{value!r} is not a whole number of deals", param, ctx)
        if number > 2**62:
            self.fail(f"{value!r} is more than 2**62, the number of deals there are", param, ctx)
        return int(number)


class Whole(click.IntRange):
    """A whole number within limits."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str) and not re.fullmatch(r"\s*[+-]?[0-9]+\s*", value):
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return int(super().convert(value, param, ctx))


COUNT = Count()
SEEDS = 0, 2**63 - 1
"""The least and the greatest seed."""
SEED = Whole(*SEEDS)
THREADS = Whole(1, 1024)


def _takes(option: click.Option) -> tuple[str, tuple[type, ...]]:
    """What a TOML file may give for an option."""
    if option.is_flag:
        return "true or false", (bool,)
    if isinstance(option.type, Count | Whole | click.FloatRange):
        return "a number", (int, float, str)
    return "a text", (str,)


def _settings(ctx: click.Context, file: Path) -> dict[str, Any]:
    """The settings in a TOML file, each checked as the option of its name would be."""
    options = {param.name: param for param in ctx.command.params if isinstance(param, click.Option)}
    lists = {param.name for param in ctx.command.params if isinstance(param, click.Argument)}
    allowed = [name for name in (*options, *lists) if name not in (None, "config", "help")]
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.BadParameter(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{file} is not TOML: {error}") from None
    checked = {}
    for name, value in settings.items():
        if name not in allowed:
            near = difflib.get_close_matches(name.lower(), allowed, n=1, cutoff=0.0)
            raise click.BadParameter(f"{file}: unknown setting {name!r}, the nearest is {near[0]!r}")
        if name == "strategy" and isinstance(value, list):
            value = ",".join(map(str, value))
        if name in lists:
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                raise click.BadParameter(f"{file}: {name} = {value!r}: a list of texts is needed")
            checked[name] = value
            continue
        if isinstance(value, str) and "\0" in value:
            raise click.BadParameter(f"{file}: {name} = {value!r}: a text without NUL is needed")
        option = options[name]
        kind, types = _takes(option)
        if type(value) not in types:
            raise click.BadParameter(f"{file}: {name} = {value!r}: {kind} is needed")
        try:
            checked[name] = option.type_cast_value(ctx, value if option.is_flag else str(value))
        except click.BadParameter as error:
            raise click.BadParameter(f"{file}: {name}: {error.message}") from None
    return checked


def _read_config(ctx: click.Context, param: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        ctx.default_map = {**(ctx.default_map or {}), **_settings(ctx, file)}
    return file


def seed_option(command: _F) -> _F:
    """``--seed``."""
    return click.option(
        "--seed",
        type=SEED,
        default=0,
        show_default=True,
        help="Decides the cards, and every random choice.",
    )(command)


def first_option(command: _F) -> _F:
    """``--first``."""
    return click.option(
        "--first", type=COUNT, default="0", show_default=True, help="Number of the first deal."
    )(command)


def threads_option(command: _F) -> _F:
    """``--threads``: as many as there are cores unless it is given."""
    return click.option(
        "--threads", type=THREADS, default=usable_cores, show_default="one for each core", help="Threads."
    )(command)


def config_option(command: _F) -> _F:
    """``--config FILE``: the command's settings from a TOML file; what is on the command line wins."""
    return click.option(
        "--config",
        type=click.Path(path_type=Path),
        is_eager=True,
        callback=_read_config,
        metavar="FILE",
        help="TOML file with these same settings (deals = 1_000_000); options given here win over it.",
    )(command)


def format_option(command: _F) -> _F:
    """``--format text|json``."""
    return click.option(
        "--format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="What is printed: a table for people, or one JSON object for programs.",
    )(command)


def quiet_option(command: _F) -> _F:
    """``--quiet``."""
    return click.option(
        "--quiet", is_flag=True, help="No progress and no messages; only results and errors."
    )(command)


def lang_option(command: _F) -> _F:
    """``--lang``: a language there is a catalogue of."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default="en",
        show_default=True,
        help="The language of the table.",
    )(command)


def given_settings(ctx: click.Context) -> set[str]:
    """The names of the settings that were given, on the command line or in a file."""
    return {
        name
        for name in ctx.params
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
    }


def usable_cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
