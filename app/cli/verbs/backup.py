"""`tieout backup`: copy the ledger and its documents."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import documents as texts_documents


@click.command(
    "backup",
    cls=ExampleCommand,
    examples=texts_documents.BACKUP_EXAMPLES,
    help=texts_documents.BACKUP_HELP,
)
@click.argument("folder", type=options.FOLDER)
@options.database
@options.as_json
def command(folder: Path, database_url: str | None, json_output: bool) -> ExitCode:
    """Say how much was copied, and by the exit code whether all of it could be."""
    from app.acts.backups import back_up
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger
    from app.shapes.writing import by_name

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url, as_it_is=True)
    done = back_up(engine, documents_of(chosen), folder)
    if json_output:
        emit_json(done)
    else:
        say(texts_documents.BACKED_UP.format(**by_name(done)))
    if done.missing:
        note(texts_documents.BACKUP_MISSING.format(missing=done.missing))
    return ExitCode.SOME_FAILED if done.missing else ExitCode.DONE
