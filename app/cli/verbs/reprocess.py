"""`tieout reprocess`: read a document again that was brought in before."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.environment import settings
from app.texts import terminal as texts


@click.command(
    "reprocess", cls=ExampleCommand, examples=texts.REPROCESS_EXAMPLES, help=texts.REPROCESS_HELP
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--file", type=click.Path(path_type=Path), help=texts.REPROCESS_FILE_HELP)
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def command(
    import_id: int,
    file: Path | None,
    dry_run: bool,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """Replace what was recorded of the document by what it reads as today."""
    from app.cli.runs import reprocess_import, show_imports

    environment = settings.from_environment().over(**chosen)
    records = [reprocess_import(import_id, file, environment, password_file, dry_run=dry_run)]
    said = records[0] if json_output else None
    return show_imports(records, dry_run=dry_run, json_value=said)
