"""`tieout restore`: bring back what `backup` copied."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, say
from app.environment import settings
from app.texts import documents as texts_documents


@click.command(
    "restore",
    cls=ExampleCommand,
    examples=texts_documents.RESTORE_EXAMPLES,
    help=texts_documents.RESTORE_HELP,
)
@click.argument("folder", type=options.FOLDER)
@click.option("--replace", is_flag=True, help=texts_documents.RESTORE_REPLACE_HELP)
@click.option("--keep-access", is_flag=True, help=texts_documents.RESTORE_KEEP_ACCESS_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    folder: Path,
    replace: bool,
    keep_access: bool,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Say what was restored, and by the exit code whether every proof was made again."""
    from app.acts.backups import restore
    from app.environment.keeping import documents_of
    from app.shapes.writing import by_name

    chosen = settings.from_environment().over(database_url=database_url)
    kept = documents_of(chosen)
    done = restore(
        folder,
        chosen.database_url,
        kept,
        replace=replace,
        keep_access=keep_access,
        dry_run=dry_run,
    )
    if json_output:
        emit_json(done)
    else:
        text = texts_documents.COULD_RESTORE if dry_run else texts_documents.RESTORED
        say(text.format(**by_name(done)))
    return ExitCode.DONE if done.proven == done.statements else ExitCode.NEEDS_REVIEW
