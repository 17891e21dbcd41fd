"""`tieout import`, `watch`, `reprocess` and `replay`: tie documents out, once or again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, Run, emit_json, note, say
from app.cli.verbs.accounts import KINDS
from app.environment import settings
from app.environment.opening import open_ledger
from app.environment.settings import OFFLINE
from app.texts import history as texts_history
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.words import Priority

if TYPE_CHECKING:
    from app.shapes.imports import ImportShape


@click.command("import", ExampleCommand)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@click.option("--jobs", "at_once", type=click.IntRange(1, 64), default=1)
@click.option("--queue", is_flag=True)
@options.priority
@click.option("--account")
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def import_command(
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
            paths, environment, password_file, account=account, dry_run=dry_run, at_once=at_once
        )
    return show_imports(records, dry_run=dry_run, json_value=records if json_output else None)


@click.command("check", ExampleCommand)
@click.argument("ledger", metavar="LEDGER", type=click.Path(path_type=Path))
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@options.of_source
@click.option("--kind", type=KINDS)
@click.option("--only", multiple=True)
@click.option("--flip", "flipped", multiple=True)
@click.option("--patch", is_flag=True)
@options.password_file
@options.as_json
def check_command(
    ledger: Path,
    paths: tuple[str, ...],
    patch: bool,
    password_file: Path | None,
    json_output: bool,
    **said: Any,
) -> ExitCode:
    """Say which rows are wrong, by rules alone and without a database that stays."""
    from app.acts.checking import check
    from app.cli.runs import import_exit, import_paths
    from app.cli.screens.review import checked_lines

    def bring_in(url: str) -> list[ImportShape]:
        chosen = settings.Settings(database_url=url, model=OFFLINE)
        return import_paths(paths, chosen, password_file)

    found = check(ledger, options.wishes(**said), bring_in, patch=patch)
    if json_output:
        emit_json(found)
    else:
        if found.patch is not None:
            click.echo(found.patch.encode(), nl=False)
        for line in checked_lines(found):
            (say if found.patch is None else note)(line)
    return import_exit(found.documents)


@click.command("watch", ExampleCommand)
@click.argument(
    "folder",
    metavar=texts_jobs.WATCH_FOLDER,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--settle", type=click.FloatRange(0), default=2.0)
@click.option("--poll", is_flag=True)
@click.option("--queue", is_flag=True)
@options.priority
@options.model
@options.password_file
@options.metrics
@options.database
@options.as_json
def watch_command(
    folder: Path,
    settle: float,
    poll: bool,
    queue: bool,
    priority: str | None,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    from app.cli.runs import watch_folder
    from app.cli.screens.imports import WatchLines
    from app.telemetry.server import tell

    environment = settings.from_environment().over(**chosen)
    asked = options.chosen_priority(priority, queue=queue)
    if queue:
        own = {name: given for name, given in chosen.items() if name != "metrics"}
        options.refuse_with_queue({**own, "password_file": password_file})
    tell(environment.metrics, environment.database_url, environment.redis_url if queue else None)
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


@click.command("reprocess", ExampleCommand)
@click.argument("import_id", metavar="[IMPORT]", type=options.ROW, required=False)
@click.option("--all", "every", is_flag=True)
@click.option("--file", type=click.Path(path_type=Path))
@options.model
@options.dry_run
@options.password_file
@options.database
@options.as_json
def reprocess_command(
    import_id: int | None,
    every: bool,
    file: Path | None,
    dry_run: bool,
    password_file: Path | None,
    json_output: bool,
    **chosen: str | None,
) -> ExitCode:
    """Replace what was recorded of the document by what it reads as today."""
    from app.cli.runs import reprocess_every, reprocess_import, show_imports

    if every == (import_id is not None) or (every and file):
        raise click.UsageError(texts.REPROCESS_WHICH)
    environment = settings.from_environment().over(**chosen)
    if import_id is None:
        records = reprocess_every(environment, password_file, dry_run=dry_run)
        if not records and not json_output:
            note(texts.REPROCESS_NONE)
            return ExitCode.NOTHING_NEW
        return show_imports(records, dry_run=dry_run, json_value=records if json_output else None)
    records = [reprocess_import(import_id, file, environment, password_file, dry_run=dry_run)]
    said = records[0] if json_output else None
    return show_imports(records, dry_run=dry_run, json_value=said)


@click.command("replay", ExampleCommand)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--file", type=click.Path(path_type=Path))
@options.password_file
@options.reading
def replay_command(
    run: Run, import_id: int, file: Path | None, password_file: Path | None
) -> ExitCode:
    """Say whether it ends the same; exit code 3 if it does not."""
    from app.cli.runs import import_options
    from app.shapes.answers import ReplayedShape
    from app.shapes.writing import shaped
    from jobs.imports.reprocess import replay

    chosen = settings.from_environment().over(database_url=run.database_url, model="offline")
    engine = open_ledger(chosen.database_url)
    found = replay(engine, import_id, import_options(chosen, password_file), file)
    if run.json_output:
        emit_json(shaped(ReplayedShape, found))
    else:
        text = texts_history.SAME if found.same else texts_history.DIFFERS
        say(text.format(model=found.model, requests=found.requests, difference=found.difference))
    return ExitCode.DONE if found.same else ExitCode.NEEDS_REVIEW
