"""A report as one page that needs nothing else: plots, tables and figures are all in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from tarotsim import __version__
from tarotsim.report.cells import MISSING, Column
from tarotsim.report.data import as_csv
from tarotsim.report.plots import inline
from tarotsim.report.sections import Plot, Report, Section, Table

__all__ = ["as_html"]

_LONG = 40
"""A text of more letters may be broken."""
_MANY = 20
"""A table of more rows is folded."""
BYTE_ORDER_MARK = "\ufeff"
"""By it, spreadsheets know UTF-8."""


def as_html(report: Report) -> str:
    """The report as a page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    style = files("tarotsim.report").joinpath("style.css").read_text(encoding="utf-8")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<link rel="icon" href="data:,">'
    yield f"<title>{escape(report.title)}</title>"
    yield f"<style>\n{style}</style>"
    yield "</head>"
    yield "<body>"
    yield "<header>"
    yield f"<h1>{escape(report.title)}</h1>"
    yield '<ul class="facts">'
    yield from (f"<li>{escape(fact)}</li>" for fact in report.facts)
    yield "</ul>"
    yield from _verdict(report)
    yield '<nav aria-label="Contents"><ol>'
    yield from (f'<li><a href="#{part.name}">{escape(part.title)}</a></li>' for part in report.sections)
    yield "</ol></nav>"
    yield "</header>"
    yield "<main>"
    for section in report.sections:
        yield from _section(section)
    yield "</main>"
    yield f"<footer>Made by tarotsim {__version__}. Behind CSV are all figures of a table.</footer>"
    yield "</body>"
    yield "</html>"


def _verdict(report: Report) -> Iterator[str]:
    if not report.faults:
        yield '<p class="sound">The log is sound: every row passes every check.</p>'
        return
    yield '<div class="unsound" role="alert">'
    yield "<p><b>This log is not sound.</b> Faulty rows are left out of the tables.</p><ul>"
    yield from (f"<li>{escape(fault)}</li>" for fault in report.faults)
    yield "</ul></div>"


def _section(section: Section) -> Iterator[str]:
    yield f'<section id="{section.name}">'
    yield f"<h2>{escape(section.title)}</h2>"
    yield from (f"<p>{_prose(paragraph)}</p>" for paragraph in section.text)
    for part in section.parts:
        yield from _table(part) if isinstance(part, Table) else _plot(part)
    yield "</section>"


def _plot(plot: Plot) -> Iterator[str]:
    yield f'<figure id="plot-{plot.name}">'
    yield f"<figcaption><b>{escape(plot.title)}</b> {_prose(plot.note)}</figcaption>"
    yield inline(plot)
    yield "</figure>"


def _table(table: Table) -> Iterator[str]:
    data = quote(BYTE_ORDER_MARK + as_csv(table), safe="")
    yield f'<div class="part" id="table-{table.name}">'
    link = f'<a download="{table.name}.csv" href="data:text/csv;charset=utf-8,{data}">CSV</a>'
    yield f"<h3>{escape(table.title)} {link}</h3>"
    if table.note:
        yield f'<p class="note">{_prose(table.note)}</p>'
    rows = len(table.frame)
    if rows > _MANY:
        yield f"<details><summary>All {rows} rows</summary>"
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}"><table>'
    headings = (f"<th{_class(column)} scope=col>{escape(column.heading)}</th>" for column in table.columns)
    yield f"<thead><tr>{''.join(headings)}</tr></thead>"
    yield "<tbody>"
    over = ""
    for values in table.frame.to_dict("records"):
        above = " · ".join(f"{column.heading}: {column.cell(values)}" for column in table.under)
        if above != over:
            over = above
            yield f'<tr class="over"><th scope=rowgroup colspan={len(table.columns)}>{escape(over)}</th></tr>'
        yield _row(table, values)
    yield "</tbody></table></div>"
    if rows > _MANY:
        yield "</details>"
    yield "</div>"


def _row(table: Table, values: Mapping[str, Any]) -> str:
    cells = "".join(_cell(column, values) for column in table.columns)
    is_total = any(values[column.name] == "all" for column in table.columns if column.decimals is None)
    return f"<tr class=all>{cells}</tr>" if is_total else f"<tr>{cells}</tr>"


def _class(column: Column) -> str:
    return " class=text" if column.decimals is None else ""


def _cell(column: Column, values: Mapping[str, Any]) -> str:
    cell = column.cell(values)
    if column.decimals is None:
        kind = '"text long"' if len(cell.text) > _LONG else "text"
        return f"<td class={kind}>{escape(cell.text)}</td>"
    figure = _typeset(cell.text)
    if cell.low:
        figure += f"<small>{_typeset(cell.low)} to {_typeset(cell.high)}</small>"
    return f"<td>{figure}</td>"


def _prose(text: str) -> str:
    """A sentence, with what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _typeset(figure: str) -> str:
    """A figure with a true minus sign, or a long dash where there is none."""
    return "–" if figure == MISSING else figure.replace("-", "−")
