"""What the README shows is what the program prints. `python tests/test_readme.py` writes it anew."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
EXAMPLE = re.compile(r"^```\n\$ (?P<command>.+)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)
TIMING = re.compile(r"^([\d,]+ deals in) .*$", re.MULTILINE)


def printed(command, folder):
    """What ``command`` prints when given in ``folder``, as a user would give it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_readme_shows_what_is_printed(tmp_path):
    (tmp_path / "configs").symlink_to(README.parent / "configs")
    examples = EXAMPLE.findall(README.read_text(encoding="utf-8"))
    assert len(examples) >= 3
    for command, shown in examples:
        assert TIMING.sub(r"\1", printed(command, tmp_path)) == TIMING.sub(r"\1", shown)


def test_readme_names_every_command():
    from tarotsim.cli.main import COMMANDS

    text = README.read_text(encoding="utf-8")
    assert all(f"`tarotsim {command}`" in text for command in COMMANDS)


def write_anew(folder):
    (folder / "configs").symlink_to(README.parent / "configs")

    def example(match):
        return f"```\n$ {match['command']}\n{printed(match['command'], folder)}```"

    README.write_text(EXAMPLE.sub(example, README.read_text(encoding="utf-8")), encoding="utf-8")


def pictures():
    """The names of the README's pictures, which are plots of the report it shows."""
    return re.findall(r"!\[[^\]]+\]\(docs/(\w+\.svg)\)", README.read_text(encoding="utf-8"))


def test_readme_shows_plots():
    assert len(pictures()) == 2
    for name in pictures():
        assert (README.parent / "docs" / name).read_text(encoding="utf-8").startswith("<?xml")


def test_player_of_the_guide_plays(tmp_path):
    """The file that docs/players.md shows is a player, and the command below it plays it."""
    guide = (README.parent / "docs" / "players.md").read_text(encoding="utf-8")
    (tmp_path / "lowest.py").write_text(re.search(r"^```python\n(.*?)^```$", guide, re.M | re.S)[1])
    command = re.search(r"^tarotsim run .*lowest\.py.*$", guide, re.M)[0]
    assert "100,000 deals of lowest, basic, basic, basic" in printed(command, tmp_path)


def test_configs_are_settings(tmp_path):
    """Of `compare` where they name players, else of `run`."""
    for config in sorted((README.parent / "configs").glob("*.toml")):
        command = "compare" if "players" in config.read_text() else "run"
        said = printed(f"tarotsim {command} --config {config} --deals 50", tmp_path)
        assert re.search("seed [01]", said)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write_anew(Path(folder))
        for name in pictures():
            shutil.copy(Path(folder) / "results/first-run-report/plots" / name, README.parent / "docs")
