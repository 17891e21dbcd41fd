"""`tieout schedule`: queue what is due again and again, for the workers."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.environment import settings
from app.texts import jobs as texts_jobs


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
    from app.environment.schedules import keep

    keep(settings.from_environment().over(**chosen))
    return ExitCode.DONE
