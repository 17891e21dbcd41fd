"""`tieout review`, `coverage` and `verify`: what needs a person, and what still holds."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.texts import deciding as texts_deciding
from app.texts import proof as texts_proof
from app.texts import terminal as texts

if TYPE_CHECKING:
    pass


@click.command(
    "review",
    cls=ExampleCommand,
    examples=texts.REVIEW_EXAMPLES,
    help=texts.REVIEW_HELP,
)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW, required=False)
@options.of_account
@options.month
@click.option("--limit", type=click.IntRange(1), help=texts_deciding.LIMIT_HELP)
@options.database
@options.as_json
@options.certificate
def review_command(
    import_id: int | None,
    account: str | None,
    month: datetime | None,
    limit: int | None,
    database_url: str | None,
    json_output: bool,
    target: Path | None,
) -> ExitCode:
    """List what waits, or show one import with its lines and differences."""
    from app.cli.screens.review import review_screen, waiting_screen
    from app.environment.opening import open_ledger
    from app.queries.reviews import PAGE, one_import, waiting

    if target is not None and import_id is None:
        raise click.UsageError(texts_proof.CERTIFICATE_ALONE)
    engine = open_ledger(database_url)
    if import_id is None:
        found = waiting(
            engine, account=account, month=month.date() if month else None, limit=limit or PAGE
        )
        emit_json(found.reviews) if json_output else show(partial(waiting_screen, found))
        if found.more:
            note(texts_deciding.MORE_CAUSES.format(more=found.more))
        return ExitCode.NEEDS_REVIEW if found.reviews else ExitCode.DONE
    review = one_import(engine, import_id)
    if target is not None:
        from app.certificates import certificates_recorded
        from app.cli.exporting import certify

        name, kept = certificates_recorded(engine, import_id)
        certify(kept, name, target)
    emit_json(review) if json_output else show(lambda _width: review_screen(review))
    return ExitCode.DONE


@click.command(
    "coverage",
    cls=ExampleCommand,
    examples=texts.COVERAGE_EXAMPLES,
    help=texts.COVERAGE_HELP,
)
@click.option("--since", type=options.DAY, help=texts.SINCE_HELP)
@click.option("--until", type=options.DAY, help=texts.UNTIL_HELP)
@options.database
@options.as_json
def coverage_command(
    since: datetime | None, until: datetime | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """List every account's months."""
    from app.cli.screens.ledger import coverage_screen
    from app.environment.opening import open_ledger
    from app.queries.coverage import all_months

    last = until.date() if until else date.today().replace(day=1) - timedelta(days=1)
    months = all_months(open_ledger(database_url), last, since.date() if since else None)
    if json_output:
        emit_json(months)
    else:
        show(lambda _width: coverage_screen(months))
    return ExitCode.DONE
