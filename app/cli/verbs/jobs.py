"""`tieout jobs`: imports as work, waiting, running, ended or failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from app import texts_jobs
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, show
from db.words import ImportStatus

if TYPE_CHECKING:
    from app.shapes.jobs import JobShape

STATUSES = click.Choice([status.value for status in ImportStatus])
IMPORT_ID = click.argument("import_id", metavar="IMPORT", type=options.ROW)


@click.group(
    "jobs",
    cls=ExampleGroup,
    examples=texts_jobs.JOBS_EXAMPLES,
    help=texts_jobs.JOBS_HELP,
    invoke_without_command=True,
)
@click.pass_context
def command(context: click.Context) -> ExitCode | None:
    """Holds the four below; alone it lists."""
    return None if context.invoked_subcommand else context.invoke(listing)


@command.command("list", examples=texts_jobs.JOBS_LIST_EXAMPLES, help=texts_jobs.JOBS_LIST_HELP)
@click.option(
    "--status", "statuses", multiple=True, type=STATUSES, help=texts_jobs.JOBS_STATUS_HELP
)
@click.option("--limit", type=click.IntRange(1), default=50, help=texts_jobs.JOBS_LIMIT_HELP)
@options.database
@options.as_json
def listing(
    statuses: tuple[str, ...], limit: int, database_url: str | None, json_output: bool
) -> ExitCode:
    """The newest first."""
    from app.cli.screens.jobs import jobs_screen
    from app.opening import open_ledger
    from app.work import listed

    found = listed(open_ledger(database_url), [ImportStatus(status) for status in statuses], limit)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: jobs_screen(found))
    return ExitCode.DONE


@command.command("show", examples=texts_jobs.JOBS_SHOW_EXAMPLES, help=texts_jobs.JOBS_SHOW_HELP)
@IMPORT_ID
@options.database
@options.as_json
def one(import_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """All that is known of one."""
    from app.opening import open_ledger
    from app.work import one_job

    return _show(one_job(open_ledger(database_url), import_id), json_output)


@command.command("retry", examples=texts_jobs.JOBS_RETRY_EXAMPLES, help=texts_jobs.JOBS_RETRY_HELP)
@IMPORT_ID
@options.database
@options.as_json
def again(import_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """Back to the queue."""
    from app.acts import retry
    from app.opening import open_ledger

    return _show(retry(open_ledger(database_url), import_id), json_output)


@command.command(
    "cancel", examples=texts_jobs.JOBS_CANCEL_EXAMPLES, help=texts_jobs.JOBS_CANCEL_HELP
)
@IMPORT_ID
@options.database
@options.as_json
def off(import_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """Out of the queue."""
    from app.acts import cancel
    from app.opening import open_ledger

    return _show(cancel(open_ledger(database_url), import_id), json_output)


def _show(job: JobShape, json_output: bool) -> ExitCode:
    from app.cli.screens.jobs import job_screen

    if json_output:
        emit_json(job)
    else:
        show(lambda _width: job_screen(job))
    return ExitCode.DONE
