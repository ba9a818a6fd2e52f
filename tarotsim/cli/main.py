"""The entry point: finds the command, and turns whatever goes wrong into one line and an exit code."""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from typing import NoReturn

import click

from tarotsim import __version__
from tarotsim.errors import BadInput, Fault, Interrupted

COMMANDS = (
    *("run", "report", "verify", "compare", "play", "replay", "score", "export", "info", "strategies"),
    "fit",
)
FAULT, USAGE = 1, 2


class _Commands(click.Group):
    """Loads a command's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tarotsim.cli.{name}").command
        return command


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="tarotsim")
def tarotsim() -> None:
    """Simulate four-player French Tarot and study it.

    Results go to stdout, progress and messages to stderr. Exit codes: 0 fine, 1 the work found a
    fault, 2 wrong usage or input, 130 interrupted.
    """


_interrupted = False


def _interrupt(signum: int, frame: object) -> NoReturn:
    """On SIGINT and SIGTERM; noted, because what is interrupted may turn it into another exception."""
    global _interrupted
    _interrupted = True
    raise KeyboardInterrupt


def _complain(message: str) -> None:
    click.echo(f"tarotsim: {' '.join(message.split())}", err=True)


def _usage_error(error: click.ClickException) -> str:
    """A click error in one line, with the command it belongs to."""
    context = getattr(error, "ctx", None)
    where = f" (see {context.command_path} --help)" if context is not None else ""
    return error.format_message().rstrip(".") + where


def run_command(arguments: list[str]) -> int:
    """Run one command line and return its exit code.

    What goes wrong becomes one line on stderr. (click's own `main` is not used: it would end a
    closed pipe with 1, and print a line of its own for Ctrl-C.)
    """
    try:
        with tarotsim.make_context("tarotsim", arguments) as context:
            tarotsim.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        _complain(_usage_error(error))
        return USAGE
    except (BadInput, Fault, Interrupted) as error:
        _complain(str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _complain("interrupted")
        return Interrupted.exit_code
    except BrokenPipeError:  # whoever read our output has heard enough
        _discard_output()
    except Exception as error:
        if _interrupted:
            _complain("interrupted")
            return Interrupted.exit_code
        if isinstance(error, OSError):
            _complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
            return FAULT
        raise
    return 0


def _discard_output() -> None:
    """Let whatever is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Make the three standard streams usable, even where the caller has closed one of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> NoReturn:
    """The program ``tarotsim``."""
    _open_streams()
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    code = run_command(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:  # said before, if it was not a pipe whose reader has gone
        _discard_output()
    sys.exit(code)
