"""The verbs of review: what waits, and the days that are locked."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, emit_json, note, say, show
from app.environment.opening import open_ledger
from app.texts import deciding as texts_deciding
from app.texts import history as texts_history
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
    "find",
    cls=ExampleCommand,
    examples=texts_deciding.FIND_EXAMPLES,
    help=texts_deciding.FIND_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("number", metavar=texts_deciding.NUMBER_WORD, type=click.IntRange(1))
@click.argument("payee", metavar=f"[{texts_deciding.PAYEE_WORD}]", default="")
@click.option(
    "--amount", default="", metavar=texts_deciding.AMOUNT_WORD, help=texts_deciding.FIND_AMOUNT_HELP
)
@click.option("--days", type=click.IntRange(0), default=31, help=texts_deciding.FIND_DAYS_HELP)
@click.option("--other-accounts", is_flag=True, help=texts_deciding.FIND_OTHERS_HELP)
@options.database
@options.as_json
def find_command(
    import_id: int,
    number: int,
    payee: str,
    amount: str,
    days: int,
    other_accounts: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """List what the difference may be paired with."""
    from app.cli.screens.review import found_screen
    from app.one_statement.selected import Search, candidates

    search = Search(payee.strip(), amount.strip(), days, other_accounts)
    found = candidates(open_ledger(database_url), import_id, number, search)
    emit_json(found) if json_output else show(lambda _width: found_screen(found, import_id))
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
    from app.queries.coverage import all_months

    last = until.date() if until else date.today().replace(day=1) - timedelta(days=1)
    months = all_months(open_ledger(database_url), last, since.date() if since else None)
    if json_output:
        emit_json(months)
    else:
        show(lambda _width: coverage_screen(months) if months else [texts.COVERAGE_NONE])
    return ExitCode.DONE


@click.command(
    "locks",
    cls=ExampleCommand,
    examples=texts_history.LOCKS_EXAMPLES,
    help=texts_history.LOCKS_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "released_too", is_flag=True, help=texts_history.LOCKS_ALL_HELP)
@options.database
@options.as_json
def locks_command(
    account: str | None, released_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List the locks, and say how much contradicts them."""
    from app.cli.screens.history import locks_screen
    from app.queries.history import listed, open_discrepancies

    engine = open_ledger(database_url)
    found = listed(engine, account, released_too=released_too)
    if json_output:
        emit_json(found)
    else:
        against = len(open_discrepancies(engine, account))
        show(lambda _width: locks_screen(found, against))
    return ExitCode.DONE


@click.command("unlock", cls=ExampleCommand, examples=texts.UNLOCK_EXAMPLES, help=texts.UNLOCK_HELP)
@click.argument("lock_id", metavar="LOCK", type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def unlock_command(
    lock_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Release the lock."""
    from app.acts.imports import unlock
    from app.shapes.answers import UnlockedShape

    unlock(open_ledger(database_url), lock_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(UnlockedShape(lock_id=lock_id, released=True))
    else:
        say(texts.UNLOCKED.format(lock_id=lock_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE


@click.command(
    "discrepancies",
    cls=ExampleCommand,
    examples=texts_history.DISCREPANCIES_EXAMPLES,
    help=texts_history.DISCREPANCIES_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "closed_too", is_flag=True, help=texts_history.DISCREPANCIES_ALL_HELP)
@options.database
@options.as_json
def discrepancies_command(
    account: str | None, closed_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List them, and say by the exit code whether one waits for a person."""
    from app.cli.screens.history import discrepancies_screen
    from app.queries.history import is_open, open_discrepancies

    found = open_discrepancies(open_ledger(database_url), account, closed_too=closed_too)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: discrepancies_screen(found))
    return ExitCode.NEEDS_REVIEW if any(map(is_open, found)) else ExitCode.DONE


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
def dismiss_command(
    discrepancy_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Take it off the list."""
    from app.queries.history import dismiss
    from app.shapes.lists import DismissedShape

    dismiss(open_ledger(database_url), discrepancy_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(DismissedShape(discrepancy_id=discrepancy_id, dismissed=True))
    else:
        say(texts_history.DISMISSED.format(discrepancy_id=discrepancy_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE


@click.command(
    "log", cls=ExampleCommand, examples=texts_history.LOG_EXAMPLES, help=texts_history.LOG_HELP
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option(
    "--import",
    "import_id",
    metavar=texts_history.IMPORT_WORD,
    type=options.ROW,
    help=texts_history.LOG_IMPORT_HELP,
)
@click.option("--actor", metavar=texts_history.PERSON_WORD, help=texts_history.LOG_ACTOR_HELP)
@click.option(
    "--action",
    "actions",
    metavar=texts_history.ACT_WORD,
    multiple=True,
    help=texts_history.LOG_ACTION_HELP,
)
@click.option(
    "--since", type=options.DAY, metavar=texts.ISO_DATE, help=texts_history.LOG_SINCE_HELP
)
@click.option("--limit", type=click.IntRange(1), default=50, help=texts_history.LOG_LIMIT_HELP)
@click.option(
    "--before", type=options.ROW, metavar=texts_history.NUMBER, help=texts_history.LOG_BEFORE_HELP
)
@click.option("--verify", is_flag=True, help=texts_history.LOG_VERIFY_HELP)
@click.option("--head", metavar=texts_history.LOG_HASH, help=texts_history.LOG_HEAD_HELP)
@options.database
@options.as_json
def log_command(
    account: str | None,
    since: datetime | None,
    database_url: str | None,
    json_output: bool,
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
        checked = chain(open_ledger(database_url), head)
        emit_json(checked) if json_output else show(lambda _width: chain_screen(checked))
        return ExitCode.NEEDS_REVIEW if checked.flaws else ExitCode.DONE
    start = since.replace(tzinfo=UTC) if since else None
    found = acts(open_ledger(database_url), LogFilter(since=start, **conditions), account)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: log_screen(found))
    return ExitCode.DONE
