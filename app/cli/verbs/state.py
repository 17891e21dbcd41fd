"""`tieout state`: say what the pages of an import do not print."""

from __future__ import annotations

from datetime import datetime

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.texts import stating as texts_stating
from app.texts import terminal as texts


@click.command(
    "state",
    cls=ExampleCommand,
    examples=texts_stating.STATE_EXAMPLES,
    help=texts_stating.STATE_HELP,
)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_stating.ACCOUNT_HELP)
@click.option("--period", nargs=2, type=options.DAY, help=texts_stating.PERIOD_HELP)
@click.option("--opening", metavar="AMOUNT", help=texts_stating.OPENING_HELP)
@click.option("--closing", metavar="AMOUNT", help=texts_stating.CLOSING_HELP)
@click.option("--stands/--does-not-stand", default=None, help=texts_stating.STANDS_HELP)
@click.option("--statement", "number", type=int, help=texts_stating.STATEMENT_HELP)
@click.option("--reason", default="", metavar=texts.TEXT_WORD, help=texts_stating.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    import_id: int,
    account: str | None,
    period: tuple[datetime, datetime] | None,
    opening: str | None,
    closing: str | None,
    stands: bool | None,
    number: int | None,
    reason: str,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Take what is said, and say by the exit code whether the statement ties out now."""
    from app.acts.stating import Statements, state_facts
    from app.environment.opening import open_ledger
    from app.wording.sentences import period_text
    from db.words import ImportStatus

    days = (period[0].date(), period[1].date()) if period else None
    done = state_facts(
        open_ledger(database_url),
        import_id,
        Statements(account, days, opening, closing, stands),
        number=number,
        reason=reason,
        dry_run=dry_run,
    )
    if json_output:
        emit_json(done)
    else:
        say(
            texts_stating.STATED.format(
                import_id=import_id,
                account=done.account or texts.UNKNOWN,
                period=period_text(done.period_start, done.period_end),
                verdict=done.verdict.value,
            )
        )
    if dry_run:
        note(texts.DRY_RUN)
    waits = done.status is ImportStatus.NEEDS_REVIEW
    return ExitCode.NEEDS_REVIEW if waits else ExitCode.DONE
