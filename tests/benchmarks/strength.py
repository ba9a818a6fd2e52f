"""How strong the players are, each figure by `tarotsim compare`: the ladder, the habits, the limits.

python tests/benchmarks/strength.py [--deals 100k] [--write README.md docs/expert.md]
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

LADDER = ("expert", "basic", "pass", "random")
HABITS = {
    "draws trumps while it has control of them": "lead_trump_control",
    "draws trumps for its masters": "lead_trump_masters",
    "draws the last three trumps from above": "lead_trump_few lead_trump_top_few",
    "leads no trump once the opponents have none": "lead_trump_void",
    "hunts the Petit": "lead_trump_hunt",
    "leads fewer trumps into a poignée shown": "lead_trump_shown",
    "leads trumps less against garde sans and contre": "lead_trump_no_discard",
    "leads low trumps, the Petit never": "lead_trump_height lead_petit",
    "leads masters": "lead_master lead_master_points lead_king",
    "cashes masters when out of trumps": "lead_master_bare lead_master_clear",
    "keeps masters from a ruff": "lead_master_void",
    "leads cheap cards": "lead_points lead_points_clear lead_points_defender_void",
    "leads what must be ruffed": "lead_taker_void lead_defender_void",
    "does not return the taker's suit": "lead_takers",
    "does not lead away from a king": "lead_low_of_king lead_low_of_guard",
    "chooses the suit by its length and what is out": "lead_length lead_out lead_first lead_singleton",
    "holds a king back in the first round when long": "suit_king_first suit_king_length",
    "plays kings early against garde sans and contre": "suit_king_no_discard",
    "keeps points off a lost trick": "suit_lost suit_hope throw_lost throw_hope throw_open",
    "throws points on a partner's trick": "throw_sure",
    "takes what is sure": "suit_take_sure suit_take_points",
    "keeps masters that take nothing": "suit_master_spent throw_master",
    "throws off the suits it does not need": "throw_length throw_void throw_king",
    "never plays the Petit under": "ruff_petit_lost trump_petit_lost",
    "does not risk the Petit": "ruff_petit_open trump_petit_open",
    "ruffs what will hold": "ruff_take_sure ruff_take_open ruff_points_sure likely_take likely_points",
    "overtakes trumps for certain or cheaply": (
        "trump_take_sure trump_take_open trump_height_sure trump_height_open trump_above"
    ),
    "keeps the highest trump": "ruff_top ruff_top_held trump_top trump_top_held",
    "keeps T15 to T21": "ruff_high ruff_high_held trump_high trump_high_held",
    "plays the Excuse to save a trump on trumps": "excuse_trumps excuse_trick",
    "follows suit rather than play the Excuse": "excuse_suit",
}
"""What `expert` does, and the weights that make it do so."""
LIMITS = {"prise": 46.5, "garde": 48, "sans": 55, "contre": 63}
STEPS = (-4, -2, 2, 4)


def advantages(one, other, deals):
    """What `tarotsim compare` says of two players: {(player, field): advantage}, and its ranking."""
    command = [sys.executable, "-m", "tarotsim", "compare", one, other, "--deals", deals, "--quiet"]
    said = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=True)
    found = json.loads(said.stdout)
    return {(row["player"], row["field"]): row for row in found["advantages"]}, found["ranking"]


def figure(value):
    """A mean with its interval."""
    return f"{value['mean']:+.2f} [{value['low']:+.2f}, {value['high']:+.2f}]"


def ladder(deals):
    """Every pair of the built-in players, one among three of the other, both ways."""
    yield "| one | among three | advantage | from taking | from defending |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for place, strong in enumerate(LADDER):
        for weak in LADDER[place + 1 :]:
            found, _ = advantages(strong, weak, deals)
            for pair in ((strong, weak), (weak, strong)):
                row = found[pair]
                cells = (row, row["taking"]["gain"], row["defending"]["gain"])
                yield f"| {pair[0]} | {pair[1]} | " + " | ".join(map(figure, cells)) + " |"


def against_expert(settings, deals):
    """Half of what `expert` gains among three of the changed player, less what that one gains."""
    _, ranking = advantages("expert", f"expert:{settings}", deals)
    return next(row for row in ranking if row["player"] == "expert")


def habits(deals):
    """What each habit is worth: `expert` against itself without."""
    rows = []
    for habit, names in HABITS.items():
        settings = ",".join(f"{side}_{name}=0" for name in names.split() for side in ("defence", "taker"))
        rows.append((against_expert(settings, deals), habit))
    yield "| habit | worth, points per deal |"
    yield "| --- | ---: |"
    for row, habit in sorted(rows, key=lambda pair: -pair[0]["mean"]):
        yield f"| {habit} | {figure(row)} |"


def limits(deals):
    """`expert` against itself with one limit of the bid moved."""
    yield "| limit | " + " | ".join(f"{step:+}" for step in STEPS) + " |"
    yield "| --- |" + " ---: |" * len(STEPS)
    for name, value in LIMITS.items():
        cells = [figure(against_expert(f"{name}={value + step}", deals)) for step in STEPS]
        yield f"| {name} {value:g} | " + " | ".join(cells) + " |"


TABLES = {"ladder": ladder, "habits": habits, "limits": limits}


def written(text, name, table):
    """``text`` with what lies between the marks of ``name`` replaced."""
    start, end = f"<!-- {name}: made by tests/benchmarks/strength.py -->", f"<!-- end of {name} -->"
    if start not in text:
        return text
    before, _, rest = text.partition(start)
    return f"{before}{start}\n{table}\n{end}{rest.partition(end)[2]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", default="100k")
    parser.add_argument("--write", type=Path, nargs="*", default=[], metavar="FILE.md")
    arguments = parser.parse_args()
    for name, make in TABLES.items():
        table = "\n".join([f"{arguments.deals} deals for each pair, seed 0.", "", *make(arguments.deals)])
        print(f"{table}\n", flush=True)
        for file in arguments.write:
            file.write_text(written(file.read_text(), name, table))


if __name__ == "__main__":
    main()
