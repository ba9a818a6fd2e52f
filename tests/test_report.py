"""`tarotsim report`: the same bytes whatever the order, the same numbers in every format, real processes."""

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
import pytest
from browser import CHROMIUM, Browser
from logs import played, rewritten, tarotsim, with_value

from tarotsim.analysis.runs import open_run
from tarotsim.analysis.study import study
from tarotsim.cli.main import run_command
from tarotsim.errors import BadInput
from tarotsim.report.contents import report_of
from tarotsim.report.data import as_csv, as_json
from tarotsim.report.folder import FORMATS, as_text, write_report
from tarotsim.report.texts import TABLES

DEALS = 20_000


def report_on(*folders, by=None, threads=1):
    return report_of(study([open_run(folder) for folder in folders], threads), by)


def all_bytes(report, folder):
    """Every file of a report, by name."""
    write_report(report, folder, FORMATS)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A run; the same in small parts; in two windows; and with its rows in another order."""
    base = tmp_path_factory.mktemp("runs")
    whole = played(base / "whole", DEALS)
    played(base / "small", DEALS, part_rows=1_700)
    played(base / "early", 12_345)
    played(base / "late", DEALS - 12_345, first=12_345)
    played(base / "mixed", 3_000, "basic,random,basic,pass")

    def shuffle(table):
        return table.take(pa.array(np.random.default_rng(1).permutation(table.num_rows)))

    shuffled = played(base / "shuffled", DEALS)
    for part in range(len(open_run(shuffled).manifest.deal_parts)):
        rewritten(shuffled, shuffle, part=part)
    return whole.parent


@pytest.fixture(scope="module")
def whole(runs, tmp_path_factory):
    return all_bytes(report_on(runs / "whole"), tmp_path_factory.mktemp("report") / "whole")


# The order of rows, parts and runs is of no consequence ---------------------------------------------


@pytest.mark.parametrize(
    "names",
    [["whole"], ["small"], ["shuffled"], ["early", "late"], ["late", "early"]],
    ids=lambda names: " ".join(names),
)
def test_same_bytes_whatever_the_order(runs, whole, names, tmp_path):
    again = all_bytes(report_on(*(runs / name for name in names), threads=2), tmp_path / "report")
    assert again.keys() == whole.keys()
    assert [name for name in whole if again[name] != whole[name]] == []


def test_order_of_different_tables_is_of_no_consequence(runs):
    one = as_json(report_on(runs / "mixed", runs / "early"))
    assert as_json(report_on(runs / "early", runs / "mixed")) == one


def test_deals_of_one_seed_count_once_among_the_chances(runs):
    """The chiens of deals 0 to 2,999 are the same at both tables."""
    report = report_on(runs / "mixed", runs / "early")
    chances = next(table.frame for table in report.tables if table.name == "chances")
    assert chances["deals"].iloc[0] == 12_345


# One set of numbers in every format -----------------------------------------------------------------


def test_csv_and_json_carry_the_same_figures(whole):
    tables = json.loads(whole["report.json"])["tables"]
    assert {f"tables/{name}.csv" for name in tables} == {name for name in whole if name.endswith(".csv")}
    for name, rows in tables.items():
        read = list(csv.DictReader(io.StringIO(whole[f"tables/{name}.csv"].decode())))
        assert [list(row) for row in read] == [list(row) for row in rows]
        for from_csv, from_json in zip(read, rows, strict=True):
            for column, value in from_json.items():
                text = from_csv[column]
                assert text == "" if value is None else text == str(value) or float(text) == value


def test_markdown_and_page_show_the_figures_of_the_csv(runs, whole):
    text, page = whole["report.md"].decode(), whole["report.html"].decode()
    for table in report_on(runs / "whole").tables:
        for values in table.frame.to_dict("records"):
            cells = [column.cell(values) for column in (*table.under, *table.columns)]
            assert f"| {' | '.join(map(str, cells))} |" in text
            for cell in cells:
                assert (cell.text.replace("-", "−") if cell.text != "-" else "–") in page or cell.text in page


def test_tables_of_the_page_are_there_to_download(whole):
    page = whole["report.html"].decode()
    links = dict(re.findall(r'<a download="(\w+)\.csv" href="data:text/csv;charset=utf-8,([^"]+)">', page))
    assert {f"tables/{name}.csv" for name in links} == {name for name in whole if name.endswith(".csv")}
    for name, link in links.items():
        assert unquote(link).removeprefix("﻿").encode() == whole[f"tables/{name}.csv"]


def test_page_needs_nothing_else(whole):
    page = whole["report.html"].decode()
    assert page.count("<svg ") == sum(name.endswith(".svg") for name in whole)
    assert "<script" not in page
    links = re.findall(r'(?:src|href)="([^"]{1,40})', page)
    assert links and all(link.startswith(("#", "data:")) for link in links)
    assert not re.search(r"url\((?!#)", page)


def test_names_in_the_page_are_unique(whole):
    names = re.findall(r' id="([^"]+)"', whole["report.html"].decode())
    assert len(names) == len(set(names))
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', whole["report.html"].decode())
    assert set(used) <= set(names)


def test_plots_are_there_as_svg_and_png(whole):
    svgs = {name.removesuffix(".svg") for name in whole if name.endswith(".svg")}
    assert svgs == {name.removesuffix(".png") for name in whole if name.endswith(".png")}
    assert len(svgs) >= 9
    for name in svgs:
        assert whole[f"{name}.png"].startswith(b"\x89PNG")
        assert f"({name}.svg)" in whole["report.md"].decode()


@pytest.fixture(scope="module")
def nothing(tmp_path_factory):
    return played(tmp_path_factory.mktemp("none") / "none", 0)


def test_where_nothing_was_played_n_is_0_and_figures_are_dashes(nothing, tmp_path):
    files = all_bytes(report_on(nothing, by="seat"), tmp_path / "report")

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(files["report.json"], parse_constant=refuse)
    for name, content in files.items():
        if not name.endswith((".png", ".svg", ".html")):
            assert not re.search(rb"\b(nan|NaN|None|NaT|inf)\b", content), name
    assert "| prise | 0 | - | - | - | - | - |" in as_text(report_on(nothing), "md")
    assert ">0</td><td>–</td>" in files["report.html"].decode()


def test_strategies_stand_side_by_side_only_where_there_are_several(runs):
    assert "strategies" not in [section.name for section in report_on(runs / "whole").sections]
    assert "strategies" in [section.name for section in report_on(runs / "mixed").sections]


@pytest.mark.parametrize("by", ["strategy", "seat", "position"])
def test_groups_add_up_to_all(runs, by):
    """Every table that counts deals by group counts those of all."""
    report = report_on(runs / "mixed", by=by)
    contracts = next(table.frame for table in report.tables if table.name == "contracts")
    groups = contracts[contracts["contract"] == "all"].set_index(by)["deals"]
    assert groups.drop("all").sum() == groups["all"]
    assert len(groups) == {"strategy": 4, "seat": 5, "position": 5}[by]


def test_figures_are_those_of_plain_pandas(runs):
    """A few figures against a plain computation from the log."""
    import pandas as pd

    deals = pd.read_parquet(runs / "mixed" / "deals")
    played_deals = deals[deals["status"] == "played"]
    tables = {table.name: table.frame for table in report_on(runs / "mixed").tables}
    contracts = tables["contracts"].set_index("contract")
    for contract, rows in played_deals.groupby("contract", observed=True):
        scores = rows[[f"score_{seat}" for seat in range(4)]].to_numpy()
        taker = scores[range(len(rows)), rows["taker"].astype(int)].astype(float)
        assert contracts.at[contract, "deals"] == len(rows)
        assert contracts.at[contract, "made"] == pytest.approx(rows["won"].mean())
        assert contracts.at[contract, "margin"] == pytest.approx(rows["margin"].astype(float).mean())
        assert contracts.at[contract, "score"] == pytest.approx(taker.mean())
    basic = tables["strategies"].set_index("strategy").loc["basic"]
    pooled = deals[["score_0", "score_2"]].astype(float).mean(axis=1)
    assert basic["score"] == pytest.approx(pooled.mean())
    assert basic["score_high"] - basic["score"] == pytest.approx(
        1.96 * pooled.std() / len(deals) ** 0.5, 1e-3
    )


# The command, in real processes ---------------------------------------------------------------------


def test_report_goes_beside_the_run(runs, whole, tmp_path):
    (tmp_path / "run").symlink_to(runs / "whole")
    done = tarotsim("report", runs / "whole")
    folder = runs / "whole-report"
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.rstrip().endswith(f"report: {folder / 'report.html'}")
    assert "made, %" in done.stdout
    there = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert set(there.pop(".report").decode().split("\n")) == there.keys()
    assert there == {
        name: content for name, content in whole.items() if not name.endswith((".png", ".report"))
    }


def test_older_report_is_replaced(runs, tmp_path):
    out = tmp_path / "report"
    report = report_on(runs / "mixed")
    write_report(report, out, ("html", "csv", "md"))
    write_report(report, out, ("json",))
    assert {path.name for path in out.rglob("*") if path.is_file()} == {".report", "report.json"}


@pytest.mark.parametrize("foreign", ["plots/thesis.pdf", "tables/mine.csv", "tables/x/y", "report.md"])
def test_file_of_somebody_else_is_kept(runs, tmp_path, foreign):
    out = tmp_path / "report"
    report = report_on(runs / "mixed")
    write_report(report, out, ("html", "csv"))
    (out / foreign).parent.mkdir(parents=True, exist_ok=True)
    (out / foreign).write_text("mine")
    before = sorted(out.rglob("*"))
    with pytest.raises(BadInput, match="holds no report"):
        write_report(report, out, ("html", "csv"))
    assert sorted(out.rglob("*")) == before
    assert (out / foreign).read_text() == "mine"


def test_report_does_not_go_into_a_log(runs):
    with pytest.raises(BadInput, match="holds a run"):
        write_report(report_on(runs / "mixed"), runs / "mixed" / "deals" / "x", ("html",))
    assert not (runs / "mixed" / "deals" / "x").exists()


@pytest.mark.parametrize("what", ["a run", "something else"])
def test_folder_with_anything_else_is_left_alone(runs, tmp_path, what):
    out = runs / "early" if what == "a run" else tmp_path
    (tmp_path / "letter.txt").write_text("dear")
    before = sorted(out.rglob("*"))
    with pytest.raises(BadInput, match="holds a run" if what == "a run" else "not empty"):
        write_report(report_on(runs / "mixed"), out, ("html",))
    assert sorted(out.rglob("*")) == before


@pytest.mark.parametrize("backend", ["TkAgg", "rubbish"])
def test_any_backend_and_no_display_will_do(runs, tmp_path, backend):
    done = tarotsim(
        "report",
        runs / "mixed",
        "--out",
        tmp_path / "report",
        "--format",
        "html",
        MPLBACKEND=backend,
        DISPLAY="",
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_markdown_to_standard_output(runs):
    done = tarotsim("report", runs / "whole", "--format", "md", "--out", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == as_text(report_on(runs / "whole"), "md")
    assert "](plots/" not in done.stdout


def test_read_only_run_is_reported_on(runs, tmp_path):
    """Nothing is written into a run's folder; root may write anywhere, so that it is compared."""
    before = {path: path.stat().st_mtime_ns for path in (runs / "early").rglob("*")}
    done = tarotsim("report", runs / "early", "--out", tmp_path / "report", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert {path: path.stat().st_mtime_ns for path in (runs / "early").rglob("*")} == before


WRONG = {
    "no run": (["report", "nowhere"], "holds no run"),
    "no run named": (["report"], "RUN"),
    "unknown format": (["report", "RUN", "--format", "pdf"], "'pdf' is no format"),
    "two texts to standard output": (["report", "RUN", "--format", "md,json", "--out", "-"], "one --format"),
    "csv to standard output": (["report", "RUN", "--format", "csv", "--out", "-"], "one --format"),
    "unknown group": (["report", "RUN", "--by", "table"], "--by"),
    "a run named twice": (["report", "RUN", "RUN", "--format", "md", "--out", "-"], "named twice"),
    "unwritable": (["report", "RUN", "--out", "/proc/report"], "cannot write"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_usage_is_one_line_and_exit_2(runs, what, capsys):
    arguments, message = WRONG[what]
    code = run_command([str(runs / "mixed") if word == "RUN" else word for word in arguments])
    told = capsys.readouterr()
    assert code == 2
    assert message in told.err and told.err.count("\n") == 1
    assert told.out == ""


def test_overlapping_windows_are_refused(runs, tmp_path):
    with pytest.raises(BadInput, match="both hold deal 0"):
        report_on(runs / "whole", runs / "early")


def test_unfinished_run_says_what_is_lacking(runs, tmp_path):
    from tarotsim.logs.manifest import Manifest

    folder = played(tmp_path / "run", 5_000, part_rows=2_000)
    manifest = Manifest.load(folder)
    manifest.parts.remove(manifest.deal_parts[1])
    manifest.ended = None
    manifest.save(folder)
    report = report_on(folder)
    assert not report.faults
    assert "2,000 of the deals asked for are still lacking" in as_text(report, "md")
    assert "deals 0 to 1,999, 4,000 to 4,999" in report.facts[0]


def test_unsound_log_is_said_at_the_top_and_exit_1(tmp_path):
    folder = played(tmp_path / "run", 2_000)
    rewritten(folder, with_value("score_1", 77, lambda score: score + 1))
    done = tarotsim("report", folder, "--by", "position")
    assert done.returncode == 1
    assert "not sound" in done.stdout
    page = (tmp_path / "run-report" / "report.html").read_text()
    assert page.index("This log is not sound") < page.index("<nav")
    assert "deal 77: " in page
    text = json.loads((tmp_path / "run-report" / "report.json").read_text())
    assert text["sound"] is False
    assert sum(row["deals"] for row in text["tables"]["outcomes"]) == 1_999


# In a real browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (apt-get install chromium): pages were not looked at")
    with Browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(runs, nothing, tmp_path_factory):
    """Pages of every kind: of one player, of several by group, of nothing."""
    base = tmp_path_factory.mktemp("pages")
    found = {"whole": report_on(runs / "whole"), "mixed": report_on(runs / "mixed", by="strategy")}
    found["nothing"] = report_on(nothing)
    for name, report in found.items():
        write_report(report, base / name, ("html",))
    return base


@pytest.mark.parametrize(
    "name, width, dark",
    [
        ("whole", 390, False),
        ("whole", 390, True),
        ("whole", 1200, False),
        ("mixed", 390, False),
        ("mixed", 1200, True),
        ("nothing", 390, False),
    ],
)
def test_page_in_a_browser(browser, pages, name, width, dark):
    browser.console.clear()
    browser.requests.clear()
    browser.open((pages / name / "report.html").as_uri(), width, dark=dark)
    browser.value("document.querySelectorAll('details').forEach(folded => folded.open = true)")
    assert browser.value("document.documentElement.scrollWidth") == width
    assert browser.console == []
    assert all(url.startswith(("file:", "data:")) for url in browser.requests)
    paper = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (max(map(int, re.findall(r"\d+", paper))) < 80) == dark
    assert len(set(_colours(browser.screenshot(x=0, y=0, width=width, height=800)))) > 20


def _colours(png):
    import matplotlib.image

    pixels = matplotlib.image.imread(io.BytesIO(png))
    return map(bytes, np.unique((255 * pixels[..., :3]).astype(np.uint8).reshape(-1, 3), axis=0))


def test_plots_fill_the_width_and_have_their_letters(browser, pages):
    browser.open((pages / "whole" / "report.html").as_uri(), 390)
    sizes = browser.value(
        "[...document.querySelectorAll('figure svg')].map(svg => [svg.clientWidth, svg.clientHeight])"
    )
    assert len(sizes) >= 9
    assert all(340 < width <= 390 and height > 60 for width, height in sizes)
    smallest = browser.value(
        "Math.min(...[...document.querySelectorAll('figure svg text')]"
        ".map(text => text.getBoundingClientRect().height))"
    )
    assert smallest > 8


def test_figures_in_tables_stand_to_the_right(browser, pages):
    browser.open((pages / "whole" / "report.html").as_uri(), 1200)
    aligned = browser.value(
        "[...document.querySelectorAll('td:not(.text)')]"
        ".every(cell => getComputedStyle(cell).textAlign == 'right')"
    )
    assert aligned is True


def test_contents_lead_to_every_section(browser, pages):
    browser.open((pages / "mixed" / "report.html").as_uri(), 390)
    assert browser.value(
        "[...document.querySelectorAll('nav a')]"
        ".every(link => document.querySelector(link.getAttribute('href')))"
    )
    assert browser.value("document.querySelectorAll('nav a').length") == browser.value(
        "document.querySelectorAll('section').length"
    )


def test_paper_is_white_with_every_table_open(browser, pages):
    browser.open((pages / "whole" / "report.html").as_uri(), 720, media="print", dark=True)
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.value("document.querySelector('nav').offsetHeight") == 0
    assert browser.value("document.querySelector('details table').getBoundingClientRect().height") > 100


def test_every_table_is_described(runs):
    text = (Path(__file__).parents[1] / "docs" / "report.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(\w+)`", text.partition("## Tables")[2].partition("## Checks")[0]))
    assert described == set(TABLES)
    of_mixed = {table.name for table in report_on(runs / "mixed").tables}
    assert of_mixed == set(TABLES)


def test_groups_are_there_in_the_tables_marked(runs):
    text = (Path(__file__).parents[1] / "docs" / "report.md").read_text(encoding="utf-8")
    marked = set(re.findall(r"^\| `(\w+)` ●", text, re.MULTILINE))
    assert marked == {
        table.name for table in report_on(runs / "mixed", by="seat").tables if "seat" in table.frame
    }


def test_without_compiled_code_the_same(runs, tmp_path):
    few = played(tmp_path / "few", 150, "basic,random,basic,basic")
    done = tarotsim("report", few, "--format", "json", "--out", "-", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == as_json(report_on(few))


def test_headings_of_a_table_are_unlike(runs):
    for table in report_on(runs / "mixed", by="seat").tables:
        headings = [column.heading for column in (*table.under, *table.columns)]
        assert len(set(headings)) == len(headings)


def test_csv_has_a_header_even_without_rows(nothing):
    for table in report_on(nothing).tables:
        assert as_csv(table).count("\n") >= 1
        assert as_csv(table).split("\n")[0]


def test_no_run_folder_name_is_in_a_sound_report(runs, whole):
    assert str(Path(runs)).encode() not in whole["report.html"]
