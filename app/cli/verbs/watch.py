"""`tieout watch`: bring in every statement that lands in a folder."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import note
from app.environment import settings
from app.texts import jobs as texts_jobs
from db.words import Priority


@click.command(
    "watch", cls=ExampleCommand, examples=texts_jobs.WATCH_EXAMPLES, help=texts_jobs.WATCH_HELP
)
@click.argument(
    "folder",
    metavar=texts_jobs.WATCH_FOLDER,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--settle", type=click.FloatRange(0), default=2.0, help=texts_jobs.WATCH_SETTLE_HELP)
@click.option("--poll", is_flag=True, help=texts_jobs.WATCH_POLL_HELP)
@click.option("--queue", is_flag=True, help=texts_jobs.QUEUE_HELP)
@options.priority
@options.model
@options.password_file
@options.metrics
@options.database
@options.as_json
def command(
    folder: Path,
    settle: float,
    poll: bool,
    queue: bool,
    priority: str | None,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """One line a file, until Ctrl-C."""
    from app.cli.screens.watch import WatchLines
    from app.cli.watched import watch_folder
    from app.health.services import tell

    environment = settings.from_environment().over(**chosen)
    asked = options.chosen_priority(priority, queue=queue)
    if queue:
        own = {name: given for name, given in chosen.items() if name != "metrics"}
        options.refuse_with_queue({**own, "password_file": password_file})
    tell(environment, queue=queue)
    note(texts_jobs.WATCHING.format(folder=folder))
    lines = WatchLines(json_output)
    for outcome in watch_folder(
        folder,
        environment,
        password_file,
        settle=settle,
        poll=poll,
        queue=queue,
        priority=asked or Priority.NORMAL,
        looked=lines.looked,
    ):
        lines.show(outcome)
    return ExitCode.DONE
