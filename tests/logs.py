"""Logs for the tests: runs played in this process, rows written by hand, and ways to spoil them."""

import os
import subprocess
import sys
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.logs.manifest import Manifest, Part, now, part_file, sha256_of
from tarotsim.logs.schema import DEALS_SCHEMA, with_metadata
from tarotsim.simulation.crew import Crew
from tarotsim.simulation.plan import RunPlan, part_rows_for, players_from
from tarotsim.simulation.runner import Runner, prepare


def plan_of(deals, strategy="basic", *, seed=5, first=0, plays=False, part_rows=None):
    """The plan of a run."""
    players = players_from(strategy)
    return RunPlan(deals, seed, first, plays, players, part_rows or part_rows_for(deals, plays))


def played(folder, deals, strategy="basic", **settings):
    """Play a run into ``folder``, and give the folder."""
    plan = plan_of(deals, strategy, **settings)
    folder.mkdir(parents=True)
    manifest = prepare(folder, plan, {}, resume=False, force=False)
    runner = Runner(plan, folder, manifest)
    Crew(1).do(runner.work())
    runner.close()
    return folder


CANCELLED = {"poignee": [0, 0, 0, 0], "chelem_announced": False, "petit_au_bout": 0, "chelem": 0}
CHIEN = {"chien_trumps": 1, "chien_bouts": 0, "chien_kings": 0, "chien_points": 5.0}


def deal_row(
    number, *, dealer=None, bids=(None,) * 4, scores=(0, 0, 0, 0), strategies=("basic",) * 4, **values
):
    """One row of a log; what is not given is as in a cancelled deal."""
    row = dict.fromkeys(DEALS_SCHEMA.names)
    row |= {"deal": number, "dealer": number % 4 if dealer is None else dealer, "status": "petit_sec"}
    row |= CHIEN | CANCELLED | values
    poignees = row.pop("poignee")
    for seat in range(4):
        row[f"strategy_{seat}"] = strategies[seat]
        row[f"bid_{seat}"] = bids[seat]
        row[f"poignee_{seat}"] = poignees[seat]
        row[f"score_{seat}"] = scores[seat]
    return row


def played_row(number, taker, contract, *, bouts, card_points, amount, **values):
    """A row of a played deal; ``amount`` is what each defender pays the taker."""
    target = (56, 51, 41, 36)[bouts]
    has_discard = contract in ("prise", "garde")
    found = {
        "status": "played",
        "bids": [contract if seat == taker else "pass" for seat in range(4)],
        "taker": taker,
        "contract": contract,
        "hand_trumps": 8,
        "hand_bouts": min(bouts, 2),
        "hand_kings": 1,
        "hand_points": 25.0,
        "discard_trumps": 0 if has_discard else None,
        "discard_points": 4.0 if has_discard else None,
        "tricks": 9,
        "bouts": bouts,
        "target": target,
        "card_points": card_points,
        "margin": card_points - target,
        "won": card_points >= target,
        "scores": [3 * amount if seat == taker else -amount for seat in range(4)],
    }
    return deal_row(number, **(found | values))


def written(folder, rows, strategy="basic", *, seed=5, parts=1):
    """Write rows as the complete run in ``folder``, in so many parts, and give the folder."""
    first = min((row["deal"] for row in rows), default=0)
    per_part = -(-len(rows) // parts)
    plan = plan_of(len(rows), strategy, seed=seed, first=first, part_rows=max(per_part, 1))
    manifest = Manifest(plan.run_id, plan.identity(), {})
    (folder / "deals").mkdir(parents=True)
    schema = with_metadata(DEALS_SCHEMA, plan.run_id)
    for deals in plan.parts():
        those = [row for row in rows if row["deal"] in deals]
        file = part_file("deals", deals)
        pq.write_table(pa.Table.from_pylist(those, schema), folder / file)
        manifest.parts.append(Part(file, deals.start, len(deals), sha256_of(folder / file)))
    manifest.ended = now()
    manifest.save(folder)
    return folder


def rewritten(folder, change, *, signed=True, part=0, kind="deals"):
    """Replace the table of one part by ``change(table)``; ``signed`` also puts its SHA-256 right."""
    manifest = Manifest.load(folder)
    files = sorted(
        (part for part in manifest.parts if part.file.startswith(kind)), key=lambda part: part.first
    )
    old = files[part]
    pq.write_table(change(pq.read_table(folder / old.file)), folder / old.file)
    if signed:
        manifest.parts.remove(old)
        manifest.parts.append(replace(old, sha256=sha256_of(folder / old.file)))
        manifest.save(folder)


def with_value(column, row, value):
    """The change of one cell of a table: ``value``, or what it makes of the old one if it is a function."""

    def change(table):
        values = table[column].to_pylist()
        values[row] = value(values[row]) if callable(value) else value
        place = table.schema.get_field_index(column)
        field = table.schema.field(column)
        return table.set_column(place, field, pa.array(values, field.type))

    return change


def tarotsim(*arguments, cwd=None, **environment):
    """Run the command in a process of its own, with the compiled kernels of this one."""
    inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.run(
        [sys.executable, "-m", "tarotsim", *map(str, arguments)],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
