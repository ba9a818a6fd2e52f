"""Lines out and answers in: through pipes, or on a terminal with its keys.

The same questions get the same answers either way. In a pipe an answer is one line of stdin, and is
printed behind its question, so that the output can be read by itself.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

__all__ = ["Console", "Menu", "is_plain", "open_console"]

NARROWEST, WIDEST = 40, 100
"""Columns that are written on."""
LEFT, RIGHT, SPACE, ENTER, BACKSPACE, WIPE, END, GONE = "left", "right", " ", "\n", "\x7f", "\x15", "\x04", ""
ARROWS = {b"D": LEFT, b"C": RIGHT, b"A": LEFT, b"B": RIGHT}
ESCAPE = re.compile(rb"\x1b[\[O][0-9;]*([A-Za-z~])")
SECONDS_OF_AN_ESCAPE = 0.05


@dataclass(frozen=True)
class Menu:
    """Answers that the arrow keys choose among, on a terminal.

    ``draw(at, picked)`` gives lines, always as many, in which the place ``at`` and the ``picked`` ones
    are marked. Whoever asks has said them before; where they are no longer the last thing said, they are
    written again at the first arrow. With ``several``, the space bar picks.
    """

    items: Sequence[str]
    draw: Callable[[int | None, set[int]], list[str]]
    several: bool = False


NO_MENU = Menu((), lambda at, picked: [])


def is_plain(stream: TextIO) -> bool:
    """Whether only ASCII should be written: by the locale of the environment, or the stream itself."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    encoding = (getattr(stream, "encoding", None) or "ascii").replace("-", "").casefold()
    return locale in ("C", "POSIX") or encoding != "utf8"


class Console:
    """Lines out, lines in."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source, self._sink = source, sink
        self._waiting: str | None = None
        self._said: list[str] = []  # since the last answer

    @property
    def width(self) -> int:
        """Columns to write on."""
        return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            self._sink.write(line.rstrip() + "\n")
        self._said += lines

    def ask(self, prompt: str, menu: Menu = NO_MENU) -> str:
        """The answer to a question. Raises EOFError when there are no more."""
        if self._waiting is not None:
            answer, self._waiting = self._waiting, None
            self.say(f"{prompt} {answer}")
            return answer
        return self._read(f"{prompt} ", menu, lambda answer: True)

    def pause(self, prompt: str, is_meant: Callable[[str], bool]) -> str:
        """Wait for Enter, or something that is meant here; whatever else comes answers the next question."""
        answer = self._read(f"{prompt} ", NO_MENU, is_meant)
        if not answer.strip() or is_meant(answer):
            return answer
        self._waiting = answer
        return ""

    def _read(self, prompt: str, menu: Menu, is_shown: Callable[[str], bool]) -> str:
        self._sink.write(prompt)
        self._sink.flush()
        line = self._source.readline()
        if not line:
            self.say("")
            raise EOFError
        answer = line.rstrip("\r\n")
        if not self._source.isatty():  # a terminal shows what is typed there by itself
            clean = "".join(letter if letter.isprintable() else "?" for letter in answer)
            self.say(clean if is_shown(answer) else "")
        return answer


class KeyConsole(Console):
    """A terminal in which every key is read as it is struck."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        super().__init__(source, sink)
        self._bytes = self._struck(source.fileno())

    def _read(self, prompt: str, menu: Menu, is_shown: Callable[[str], bool]) -> str:
        typed, at, picked = "", None, set[int]()
        lines = menu.draw(None, set())
        above = bool(lines) and self._said[-len(lines) :] == lines
        self._said.clear()
        self._write(prompt)
        while True:
            key = next(self._bytes)
            if key == ENTER:
                answer = typed or self._chosen(menu, at, picked)
                self._write(("" if typed else answer) + "\n")
                return answer
            if key == GONE or (key == END and not typed):
                self._write("\n")
                raise EOFError
            if key in (LEFT, RIGHT):
                if menu.items:
                    typed, at = "", _moved(at, 1 if key == RIGHT else -1, len(menu.items))
                    self._redraw(menu.draw(at, picked), prompt, above=above)
                    above = True
            elif key == SPACE and not typed and menu.several and at is not None:
                picked ^= {at}
                self._redraw(menu.draw(at, picked), prompt)
            elif key == BACKSPACE:
                if typed:
                    typed = typed[:-1]
                    self._write("\b \b")
            elif key == WIPE:
                self._write("\b \b" * len(typed))
                typed = ""
            elif key.isprintable() and len(prompt) + len(typed) < self.width - 1:
                typed += key
                self._write(key)

    @staticmethod
    def _chosen(menu: Menu, at: int | None, picked: set[int]) -> str:
        if picked:
            return " ".join(menu.items[place] for place in sorted(picked))
        return "" if at is None else menu.items[at]

    def _redraw(self, lines: list[str], prompt: str, *, above: bool = True) -> None:
        """Write the menu anew where it stands, just ``above`` the prompt; or there, if it does not yet."""
        up = f"\x1b[{len(lines)}A" if above else ""
        rows = "".join(f"\r\x1b[K{line}\n" for line in lines)
        self._write(f"\r{up}{rows}\r\x1b[K{prompt}")

    def _write(self, text: str) -> None:
        self._sink.write(text)
        self._sink.flush()

    def _struck(self, descriptor: int) -> Iterator[str]:
        """The keys that are struck, one after the other; GONE when the terminal is."""
        rest = b""
        while True:
            if not rest:
                rest = _more(descriptor)
            if not rest:
                yield GONE
                continue
            if rest[:1] == b"\x1b":
                while len(rest) < 3 and select.select([descriptor], [], [], SECONDS_OF_AN_ESCAPE)[0]:
                    more = _more(descriptor)
                    if not more:
                        break
                    rest += more
                sequence = ESCAPE.match(rest)
                rest = rest[sequence.end() if sequence else 1 :]
                if sequence and sequence[1] in ARROWS:
                    yield ARROWS[sequence[1]]
                continue
            letter, rest = _first_letter(rest, descriptor)
            yield {"\r": ENTER, "\x08": BACKSPACE}.get(letter, letter)


def _more(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1024)
    except OSError:  # the terminal has been closed
        return b""


def _first_letter(struck: bytes, descriptor: int) -> tuple[str, bytes]:
    """The first character of some bytes of UTF-8, and the bytes after it."""
    size = 1 if struck[0] < 0xC0 else 2 if struck[0] < 0xE0 else 3 if struck[0] < 0xF0 else 4
    while len(struck) < size and (more := _more(descriptor)):
        struck += more
    return struck[:size].decode(errors="replace"), struck[size:]


def _moved(at: int | None, step: int, count: int) -> int:
    """The place ``step`` on from ``at``, round and round; at first the first, or the last."""
    if at is None:
        return 0 if step > 0 else count - 1
    return (at + step) % count


@contextmanager
def open_console(source: TextIO, sink: TextIO) -> Iterator[Console]:
    """A console with keys on a terminal, else one of plain lines; the terminal is left as it was."""
    if signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # a terminal that is closed is left as by Ctrl-C
        signal.signal(signal.SIGHUP, signal.getsignal(signal.SIGTERM))
    if not (source.isatty() and sink.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        yield Console(source, sink)
        return
    import termios

    descriptor = source.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        now = termios.tcgetattr(descriptor)
        now[3] &= ~(termios.ICANON | termios.ECHO)  # keys one by one, and not echoed; Ctrl-C stays a signal
        now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
        termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
        yield KeyConsole(source, sink)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
