"""`tieout init`: make the ledger database, and fill it from CSV files."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command("init", cls=ExampleCommand, examples=texts.INIT_EXAMPLES, help=texts.INIT_HELP)
@click.argument("path", required=False, metavar=texts.PATH, type=options.FOLDER)
@click.option("--ledger", metavar=texts.FOLDER, type=options.FOLDER, help=texts.LEDGER_CSV_HELP)
@options.database
@options.as_json
def command(
    path: Path | None, ledger: Path | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """Make the ledger in PATH, unless it is there; then bring in the CSV files of a folder."""
    from app.queries.books import start_ledger
    from app.shapes.writing import by_name

    if path and database_url:
        raise click.UsageError(texts.INIT_ONE_PLACE)
    chosen = settings.from_environment().over(database_url=_url(path) or database_url)
    started = start_ledger(chosen.database_url, ledger)
    if json_output:
        emit_json(started)
    else:
        facts = by_name(started)
        say((texts.INIT_MADE if started.created else texts.INIT_THERE).format(**facts))
        say(texts.CSV_BROUGHT_IN.format(**facts) if ledger else texts.INIT_NEXT)
    if started.transactions_refused:
        note(texts_history.CSV_REFUSED.format(**by_name(started)))
        return ExitCode.NEEDS_REVIEW
    return ExitCode.DONE


def _url(path: Path | None) -> str | None:
    return str(path / "tieout.db") if path else None
