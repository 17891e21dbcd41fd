"""`tieout worker`: carry out queued imports until stopped."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.environment import settings
from app.texts import jobs as texts_jobs


@click.command(
    "worker", cls=ExampleCommand, examples=texts_jobs.WORKER_EXAMPLES, help=texts_jobs.WORKER_HELP
)
@click.option("-n", "size", type=click.IntRange(1, 64), default=1, help=texts_jobs.WORKERS_HELP)
@options.server
@options.password_file
@options.metrics
@options.database
def command(size: int, password_file: Path | None, **chosen: str | None) -> ExitCode:
    """Work until SIGTERM or Ctrl-C."""
    from app.cli.runs import import_options
    from app.worker_pool import run_worker_pool

    environment = settings.from_environment().over(**chosen)
    # Nobody sits before a worker who could be asked for a password.
    run_worker_pool(
        environment, size, lambda: import_options(environment, password_file, asking=False)
    )
    return ExitCode.DONE
