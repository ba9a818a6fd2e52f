"""`tarotsim verify`: a sound log passes; whatever is edited, moved or lost in a log is found."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from logs import played, rewritten, tarotsim, with_value

from tarotsim.analysis import verify as verifying
from tarotsim.analysis.runs import open_run
from tarotsim.analysis.verdict import ALL_CHECKS
from tarotsim.analysis.verify import verify
from tarotsim.cli.main import run_command
from tarotsim.logs.manifest import MANIFEST, run_id_of
from tarotsim.logs.schema import SCHEMA_VERSION
from tarotsim.strategies.registry import MODULES

DEALS, PART = 3_000, 1_000


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return played(tmp_path_factory.mktemp("sound") / "run", DEALS, "basic,random,basic,basic", part_rows=PART)


@pytest.fixture
def run(sound, tmp_path):
    """A copy of the sound run, to be spoilt."""
    return shutil.copytree(sound, tmp_path / "run")


def faulty(folder, sample=0):
    """The checks that find something, with how many deals."""
    verdict = verify([open_run(folder)], 1, sample).verdict
    assert verdict.sound == (not any(verdict.faulty.values()))
    return {check: deals for check, deals in verdict.faulty.items() if deals}


def status_at(folder, status, **where):
    """The place in the first part of the first deal with this status (and these values)."""
    table = pq.read_table(folder / open_run(folder).manifest.deal_parts[0].file)
    for place, row in enumerate(table.to_pylist()):
        if row["status"] == status and all(row[name] == value for name, value in where.items()):
            return place
    raise AssertionError("there is no such deal")


def test_sound_run_passes(sound):
    assert faulty(sound) == {}


def test_sound_run_passes_played_again(sound):
    verdict = verify([open_run(sound)], 2, None).verdict
    assert verdict.sound
    assert verdict.checked["played again"] == DEALS
    assert all(verdict.checked[check] == DEALS for check in ALL_CHECKS if check != "plays")


@pytest.mark.parametrize("sample", [1, 49, 50, 51, 777, 2_999, 3_000, 5_000])
def test_sample_has_the_size_that_was_asked_for(sound, sample):
    assert verify([open_run(sound)], 1, sample).verdict.checked["played again"] == min(sample, DEALS)


def test_sample_is_spread_and_without_repetition(sound):
    deals = verifying._sample(open_run(sound), 500)
    assert len(set(deals)) == 500
    assert (np.bincount(deals // PART) >= 50).all()


# One value of a played deal is edited, and its part signed anew --------------------------------------


def plus(step):
    return lambda value: value + step


# column -> (the new value, the check that finds it without playing the deal again)
EDITS = {
    "deal": (plus(PART), "deal numbers"),
    "dealer": (lambda dealer: (dealer + 1) % 4, "dealer"),
    "status": ("passed", "empty cells"),
    "strategy_2": ("random", "players"),
    "bid_0": ("garde_contre", "auction"),
    "taker": (lambda taker: (taker + 1) % 4, "auction"),
    "contract": ("garde_contre", "empty cells"),
    "hand_trumps": (20, "cards"),
    "hand_bouts": (4, "cards"),
    "hand_kings": (5, "cards"),
    "hand_points": (plus(0.5), "cards"),
    "chien_trumps": (7, "cards"),
    "chien_bouts": (-1, "cards"),
    "chien_kings": (plus(1), "dealt again"),
    "chien_points": (plus(1), "dealt again"),
    "discard_trumps": (7, "cards"),
    "discard_points": (plus(0.25), "half points"),
    "poignee_0": (4, "poignées"),
    "poignee_1": (2, "score"),
    "chelem_announced": (True, "score"),
    "tricks": (19, "tricks and chelem"),
    "bouts": (4, "bouts and target"),
    "target": (plus(5), "bouts and target"),
    "card_points": (plus(1), "margin"),
    "margin": (plus(1), "margin"),
    "won": (lambda won: not won, "won"),
    "petit_au_bout": (lambda side: 1 - abs(side), "score"),
    "chelem": (1, "tricks and chelem"),
    "score_0": (plus(1), "score"),
    "score_3": (plus(-0.5), "zero sum"),
}


@pytest.mark.parametrize("column", EDITS)
def test_edited_value_is_found(run, column):
    value, check = EDITS[column]
    place = status_at(run, "played", contract="prise", poignee_0=0, poignee_1=0, bid_3="pass")
    rewritten(run, with_value(column, place, value))
    found = faulty(run)
    assert found.get(check, 0) in (1, 2)
    assert "parts" not in found


@pytest.mark.parametrize(
    "column, value, check",
    [
        ("score_1", 3.0, "cancelled deals"),
        ("petit_au_bout", -1, "cancelled deals"),
        ("poignee_2", 1, "cancelled deals"),
        ("chelem_announced", True, "cancelled deals"),
        ("bid_1", "prise", "auction"),
        ("taker", 2, "empty cells"),
        ("score_2", float("nan"), "half points"),
        ("score_2", float("inf"), "half points"),
        ("score_2", 1e30, "half points"),
    ],
)
def test_edited_value_of_a_passed_deal_is_found(run, column, value, check):
    rewritten(run, with_value(column, status_at(run, "passed"), value))
    assert faulty(run)[check] == 1


@pytest.mark.parametrize("column", ["taker", "won", "bid_2", "score_0", "status", "chien_points", "deal"])
def test_emptied_cell_is_found(run, column):
    """Also where the schema's field allows no empty cell, which a hand that edits may change."""

    def emptied(table):
        values = table[column].to_pylist()
        values[place] = None
        number = table.schema.get_field_index(column)
        field = table.schema.field(column).with_nullable(True)
        return table.set_column(number, field, pa.array(values, field.type))

    place = status_at(run, "played")
    rewritten(run, emptied)
    assert faulty(run)["empty cells" if column != "deal" else "deal numbers"] == 1


