"""`tieout import`: tie out documents against the ledger, and say what came of each."""

from __future__ import annotations

from pathlib import Path

import click

from app import settings, texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand


@click.command("import", cls=ExampleCommand, examples=texts.IMPORT_EXAMPLES, help=texts.IMPORT_HELP)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def command(
    paths: tuple[str, ...],
    dry_run: bool,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """Bring the documents in one after the other; a bad one does not stop the others."""
    from app.cli.runs import import_paths, tell_imports

    environment = settings.from_environment().over(**chosen)
    records = import_paths(paths, environment, password_file, dry_run=dry_run)
    said = records if json_output else None
    return tell_imports(records, dry_run=dry_run, json_value=said)
