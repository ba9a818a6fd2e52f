"""Fixtures of the command-line tests; test modules name this file as their plugin."""

import pytest
from cli_process import Answer, Program, fine, play

from tarotsim.cli.main import run_command


@pytest.fixture(scope="session")
def compiled_cache(tmp_path_factory):
    """XDG_CACHE_HOME of all processes, filled by one run that starts cold."""
    folder = tmp_path_factory.mktemp("cache")
    fine(Program(folder, folder).run("run", "--deals", "500", "--out", "cold", "--quiet"))
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
