"""`tieout import`: tie out documents against the ledger, and say what came of each."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.environment import settings
from app.texts import jobs as texts_jobs
from app.texts import stating as texts_stating
from app.texts import terminal as texts


@click.command("import", cls=ExampleCommand, examples=texts.IMPORT_EXAMPLES, help=texts.IMPORT_HELP)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@click.option(
    "--jobs",
    "at_once",
    type=click.IntRange(1, 64),
    default=1,
    metavar=texts_jobs.JOBS_AT_ONCE,
    help=texts_jobs.JOBS_AT_ONCE_HELP,
)
@click.option("--queue", is_flag=True, help=texts_jobs.QUEUE_HELP)
@options.priority
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_stating.IMPORT_ACCOUNT_HELP)
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def command(
    paths: tuple[str, ...],
    at_once: int,
    queue: bool,
    priority: str | None,
    account: str | None,
    dry_run: bool,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """Bring the documents in, or queue them; a bad one does not stop the others."""
    from app.cli.runs import import_paths, queue_paths, show_imports

    environment = settings.from_environment().over(**chosen)
    asked = options.chosen_priority(priority, queue=queue)
    if queue:
        options.refuse_with_queue({**chosen, "dry_run": dry_run, "password_file": password_file})
        records = queue_paths(paths, environment, account, asked)
    else:
        records = import_paths(
            paths,
            environment,
            password_file,
            account=account,
            dry_run=dry_run,
            at_once=at_once,
        )
    said = records if json_output else None
    return show_imports(records, dry_run=dry_run, json_value=said)
