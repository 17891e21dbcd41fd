"""`tieout doctor` and `health`: what is wrong with this machine or a running service."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import TableColumn, emit_json, say, show, table
from app.environment import settings
from app.errors import NoMetricsAddress, NotReady
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts

if TYPE_CHECKING:
    from app.shapes.answers import Finding

COLUMNS = (
    TableColumn(texts.PART),
    TableColumn(texts.STATE),
    TableColumn(texts.DETAIL, whole=False),
)


@click.command("doctor", cls=ExampleCommand, examples=texts.DOCTOR_EXAMPLES, help=texts.DOCTOR_HELP)
@options.as_json
@options.database
def doctor_command(json_output: bool, database_url: str | None) -> ExitCode:
    """Show every finding; exit code 7 if one of them has to be mended."""
    from app.shapes.answers import State

    findings = list(examine(settings.from_environment().over(database_url=database_url)))
    if json_output:
        from app.shapes.answers import FindingsShape

        emit_json(FindingsShape(findings=tuple(findings)))
    else:
        _show(findings)
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


def _show(findings: list[Finding]) -> None:
    rows = [(one.part, one.state.value, _finding_text(one)) for one in findings]
    show(lambda _width: [table(COLUMNS, rows)])


def _finding_text(finding: Finding) -> str:
    return f"{finding.detail}\n{finding.remedy}" if finding.remedy else finding.detail


_SECONDS = 5
_ANY = ("0.0.0.0", "::")


@click.command(
    "health", cls=ExampleCommand, examples=texts_jobs.HEALTH_EXAMPLES, help=texts_jobs.HEALTH_HELP
)
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
