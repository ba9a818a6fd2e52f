"""Writing a report into a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from tarotsim.errors import BadInput
from tarotsim.logs.manifest import MANIFEST, write_atomically
from tarotsim.report.data import as_csv, as_json
from tarotsim.report.sections import Report

__all__ = ["FORMATS", "TEXT_FORMATS", "as_text", "default_folder", "write_report"]

FORMATS = ("html", "md", "csv", "json", "png")
TEXT_FORMATS = ("html", "md", "json")
"""Those that are one text, and can go to the standard output."""
LIST = ".report"
"""The file that names the other files of the report, one a line: what may be replaced by a newer one."""
_FOLDERS = ("tables", "plots")


def as_text(report: Report, kind: str, plots: str | None = None) -> str:
    """The report in one of TEXT_FORMATS; ``plots`` is where the pictures of Markdown lie."""
    if kind == "html":
        from tarotsim.report.html import as_html

        return as_html(report)
    if kind == "md":
        from tarotsim.report.markdown import as_markdown

        return as_markdown(report, plots)
    return as_json(report)


def default_folder(runs: list[Path]) -> Path:
    """``RUN-report`` beside the (first) run; how many others there are is in the name."""
    first = runs[0] if runs[0].name not in ("", "..") else runs[0].resolve()
    others = f"-and-{len(runs) - 1}-more" if len(runs) > 1 else ""
    return first.with_name(f"{first.name}{others}-report")


def write_report(report: Report, folder: Path, formats: Collection[str]) -> Path:
    """Write the report in these FORMATS; gives the file to look at first.

    Markdown comes with the plots as SVG. An older report in the folder goes.
    Raises BadInput if the folder cannot be written, or holds something else.
    """
    try:
        _refuse_a_runs(folder)
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        files = dict(_files(report, formats))
        write_atomically(folder / LIST, "\n".join(files).encode())
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_atomically(folder / name, content)
    except OSError as error:
        raise BadInput(
            f"cannot write the report into {folder}: {error.strerror}; name a folder with --out"
        ) from None
    return folder / next(iter(files))


def _refuse_a_runs(folder: Path) -> None:
    """BadInput if ``folder`` is a run's, or lies in one: a log holds nothing but the log."""
    place = folder.resolve()
    for run in (place, *place.parents):
        if (run / MANIFEST).exists():
            raise BadInput(f"{run} holds a run: name another folder for the report")


def _clear(folder: Path) -> None:
    """Remove an older report, whose files LIST names; BadInput if there is anything else."""
    try:
        listed = (folder / LIST).read_text(encoding="utf-8").split("\n")
    except (FileNotFoundError, UnicodeDecodeError):
        listed = []
    older = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or (name not in _FOLDERS if path.is_dir() else name not in (*listed, LIST)):
            raise BadInput(f"{folder} is not empty and holds no report ({name} is there): name a new folder")
        if not path.is_dir():
            older.append(path)
    for path in older:
        path.unlink()


def _files(report: Report, formats: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """(name, content) of every file of the report, the one to look at first before the others."""
    for kind in (kind for kind in TEXT_FORMATS if kind in formats):
        yield f"report.{kind}", as_text(report, kind, plots="plots").encode()
    if "csv" in formats:
        for table in report.tables:
            yield f"tables/{table.name}.csv", as_csv(table).encode()
    if "md" in formats:
        from tarotsim.report.plots import as_svg

        for plot in report.plots:
            yield f"plots/{plot.name}.svg", as_svg(plot).encode()
    if "png" in formats:
        from tarotsim.report.plots import as_png

        for plot in report.plots:
            yield f"plots/{plot.name}.png", as_png(plot)
