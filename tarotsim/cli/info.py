"""`tarotsim info`."""

from __future__ import annotations

from pathlib import Path

import click

from tarotsim.cli.options import format_option
from tarotsim.cli.tables import to_json


@click.command("info")
@click.argument("run", type=click.Path(path_type=Path))
@format_option
@click.pass_context
def command(ctx: click.Context, run: Path, format: str) -> None:
    """Show what RUN holds: its manifest, how far it is, and whether every part is whole.

    Each part is compared with its SHA-256; the exit code is 1 if one is missing or damaged.
    """
    from tarotsim.logs.folder import part_faults
    from tarotsim.logs.manifest import Manifest

    manifest = Manifest.load(run)
    faults = [{"file": part.file, "fault": fault} for part, fault in part_faults(run, manifest)]
    if format == "json":
        click.echo(to_json({**manifest.to_json(), "faults": faults}))
    else:
        _print(run, manifest.to_json(), faults)
    ctx.exit(1 if faults else 0)


def _print(run: Path, manifest: dict, faults: list[dict[str, str]]) -> None:
    """The manifest for people."""
    deals, done, resume = manifest["deals"], manifest["done"], f"tarotsim run --resume --out {run}"
    share = 100 * done / deals if deals else 100
    players = ", ".join(
        f"{seat}: {player['name']} (version {player['version']})"
        for seat, player in enumerate(manifest["strategies"])
    )
    files = [run / part["file"] for part in manifest["parts"]]
    size = sum(file.stat().st_size for file in files if file.exists())
    lines = {
        "run": f"{manifest['run']} in {run}",
        "deals": f"{done:,} of {deals:,} ({share:.1f} %), from deal {manifest['first']:,}",
        "state": "complete" if manifest["complete"] else f"unfinished: {resume}",
        "seed": str(manifest["seed"]),
        "players": players,
        "log": "deals and plays" if manifest["plays"] else "deals",
        "versions": ", ".join(f"{name} {manifest[name]}" for name in ("tarotsim", "rules", "schema")),
        "machine": ", ".join(f"{name} {value}" for name, value in manifest["machine"].items()),
        "started": manifest["started"],
        "ended": manifest["ended"] or "-",
        "size": f"{size:,} bytes" + (f", {size / done:.2f} a deal" if done else ""),
        "parts": f"{len(files)}, of which {len(files) - len(faults)} agree with their SHA-256",
    }
    for name, text in lines.items():
        click.echo(f"{name + ':':10}{text}")
    for fault in faults:
        click.echo(f"{fault['file']} is {fault['fault']}")
