"""`tieout db`: see and bring up to date the database's schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import terminal as texts

if TYPE_CHECKING:
    from sqlalchemy import Engine


@click.group("db", cls=ExampleGroup, examples=texts.DB_EXAMPLES, help=texts.DB_HELP)
def command() -> None:
    """Holds the four below."""


@command.command("upgrade", examples=texts.DB_UPGRADE_EXAMPLES, help=texts.DB_UPGRADE_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.as_json
@options.database
def upgrade(dry_run: bool, json_output: bool, database_url: str | None) -> ExitCode:
    """Bring the tables up to date; no row is lost."""
    from db.faults import typed_errors
    from db.upgrade import upgrade as bring_up_to_date

    engine = _engine(database_url)
    with typed_errors(engine):
        bring_up_to_date(engine, dry_run=dry_run)
    if dry_run:
        note(texts.DRY_RUN)
    else:
        from jobs.reprocess import proven_by_another_kernel

        if imports := proven_by_another_kernel(engine):
            note(texts.DB_EARLIER.format(imports=len(imports)))
    return _show(engine, json_output)


@command.command("current", examples=texts.DB_CURRENT_EXAMPLES, help=texts.DB_CURRENT_HELP)
@options.as_json
@options.database
def current(json_output: bool, database_url: str | None) -> ExitCode:
    """Show the revision of the tables and the one that is needed."""
    return _show(_engine(database_url), json_output)


@command.command("check", examples=texts.DB_CHECK_EXAMPLES, help=texts.DB_CHECK_HELP)
@options.as_json
@options.database
def check(json_output: bool, database_url: str | None) -> ExitCode:
    """Exit code 7, with the remedy, unless the tables are up to date."""
    from db.faults import typed_errors
    from db.revision import require_current

    engine = _engine(database_url)
    with typed_errors(engine):
        require_current(engine)
    return _show(engine, json_output)


@command.command("recount", examples=texts.DB_RECOUNT_EXAMPLES, help=texts.DB_RECOUNT_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.as_json
@options.database
def recount(dry_run: bool, json_output: bool, database_url: str | None) -> ExitCode:
    """Put right the monthly totals that are not what the entries come to."""
    from app.environment.opening import open_ledger
    from app.queries.books import count_again
    from app.shapes.answers import RecountedShape

    wrong = count_again(open_ledger(database_url), dry_run=dry_run)
    if json_output:
        emit_json(RecountedShape(wrong=wrong))
    else:
        say(texts.DB_RECOUNTED.format(wrong=wrong))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE if wrong else ExitCode.NOTHING_NEW


def _engine(database_url: str | None) -> Engine:
    from db.engine import make_engine

    return make_engine(settings.from_environment().over(database_url=database_url).database_url)


def _show(engine: Engine, json_output: bool) -> ExitCode:
    from app.shapes.answers import RevisionShape
    from app.shapes.writing import by_name
    from db.engine import place
    from db.faults import typed_errors
    from db.revision import current_revision, head_revision

    with typed_errors(engine):
        found = RevisionShape(
            place=place(engine), revision=current_revision(engine), needed=head_revision()
        )
    if json_output:
        emit_json(found)
    else:
        say(texts.DB_REVISION.format(**by_name(found)))
    return ExitCode.DONE
