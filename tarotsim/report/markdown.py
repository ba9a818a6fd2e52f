"""A report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from tarotsim.report.sections import Plot, Report, Section, Table

__all__ = ["as_markdown"]


def as_markdown(report: Report, plots: str | None = None) -> str:
    """The report as one Markdown text; ``plots`` is the folder its pictures lie in, if they do."""
    return "\n".join(_lines(report, plots)) + "\n"


def _lines(report: Report, plots: str | None) -> Iterator[str]:
    yield f"# {report.title}"
    yield ""
    yield from (f"- {fact}" for fact in report.facts)
    yield ""
    if report.faults:
        yield "**This log is not sound.** Faulty rows are left out of the tables."
        yield ""
        yield from (f"- {fault}" for fault in report.faults)
        yield ""
    for section in report.sections:
        yield from _section(section, plots)


def _section(section: Section, plots: str | None) -> Iterator[str]:
    yield f"## {section.title}"
    yield ""
    for paragraph in section.text:
        yield paragraph
        yield ""
    for part in section.parts:
        if isinstance(part, Table):
            yield from _table(part)
        elif plots is not None:
            yield from _plot(part, plots)


def _plot(plot: Plot, folder: str) -> Iterator[str]:
    yield f"![{plot.title}]({folder}/{plot.name}.svg)"
    yield ""
    yield f"*{plot.title}.* {plot.note}"
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield f"### {table.title}"
    yield ""
    if table.note:
        yield table.note
        yield ""
    columns = (*table.under, *table.columns)
    yield _row([column.heading for column in columns])
    yield _row(["---" if column.decimals is None else "---:" for column in columns])
    for values in table.frame.to_dict("records"):
        yield _row([str(column.cell(values)) for column in columns])
    yield ""


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
