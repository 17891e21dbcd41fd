"""`tieout jobs`, `worker`, `schedule`, `doctor` and `health`: work, and what hinders it."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, TableColumn, emit_json, say, show, table
from app.environment import settings
from app.errors import NoMetricsAddress, NotReady
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.words import ImportStatus

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.shapes.answers import Finding
    from app.shapes.imports import JobShape
    from jobs.queue.table import Selection


STATUSES = click.Choice([status.value for status in ImportStatus])
Wrapped = TypeVar("Wrapped", bound="Callable[..., object]")


def selecting(jobs_command: Wrapped) -> Wrapped:
    """The options that say which imports are meant; `selection` makes one value of them."""
    for option in (
        click.option("--name"),
        click.option("--since", type=options.SINCE),
        click.option("--code", multiple=True),
        click.option("--status", multiple=True, type=STATUSES),
    ):
        jobs_command = option(jobs_command)
    return jobs_command


def selection(
    ids: tuple[int, ...],
    status: tuple[str, ...],
    code: tuple[str, ...],
    since: date | timedelta | None,
    name: str | None,
) -> Selection:
    from jobs.queue.table import Selection

    statuses = frozenset(ImportStatus(each) for each in status)
    return Selection(tuple(dict.fromkeys(ids)), statuses, frozenset(code), since, name)


@click.group("jobs", ExampleGroup, invoke_without_command=True)
@options.database
@options.as_json
@click.pass_context
def jobs_command(context: click.Context, /, **said: object) -> ExitCode | None:
    if context.invoked_subcommand is None:
        answer = context.invoke(listing, **said)
        return answer if isinstance(answer, ExitCode) else None
    context.default_map = {context.invoked_subcommand: said}
    return None


@jobs_command.command("list")
@selecting
@click.option("--limit", type=click.IntRange(1), default=50)
@options.reading
def listing(
    run: Run,
    status: tuple[str, ...],
    code: tuple[str, ...],
    since: date | timedelta | None,
    name: str | None,
    limit: int,
) -> ExitCode:
    """The newest first."""
    from app.cli.screens.imports import jobs_screen
    from app.queries.reviews import listed

    wanted = selection((), status, code, since, name)
    return run.show(listed(run.ledger, wanted, limit), jobs_screen)


@jobs_command.command("show")
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@options.reading
def one(run: Run, import_id: int) -> ExitCode:
    from app.queries.reviews import one_job

    return _show(run, one_job(run.ledger, import_id))


def _change(act: str) -> Callable[..., ExitCode]:
    """`retry` or `cancel`, which take numbers, or a selection and `--yes`."""

    @click.argument("ids", metavar="[IMPORT]...", nargs=-1, type=options.ROW)
    @selecting
    @click.option("--yes", is_flag=True)
    @options.reading
    def command(run: Run, yes: bool, **chosen: object) -> ExitCode:
        from app.acts import imports as acts
        from app.cli.runs import change_chosen
        from jobs.queue.table import JobAction

        wanted = selection(**chosen)  # type: ignore[arg-type]
        _check(wanted)
        change = JobAction(act)
        if len(wanted.ids) == 1:
            one_of_them = {JobAction.RETRY: acts.retry, JobAction.CANCEL: acts.cancel}[change]
            return _show(run, one_of_them(run.ledger, wanted.ids[0]))
        return change_chosen(run, change, wanted, yes=yes)

    return command


jobs_command.command("retry")(_change("retry"))
jobs_command.command("cancel")(_change("cancel"))


def _check(wanted: Selection) -> None:
    """Raises click's ``UsageError`` unless either numbers are named or a selection is made."""
    from jobs.queue.table import Selection

    if wanted == Selection():
        raise click.UsageError(texts_jobs.JOBS_WHICH)
    by_options = wanted.statuses or wanted.codes or wanted.name or wanted.since is not None
    if wanted.ids and by_options:
        raise click.UsageError(texts_jobs.JOBS_NOT_BOTH)


