"""`tieout doctor`: examine this machine and say how to mend what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import Column, emit_json, show, table
from app.doctor.findings import Finding, State
from app.environment import settings
from app.texts import terminal as texts

COLUMNS = (Column(texts.PART), Column(texts.STATE), Column(texts.DETAIL, whole=False))


@click.command("doctor", cls=ExampleCommand, examples=texts.DOCTOR_EXAMPLES, help=texts.DOCTOR_HELP)
@options.as_json
@options.database
def command(json_output: bool, database_url: str | None) -> ExitCode:
    """Show every finding; exit code 7 if one of them has to be mended."""
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
    from app.doctor import documents, ledger, model, packages, pages, queue, services

    yield packages.python_finding()
    yield packages.rooms_finding()
    yield from packages.package_findings()
    yield ledger.ledger_finding(chosen.database_url)
    yield documents.documents_finding(chosen)
    yield queue.queue_finding(chosen.redis_url)
    if found := pages.pages_finding(chosen):
        yield found
    yield model.model_finding(chosen)
    yield from services.service_findings(chosen, os.environ)


def _show(findings: list[Finding]) -> None:
    rows = [(one.part, one.state.value, _finding_text(one)) for one in findings]
    show(lambda _width: [table(COLUMNS, rows)])


def _finding_text(finding: Finding) -> str:
    return f"{finding.detail}\n{finding.remedy}" if finding.remedy else finding.detail
