"""Turn the JSON of pytest-benchmark into the speed table; with --write, put it into the README.

Usage: report.py BENCHMARKS.json [--write README.md]
"""

import argparse
import json
from pathlib import Path

START, END = "<!-- speed: made by `make bench` -->", "<!-- end of speed -->"


def rows_of(data):
    """(what, median seconds, rate or None, unit, bytes or None) of each benchmark, in order."""
    for benchmark in data["benchmarks"]:
        info = benchmark["extra_info"]
        if "what" not in info:
            continue
        seconds = benchmark["stats"]["median"]
        rate = info["amount"] / seconds if info["unit"] else None
        yield info["what"], seconds, rate, info["unit"], info.get("bytes")


def ratios_of(rates):
    """What the figures say about each other."""
    one_thread = {
        what.replace(", 1 thread", ""): rate for what, rate in rates.items() if ", 1 thread" in what
    }
    for what, rate in rates.items():
        for plain, alone in one_thread.items():
            if what != f"{plain}, 1 thread" and ", 1 thread" not in what and _without_threads(what) == plain:
                yield f"{what}: over one thread", rate / alone
    for what, rate in rates.items():
        if what.startswith("C, random"):
            yield f"engine, random, 1 thread: its time over {what}", rate / rates["engine, random, 1 thread"]
    peer = next((rate for what, rate in rates.items() if what.startswith("OpenSpiel")), None)
    if peer:
        yield "engine, random, 1 thread: over OpenSpiel's tarok", rates["engine, random, 1 thread"] / peer


def _without_threads(what):
    return ", ".join(part for part in what.split(", ") if not part.endswith(" threads"))


def table_of(data):
    """The table in Markdown."""
    rows = list(rows_of(data))
    machine = data["machine_info"]
    lines = [
        f"Measured {data['datetime'][:10]} on {machine['cpu'].get('brand_raw', machine['machine'])},"
        f" {machine['cpu'].get('count')} cores, Python {machine['python_version']}; medians.",
        "",
        "| what | seconds | a second |",
        "| --- | ---: | ---: |",
    ]
    for what, seconds, rate, unit, size in rows:
        rate_text = f"{rate:,.0f} {unit}" if rate else ""
        size_text = f"; {size:.1f} bytes a deal" if size else ""
        lines.append(f"| {what}{size_text} | {seconds:.2f} | {rate_text} |")
    lines += ["", "| ratio in this run | |", "| --- | ---: |"]
    rates = {what: rate for what, _, rate, _, _ in rows if rate}
    lines += [f"| {what} | {ratio:.2f} |" for what, ratio in ratios_of(rates)]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--write", type=Path, metavar="README")
    arguments = parser.parse_args()
    table = table_of(json.loads(arguments.benchmarks.read_text()))
    print(table)
    if arguments.write:
        text = arguments.write.read_text()
        before, _, rest = text.partition(START)
        _, _, after = rest.partition(END)
        arguments.write.write_text(f"{before}{START}\n{table}\n{END}{after}")


if __name__ == "__main__":
    main()
