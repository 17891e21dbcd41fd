"""`tieout state`: say what arithmetic cannot see of a statement."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.texts import correcting as texts_correcting
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
@click.option("--largest", type=click.Choice(("in", "out")), help=texts_stating.LARGEST_HELP)
@click.option("--balance", type=click.Choice(("have", "owe")), help=texts_stating.BALANCE_HELP)
@click.option("--currency", metavar="CODE", help=texts_stating.CURRENCY_HELP)
@click.option("--order", type=click.Choice(("dmy", "mdy", "ymd")), help=texts_stating.ORDER_HELP)
@click.option("--booking", type=click.Choice(("day", "second")), help=texts_stating.BOOKING_HELP)
@click.option("--remember/--only-here", default=True, help=texts_stating.REMEMBER_HELP)
@click.option("--stands/--does-not-stand", default=None, help=texts_stating.STANDS_HELP)
@click.option("--take-back", metavar=texts.TEXT_WORD, help=texts_correcting.ANSWER_HELP)
@click.option("--statement", "number", type=int, help=texts_stating.STATEMENT_HELP)
@click.option("--reason", default="", metavar=texts.TEXT_WORD, help=texts_stating.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    import_id: int,
    account: str | None,
    period: tuple[datetime, datetime] | None,
    largest: Literal["in", "out"] | None,
    balance: Literal["have", "owe"] | None,
    currency: str | None,
    order: Literal["dmy", "mdy", "ymd"] | None,
    booking: Literal["day", "second"] | None,
    remember: bool,
    stands: bool | None,
    take_back: str | None,
    number: int | None,
    reason: str,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Take what is said, and say by the exit code whether the statement ties out now."""
    from app.acts.correcting import take_back_answered
    from app.acts.stating import Statements, state_facts
    from app.environment.opening import open_ledger
    from app.wording.sentences import period_text
    from db.words import ImportStatus

    days = (period[0].date(), period[1].date()) if period else None
    said = Statements(account, days, largest, balance, currency, order, booking, stands, remember)
    engine = open_ledger(database_url)
    if take_back is not None:
        done = take_back_answered(engine, import_id, take_back, number=number, dry_run=dry_run)
    else:
        done = state_facts(engine, import_id, said, number=number, reason=reason, dry_run=dry_run)
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
