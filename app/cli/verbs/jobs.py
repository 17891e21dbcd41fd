"""`tieout jobs`: imports as work, waiting, running, ended or failed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeVar

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, show
from app.texts import jobs as texts_jobs
from db.words import ImportStatus

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.shapes.jobs import JobShape
    from jobs.selection import Selection

STATUSES = click.Choice([status.value for status in ImportStatus])
Wrapped = TypeVar("Wrapped", bound="Callable[..., object]")


def selecting(command: Wrapped) -> Wrapped:
    """The options that say which imports are meant; `selection` makes one value of them."""
    for name, settings in (
        ("--name", {"metavar": texts_jobs.JOBS_PART, "help": texts_jobs.JOBS_NAME_HELP}),
        ("--since", {"type": options.SINCE, "help": texts_jobs.JOBS_SINCE_HELP}),
        ("--code", {"multiple": True, "help": texts_jobs.JOBS_CODE_HELP}),
        ("--status", {"multiple": True, "type": STATUSES, "help": texts_jobs.JOBS_STATUS_HELP}),
    ):
        command = click.option(name, **settings)(command)
    return command


def selection(
    ids: tuple[int, ...],
    status: tuple[str, ...],
    code: tuple[str, ...],
    since: date | timedelta | None,
    name: str | None,
) -> Selection:
    """What the options and the numbers say."""
    from jobs.selection import Selection

    statuses = frozenset(ImportStatus(each) for each in status)
    return Selection(tuple(dict.fromkeys(ids)), statuses, frozenset(code), since, name)


@click.group(
    "jobs",
    cls=ExampleGroup,
    examples=texts_jobs.JOBS_EXAMPLES,
    help=texts_jobs.JOBS_HELP,
    invoke_without_command=True,
)
@options.database
@options.as_json
@click.pass_context
def command(context: click.Context, database_url: str | None, json_output: bool) -> ExitCode | None:
    """Holds the four below; alone it lists. What is said before one of them holds for it."""
    said = {"database_url": database_url, "json_output": json_output}
    if context.invoked_subcommand is None:
        answer = context.invoke(listing, **said)
        return answer if isinstance(answer, ExitCode) else None
    context.default_map = {context.invoked_subcommand: said}
    return None


@command.command("list", examples=texts_jobs.JOBS_LIST_EXAMPLES, help=texts_jobs.JOBS_LIST_HELP)
@selecting
@click.option("--limit", type=click.IntRange(1), default=50, help=texts_jobs.JOBS_LIMIT_HELP)
@options.database
@options.as_json
def listing(
    status: tuple[str, ...],
    code: tuple[str, ...],
    since: date | timedelta | None,
    name: str | None,
    limit: int,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """The newest first."""
    from app.cli.screens.jobs import jobs_screen
    from app.environment.opening import open_ledger
    from app.queries.work import listed

    wanted = selection((), status, code, since, name)
    found = listed(open_ledger(database_url), wanted, limit)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: jobs_screen(found))
    return ExitCode.DONE


@command.command("show", examples=texts_jobs.JOBS_SHOW_EXAMPLES, help=texts_jobs.JOBS_SHOW_HELP)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@options.database
@options.as_json
def one(import_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """All that is known of one."""
    from app.environment.opening import open_ledger
    from app.queries.work import one_job

    return _show(one_job(open_ledger(database_url), import_id), json_output)


def changing(command: Wrapped) -> Wrapped:
    """What `retry` and `cancel` take: numbers, or a selection and `--yes`."""
    command = click.option("--yes", is_flag=True, help=texts_jobs.JOBS_YES_HELP)(command)
    command = selecting(options.database(options.as_json(command)))
    return click.argument("ids", metavar="[IMPORT]...", nargs=-1, type=options.ROW)(command)


@command.command("retry", examples=texts_jobs.JOBS_RETRY_EXAMPLES, help=texts_jobs.JOBS_RETRY_HELP)
@changing
def again(database_url: str | None, json_output: bool, yes: bool, **chosen: object) -> ExitCode:
    """Back to the queue."""
    return _change("retry", chosen, database_url, json_output=json_output, yes=yes)


@command.command(
    "cancel", examples=texts_jobs.JOBS_CANCEL_EXAMPLES, help=texts_jobs.JOBS_CANCEL_HELP
)
@changing
def off(database_url: str | None, json_output: bool, yes: bool, **chosen: object) -> ExitCode:
    """Out of the queue."""
    return _change("cancel", chosen, database_url, json_output=json_output, yes=yes)


def _change(
    act: str, chosen: dict[str, object], database_url: str | None, *, json_output: bool, yes: bool
) -> ExitCode:
    from app.acts import imports as acts
    from app.cli.changing_jobs import change_chosen
    from app.environment.opening import open_ledger
    from jobs.many import Change

    wanted = selection(**chosen)  # type: ignore[arg-type]
    _check(wanted)
    engine, change = open_ledger(database_url), Change(act)
    if len(wanted.ids) == 1:
        one_of_them = {Change.RETRY: acts.retry, Change.CANCEL: acts.cancel}[change]
        return _show(one_of_them(engine, wanted.ids[0]), json_output)
    return change_chosen(engine, change, wanted, json_output=json_output, yes=yes)


def _check(wanted: Selection) -> None:
    """Raises click's ``UsageError`` unless either numbers are named or a selection is made."""
    if wanted.is_everything:
        raise click.UsageError(texts_jobs.JOBS_WHICH)
    by_options = wanted.statuses or wanted.codes or wanted.name or wanted.since is not None
    if wanted.ids and by_options:
        raise click.UsageError(texts_jobs.JOBS_NOT_BOTH)


def _show(job: JobShape, json_output: bool) -> ExitCode:
    from app.cli.screens.jobs import job_screen

    if json_output:
        emit_json(job)
    else:
        show(lambda _width: job_screen(job))
    return ExitCode.DONE
