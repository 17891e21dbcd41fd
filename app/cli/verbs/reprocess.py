"""`tieout reprocess`: read documents again that were brought in before."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import note
from app.environment import settings
from app.texts import terminal as texts


@click.command(
    "reprocess", cls=ExampleCommand, examples=texts.REPROCESS_EXAMPLES, help=texts.REPROCESS_HELP
)
@click.argument("import_id", metavar="[IMPORT]", type=options.ROW, required=False)
@click.option("--all", "every", is_flag=True, help=texts.REPROCESS_ALL_HELP)
@click.option("--file", type=click.Path(path_type=Path), help=texts.REPROCESS_FILE_HELP)
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def command(
    import_id: int | None,
    every: bool,
    file: Path | None,
    dry_run: bool,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """Replace what was recorded of the document by what it reads as today."""
    from app.cli.runs import reprocess_every, reprocess_import, show_imports

    if every == (import_id is not None) or (every and file):
        raise click.UsageError(texts.REPROCESS_WHICH)
    environment = settings.from_environment().over(**chosen)
    if import_id is None:
        records = reprocess_every(environment, password_file, dry_run=dry_run)
        if not records and not json_output:
            note(texts.REPROCESS_NONE)
            return ExitCode.NOTHING_NEW
        return show_imports(records, dry_run=dry_run, json_value=records if json_output else None)
    records = [reprocess_import(import_id, file, environment, password_file, dry_run=dry_run)]
    said = records[0] if json_output else None
    return show_imports(records, dry_run=dry_run, json_value=said)
