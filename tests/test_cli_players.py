"""Players from files of one's own, good and bad."""

import json
from pathlib import Path

import pytest
from cli_process import complaint, files, fine, log

pytest_plugins = ["cli_fixtures"]

PLAYERS = Path(__file__).with_name("cli_players.py")


def test_own_player_is_logged_resumed_and_exported(ask, tmp_path):
    seats = f"{PLAYERS},random,{PLAYERS}:STRATEGY,random"
    fine(ask("run", "--deals", 40, "--strategy", seats, "--plays", "--out", "own"))
    fine(ask("run", "--deals", 40, "--strategy", "random", "--out", "random"))
    assert "Nothing was left to play." in fine(ask("run", "--resume", "--out", "own"))
    assert len(fine(ask("export", "own")).splitlines()) == 40
    own, random = log("own"), log("random")
    assert own["strategy_0"].unique().tolist() == ["like-random"]
    same = [name for name in own if not name.startswith("strategy")]
    assert own[same].equals(random[same])
    (player, *_) = json.loads((tmp_path / "own" / "run.json").read_text())["strategies"]
    assert (player["name"], player["version"], player["source"]) == ("like-random", 3, str(PLAYERS))


@pytest.mark.parametrize("decision", ["bid", "discard", "poignee", "chelem", "card"])
def test_illegal_answer_is_named(ask, decision):
    answer = ask("run", "--deals", 200, "--strategy", f"{PLAYERS}:{decision.upper()}", "--out", "x")
    complaint(answer, 1, f"'bad-{decision}' at seat", ", deal ", repr(decision), "not legal")


def test_player_that_writes_on_the_table_is_stopped(ask):
    answer = ask("run", "--deals", 50, "--strategy", f"{PLAYERS}:WRITER", "--out", "x")
    complaint(answer, 1, "'writer' at seat", ", deal ", "wrote on the table")


def test_player_that_reads_beyond_an_array_is_stopped(ask):
    answer = ask("run", "--deals", 50, "--strategy", f"{PLAYERS}:BEYOND", "--out", "x")
    complaint(answer, 1, "'beyond' at seat", "deal 0", "IndexError")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("NO_FIELD", ["'no-field'", "'card'", "cannot be compiled", "hand_of_my_neighbour"]),
        ("FRACTION", ["'fraction'", "'card'", "integer", "float64"]),
        ("NAMESAKE", [PLAYERS.name, "'basic'", "belongs"]),
        ("NOBODY", [PLAYERS.name, "NOBODY"]),
        ("NO_PLAYER", [PLAYERS.name, "NO_PLAYER"]),
    ],
)
def test_player_that_cannot_be_used(ask, name, words):
    complaint(ask("run", "--deals", 5, "--strategy", f"{PLAYERS}:{name}", "--out", "x"), 2, *words)


def test_two_players_of_one_name(ask):
    seats = f"{PLAYERS},{PLAYERS}:TWIN,random,random"
    complaint(ask("run", "--deals", 5, "--strategy", seats, "--out", "x"), 2, "two players", "'like-random'")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("raise RuntimeError('out\\nof luck')", ["RuntimeError", "out of luck"]),
        ("raise SystemExit(0)", ["SystemExit"]),
        ("import no_such_module", ["ModuleNotFoundError", "no_such_module"]),
        ("STRATEGY = (", ["SyntaxError"]),
        ("x = 1", ["STRATEGY is not there"]),
        ("STRATEGY = 1", ["no tarotsim Strategy"]),
        ("\x00", ["player.py"]),
    ],
)
def test_file_that_is_no_player(ask, tmp_path, text, words):
    (tmp_path / "player.py").write_text(text)
    complaint(ask("run", "--deals", 5, "--strategy", "player.py", "--out", "x"), 2, "player.py", *words)
    assert "x" not in files(tmp_path)


@pytest.mark.parametrize("change", ["name='two words'", "version=-1", "summary='two\\nlines'", "card=None"])
def test_strategy_that_a_log_cannot_hold(ask, tmp_path, change):
    (tmp_path / "player.py").write_text(
        "from dataclasses import replace\nfrom tarotsim.strategies.random import STRATEGY as R\n"
        f"STRATEGY = replace(R, **dict(dict(name='own'), {change}))\n"
    )
    complaint(
        ask("run", "--deals", 5, "--strategy", "player.py", "--out", "x"),
        2,
        change.split("=")[0],
        "player.py",
    )


def test_file_that_is_not_there(ask):
    complaint(ask("run", "--deals", 5, "--strategy", "nobody.py", "--out", "x"), 2, "nobody.py", "No such")


def test_what_a_file_prints_does_not_mix_with_results(ask, tmp_path):
    (tmp_path / "player.py").write_text(f"print('hello')\n{PLAYERS.read_text()}")
    answer = ask("run", "--deals", 5, "--strategy", "player.py", "--out", "x", "--format", "json")
    assert (answer.code, answer.err) == (0, "hello\n")
    assert json.loads(answer.out)["deals"] == 5


def test_changed_file_does_not_go_on_with_the_run(ask, program, tmp_path):
    """In another process, as ever: one process reads a file of a player once."""
    file = tmp_path / "player.py"
    file.write_text(PLAYERS.read_text())
    fine(ask("run", "--deals", 5, "--strategy", file, "--out", "x"))
    file.write_text(PLAYERS.read_text() + "\n# another thought\n")
    complaint(program.run("run", "--resume", "--out", "x"), 2, "like-random")
    complaint(program.run("export", "x"), 2, "'like-random'", "its file has changed")