def test_played_deal_said_to_be_passed_in_every_way_is_found_by_playing_it(run, sound):
    """A row that holds together: only the seed knows better."""
    first, other = (status_at(run, status) for status in ("passed", "played"))

    def changed(table):
        rows = table.to_pylist()
        chien = {
            name: rows[other][name] for name in table.schema.names if name.startswith(("chien_", "deal"))
        }
        rows[other] = rows[first] | chien
        return pa.Table.from_pylist(rows, table.schema)

    rewritten(run, changed)
    assert faulty(run) == {}
    assert faulty(run, sample=None) == {"played again": 1}
    assert faulty(run, sample=DEALS) == {"played again": 1}


# Rows and files --------------------------------------------------------------------------------------


def test_duplicate_deal_is_found(run):
    """Both rows: which of them is the right one cannot be told."""
    rewritten(run, lambda table: table.take(pa.array([*range(PART - 1), 5])))
    assert faulty(run) == {"deal numbers": 2}


def test_missing_row_is_found(run):
    rewritten(run, lambda table: table.slice(1))
    assert faulty(run) == {"schema": PART}


def test_rows_in_another_order_are_fine(run):
    rewritten(run, lambda table: table.take(pa.array(np.random.default_rng(3).permutation(PART))), part=1)
    assert faulty(run, sample=None) == {}


def test_value_edited_without_signing_is_found(run):
    rewritten(run, with_value("score_1", 7, plus(1)), signed=False)
    assert faulty(run)["parts"] == PART


def test_missing_part_is_found(run):
    (run / open_run(run).manifest.deal_parts[1].file).unlink()
    assert faulty(run) == {"parts": PART}


@pytest.mark.parametrize("bytes_left", [0, 3, 5_000])
def test_truncated_part_is_found(run, bytes_left):
    path = run / open_run(run).manifest.deal_parts[1].file
    path.write_bytes(path.read_bytes()[:bytes_left])
    assert faulty(run) == {"parts": PART, "schema": PART}


def test_damaged_part_is_found(run):
    """Some bytes in the middle: the file may still open."""
    path = run / open_run(run).manifest.deal_parts[1].file
    content = bytearray(path.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 40] = bytes(40)
    path.write_bytes(content)
    assert faulty(run)["parts"] == PART


def retyped(table):
    place = table.schema.get_field_index("tricks")
    return table.set_column(place, "tricks", table["tricks"].cast(pa.int32()))


