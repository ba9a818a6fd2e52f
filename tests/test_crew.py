"""The threads that share out work: what Ctrl-C and failures leave of it."""

import os
import signal
import threading

import pytest

from tarotsim.simulation.crew import Crew


def test_interrupted_wait_does_not_take_the_threads_for_ended():
    """Else the process would leave while a part is being written."""
    begun, go_on, done = threading.Event(), threading.Event(), []

    def piece():
        begun.set()
        go_on.wait(60)
        done.append(True)

    crew = Crew(1)
    crew.start(iter([piece]))
    begun.wait(60)
    alarm = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        crew.wait(60)
    crew.stop()
    assert not crew.wait(0.05)
    go_on.set()
    assert crew.wait(60)
    assert done == [True]


def test_failure_stops_all_threads_and_is_told():
    done = []

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Crew(1).do(iter([lambda: done.append(1), fail, lambda: done.append(2)]))
    assert done == [1]


def test_crew_works_again():
    done = []
    crew = Crew(3)
    for number in range(4):
        crew.do(iter([lambda number=number: done.append(number)] * 5))
    assert sorted(done) == [number for number in range(4) for _ in range(5)]
