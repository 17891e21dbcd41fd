"""The verbs of review: what waits, and the days that are locked."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, Run, emit_json, note, show
from app.texts import deciding as texts_deciding
from app.texts import history as texts_history
from app.texts import proof as texts_proof
from app.texts import terminal as texts


@click.command("review", ExampleCommand)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW, required=False)
@options.of_account
@options.month
@click.option("--limit", type=click.IntRange(1))
@options.certificate
@options.reading
def review_command(
    run: Run,
    import_id: int | None,
    account: str | None,
    month: date | None,
    limit: int | None,
    target: Path | None,
) -> ExitCode:
    from app.cli.screens.review import review_screen, waiting_screen
    from app.queries.reviews import PAGE, one_import, waiting

    if target is not None and import_id is None:
        raise click.UsageError(texts_proof.CERTIFICATE_ALONE)
    engine = run.ledger
    if import_id is None:
        found = waiting(engine, account=account, month=month, limit=limit or PAGE)
        emit_json(found.reviews) if run.json_output else show(partial(waiting_screen, found))
        if found.more:
            note(texts_deciding.MORE_CAUSES.format(more=found.more))
        return ExitCode.NEEDS_REVIEW if found.reviews else ExitCode.DONE
    review = one_import(engine, import_id)
    if target is not None:
        from app.certificates import certificates_recorded
        from app.cli.exporting import certify

        name, kept = certificates_recorded(engine, import_id)
        certify(kept, name, target)
    return run.show(review, review_screen)


@click.command("explain", ExampleCommand)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--png", "folder", type=click.Path(file_okay=False, path_type=Path))
@options.password_file
@options.reading
def explain_command(
    run: Run, import_id: int, folder: Path | None, password_file: Path | None
) -> ExitCode:
    from app.cli.screens.review import explained_screen
    from app.queries.reviews import explained

    found = explained(run.ledger, import_id)
    run.show(found, explained_screen)
    if folder is not None:
        _draw(run, import_id, folder, password_file)
    waits = any(each.state != "matched" for each in found.statements)
    return ExitCode.NEEDS_REVIEW if waits or not found.statements else ExitCode.DONE


def _draw(run: Run, import_id: int, folder: Path, password_file: Path | None) -> None:
    from app.environment.listing import documents_of
    from app.errors import ExportUnwritable
    from app.exports.files import write_new
    from app.one_statement.paper import drawn_pages

    passwords = tuple(options.passwords(password_file))
    kept = documents_of(run.settings)
    for page, picture in drawn_pages(run.ledger, import_id, kept, passwords):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ExportUnwritable(file=folder, reason=error.strerror) from None
        file = folder / f"import-{import_id}-page-{page}.png"
        write_new(file, picture)
        note(texts_proof.PAGE_DRAWN.format(page=page, file=file))
    note(texts_proof.COLOURS.format(names=", ".join(texts_proof.COLOURED)))


@click.command("find", ExampleCommand)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("number", metavar=texts_deciding.NUMBER_WORD, type=click.IntRange(1))
@click.argument("payee", metavar=f"[{texts_deciding.PAYEE_WORD}]", default="")
@click.option("--amount", default="")
@click.option("--days", type=click.IntRange(0), default=31)
@click.option("--other-accounts", is_flag=True)
@options.reading
def find_command(
    run: Run, import_id: int, number: int, payee: str, amount: str, days: int, other_accounts: bool
) -> ExitCode:
    from app.cli.screens.review import found_screen
    from app.one_statement.selected import Search, candidates

    search = Search(payee.strip(), amount.strip(), days, other_accounts)
    found = candidates(run.ledger, import_id, number, search)
    return run.show(found, lambda found: found_screen(found, import_id))


@click.command("coverage", ExampleCommand)
@click.option("--since", type=options.DAY)
@click.option("--until", type=options.DAY)
@options.reading
def coverage_command(run: Run, since: date | None, until: date | None) -> ExitCode:
    from app.cli.screens.ledger import coverage_screen
    from app.queries.coverage import all_months

    last = until or date.today().replace(day=1) - timedelta(days=1)
    found = all_months(run.ledger, last, since)
    return run.show(found, lambda found: coverage_screen(found) if found else [texts.COVERAGE_NONE])


@click.command("locks", ExampleCommand)
@click.option("--account")
@click.option("--all", "released_too", is_flag=True)
@options.reading
def locks_command(run: Run, account: str | None, released_too: bool) -> ExitCode:
    from app.cli.screens.history import locks_screen
    from app.queries.history import listed, open_discrepancies

    found = listed(run.ledger, account, released_too=released_too)
    return run.show(
        found, lambda found: locks_screen(found, len(open_discrepancies(run.ledger, account)))
    )


@click.command("unlock", ExampleCommand)
@click.argument("lock_id", metavar="LOCK", type=options.ROW)
@click.option("--reason", required=True)
@options.changing
def unlock_command(run: Run, lock_id: int, reason: str) -> ExitCode:
    from app.acts.imports import unlock
    from app.shapes.answers import UnlockedShape

    unlock(run.ledger, lock_id, reason, dry_run=run.dry_run)
    return run.say(UnlockedShape(lock_id=lock_id, released=True), texts.UNLOCKED)


@click.command("discrepancies", ExampleCommand)
@click.option("--account")
@click.option("--all", "closed_too", is_flag=True)
@options.reading
def discrepancies_command(run: Run, account: str | None, closed_too: bool) -> ExitCode:
    from app.cli.screens.history import discrepancies_screen
    from app.queries.history import is_open, open_discrepancies

    found = open_discrepancies(run.ledger, account, closed_too=closed_too)
    run.show(found, discrepancies_screen)
    return ExitCode.NEEDS_REVIEW if any(map(is_open, found)) else ExitCode.DONE


@click.command("dismiss", ExampleCommand)
@click.argument("discrepancy_id", metavar=texts_history.NUMBER, type=options.ROW)
@click.option("--reason", required=True)
@options.changing
def dismiss_command(run: Run, discrepancy_id: int, reason: str) -> ExitCode:
    from app.queries.history import dismiss
    from app.shapes.lists import DismissedShape

    dismiss(run.ledger, discrepancy_id, reason, dry_run=run.dry_run)
    return run.say(
        DismissedShape(discrepancy_id=discrepancy_id, dismissed=True), texts_history.DISMISSED
    )


@click.command("log", ExampleCommand)
@click.option("--account")
@click.option("--import", "import_id", type=options.ROW)
@click.option("--actor")
@click.option("--action", "actions", multiple=True)
@click.option("--since", type=options.DAY)
@click.option("--limit", type=click.IntRange(1), default=50)
@click.option("--before", type=options.ROW)
@click.option("--verify", is_flag=True)
@click.option("--head")
@options.reading
def log_command(
    run: Run,
    account: str | None,
    since: date | None,
    verify: bool,
    head: str | None,
    **conditions: Any,
) -> ExitCode:
    """The newest first; or, by the exit code too, whether all is as it was written."""
    from app.cli.screens.history import chain_screen, log_screen
    from app.queries.history import acts, chain
    from db.log import LogFilter

    if head and not verify:
        raise click.UsageError(texts_history.LOG_HEAD_ALONE)
    if verify:
        checked = chain(run.ledger, head)
        run.show(checked, chain_screen)
        return ExitCode.NEEDS_REVIEW if checked.flaws else ExitCode.DONE
    start = datetime.combine(since, time(), UTC) if since else None
    return run.show(acts(run.ledger, LogFilter(since=start, **conditions), account), log_screen)