def _show(run: Run, job: JobShape) -> ExitCode:
    from app.cli.screens.imports import job_screen

    return run.show(job, job_screen)


@click.command("worker", ExampleCommand)
@click.option("-n", "size", type=click.IntRange(1, 64), default=1)
@options.server
@options.password_file
@options.metrics
@options.database
def worker_command(size: int, password_file: Path | None, **chosen: str | None) -> ExitCode:
    from app.cli.runs import import_options
    from jobs.queue.work_queue import QueueMissing

    try:
        from app.worker_pool import run_worker_pool
    except ModuleNotFoundError:
        raise QueueMissing from None

    environment = settings.from_environment().over(**chosen)
    # Nobody sits before a worker who could be asked for a password.
    run_worker_pool(
        environment, size, lambda: import_options(environment, password_file, asking=False)
    )
    return ExitCode.DONE


@click.command("schedule", ExampleCommand)
@click.option("--file", "schedules")
@options.metrics
def schedule_command(**chosen: str | None) -> ExitCode:
    from jobs.queue.work_queue import QueueMissing

    try:
        from app.environment.schedules import keep
    except ModuleNotFoundError:
        raise QueueMissing from None

    keep(settings.from_environment().over(**chosen))
    return ExitCode.DONE


COLUMNS = (
    TableColumn(texts.PART),
    TableColumn(texts.STATE),
    TableColumn(texts.DETAIL, whole=False),
)


@click.command("doctor", ExampleCommand)
@options.reading
def doctor_command(run: Run) -> ExitCode:
    """Show every finding; exit code 7 if one of them has to be mended."""
    from app.shapes.answers import State

    findings = list(examine(run.settings))
    if run.json_output:
        from app.shapes.answers import FindingsShape

        emit_json(FindingsShape(findings=tuple(findings)))
    else:
        rows = [(one.part, one.state.value, _finding_text(one)) for one in findings]
        show(lambda _width: [table(COLUMNS, rows)])
    bad = any(finding.state is State.BAD for finding in findings)
    return ExitCode.CONFIGURATION if bad else ExitCode.DONE


def examine(chosen: settings.Settings) -> Iterator[Finding]:
    """Every part, in the order in which one would mend them."""
    from app import doctor

    yield doctor.python_finding()
    yield doctor.rooms_finding()
    yield from doctor.package_findings()
    yield doctor.ledger_finding(chosen.database_url)
    yield doctor.documents_finding(chosen)
    yield doctor.queue_finding(chosen.redis_url)
    if found := doctor.pages_finding(chosen):
        yield found
    yield doctor.model_finding(chosen)
    yield from doctor.service_findings(chosen, os.environ)


def _finding_text(finding: Finding) -> str:
    return f"{finding.detail}\n{finding.remedy}" if finding.remedy else finding.detail


_SECONDS = 5
_ANY = ("0.0.0.0", "::")


@click.command("health", ExampleCommand)
@options.metrics
def health_command(metrics: str | None) -> ExitCode:
    """Raises ``NoMetricsAddress``, ``BadMetricsAddress`` and ``NotReady``."""
    from app.telemetry.server import address_of

    address = settings.from_environment().over(metrics=metrics).metrics
    if address is None:
        raise NoMetricsAddress
    host, port = address_of(address)
    code = _code("127.0.0.1" if host in _ANY else host, port)
    if code != "ready":
        raise NotReady(address=address, reason=code)
    say(texts_jobs.HEALTH_READY.format(address=address))
    return ExitCode.DONE


def _code(host: str, port: int) -> str:
    connection = http.client.HTTPConnection(host, port, timeout=_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return str(json.loads(connection.getresponse().read())["status"])
    except OSError as error:
        return error.strerror or type(error).__name__
    except (http.client.HTTPException, ValueError, KeyError, TypeError):
        return "it is no service of tieout"
    finally:
        connection.close()
