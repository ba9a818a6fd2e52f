"""Threads that share out work: each takes the next piece as soon as it is free."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

__all__ = ["Crew", "Work"]

Work = Iterator[Callable[[], None]]
"""Pieces of work, in the order in which they are to be begun. It is drawn from by one thread at a time."""


class Crew:
    """So many threads. The first failure stops them all after the pieces they are at."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._failure: BaseException | None = None
        self._running = 0
        self._ended = threading.Event()

    def do(self, work: Work) -> None:
        """Do all of ``work``; raises what a thread ran into."""
        self.start(work)
        while not self.wait(3600):
            pass
        self.check()

    def start(self, work: Work) -> None:
        """Start the threads on ``work``."""
        self._running = self.threads
        self._ended.clear()
        for _ in range(self.threads):
            threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait for the threads, ``seconds`` at most; whether all have ended.

        Not by ``Thread.join``: in Python 3.11, one that Ctrl-C breaks off takes its thread for ended.
        """
        return self._ended.wait(seconds)

    def stop(self) -> None:
        """Let the threads stop after their present piece."""
        self._stop.set()

    def check(self) -> None:
        """After the threads have ended: raise what one of them ran into."""
        if self._failure is not None:
            raise self._failure

    def _run(self, work: Work) -> None:
        try:
            while not self._stop.is_set():
                with self._lock:
                    piece = next(work, None)
                if piece is None:
                    return
                piece()
        except BaseException as failure:
            with self._lock:
                self._failure = self._failure or failure
            self.stop()
        finally:
            with self._lock:
                self._running -= 1
                if self._running == 0:
                    self._ended.set()
