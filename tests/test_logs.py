"""The log as `log.md` names it: columns, types, nulls, metadata."""

import json

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from cli_process import log, parts, play

from tarotsim.logs.schema import DEALS_SCHEMA, PLAYS_SCHEMA

pytest_plugins = ["cli_fixtures"]


def by_seat(name, type):
    return {f"{name}_{seat}": type for seat in range(4)}


def cards(name, whole):
    return {f"{name}_{what}": whole for what in ("trumps", "bouts", "kings")} | {f"{name}_points": "float32"}


COLUMNS = {
    "deal": "int64",
    "dealer": "int8",
    "status": "category",
    **by_seat("strategy", "category"),
    **by_seat("bid", "category"),
    "taker": "Int8",
    "contract": "category",
    **cards("hand", "Int8"),
    **cards("chien", "int8"),
    "discard_trumps": "Int8",
    "discard_points": "float32",
    **by_seat("poignee", "int8"),
    "chelem_announced": "bool",
    "tricks": "Int8",
    "bouts": "Int8",
    "target": "float32",
    "card_points": "float32",
    "margin": "float32",
    "won": "boolean",
    "petit_au_bout": "int8",
    "chelem": "int8",
    **by_seat("score", "float32"),
}
OF_THE_TAKER = ["taker", "contract", "tricks", "bouts", "target", "card_points", "margin", "won"]
OF_THE_TAKER += list(cards("hand", ""))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """All ends of a deal: many pass, some are played, some hold the petit sec."""
    folder = tmp_path_factory.mktemp("mixed")
    return play(folder / "x", deals=3000, strategy="basic,random,basic,basic", part_rows=1000, plays=True)


def test_deals_have_the_columns_and_types_of_the_log(mixed):
    deals = log(mixed)
    assert deals.dtypes.astype(str).to_dict() == COLUMNS
    assert list(deals.columns) == list(COLUMNS)
    assert deals["deal"].tolist() == list(range(3000))
    assert set(deals["status"]) == {"played", "passed", "petit_sec"}


def test_run_of_no_deals_has_all_columns_with_their_types(tmp_path):
    empty = play(tmp_path / "x", deals=0, plays=True, strategy="basic", first=5)
    deals, plays = log(empty), log(empty, "plays")
    assert len(deals) == len(plays) == 0
    assert deals.dtypes.astype(str).to_dict() == COLUMNS
    assert list(plays.columns) == PLAYS_SCHEMA.names


def test_what_is_not_known_is_null(mixed):
    deals = log(mixed)
    status, played = deals["status"], deals["status"] == "played"
    for column in OF_THE_TAKER:
        assert (deals[column].notna() == played).all(), column
    assert (deals["bid_0"].isna() == (status == "petit_sec")).all()
    assert all((deals[f"bid_{seat}"].isna() == deals["bid_0"].isna()).all() for seat in range(4))
    with_discard = played & deals["contract"].isin(["prise", "garde"])
    assert (deals["discard_trumps"].notna() == with_discard).all()
    assert (deals["discard_points"].notna() == with_discard).all()
    always = ["deal", "dealer", "status", *cards("chien", ""), "chelem_announced", "petit_au_bout", "chelem"]
    always += [name for name in COLUMNS if name.startswith(("score", "poignee", "strategy"))]
    assert deals[always].notna().all(axis=None)


def test_cancelled_deals_score_nothing(mixed):
    deals = log(mixed)
    cancelled = deals[deals["status"] != "played"]
    nothing = ["chelem_announced", "petit_au_bout", "chelem"]
    nothing += [f"{name}_{seat}" for name in ("score", "poignee") for seat in range(4)]
    assert (cancelled[nothing] == 0).all(axis=None)
    passed = cancelled[cancelled["status"] == "passed"]
    assert (passed[[f"bid_{seat}" for seat in range(4)]] == "pass").all(axis=None)


