"""`tieout documents`: hold the documents that are kept to the ledger."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.shapes.writing import Versioned
from app.texts import documents as texts_documents
from app.texts import terminal as texts


@click.group(
    "documents",
    cls=ExampleGroup,
    examples=texts_documents.DOCUMENTS_EXAMPLES,
    help=texts_documents.DOCUMENTS_HELP,
)
def command() -> None:
    """Holds those below."""


@command.command("check", examples=texts_documents.CHECK_EXAMPLES, help=texts_documents.CHECK_HELP)
@click.option("--remove", is_flag=True, help=texts_documents.CHECK_REMOVE_HELP)
@options.database
@options.as_json
def check(remove: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Say what is lost, damaged, or of no row."""
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger
    from app.shapes.forgetting import CheckedShape
    from app.shapes.writing import shaped
    from jobs.checking import check as held_to_the_ledger

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url)
    found = held_to_the_ledger(engine, documents_of(chosen), remove=remove)
    if json_output:
        emit_json(shaped(CheckedShape, found))
    else:
        say(texts_documents.CHECKED.format(whole=found.whole, unclaimed=found.unclaimed))
        for text, imports in (
            (texts_documents.CHECK_LOST, found.lost),
            (texts_documents.CHECK_DAMAGED, found.damaged),
        ):
            for import_id in imports:
                say(text.format(import_id=import_id))
        if found.at_old_place:
            say(texts_documents.CHECK_OLD.format(count=found.at_old_place))
    return ExitCode.SOME_FAILED if found.lost or found.damaged else ExitCode.DONE


@command.command("adopt", examples=texts_documents.ADOPT_EXAMPLES, help=texts_documents.ADOPT_HELP)
@click.option("--remove-rest", is_flag=True, help=texts_documents.ADOPT_REST_HELP)
@options.dry_run
@options.database
@options.as_json
def adopt(
    remove_rest: bool, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Say how many are this ledger's own now, and how many lie on."""
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger
    from app.shapes.forgetting import AdoptedShape
    from app.shapes.writing import shaped
    from jobs.adopting import adopt as taken_over

    chosen = settings.from_environment().over(database_url=database_url)
    engine, kept = open_ledger(chosen.database_url), documents_of(chosen)
    done = taken_over(engine, kept, remove_rest=remove_rest, dry_run=dry_run)
    _told(shaped(AdoptedShape, done), texts_documents.ADOPTED, dry_run, json_output)
    return ExitCode.DONE


@command.command(
    "separate", examples=texts_documents.SEPARATE_EXAMPLES, help=texts_documents.SEPARATE_HELP
)
@options.dry_run
@options.database
@options.as_json
def separate(dry_run: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Say which ledger it is from now on."""
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger
    from app.shapes.forgetting import SeparatedShape
    from app.shapes.writing import shaped
    from jobs.adopting import separate as made_its_own

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url)
    done = made_its_own(engine, documents_of(chosen), dry_run=dry_run)
    _told(shaped(SeparatedShape, done), texts_documents.SEPARATED, dry_run, json_output)
    return ExitCode.DONE


def _told(done: Versioned, text: str, dry_run: bool, json_output: bool) -> None:
    from app.shapes.writing import by_name

    if json_output:
        emit_json(done)
    else:
        say(text.format(**by_name(done)))
    if dry_run:
        note(texts.DRY_RUN)