FOREIGN = {
    "a column less": lambda table: table.drop_columns("won"),
    "a column more": lambda table: table.append_column("note", pa.array([""] * table.num_rows)),
    "another type": retyped,
    "another order": lambda table: table.select(table.schema.names[::-1]),
    "another version": lambda table: table.replace_schema_metadata(
        table.schema.metadata | {b"tarotsim_schema": str(SCHEMA_VERSION + 1).encode()}
    ),
    "another run": lambda table: table.replace_schema_metadata(
        table.schema.metadata | {b"tarotsim_run": b"0123456789abcdef"}
    ),
    "no metadata": lambda table: table.replace_schema_metadata(None),
    "no log": lambda table: pa.table({"x": [1, 2, 3]}),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_foreign_schema_is_found(run, what):
    rewritten(run, FOREIGN[what], part=2)
    assert faulty(run) == {"schema": PART}


def test_parts_that_have_changed_places_are_found(run):
    one, other, _ = (run / part.file for part in open_run(run).manifest.deal_parts)
    one.rename(run / "aside")
    other.rename(one)
    (run / "aside").rename(other)
    found = faulty(run)
    assert found["parts"] == found["deal numbers"] == 2 * PART


def test_damaged_manifest_is_refused(run):
    """It names its parts, so that nothing can be said of a run without it."""
    text = (run / MANIFEST).read_text()
    (run / MANIFEST).write_text(text.replace('"seed": 5', '"seed": 6'))
    done = tarotsim("verify", run)
    assert done.returncode == 2
    assert "run.json is damaged" in done.stderr


def test_part_that_nobody_knows_is_found(run):
    """It would be counted by whoever reads the folder."""
    path = run / open_run(run).manifest.deal_parts[0].file
    shutil.copy(path, path.with_name(f"part-{9000:019d}-{9999:019d}.parquet"))
    assert faulty(run) == {"files": 1}


def test_other_seed_is_found_by_dealing_again(run):
    """Even where the manifest is consistent: the run is said to be of another seed throughout."""
    manifest = open_run(run).manifest
    manifest.identity["seed"] = 99
    manifest.run = run_id_of(manifest.identity)
    manifest.save(run)

    def renamed(table):
        return table.replace_schema_metadata(table.schema.metadata | {b"tarotsim_run": manifest.run.encode()})

    for part in range(3):
        rewritten(run, renamed, part=part)
    found = faulty(run)
    assert list(found) == ["dealt again"]
    assert found["dealt again"] > DEALS / 2


# What was played ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound_plays(tmp_path_factory):
    return played(tmp_path_factory.mktemp("plays") / "run", 400, "random", plays=True, part_rows=200)


@pytest.fixture
def plays(sound_plays, tmp_path):
    return shutil.copytree(sound_plays, tmp_path / "run")


def test_sound_plays_pass(sound_plays):
    verdict = verify([open_run(sound_plays)], 1, None).verdict
    assert verdict.sound
    assert verdict.checked["plays"] == verdict.checked["played again"] == 400


def swapped(table):
    """Two cards of a deal played in the other order."""
    cards = table["plays"].to_pylist()
    cards[7][0], cards[7][1] = cards[7][1], cards[7][0]
    place = table.schema.get_field_index("plays")
    return table.set_column(
        place, table.schema.field("plays"), pa.array(cards, table.schema.field("plays").type)
    )


def test_edited_plays_are_found(plays):
    rewritten(plays, swapped, kind="plays")
    assert faulty(plays, sample=None) == {"played again": 1}


def test_damaged_and_missing_plays_are_found(plays):
    rewritten(plays, swapped, kind="plays", signed=False)
    (
        plays
        / sorted(part.file for part in open_run(plays).manifest.parts if part.file.startswith("plays"))[1]
    ).unlink()
    assert faulty(plays, sample=10)["plays"] == 400


def test_plays_that_lack_a_deal_are_found(plays):
    rewritten(plays, lambda table: table.take(pa.array([*range(199), 5])), kind="plays")
    assert faulty(plays, sample=None) == {"played again": 1}


# The command, in real processes ---------------------------------------------------------------------


def test_command_on_a_sound_run(sound):
    done = tarotsim("verify", sound, "--sample", "500")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{sound} is sound." in done.stdout
    lines = {line[: len("tricks and chelem")].strip(): line.split()[-2:] for line in done.stdout.splitlines()}
    assert lines["score"] == ["3,000", "0"]
    assert lines["played again"] == ["500", "0"]


def test_command_on_an_edited_run(run):
    place = status_at(run, "played")
    rewritten(run, with_value("score_1", place, plus(1)))
    done = tarotsim("verify", run)
    assert done.returncode == 1
    assert "is not sound" in done.stdout
    assert f"deal {place}: score: contract" in done.stdout
    assert f"deal {place}: played again: the log says score_1" in done.stdout


def test_command_in_json(run):
    rewritten(run, with_value("bouts", status_at(run, "played"), 4))
    done = tarotsim("verify", run, "--format", "json", "--sample", "0")
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert answer["sound"] is False
    assert {check["check"]: check["faulty"] for check in answer["checks"]}["bouts and target"] == 1
    assert "played again" not in {check["check"] for check in answer["checks"]}
    assert answer["first_faults"][0]["check"] == "bouts and target"


def test_all_deals_are_played_again(sound):
    done = tarotsim("verify", sound, "--all")
    assert done.returncode == 0
    assert "played again" in done.stdout and "3,000" in done.stdout.split("played again")[1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nowhere"], "holds no run"),
        (["RUN", "--all", "--sample", "5"], "exclude each other"),
        (["RUN", "--sample", "many"], "not a number of deals"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(sound, arguments, message, capsys):
    code = run_command(["verify", *(str(sound) if word == "RUN" else word for word in arguments)])
    told = capsys.readouterr()
    assert code == 2
    assert message in told.err and told.err.count("\n") == 1


def test_player_who_has_changed_is_refused(tmp_path):
    """What he would play now is not what he played."""
    source = find_spec(MODULES["pass"]).origin
    player = tmp_path / "mine.py"
    player.write_text(Path(source).read_text().replace('name="pass"', 'name="mine"'))
    folder = played(tmp_path / "run", 100, f"{player},random,random,random")
    player.write_text(player.read_text() + "\n# another\n")
    done = tarotsim("verify", folder)
    assert done.returncode == 2
    assert "has changed" in done.stderr
    assert tarotsim("verify", folder, "--sample", "0").returncode == 0


def test_first_faults_are_shown_in_order(run):
    """Fourteen rows with a wrong target, of which the first ten are kept."""
    targets = pq.read_table(run / open_run(run).manifest.deal_parts[0].file)["target"].to_pylist()
    played_ones = [place for place, target in enumerate(targets) if target is not None]
    for place in played_ones[13::-1]:
        rewritten(run, with_value("won", place, lambda won: not won))
    verdict = verify([open_run(run)], 1, 0).verdict
    assert [finding.deal for finding in verdict.findings] == played_ones[:10]
    assert verdict.faulty["won"] == 14
