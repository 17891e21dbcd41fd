"""`tieout undo`: take an import back."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.texts import terminal as texts


@click.command("undo", cls=ExampleCommand, examples=texts.UNDO_EXAMPLES, help=texts.UNDO_HELP)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@options.dry_run
@options.database
@options.as_json
def command(import_id: int, dry_run: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Put the ledger back, and say by the exit code whether all of it could be."""
    from app.acts.imports import undo
    from app.cli.screens.decisions import undone_screen
    from app.environment.opening import open_ledger

    undone = undo(open_ledger(database_url), import_id, dry_run=dry_run)
    if json_output:
        emit_json(undone)
    else:
        show(lambda _width: undone_screen(undone))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.NEEDS_REVIEW if undone.left else ExitCode.DONE
