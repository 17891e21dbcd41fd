"""`tieout reject`: say no to what an import proposes."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts


@click.command("reject", cls=ExampleCommand, examples=texts.REJECT_EXAMPLES, help=texts.REJECT_HELP)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@click.option("--from-ask", is_flag=True, help=texts_deciding.FROM_ASK_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def command(
    import_id: int,
    reason: str,
    from_ask: bool,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Refuse the import's proposals."""
    from app.acts.imports import reject
    from app.cli.screens.decisions import decisions_screen
    from app.environment.opening import open_ledger

    engine = open_ledger(database_url)
    decisions = reject(engine, import_id, reason, dry_run=dry_run, from_ask=from_ask)
    if json_output:
        emit_json(decisions)
    else:
        show(lambda _width: decisions_screen(decisions))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE
