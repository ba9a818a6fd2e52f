"""The entry point: finds the command, and turns whatever goes wrong into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import NoReturn

import click

from tarotsim import __version__
from tarotsim.errors import BadInput, Fault

COMMANDS = ("run", "score", "export", "info", "strategies")
FAULT, USAGE, INTERRUPTED = 1, 2, 130


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


def _interrupt(signum: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _complain(message: str) -> None:
    click.echo(f"tarotsim: {' '.join(message.split())}", err=True)


def _usage_error(error: click.ClickException) -> str:
    """A click error in one line, with the command it belongs to."""
    context = getattr(error, "ctx", None)
    where = f" (see {context.command_path} --help)" if context is not None else ""
    return error.format_message().rstrip(".") + where


def run_command(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    try:
        result = tarotsim.main(arguments, prog_name="tarotsim", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        _complain(_usage_error(error))
        return USAGE
    except (BadInput, Fault) as error:
        _complain(str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort) as error:
        _complain(str(error) or "interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        _complain(f"{error.filename or 'file'}: {error.strerror or error}")
        return FAULT


def main() -> NoReturn:
    """The program ``tarotsim``."""
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = run_command()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
