"""`tieout import`: tie out documents against the ledger, and say what came of each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from app import settings, texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show


@click.command("import", cls=ExampleCommand, examples=texts.IMPORT_EXAMPLES, help=texts.IMPORT_HELP)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@click.option("--model", help=texts.MODEL_HELP)
@click.option("--base-url", help=texts.BASE_URL_HELP)
@click.option("--escalate", type=click.Choice(settings.ESCALATIONS), help=texts.ESCALATE_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
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
    from app.cli.runs import import_exit, import_paths
    from app.cli.screens.imports import import_screen

    environment = settings.from_environment().over(**chosen)
    records = import_paths(paths, environment, password_file, dry_run=dry_run)
    if json_output:
        emit_json(records)
    else:
        show(partial(import_screen, records))
    if dry_run:
        note(texts.DRY_RUN)
    return import_exit(records)
