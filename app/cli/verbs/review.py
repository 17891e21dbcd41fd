"""`tieout review`: see what needs a person, and where on the page."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.texts import certificates as texts_certificates
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts


@click.command("review", cls=ExampleCommand, examples=texts.REVIEW_EXAMPLES, help=texts.REVIEW_HELP)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW, required=False)
@options.of_account
@options.month
@click.option("--limit", type=click.IntRange(1), help=texts_deciding.LIMIT_HELP)
@options.database
@options.as_json
@options.certificate
def command(
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
        raise click.UsageError(texts_certificates.CERTIFICATE_ALONE)
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
        from app.cli.certified import certify

        name, kept = certificates_recorded(engine, import_id)
        certify(kept, name, target)
    emit_json(review) if json_output else show(lambda _width: review_screen(review))
    return ExitCode.DONE
