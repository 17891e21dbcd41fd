"""`tieout documents`: hold the documents that are kept to the ledger."""

from __future__ import annotations

import click

from app import settings, texts_documents
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, say


@click.group(
    "documents",
    cls=ExampleGroup,
    examples=texts_documents.CHECK_EXAMPLES,
    help=texts_documents.DOCUMENTS_HELP,
)
def command() -> None:
    """Holds the one below."""


@command.command("check", examples=texts_documents.CHECK_EXAMPLES, help=texts_documents.CHECK_HELP)
@click.option("--remove", is_flag=True, help=texts_documents.CHECK_REMOVE_HELP)
@options.database
@options.as_json
def check(remove: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Say what is lost, damaged, or of no row."""
    from app.keeping import documents_of
    from app.opening import open_ledger
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
    return ExitCode.SOME_FAILED if found.lost or found.damaged else ExitCode.DONE
