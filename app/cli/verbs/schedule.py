"""`tieout schedule`: queue what is due again and again, for the workers."""

from __future__ import annotations

import click

from app import settings, texts_jobs
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand


@click.command(
    "schedule",
    cls=ExampleCommand,
    examples=texts_jobs.SCHEDULE_EXAMPLES,
    help=texts_jobs.SCHEDULE_HELP,
)
@click.option("--file", "schedules", metavar="FILE", help=texts_jobs.SCHEDULE_FILE_HELP)
@options.metrics
def command(**chosen: str | None) -> ExitCode:
    """Until SIGTERM or Ctrl-C."""
    from app.schedules import keep

    keep(settings.from_environment().over(**chosen))
    return ExitCode.DONE
