"""Fixtures of the command-line tests; test modules name this file as their plugin."""

import pytest
from cli_process import Answer, Program, ended, fine, play

from tarotsim.cli.main import run_command


@pytest.fixture(scope="session")
def compiled_cache(tmp_path_factory):
    """XDG_CACHE_HOME of all processes, filled by the runs `cold-0` and `cold-1`, which start at once."""
    folder = tmp_path_factory.mktemp("cache")
    program = Program(folder, folder)
    both = [program.start("run", "--deals", "500", "--out", f"cold-{n}") for n in range(2)]
    for process in both:
        fine(ended(process))
    return folder


@pytest.fixture
def program(compiled_cache, tmp_path):
    """The program in processes of its own."""
    return Program(tmp_path, compiled_cache)


@pytest.fixture
def ask(capsys, monkeypatch, tmp_path):
    """The command line within this process: the Answer to some arguments."""
    monkeypatch.chdir(tmp_path)

    def answer(*arguments):
        capsys.readouterr()
        code = run_command([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return answer


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """A whole run of 300 deals of four random players, with plays, in three parts; not to be changed."""
    return play(tmp_path_factory.mktemp("runs") / "small", plays=True)
