"""`tieout unlock`: release a reconciled period."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.texts import terminal as texts


@click.command("unlock", cls=ExampleCommand, examples=texts.UNLOCK_EXAMPLES, help=texts.UNLOCK_HELP)
@click.argument("lock_id", metavar="LOCK", type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def command(
    lock_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Release the lock."""
    from app.acts.imports import unlock
    from app.environment.opening import open_ledger
    from app.shapes.answers import UnlockedShape

    unlock(open_ledger(database_url), lock_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(UnlockedShape(lock_id=lock_id, released=True))
    else:
        say(texts.UNLOCKED.format(lock_id=lock_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE
