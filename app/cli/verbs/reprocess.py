"""`tieout reprocess`: read a document again that was brought in before."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from app import settings, texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show


@click.command(
    "reprocess", cls=ExampleCommand, examples=texts.REPROCESS_EXAMPLES, help=texts.REPROCESS_HELP
)
@click.argument("import_id", metavar="IMPORT", type=int)
@click.option("--file", type=click.Path(path_type=Path), help=texts.REPROCESS_FILE_HELP)
@click.option("--model", help=texts.MODEL_HELP)
@click.option("--base-url", help=texts.BASE_URL_HELP)
@click.option("--escalate", type=click.Choice(settings.ESCALATIONS), help=texts.ESCALATE_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
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
    from app.cli.runs import import_exit, reprocess_import
    from app.cli.screens.imports import import_screen

    environment = settings.from_environment().over(**chosen)
    records = [reprocess_import(import_id, file, environment, password_file, dry_run=dry_run)]
    if json_output:
        emit_json(records[0])
    else:
        show(partial(import_screen, records))
    if dry_run:
        note(texts.DRY_RUN)
    return import_exit(records)
