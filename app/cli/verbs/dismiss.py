"""`tieout dismiss`: leave a discrepancy as it is."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command(
    "dismiss",
    cls=ExampleCommand,
    examples=texts_history.DISMISS_EXAMPLES,
    help=texts_history.DISMISS_HELP,
)
@click.argument("discrepancy_id", metavar=texts_history.NUMBER, type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    discrepancy_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Take it off the list."""
    from app.environment.opening import open_ledger
    from app.queries.locks import dismiss
    from app.shapes.locks import DismissedShape

    dismiss(open_ledger(database_url), discrepancy_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(DismissedShape(discrepancy_id=discrepancy_id, dismissed=True))
    else:
        say(texts_history.DISMISSED.format(discrepancy_id=discrepancy_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE
