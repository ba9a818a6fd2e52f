"""`tarotsim play` and `replay` as processes: in pipes, and on terminals of several sizes."""

import json
import os
import re
from pathlib import Path

import pexpect
import pytest
from cli_process import PROGRAM, Program, fine
from table import TAKER, lines_of, seated

from tarotsim.jit import seal_cache
from tarotsim.records.writing import record_of

SEED = 5
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
RIGHT, LEFT = "\x1b[C", "\x1b[D"


@pytest.fixture
def program(tmp_path):
    """Processes that share the compiled code of the tests themselves."""
    typed()
    seal_cache()
    program = Program(tmp_path, tmp_path)
    program.environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return program


@pytest.fixture
def sit(program, tmp_path):
    """A session on a terminal of so many rows and columns."""
    children = []

    def session(*arguments, size=(24, 80), command="play", **environment):
        named = {name: value for name, value in program.environment.items() if name != "COLUMNS"}
        child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], command, *map(str, arguments)],
            cwd=str(tmp_path),
            env={**named, "TERM": "xterm", **environment},
            encoding="utf-8",
            timeout=30,
            dimensions=size,
        )
        child.delaybeforesend = None
        children.append(child)
        return child

    yield session
    for child in children:
        child.close(force=True)


def typed(person=TAKER, against="expert", lang="en"):
    return lines_of(SEED, 0, seated(0, person, against), lang=lang)


def ended(child, code):
    """All that was shown until the end; the program ended with ``code``, and without a traceback."""
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (code, None), child.before
    assert "Traceback" not in child.before
    return child.before


def play_through(child, lines, prompts, go_on):
    """Type these lines, each when it is asked for; all that was shown meanwhile."""
    shown = ""
    for line in lines:
        while child.expect([go_on, *prompts]) == 0:
            shown += child.before + child.after
            child.send("\r")
        shown += child.before + child.after
        child.send(f"{line}\r")
    return shown


def test_pipe(program, tmp_path):
    """Answers on stdin, one a line; the end of them ends the session, and the deal is kept."""
    lines, steps = typed()
    text = "".join(f"{line}\n" for line in lines).encode()
    out = fine(program.run("play", "--seed", SEED, "--record", "r.jsonl", input=text))
    assert "†" in out and "Trick 18" in out and "\x1b" not in out
    assert out.endswith("Thank you for the game.\nThe record is in r.jsonl.\n")
    scored = json.loads(fine(program.run("score", "r.jsonl")))
    assert scored["scores"] == (steps.result()["scores"] / 2).tolist()
    assert [float(number) for number in re.search(r"total +(.*)", out)[1].split()] == scored["scores"]


def test_ascii_where_the_locale_is_c(program):
    lines, _ = typed(lang="fr")
    text = "".join(f"{line}\n" for line in lines).encode()
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0"}
    out = fine(program.run("play", "--seed", SEED, "--lang", "fr", input=text, environment=environment))
    assert out.isascii() and "?e" not in out and "Pli 18" in out


def test_nonsense_in_a_pipe_is_refused(program):
    nonsense = b"\xff\xfe\n\x1b[A\nh\x00\n" + b"x" * 10_000 + b"\n\n\n" + "♠\n".encode()
    out = fine(program.run("play", "--seed", SEED, input=nonsense))
    assert out.count("that is no bid") == 7 and max(map(len, out.splitlines())) < 11_000


def test_closed_pipes(program):
    assert program.shell(f"{{ yes prise || true; }} | tarotsim play --seed {SEED} | head -3").code == 0
    assert fine(program.shell(f"tarotsim play --seed {SEED} <&-")).startswith("Deal 0")
    assert program.shell(f"tarotsim play --seed {SEED} < /dev/null > /dev/full").code == 1


def test_unwritable_home(program, tmp_path):
    """Nothing is written there but compiled code, which lies elsewhere here."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    environment = {"HOME": str(home), "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
    assert fine(program.run("play", "--seed", SEED, input=b"q\n", environment=environment)).startswith("Deal")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("size", "lang", "locale"),
    [((24, 80), "fr", "C.UTF-8"), ((60, 200), "en", "C.UTF-8"), ((24, 80), "en", "C")],
)
def test_whole_deal_on_a_terminal(sit, tmp_path, size, lang, locale):
    """Every card typed; nothing is wider than the terminal, and what a question needs fits its height."""
    lines, steps = typed(lang=lang)
    child = sit("--seed", SEED, "--lang", lang, "--record", "r.jsonl", size=size, LC_ALL=locale)
    go_on = "to take back: " if lang == "en" else "pour reprendre : "
    prompts = [r"Your \w+: ", r"Votre \w+ : "]
    shown = play_through(child, lines, prompts, go_on)
    child.expect(go_on)
    child.send("\r")
    child.expect(r"Another deal.*: |Une autre donne.* : ")
    shown += child.before + child.after
    child.send("n\r")
    ended(child, 0)
    assert shown.isascii() == (locale == "C")
    rows = ESCAPE.sub("", shown).replace("\r", "").split("\n")
    assert max(map(len, rows)) <= size[1]
    blocks = ESCAPE.sub("", shown).replace("\r", "").split("\n\n")
    assert max(block.count("\n") for block in blocks) < 24
    record = json.loads((tmp_path / "r.jsonl").read_text())
    assert len(record["plays"]) == 72 and len(steps.answers) >= 72


def test_cards_are_reached_with_the_arrows(sit, tmp_path):
    """The discard with arrows and space, the first card with arrows and Enter."""
    lines, _ = typed(against="pass")
    child = sit("--seed", SEED, "--against", "pass", "--record", "r.jsonl")
    child.expect("Your bid: ")
    child.send(RIGHT * 3 + "\r")
    child.expect("You: garde")
    child.expect("Your discard: ")
    child.send((RIGHT + " ") * 6)
    child.expect(r"\[6\*")
    child.send("\r")
    child.expect("Your discard: .*\r\n")
    child.expect("Your chelem: ")
    child.send("\r")
    assert lines[0] == "garde"
    while child.expect(["Your poignée: ", "Your card: "]) == 0:
        child.send("\r")
    child.send(LEFT + RIGHT + RIGHT + LEFT)
    for mark in (r"\[\d+:\w+\]", r"\[1:\w+\]", r"\[[12]:\w+\]", r"\[1:\w+\]"):
        child.expect(mark)
    child.send("\r")
    child.expect("to take back: ")
    child.send("q\r")
    ended(child, 0)
    record = json.loads((tmp_path / "r.jsonl").read_text())
    assert record["bids"].count("garde") == 1 and len(record["discard"].split()) == 6
    assert len(record["plays"]) >= 1


def test_keys_of_a_line(sit):
    """Backspace, Ctrl-U, keys without a meaning, and a wrong answer."""
    child = sit("--seed", SEED)
    child.expect("Your bid: ")
    child.send("pasx\x7fs\x15\x1b[5~\x1bOPgarden\r")
    child.expect('"garden": that is no bid')
    child.expect("Your bid: ")
    child.send("é\x7f\x7fq\r")
    assert "Thank you" in ended(child, 0)


def test_ctrl_d_ends_cleanly_and_keeps_the_record(sit, tmp_path):
    child = sit("--seed", SEED, "--record", "r.jsonl")
    child.expect("Your bid: ")
    child.send("pa\x04ss\r")  # in the middle of a line it means nothing
    child.expect("You: pass")
    child = sit("--seed", SEED, "--record", "r.jsonl")
    child.expect("Your bid: ")
    child.sendeof()
    assert "The record is in r.jsonl." in ended(child, 0)
    assert json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])["plays"] == []


@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_keeps_the_record_and_says_where(sit, tmp_path, kept):
    child = sit("--seed", SEED, *(["--record", "r.jsonl"] if kept else []))
    child.expect("Your bid: ")
    child.send("gar")
    child.sendintr()
    shown = ended(child, 130)
    assert "tarotsim: interrupted. " in shown
    assert ("The record is in r.jsonl." if kept else "No record is kept") in shown
    assert (tmp_path / "r.jsonl").exists() == kept


@pytest.mark.parametrize("typed", ["", "gar", "\x1b"])
def test_closed_terminal_keeps_the_record(sit, tmp_path, typed):
    child = sit("--seed", SEED, "--record", "r.jsonl")
    child.expect("Your bid: ")
    child.send(typed)
    child.close()
    assert json.loads((tmp_path / "r.jsonl").read_text())["plays"] == []


def test_terminal_is_left_as_it_was(program, tmp_path):
    """After Ctrl-C and Ctrl-D, stty says what it said before."""
    line = f"{' '.join(PROGRAM)} play --seed {SEED}"
    for key in ("\x03", "\x04"):
        child = pexpect.spawn(
            "bash",
            ["-c", f"stty -a > before; {line}; stty -a > after; echo do''ne"],
            cwd=str(tmp_path),
            env={**program.environment, "TERM": "xterm"},
            encoding="utf-8",
            timeout=30,
        )
        child.expect("Your bid: ")
        child.send(key)
        child.expect([pexpect.EOF, "done"])
        child.close()
        if (tmp_path / "after").exists():  # bash itself may end on Ctrl-C
            assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()
    assert (tmp_path / "after").exists()


def test_dumb_terminal_is_asked_line_by_line(sit):
    child = sit("--seed", SEED, TERM="dumb")
    child.expect("Your bid: ")
    child.sendline("q")
    assert "\x1b" not in ended(child, 0)


def test_replay_step_by_step(sit, tmp_path):
    _, steps = typed()
    (tmp_path / "r.jsonl").write_text(json.dumps(record_of(steps.transcript())))
    child = sit("r.jsonl", "--step", "--from", 17, command="replay")
    child.expect("Trick 17: ")
    child.expect("q to leave: ")
    child.send("\r")
    child.expect("Trick 18: ")
    child.expect("q to leave: ")
    child.send("\r")
    assert "each defender" in ended(child, 0)
    child = sit("r.jsonl", "--step", command="replay")
    child.expect("q to leave: ")
    child.sendintr()
    assert "interrupted" in ended(child, 130)
