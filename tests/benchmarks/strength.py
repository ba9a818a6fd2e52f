"""How strong the players are, each figure by `tarotsim compare`: the ladder, the habits, the limits.

python tests/benchmarks/strength.py [--deals 100k] [--write README.md docs/expert.md]
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from tarotsim.strategies.expert.settings import CONTRE, LIMITS

LADDER = ("expert", "basic", "pass", "random")
HABITS = {
    "trumps drawn while as many are held as are out": "lead_trump_control",
    "trumps drawn for the masters held": "lead_trump_masters",
    "the last three trumps drawn from above": "lead_trump_few lead_trump_top_few",
    "no trump led once the opponents have none": "lead_trump_void",
    "the Petit hunted": "lead_trump_hunt",
    "trumps led or not where a poignée was shown": "lead_trump_shown",
    "trumps led where the chien stays shut": "lead_trump_no_discard",
    "low trumps led, never the Petit": "lead_trump_height lead_petit",
    "the Petit's guard not led": "lead_petit_bared",
    "masters led, kings apart": "lead_master lead_master_points lead_king",
    "masters cashed when trumps are gone": "lead_master_bare lead_master_clear",
    "masters kept from a ruff": "lead_master_void",
    "cheap cards led": "lead_points lead_points_clear lead_points_defender_void",
    "suits led that must be ruffed": "lead_taker_void lead_defender_void",
    "the taker's suit led or not": "lead_takers",
    "no low card led from a king or queen": "lead_low_of_king lead_low_of_guard",
    "the suit led by its length and what is out": "lead_length lead_out lead_first lead_singleton",
    "the king in the first round of a suit": "suit_king_first suit_king_length",
    "the king where the chien stays shut": "suit_king_no_discard",
    "no points on a lost trick": "suit_lost suit_hope throw_lost throw_hope throw_open",
    "points thrown on a partner's trick": "throw_sure",
    "what is sure is taken": "suit_take_sure suit_take_points",
    "masters kept that take nothing": "suit_master_spent throw_master",
    "which suit is thrown off": "throw_length throw_void throw_king",
    "the Petit never under a higher trump": "ruff_petit_lost trump_petit_lost",
    "the Petit not risked": "ruff_petit_open trump_petit_open",
    "ruffs that will hold": "ruff_take_sure ruff_take_open ruff_points_sure likely_take likely_points",
    "trumps overtaken for certain or cheaply": (
        "trump_take_sure trump_take_open trump_height_sure trump_height_open trump_above"
    ),
    "the highest trump kept": "ruff_top ruff_top_held trump_top trump_top_held",
    "T15 to T21 kept": "ruff_high ruff_high_held trump_high trump_high_held",
    "the Excuse on trumps, and in time": "excuse_trumps excuse_trick",
    "a card of the suit rather than the Excuse": "excuse_suit",
}
"""What `expert` does, and the weights that make it do so."""
STEPS = (-4, -2, 2, 4)


def advantages(one, other, deals):
    """What `tarotsim compare` says of two players: {(player, field): advantage}, and its ranking."""
    command = [sys.executable, "-m", "tarotsim", "compare", one, other, "--deals", deals, "--quiet"]
    said = subprocess.run([*command, "--format", "json"], stdout=subprocess.PIPE, text=True, check=True)
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
    for limit in LIMITS[: CONTRE + 1]:
        name, value = limit.name, limit.default
        cells = [figure(against_expert(f"{name}={value + step}", deals)) for step in STEPS]
        yield f"| {name} {value:g} | " + " | ".join(cells) + " |"


TABLES = {"ladder": ladder, "habits": habits, "limits": limits}


def written(text, name, table):
    """``text`` with what lies between the marks of ``name`` replaced."""
    start, end = f"<!-- {name}: made by tests/benchmarks/strength.py -->", f"<!-- end of {name} -->"
    if start not in text:
        return text
    before, _, rest = text.partition(start)
    if end not in rest:
        raise SystemExit(f"no {end!r} after {start!r}")
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
