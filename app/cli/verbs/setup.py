"""`tieout init`, `demo`, `db` and `book`: ledgers, made and brought up to date."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, say, show
from app.environment import settings
from app.environment.opening import open_ledger
from app.environment.settings import Settings
from app.texts import Example
from app.texts import administration as texts_administration
from app.texts import history as texts_history
from app.texts import terminal as texts
from db.errors import TieoutError
from pipeline.intake.passwords import ENVIRONMENT

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.samples import DemoPaths
    from app.shapes.imports import ImportShape


@click.command("init", ExampleCommand)
@click.argument("path", required=False, metavar=texts.PATH, type=options.FOLDER)
@click.option("--ledger", type=options.FOLDER)
@options.reading
def init_command(run: Run, path: Path | None, ledger: Path | None) -> ExitCode:
    """Make the ledger in PATH, unless it is there; then bring in the CSV files of a folder."""
    from app.acts.sources import start_ledger
    from app.shapes.writing import by_name

    if path and run.database_url:
        raise click.UsageError(texts.INIT_ONE_PLACE)
    chosen = settings.from_environment().over(
        database_url=(str(path / "tieout.db") if path else None) or run.database_url
    )
    started = start_ledger(chosen.database_url, ledger)
    if run.json_output:
        emit_json(started)
    else:
        facts = by_name(started)
        say((texts.INIT_MADE if started.created else texts.INIT_THERE).format(**facts))
        say(texts.CSV_BROUGHT_IN.format(**facts) if ledger else texts.INIT_NEXT)
    if started.transactions_refused:
        note(texts_history.CSV_REFUSED.format(**by_name(started)))
        return ExitCode.NEEDS_REVIEW
    return ExitCode.DONE


def say_what_is_next() -> None:
    """Says what a person can do now, with the ledger that is here or without one."""
    from app.queries.todo import how_many_wait

    try:
        waiting = how_many_wait(open_ledger(None))
    except TieoutError:
        heading = texts.NEXT_FIRST
        steps: Sequence[Example] = texts.NEXT_STEPS_FIRST
    else:
        heading = texts.NEXT_WAITING.format(count=waiting) if waiting else texts.NEXT_NOTHING
        steps = texts.NEXT_STEPS_WAITING if waiting else texts.NEXT_STEPS_NOTHING
    say("\n".join([heading, *(f"  {line}\n      {does}" for line, does in steps)]))
    say(texts.NEXT_MORE)


@click.command("demo", ExampleCommand)
@click.argument("folder", required=False, default="demo", type=options.FOLDER)
@options.as_json
def demo_command(folder: Path, json_output: bool) -> ExitCode:
    """Make FOLDER again and import its statements, always with rules alone: no key, no server."""
    from app.samples import make_samples
    from app.shapes.answers import DemoShape

    samples = make_samples(folder)
    database = folder / "tieout.db"
    if not json_output:
        say(texts.DEMO_START.format(folder=folder, run=_run(samples, database)))
    from app.acts.sources import start_ledger
    from app.cli.runs import import_paths

    start_ledger(str(database), samples.ledger)
    os.environ[ENVIRONMENT] = samples.password
    records = import_paths([str(samples.statements)], Settings(database_url=str(database)), None)
    if json_output:
        emit_json(DemoShape(folder=str(folder), database=str(database), documents=tuple(records)))
    else:
        from app.cli.screens.imports import import_screen

        show(partial(import_screen, records))
        wanting = max(records, key=_differences)
        file = samples.statements / wanting.file
        facts = {"tieout": _name(), "database": database, "statement": file}
        say(texts.DEMO_NEXT.format(import_id=wanting.import_id, **facts))
    return ExitCode.DONE


def _differences(record: ImportShape) -> int:
    return sum(len(statement.differences) for statement in record.statements)


def _run(samples: DemoPaths, database: Path) -> str:
    return texts.DEMO_RUN.format(
        variable=ENVIRONMENT,
        password=samples.password,
        tieout=_name(),
        statements=samples.statements,
        database=database,
    )


def _name() -> str:
    """What to type for tieout here: in a checkout it need not be on the PATH."""
    return "tieout" if shutil.which("tieout") else os.path.relpath(sys.argv[0])


db_command = ExampleGroup("db")


@db_command.command("upgrade")
@options.changing
def upgrade(run: Run) -> ExitCode:
    from db.engine import typed_errors
    from db.upgrade import upgrade as bring_up_to_date

    engine = _engine(run.database_url)
    with typed_errors(engine):
        bring_up_to_date(engine, dry_run=run.dry_run)
    if run.dry_run:
        note(texts.DRY_RUN)
    else:
        from jobs.imports.reprocess import proven_by_another_kernel

        if imports := proven_by_another_kernel(engine):
            note(texts.DB_EARLIER.format(imports=len(imports)))
    return _show(run, engine)


@db_command.command("current")
@options.reading
def current(run: Run) -> ExitCode:
    return _show(run, _engine(run.database_url))


@db_command.command("check")
@options.reading
def check(run: Run) -> ExitCode:
    """Exit code 7, with the remedy, unless the tables are up to date."""
    from db.engine import typed_errors
    from db.upgrade import require_current

    engine = _engine(run.database_url)
    with typed_errors(engine):
        require_current(engine)
    return _show(run, engine)


@db_command.command("recount")
@options.changing
def recount(run: Run) -> ExitCode:
    """Put right the monthly totals that are not what the entries come to."""
    from app.queries.books import count_again
    from app.shapes.answers import RecountedShape

    wrong = count_again(run.ledger, dry_run=run.dry_run)
    run.say(RecountedShape(wrong=wrong), texts.DB_RECOUNTED)
    return ExitCode.DONE if wrong else ExitCode.NOTHING_NEW


def _engine(database_url: str | None) -> Engine:
    from db.engine import make_engine

    return make_engine(settings.from_environment().over(database_url=database_url).database_url)


def _show(run: Run, engine: Engine) -> ExitCode:
    from app.shapes.answers import RevisionShape
    from app.shapes.writing import by_name
    from db.engine import place, typed_errors
    from db.upgrade import current_revision, head_revision

    with typed_errors(engine):
        found = RevisionShape(
            place=place(engine), revision=current_revision(engine), needed=head_revision()
        )
    emit_json(found) if run.json_output else say(texts.DB_REVISION.format(**by_name(found)))
    return ExitCode.DONE


book_command = ExampleGroup("book")


@book_command.command("add")
@click.argument("name", metavar=texts_administration.NAME_WORD)
@click.option("--address")
@click.option("--database")
@click.option("--database-env")
@click.option("--database-file")
@click.option("--documents")
@click.option("--redis")
@click.option("--redis-env")
@options.shown
def add(run: Run, name: str, address: str | None, **places: str | None) -> ExitCode:
    from app.environment.listing import NewBook
    from app.environment.listing import add as put_on_the_list

    given = {key: value for key, value in places.items() if value}
    if sum(key.startswith("database") for key in given) != 1:
        raise click.UsageError(texts_administration.ONE_PLACE)
    if sum(key.startswith("redis") for key in given) > 1:
        raise click.UsageError(texts_administration.ONE_QUEUE)
    for key in ("database", "database_file", "documents"):
        if key in given:
            given[key] = _absolute(given[key])
    new = NewBook(name=name, address=address, places=tuple(given.items()))
    done = put_on_the_list(new, settings.home(os.environ))
    text = texts_administration.MADE if done.created else texts_administration.BOOK_ADDED
    return run.say(done, text)


@book_command.command("list")
@options.shown
def listing(run: Run) -> ExitCode:
    from app.cli.screens.administration import books_screen
    from app.environment.listing import listed

    return run.show(list(listed(settings.home(os.environ))), books_screen)


@book_command.command("remove")
@click.argument("name", metavar=texts_administration.NAME_WORD)
@options.shown
def remove(run: Run, name: str) -> ExitCode:
    from app.environment.listing import remove as take_off_the_list
    from app.shapes.administration import BookRemovedShape

    book = take_off_the_list(name)
    removed = BookRemovedShape(address=book.slug, name=book.name)
    return run.say(removed, texts_administration.BOOK_REMOVED)


def _absolute(place: str) -> str:
    """A path of today's working folder is meant, wherever the list is read from."""
    return place if "://" in place else str(Path(place).expanduser().absolute())