def test_rows_agree_with_themselves(mixed):
    deals = log(mixed).query("status == 'played'")
    target = deals["bouts"].map({0: 56, 1: 51, 2: 41, 3: 36})
    assert (deals["target"] == target).all()
    assert (deals["margin"] == deals["card_points"] - deals["target"]).all()
    assert (deals["won"] == (deals["margin"] >= 0)).all()
    assert (deals[[f"score_{seat}" for seat in range(4)]].sum(axis=1) == 0).all()
    bids = np.array([deals[f"bid_{seat}"] for seat in range(4)])
    assert (bids[deals["taker"].to_numpy(int), np.arange(len(deals))] == deals["contract"]).all()


def test_plays_hold_the_cards(mixed):
    deals, plays = log(mixed), log(mixed, "plays")
    shown = [f"shown_{seat}" for seat in range(4)]
    assert list(plays.columns) == ["deal", "hands", "chien", "discard", *shown, "plays"]
    table = pq.read_table(mixed / "plays").schema
    types = {field.name: str(field.type) for field in table}
    assert types["hands"] == types["plays"] == "fixed_size_list<element: uint8>[72]"
    assert types["chien"] == "fixed_size_list<element: uint8>[6]"
    assert types["discard"] == types["shown_0"] == "list<element: uint8>"
    assert (plays["deal"] == deals["deal"]).all()
    assert (plays["plays"].isna() == (deals["status"] != "played")).all()
    assert (plays["discard"].isna() == deals["discard_trumps"].isna()).all()
    for hands, chien in zip(plays["hands"], plays["chien"], strict=True):
        assert sorted([*hands, *chien]) == list(range(78))
        assert all((np.diff(hand.astype(int)) > 0).all() for hand in hands.reshape(4, 18))
    for _, row in plays[plays["plays"].notna()].iterrows():
        assert len(set(row["plays"])) == 72
        out_of_play = row["chien"] if row["discard"] is None else row["discard"]
        assert set(row["plays"]) | set(out_of_play) == set(range(78))
    for seat in range(4):
        level = plays[shown[seat]].map(len).map({0: 0, 10: 1, 13: 2, 15: 3})
        assert (level == deals[f"poignee_{seat}"]).all()


def test_parts_are_named_by_their_deals_and_carry_the_identity(mixed):
    manifest = json.loads((mixed / "run.json").read_text())
    assert [path.name for path in parts(mixed)] == [
        f"part-{first:019d}-{first + 999:019d}.parquet" for first in (0, 1000, 2000)
    ]
    assert len(manifest["parts"]) == 6
    for kind, schema in (("deals", DEALS_SCHEMA), ("plays", PLAYS_SCHEMA)):
        for part in parts(mixed, kind):
            metadata = pq.read_schema(part).metadata
            assert metadata[b"tarotsim_run"].decode() == manifest["run"]
            assert metadata[b"tarotsim_schema"].decode() == str(manifest["schema"]) == "1"
            assert pq.read_schema(part).names == schema.names
    fields = pq.read_schema(parts(mixed)[0])
    units = {name: (fields.field(name).metadata or {}).get(b"unit", b"").decode() for name in fields.names}
    assert units["card_points"] == units["hand_points"] == units["discard_points"] == "card points"
    assert units["score_3"] == "points of score"
    assert units["hand_trumps"] == "trumps without the Excuse"


def test_manifest_says_enough_to_play_the_run_again(mixed):
    manifest = json.loads((mixed / "run.json").read_text())
    assert (manifest["seed"], manifest["first"], manifest["deals"], manifest["done"]) == (0, 0, 3000, 3000)
    assert [player["name"] for player in manifest["strategies"]] == ["basic", "random", "basic", "basic"]
    assert manifest["complete"] and manifest["started"] <= manifest["ended"]
    assert {"tarotsim", "rules", "schema", "config", "machine"} <= manifest.keys()
    assert all({"file", "first", "rows", "sha256"} == part.keys() for part in manifest["parts"])
    assert pd.Timestamp(manifest["started"]).tzinfo is not None
